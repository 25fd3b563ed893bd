// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <array>

namespace masu::train {

/// Two machines with a cable between them, as programs on them see it: namespaces with an address and a host
/// name each. They have no names of their own that others could meet or that could stay: two processes hold them, which
/// end with this one however it ends, and cable and namespaces with these.
class TwoMachines {
 public:
  TwoMachines();
  ~TwoMachines();
  TwoMachines(const TwoMachines&) = delete;
  TwoMachines& operator=(const TwoMachines&) = delete;

  /// Why this machine allows none, as a program said it; empty where they are there.
  const QString& problem() const { return m_problem; }

  static QString host(int machine);
  static QString address(int machine);
  /// The words of a program that runs the one that follows them on a machine, in its own place.
  QStringList starter(int machine) const;

  /// As if the cable of the first were pulled out: what is sent is lost, and nobody learns of it.
  bool cut();

 private:
  void begin(int machine);
  bool ran(const QStringList& words);

  std::array<QProcess, 2> m_holders;
  QString m_problem;
};

}  // namespace masu::train
