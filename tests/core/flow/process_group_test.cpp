// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/process_group.h"

#include <QTest>
#include <algorithm>
#include <map>

#include "core/flow/machine.h"

using namespace masu;
using namespace masu::flow;

namespace {

using Variables = std::map<std::string, std::string>;

Result<ProcessGroup> groupOf(const Variables& variables) {
  return processGroupFrom([&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

/// What torchrun sets for the fourth of six processes on two machines.
const Variables kTorchrun = {{"RANK", "3"},
                             {"WORLD_SIZE", "6"},
                             {"LOCAL_RANK", "0"},
                             {"LOCAL_WORLD_SIZE", "3"},
                             {"MASTER_ADDR", "192.168.0.7"},
                             {"MASTER_PORT", "29500"}};
/// What srun sets for the last task of a step.
const Variables kSlurm = {{"SLURM_JOB_ID", "4711"},
                          {"SLURM_STEP_ID", "2"},
                          {"SLURM_PROCID", "6"},
                          {"SLURM_NTASKS", "9"},
                          {"SLURM_STEP_NUM_TASKS", "7"},
                          {"SLURM_LOCALID", "0"},
                          {"SLURM_NODEID", "3"},
                          {"SLURM_STEP_TASKS_PER_NODE", "2(x3),1"},
                          {"SLURM_STEP_NODELIST", "tux[08-10,12]"}};
/// What mpirun sets for the second of two processes on this machine.
const Variables kOpenMpi = {{"OMPI_COMM_WORLD_RANK", "1"},
                            {"OMPI_COMM_WORLD_SIZE", "2"},
                            {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                            {"MASTER_PORT", "5000"}};

Variables with(Variables variables, const Variables& others) {
  for (const auto& [name, value] : others) variables[name] = value;
  return variables;
}

Variables without(Variables variables, const std::string& name) {
  variables.erase(name);
  return variables;
}

}  // namespace

/// Where a process is among those that train together, by what its launcher set.
class ProcessGroupTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void withoutALauncherAProcessIsAlone() {
    // A batch script of Slurm has the number of tasks of its job, and runs once.
    for (const Variables& variables : {Variables(), Variables{{"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}},
                                       Variables{{"MASTER_ADDR", "tux1"}}, Variables{{"RANK", ""}}}) {
      const auto group = groupOf(variables);
      QVERIFY(group);
      QVERIFY(group->isAlone());
      QVERIFY(group->launcher == Launcher::none);
      QCOMPARE(group->localWorld, std::uint64_t{1});
    }
    const auto single = groupOf({{"RANK", "0"}, {"WORLD_SIZE", "1"}});
    QVERIFY(single);
    QVERIFY(single->isAlone() && single->launcher == Launcher::torchrun);
  }

  void torchrunSetsEverything() {
    const auto group = groupOf(kTorchrun);
    QVERIFY2(group, group ? "" : group.error().message.english().c_str());
    QVERIFY(group->launcher == Launcher::torchrun);
    QCOMPARE(group->rank, std::uint64_t{3});
    QCOMPARE(group->world, std::uint64_t{6});
    QCOMPARE(group->localRank, std::uint64_t{0});
    QCOMPARE(group->localWorld, std::uint64_t{3});
    QCOMPARE(group->host, std::string("192.168.0.7"));
    QCOMPARE(group->port, std::uint16_t{29500});
    QCOMPARE(groupOf(without(kTorchrun, "LOCAL_WORLD_SIZE"))->localWorld, std::uint64_t{0});
    // Inside of a job of Slurm it is torchrun that started the process.
    QVERIFY(groupOf(with(kTorchrun, kSlurm))->launcher == Launcher::torchrun);
  }

  void slurmsFirstNodeIsWhereTheyMeet() {
    const auto group = groupOf(kSlurm);
    QVERIFY2(group, group ? "" : group.error().message.english().c_str());
    QVERIFY(group->launcher == Launcher::slurm);
    QCOMPARE(group->rank, std::uint64_t{6});
    QCOMPARE(group->world, std::uint64_t{7});
    QCOMPARE(group->localWorld, std::uint64_t{1});
    QCOMPARE(group->host, std::string("tux08"));
    const auto other = groupOf(with(kSlurm, {{"SLURM_PROCID", "0"}, {"SLURM_NODEID", "0"}}));
    QVERIFY(other);
    QCOMPARE(other->localWorld, std::uint64_t{2});
    QCOMPARE(other->port, group->port);
    QVERIFY(groupOf(with(kSlurm, {{"SLURM_STEP_ID", "3"}}))->port != group->port);
    const auto stated = groupOf(with(kSlurm, {{"MASTER_ADDR", "10.0.0.1"}, {"MASTER_PORT", "7"}}));
    QVERIFY(stated);
    QCOMPARE(stated->host, std::string("10.0.0.1"));
    QCOMPARE(stated->port, std::uint16_t{7});
  }

  void mpirunMeetsOnItsMachineOrWhereThatIsStated() {
    const auto group = groupOf(kOpenMpi);
    QVERIFY2(group, group ? "" : group.error().message.english().c_str());
    QVERIFY(group->launcher == Launcher::openMpi);
    QCOMPARE(group->rank, std::uint64_t{1});
    QCOMPARE(group->localRank, std::uint64_t{1});
    QCOMPARE(group->host, std::string("127.0.0.1"));
    QCOMPARE(group->port, std::uint16_t{5000});
    // Slurm starts the daemon of mpirun on each node, and its variables are those of the daemon.
    QVERIFY(groupOf(with(kSlurm, kOpenMpi))->launcher == Launcher::openMpi);
  }

  void whatIsMissingOrWrongIsNamed_data() {
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* launcher, const char* name, const char* value, const char* says) {
      QTest::addRow("%s, %s=%s", launcher, name, value) << launcher << name << value << says;
    };
    for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"})
      row("torchrun", name, "", name);
    row("torchrun", "RANK", "6", "from 0 to 5");
    row("torchrun", "RANK", "-1", "from 0 to 5");
    row("torchrun", "RANK", "1x", "RANK is 1x");
    row("torchrun", "WORLD_SIZE", "0", "from 1");
    row("torchrun", "LOCAL_WORLD_SIZE", "7", "from 1 to 6");
    row("torchrun", "MASTER_PORT", "65536", "from 1 to 65535");
    row("slurm", "SLURM_PROCID", "7", "from 0 to 6");
    row("slurm", "SLURM_LOCALID", "", "SLURM_LOCALID");
    row("slurm", "SLURM_STEP_NODELIST", "tux[", "MASTER_ADDR");
    row("slurm", "SLURM_JOB_ID", "", "SLURM_JOB_ID");
    row("mpirun", "OMPI_COMM_WORLD_RANK", "", "OMPI_COMM_WORLD_RANK");
    row("mpirun", "OMPI_COMM_WORLD_LOCAL_SIZE", "1", "MASTER_ADDR");
    row("mpirun", "MASTER_PORT", "", "MASTER_PORT");
  }

  void whatIsMissingOrWrongIsNamed() {
    QFETCH(QString, launcher);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, says);
    const Variables& all = launcher == "torchrun" ? kTorchrun : launcher == "slurm" ? kSlurm : kOpenMpi;
    const auto group = groupOf(with(all, {{name.toStdString(), value.toStdString()}}));
    QVERIFY(!group);
    QCOMPARE(group.error().code, Errc::invalidArgument);
    const QString sentence = QString::fromStdString(group.error().message.english());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
  }

  void processesOfAMachineShareIt() {
    const Resources whole = resolve({8, 1U << 30U});
    for (const auto& [local, sharers] : {std::pair{3U, 3U}, {0U, 6U}}) {
      ProcessGroup group;
      group.world = 6;
      group.localWorld = local;
      const Resources asked = resolve({8, 1U << 30U}, group);
      QCOMPARE(asked.threads, whole.threads);
      QCOMPARE(asked.memoryBytes, whole.memoryBytes);
      QCOMPARE(resolve({}, group).threads, std::max(1U, resolve({}).threads / sharers));
    }
  }

  void listsOfNodesAreReadAsSlurmWritesThem() {
    QCOMPARE(firstNode("tux1"), std::string("tux1"));
    QCOMPARE(firstNode("tux1,tux2"), std::string("tux1"));
    QCOMPARE(firstNode("tux[01-04,07],other"), std::string("tux01"));
    QCOMPARE(firstNode("tux[7,9]-ib,other[1-2]"), std::string("tux7-ib"));
    QCOMPARE(firstNode("rack[1-2]n[03,07],login"), std::string("rack1n03"));
    for (const char* wrong : {"", "tux[", "tux[]", "tux]", ",tux", "tux[1"}) QCOMPARE(firstNode(wrong), std::string());
    QCOMPARE(tasksOfNode("4", 0), std::uint64_t{4});
    for (const auto& [node, tasks] : {std::pair{0U, 2U}, {2U, 2U}, {3U, 1U}, {4U, 0U}})
      QCOMPARE(tasksOfNode("2(x3),1", node), std::uint64_t{tasks});
    for (const char* wrong : {"", "x", "2(x0)", "2(3)", ",1", "2(x"}) QCOMPARE(tasksOfNode(wrong, 0), std::uint64_t{0});
  }
};

QTEST_GUILESS_MAIN(ProcessGroupTest)
#include "process_group_test.moc"
