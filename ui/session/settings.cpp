// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/settings.h"

#include <QSettings>

namespace masu::ui {

Settings Settings::read() {
  const QSettings stored;
  Settings settings;
  settings.theme = stored.value("theme", settings.theme).toString();
  settings.language = stored.value("language", settings.language).toString();
  settings.memoryBytes = stored.value("memoryBytes", settings.memoryBytes).toULongLong();
  return settings;
}

void Settings::write() const {
  QSettings stored;
  stored.setValue("theme", theme);
  stored.setValue("language", language);
  stored.setValue("memoryBytes", memoryBytes);
}

}  // namespace masu::ui
