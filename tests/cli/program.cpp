// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>

namespace masu::test {

namespace {

constexpr int kPatienceMilliseconds = 240'000;

Ran finished(QProcess& process) {
  Ran ran;
  if (!process.waitForFinished(kPatienceMilliseconds)) process.kill();
  ran.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  ran.output = process.readAllStandardOutput();
  ran.errors = process.readAllStandardError();
  return ran;
}

}  // namespace

QJsonObject Ran::json() const {
  return QJsonDocument::fromJson(output).object();
}

Ran runMasu(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral(MASU_PROGRAM), arguments);
  return finished(process);
}

Ran runShell(const QString& line) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("MASU"), QStringLiteral(MASU_PROGRAM));
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line});
  return finished(process);
}

void writeFile(const QString& path, const QByteArray& content) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
  file.write(content);
}

QByteArray readFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace masu::test
