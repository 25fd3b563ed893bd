// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QApplication;

namespace masu::ui {

/// `masu-gui --gallery DIR`: generates sample data in a folder that goes afterwards, drives every page into its main
/// states with it, and writes a PNG of each, light, dark and Japanese, at 1280×800 and 1024×640.
/// Returns the program's exit code: 0 when every picture was written.
int renderGallery(QApplication& application, const QString& directory);

}  // namespace masu::ui
