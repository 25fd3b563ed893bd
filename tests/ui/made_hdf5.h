// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace masu::test {

/// An HDF5 file made elsewhere: by h5py, which runs `statements` (lines of Python) with the file as `f` and NumPy as
/// `numpy`. False where that failed.
inline bool makeHdf5(const QString& path, const QStringList& statements) {
  QString program = QStringLiteral("import sys, h5py, numpy\nwith h5py.File(sys.argv[1], 'w') as f:\n");
  for (const QString& statement : statements) program += QStringLiteral("    ") + statement + QLatin1Char('\n');
  QProcess python;
  python.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), program, path});
  return python.waitForFinished() && python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0;
}

}  // namespace masu::test
