// SPDX-License-Identifier: GPL-3.0-or-later
#include "two_machines.h"

namespace masu::train {

namespace {

constexpr int kMostMilliseconds = 60'000;

QString said(QProcess& process) {
  const QString errors = QString::fromLocal8Bit(process.readAllStandardError()).trimmed();
  return process.program() + ": " + (errors.isEmpty() ? process.errorString() : errors);
}

}  // namespace

TwoMachines::TwoMachines() {
  for (const int machine : {0, 1}) {
    if (m_problem.isEmpty()) begin(machine);
  }
  const QString second = QString::number(m_holders[1].processId());
  ran(starter(0) + QStringList{"ip", "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", second});
  for (const int machine : {0, 1}) {
    ran(starter(machine) + QStringList{"ip", "address", "add", address(machine) + "/24", "dev", "cable"});
    for (const char* link : {"lo", "cable"}) ran(starter(machine) + QStringList{"ip", "link", "set", link, "up"});
  }
}

TwoMachines::~TwoMachines() {
  for (QProcess& holder : m_holders) {
    holder.kill();
    holder.waitForFinished();
  }
}

QString TwoMachines::host(int machine) {
  return machine == 0 ? "masu-left" : "masu-right";
}

QString TwoMachines::address(int machine) {
  return machine == 0 ? "10.77.0.1" : "10.77.0.2";
}

QStringList TwoMachines::starter(int machine) const {
  const QString holder = QString::number(m_holders[static_cast<std::size_t>(machine)].processId());
  return {"nsenter", "--preserve-credentials", "--user", "--net", "--uts", "--target", holder, "--"};
}

bool TwoMachines::cut() {
  return ran(starter(0) + QStringList{"ip", "link", "set", "cable", "down"});
}

/// Users who are not root have the right to namespaces within one of users, where both are.
void TwoMachines::begin(int machine) {
  QStringList words = machine == 0 ? QStringList{"unshare", "--user", "--map-root-user"} : starter(0) << "unshare";
  // cat reads from this process, and ends with it.
  words += {"--net", "--uts", "sh", "-c", "hostname \"$0\" && echo begun && exec cat", host(machine)};
  QProcess& holder = m_holders[static_cast<std::size_t>(machine)];
  holder.start(words.first(), words.sliced(1));
  if (!holder.waitForReadyRead(kMostMilliseconds)) m_problem = said(holder);
}

bool TwoMachines::ran(const QStringList& words) {
  if (!m_problem.isEmpty()) return false;
  QProcess process;
  process.start(words.first(), words.sliced(1));
  if (!process.waitForFinished(kMostMilliseconds) || process.exitCode() != 0) m_problem = said(process);
  return m_problem.isEmpty();
}

}  // namespace masu::train
