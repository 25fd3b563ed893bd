// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/settings.h"

#include <QDir>
#include <QSettings>
#include <algorithm>

#include "core/io/scratch_folder.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

Settings Settings::read() {
  const QSettings stored;
  Settings settings;
  settings.theme = stored.value("theme", settings.theme).toString();
  settings.language = stored.value("language", settings.language).toString();
  settings.outputFolder = stored.value("outputFolder").toString();
  settings.scratchFolder = stored.value("scratchFolder").toString();
  settings.threads = std::clamp(stored.value("threads", 0).toInt(), 0, static_cast<int>(Resources::kMostThreads));
  settings.memoryBytes = stored.value("memoryBytes", settings.memoryBytes).toULongLong();
  settings.otherMemoryBytes = stored.value("otherMemoryBytes", settings.otherMemoryBytes).toULongLong();
  return settings;
}

void Settings::write() const {
  QSettings stored;
  stored.setValue("theme", theme);
  stored.setValue("language", language);
  stored.setValue("outputFolder", outputFolder);
  stored.setValue("scratchFolder", scratchFolder);
  stored.setValue("threads", threads);
  stored.setValue("memoryBytes", memoryBytes);
  stored.setValue("otherMemoryBytes", otherMemoryBytes);
}

void Settings::apply() const {
  io::useScratchFolder(pathFrom(scratchFolder));
}

QString Settings::proposedPath(const QString& folder, const QString& name) const {
  return QDir(outputFolder.isEmpty() ? folder : outputFolder).filePath(name);
}

Resources chosenResources() {
  const Settings settings = Settings::read();
  Resources resources;
  resources.threads = static_cast<unsigned>(settings.threads);
  resources.memoryBytes = settings.otherMemoryBytes;
  return resources;
}

Resources importResources(quint64 memoryBytes) {
  Resources resources = chosenResources();
  resources.memoryBytes = memoryBytes;
  return resources;
}

}  // namespace masu::ui
