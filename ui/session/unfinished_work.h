// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QVariantMap>
#include <vector>

namespace masu::ui {

/// Work of which an interruption leaves something to resume. It is noted when it begins, so that it is known of even
/// where the program ends at once, and forgotten when it is done.
struct UnfinishedWork {
  enum class Kind { importing, training, exporting };

  Kind kind = Kind::importing;
  QString target;       ///< what names it: the dataset to be, the run's folder, the export's folder; absolute
  QString dataset;      ///< that is trained on or exported
  QVariantMap details;  ///< what its page needs to ask for the same again; of what JSON holds
  QDateTime begun;
};

/// Replaces what was noted of the same target. The last twenty are kept, in the user's settings.
void noteWork(const UnfinishedWork& work);
/// It ended without being done: from now on it is among interruptedWork().
void noteInterruption(const QString& target);
void forgetWork(const QString& target);

/// What was noted and no process is at, the latest first. Whether anything of it is left on the disk is for others to
/// see.
std::vector<UnfinishedWork> interruptedWork();

}  // namespace masu::ui
