// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// Whether a process has a handler of its own for a signal, by /proc.
bool handles(pid_t process, int signal) {
  for (const QByteArray& line : readFile(QStringLiteral("/proc/%1/status").arg(process)).split('\n')) {
    if (line.startsWith("SigCgt:")) return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
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

Peak peakOf(const QStringList& arguments) {
  std::vector<QByteArray> texts{MASU_PROGRAM};
  for (const QString& argument : arguments) texts.push_back(argument.toLocal8Bit());
  std::vector<char*> pointers;
  for (QByteArray& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::execv(pointers.front(), pointers.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, static_cast<std::uint64_t>(usage.ru_maxrss) << 10U};
}

Ran runInterrupted(const QStringList& arguments, int signal, const std::function<bool()>& isAtWork) {
  QProcess process;
  process.start(QStringLiteral(MASU_PROGRAM), arguments);
  if (!process.waitForStarted()) return {};
  const auto pid = static_cast<pid_t>(process.processId());
  while (!(handles(pid, signal) && isAtWork()))
    if (process.waitForFinished(1)) return finished(process);
  ::kill(pid, signal);
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
