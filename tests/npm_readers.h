// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QProcess>
#include <QStandardPaths>
#include <QString>

namespace masu::test {

/// The folder with the readers that come from npm, fetched when first asked for; empty where node or they cannot be
/// had.
inline QString npmReaders() {
  const QString folder = QStringLiteral(MASU_NPM_FOLDER);
  const QString node = QStandardPaths::findExecutable("node"), npm = QStandardPaths::findExecutable("npm");
  const auto there = [&] {
    const QDir modules(folder + "/node_modules");
    return !node.isEmpty() && modules.exists("jsfive/package.json") && modules.exists("tfrecord/package.json");
  };
  if (node.isEmpty() || there()) return node.isEmpty() ? QString() : folder;
  if (npm.isEmpty() || !QDir().mkpath(folder)) return {};
  QLockFile alone(folder + "/lock");
  if (!alone.tryLock(120'000)) return {};
  if (there()) return folder;
  QProcess fetching;
  // Without their scripts: none of them is needed, and one builds a library.
  fetching.start(npm, {"install", "--prefix", folder, "--silent", "--no-audit", "--no-fund", "--ignore-scripts",
                       "--fetch-retries=0", "--fetch-timeout=20000", "jsfive@0.4.2", "tfrecord@0.2.0"});
  if (!fetching.waitForFinished(100'000)) fetching.kill();
  fetching.waitForFinished();
  return there() ? folder : QString();
}

inline constexpr const char* kNoNpmReaders = "node, npm or the packages jsfive and tfrecord cannot be had here";

}  // namespace masu::test
