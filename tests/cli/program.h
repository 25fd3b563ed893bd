// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <functional>

namespace masu::test {

/// What one run of `masu` gave.
struct Ran {
  int exitCode = -1;
  QByteArray output;
  QByteArray errors;

  QJsonObject json() const;
};

/// Runs `masu` with these arguments and waits.
Ran runMasu(const QStringList& arguments);
/// Runs `masu` inside a shell line where $MASU is the program: for mounts and signals.
Ran runShell(const QString& line);

/// What a run of `masu` took of memory at most, processes of its own included, by the kernel's account.
struct Peak {
  int exitCode = -1;
  std::uint64_t bytes = 0;
};
/// Runs `masu` without showing what it prints.
Peak peakOf(const QStringList& arguments);

/// Runs `masu` and sends it a signal once it handles signals and `isAtWork` says so. The exit code is -1 where it ended
/// by the signal itself, and 0 where it was done before the signal came.
Ran runInterrupted(const QStringList& arguments, int signal, const std::function<bool()>& isAtWork);

void writeFile(const QString& path, const QByteArray& content);
QByteArray readFile(const QString& path);

}  // namespace masu::test
