// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace masu::ui {

/// What a person sets once. The only place that reads or writes QSettings, with recent_files.
/// `theme` is "system", "light" or "dark"; `language` is "system", "en" or "ja".
struct Settings {
  QString theme = "system";
  QString language = "system";
  quint64 memoryBytes = 512'000'000;  ///< budget of imports

  static Settings read();
  void write() const;
};

}  // namespace masu::ui
