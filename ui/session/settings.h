// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/job.h"

namespace masu::ui {

/// What a person sets once. The only place that reads or writes QSettings, with recent_files and unfinished_work.
/// `theme` is "system", "light" or "dark"; `language` is "system", "en" or "ja".
struct Settings {
  QString theme = "system";
  QString language = "system";
  QString outputFolder;               ///< where new datasets and exports are proposed; empty: beside their source
  QString scratchFolder;              ///< for temporary files; empty: TMPDIR, else /var/tmp
  int threads = 0;                    ///< of every job; 0: the cores that there are
  quint64 memoryBytes = 512'000'000;  ///< budget of imports
  quint64 otherMemoryBytes = 0;       ///< budget of every other job; 0: half of the free memory

  static Settings read();
  void write() const;
  /// Makes the scratch folder that of the whole process. What reads the rest reads it when a job starts.
  void apply() const;

  /// A file or folder of that name where new ones are proposed: in the output folder, else in `folder`.
  QString proposedPath(const QString& folder, const QString& name) const;
};

/// What a job that starts now may take.
Resources chosenResources();
/// The same of an import with a budget of its own, such as Settings::memoryBytes.
Resources importResources(quint64 memoryBytes);

}  // namespace masu::ui
