// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

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

void writeFile(const QString& path, const QByteArray& content);
QByteArray readFile(const QString& path);

}  // namespace masu::test
