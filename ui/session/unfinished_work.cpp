// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/unfinished_work.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSettings>
#include <algorithm>

namespace masu::ui {

namespace {

constexpr std::size_t kKept = 20;

struct Noted {
  UnfinishedWork work;
  qint64 process = 0;  ///< that is at it; 0: none
};

/// Another program may have got the number of a process that ended.
bool isAtWork(qint64 process) {
  if (process == 0) return false;
  if (process == QCoreApplication::applicationPid()) return true;
  const QString other = QFileInfo(QStringLiteral("/proc/%1/exe").arg(process)).symLinkTarget();
  return !other.isEmpty() && other == QFileInfo(QStringLiteral("/proc/self/exe")).symLinkTarget();
}

std::vector<Noted> readAll() {
  QSettings settings;
  std::vector<Noted> all;
  const int count = settings.beginReadArray("unfinished");
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    Noted& noted = all.emplace_back();
    noted.work.kind = static_cast<UnfinishedWork::Kind>(std::clamp(settings.value("kind").toInt(), 0, 2));
    noted.work.target = settings.value("target").toString();
    noted.work.dataset = settings.value("dataset").toString();
    noted.work.details = QJsonDocument::fromJson(settings.value("details").toByteArray()).toVariant().toMap();
    noted.work.begun = settings.value("begun").toDateTime();
    noted.process = settings.value("process").toLongLong();
  }
  settings.endArray();
  return all;
}

void writeAll(const std::vector<Noted>& all) {
  QSettings settings;
  settings.remove("unfinished");
  settings.beginWriteArray("unfinished", static_cast<int>(all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const UnfinishedWork& work = all[i].work;
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue("kind", static_cast<int>(work.kind));
    settings.setValue("target", work.target);
    settings.setValue("dataset", work.dataset);
    settings.setValue("details", QJsonDocument::fromVariant(work.details).toJson(QJsonDocument::Compact));
    settings.setValue("begun", work.begun);
    settings.setValue("process", all[i].process);
  }
  settings.endArray();
  settings.sync();  // the program may be killed while it works
}

}  // namespace

void noteWork(const UnfinishedWork& work) {
  std::vector<Noted> all = readAll();
  std::erase_if(all, [&](const Noted& noted) { return noted.work.target == work.target; });
  all.insert(all.begin(), Noted{work, QCoreApplication::applicationPid()});
  if (all.size() > kKept) all.resize(kKept);
  writeAll(all);
}

void noteInterruption(const QString& target) {
  std::vector<Noted> all = readAll();
  for (Noted& noted : all)
    if (noted.work.target == target) noted.process = 0;
  writeAll(all);
}

void forgetWork(const QString& target) {
  std::vector<Noted> all = readAll();
  if (std::erase_if(all, [&](const Noted& noted) { return noted.work.target == target; }) > 0) writeAll(all);
}

std::vector<UnfinishedWork> interruptedWork() {
  std::vector<UnfinishedWork> waiting;
  for (Noted& noted : readAll())
    if (!isAtWork(noted.process)) waiting.push_back(std::move(noted.work));
  return waiting;
}

}  // namespace masu::ui
