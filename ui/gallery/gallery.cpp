// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdio>

#include "ui/gallery/scenes.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr QSize kSizes[] = {{1280, 800}, {1024, 640}};

struct Look {
  const char* name;
  Theme::Mode mode;
  const char* language;
};
constexpr Look kLooks[] = {{"light", Theme::Mode::light, "en"},
                           {"dark", Theme::Mode::dark, "en"},
                           {"japanese", Theme::Mode::light, "ja"}};

}  // namespace

int renderGallery(QApplication& application, const QString& directory) {
  QTemporaryDir scratch(QDir::tempPath() + "/masu-gallery-XXXXXX");
  if (!scratch.isValid() || !QDir().mkpath(directory)) {
    std::fprintf(stderr, "%s cannot be written.\n", qUtf8Printable(directory));
    return 1;
  }
  // The user's own settings and list of recent files stay as they are.
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.filePath("settings"));
  Theme::current().install(application, Theme::Mode::light);

  GalleryScenes scenes(scratch.path(), directory);
  if (!scenes.prepare()) return 1;
  for (const Look& look : kLooks)
    for (const QSize& size : kSizes) scenes.render(QString::fromLatin1(look.name), look.mode, look.language, size);
  return scenes.failures() == 0 ? 0 : 1;
}

}  // namespace masu::ui
