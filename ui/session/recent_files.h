#pragma once

#include <QDateTime>
#include <QString>
#include <array>
#include <vector>

namespace masu::ui {

/// A dataset that was open once, with what the Start page shows of it without opening it again.
struct RecentFile {
  QString path;
  QString summary;                    ///< "48,842 rows of 15 columns, 2.5 MB"
  QString state;                      ///< "imported", "split", "best run 0.979"
  std::array<double, 4> shares = {};  ///< train, validation, test, unused; all 0 when not split
  std::vector<double> thumbnail;      ///< heights 0 … 1 of bars, or of a signal's outline
  bool signal = false;                ///< the thumbnail is a signal
  QDateTime when;
};

/// The last ten, newest first, kept in the user's settings.
std::vector<RecentFile> readRecentFiles();
/// Adds or replaces by path and moves it to the top.
void rememberRecentFile(const RecentFile& file);
void forgetRecentFile(const QString& path);

}  // namespace masu::ui
