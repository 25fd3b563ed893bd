// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QApplication;

namespace masu::ui {

struct GalleryOptions {
  QString directory;
  QString theme = {};     ///< light or dark; empty: both
  QString language = {};  ///< en or ja; empty: both
};

/// `masu-gui --gallery DIR`: generates sample data in a folder that goes afterwards, drives every page into its main
/// states with it, and writes a PNG of each, at 1280×800 and 1024×640: light, dark and Japanese, or what the options
/// choose, among which is dark and Japanese.
/// Returns the program's exit code: 0 when every picture was written.
int renderGallery(QApplication& application, const GalleryOptions& options);

}  // namespace masu::ui
