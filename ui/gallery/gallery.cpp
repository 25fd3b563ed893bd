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
  QString name;
  QString theme;
  QString language;
};

/// Japanese on dark is drawn where it is asked for alone, as it shows little that the others do not.
QList<Look> looksOf(const GalleryOptions& options) {
  const QList<Look> usual = {{"light", "light", "en"}, {"dark", "dark", "en"}, {"japanese", "light", "ja"}};
  if (options.theme == u"dark" && options.language == u"ja") return {{"japanese-dark", "dark", "ja"}};
  QList<Look> chosen;
  for (const Look& look : usual) {
    const bool theme = options.theme.isEmpty() || options.theme == look.theme;
    if (theme && (options.language.isEmpty() || options.language == look.language)) chosen << look;
  }
  return chosen;
}

}  // namespace

int renderGallery(QApplication& application, const GalleryOptions& options) {
  QTemporaryDir scratch(QDir::tempPath() + "/masu-gallery-XXXXXX");
  if (!scratch.isValid() || !QDir().mkpath(options.directory)) {
    std::fprintf(stderr, "%s cannot be written.\n", qUtf8Printable(options.directory));
    return 1;
  }
  // The user's own settings and list of recent files stay as they are.
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.filePath("settings"));
  Theme::current().install(application, Theme::Mode::light);

  GalleryScenes scenes(scratch.path(), options.directory);
  if (!scenes.prepare()) return 1;
  for (const Look& look : looksOf(options)) {
    const Theme::Mode mode = look.theme == u"dark" ? Theme::Mode::dark : Theme::Mode::light;
    for (const QSize& size : kSizes) scenes.render(look.name, mode, look.language, size);
  }
  return scenes.failures() == 0 ? 0 : 1;
}

}  // namespace masu::ui
