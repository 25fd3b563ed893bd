// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <array>
#include <vector>

namespace masu::ui {

/// A dataset that was open once, with what the Start page shows of it without opening it again.
struct RecentFile {
  QString path;
  QString uuid;  ///< of its content; empty: listed by an earlier version
  quint64 samples = 0;
  quint64 parts = 0;  ///< columns of a table, recordings of signals
  quint64 bytes = 0;
  QString state;                      ///< what a page noted, such as "best run 0.979"; empty: the shares show it
  std::array<double, 4> shares = {};  ///< train, validation, test, unused; all 0 when not split
  std::vector<double> thumbnail;      ///< heights 0 … 1 of bars, or of a signal's outline
  bool signal = false;                ///< the thumbnail is a signal
  bool image = false;                 ///< samples are images
  QDateTime when;
};

/// "48,842 rows of 15 columns, 2.5 MB", "60,000 images, 47 MB", in the current language.
QString summaryOf(const RecentFile& file);
/// "imported", "split", or what a page noted.
QString stateOf(const RecentFile& file);

/// The last ten, newest first, kept in the user's settings.
std::vector<RecentFile> readRecentFiles();
/// Adds or replaces by path and moves it to the top.
void rememberRecentFile(const RecentFile& file);
void forgetRecentFile(const QString& path);

}  // namespace masu::ui
