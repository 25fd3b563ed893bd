// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/process_group.h"

#include <QTest>
#include <algorithm>
#include <map>

#include "core/flow/machine.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::flow;

namespace {

using Variables = std::map<std::string, std::string>;

Environment environmentOf(const Variables& variables) {
  return [&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

Result<ProcessGroup> groupOf(const Variables& variables) {
  return processGroupFrom(environmentOf(variables));
}

/// "2/4", or why there is none.
QString partOf(const Variables& variables) {
  const auto worker = workerFrom(environmentOf(variables));
  return QString::fromStdString(worker ? name(worker->part) : worker.error().message.english());
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
/// What the mpirun of MPICH sets for the third of four processes on this machine.
const Variables kMpich = {{"PMI_RANK", "2"},
                          {"PMI_SIZE", "4"},
                          {"MPI_LOCALRANKID", "2"},
                          {"MPI_LOCALNRANKS", "4"},
                          {"MASTER_PORT", "5000"}};

Variables arrayTask(int task, int count, int first, int last) {
  return {{"SLURM_ARRAY_TASK_ID", std::to_string(task)},
          {"SLURM_ARRAY_TASK_COUNT", std::to_string(count)},
          {"SLURM_ARRAY_TASK_MIN", std::to_string(first)},
          {"SLURM_ARRAY_TASK_MAX", std::to_string(last)}};
}

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

  void thatOfMpichIsKnownByItsOwnVariables() {
    const auto group = groupOf(kMpich);
    QVERIFY2(group, group ? "" : group.error().message.english().c_str());
    QVERIFY(group->launcher == Launcher::mpich);
    QCOMPARE(group->rank, std::uint64_t{2});
    QCOMPARE(group->localRank, std::uint64_t{2});
    QCOMPARE(group->host, std::string("127.0.0.1"));
    QVERIFY(groupOf(with(kSlurm, kMpich))->launcher == Launcher::mpich);
    // srun offers PMI to the processes that it starts itself.
    QVERIFY(groupOf(with(kSlurm, {{"PMI_RANK", "6"}, {"PMI_SIZE", "7"}}))->launcher == Launcher::slurm);
  }

  void ranksCountFromZeroAndPartsFromOne() {
    QCOMPARE(partOf({{"RANK", "0"}, {"WORLD_SIZE", "4"}}), QString("1/4"));
    QCOMPARE(partOf({{"RANK", "3"}, {"WORLD_SIZE", "4"}}), QString("4/4"));
    QCOMPARE(partOf({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}}), QString("2/2"));
    QCOMPARE(partOf({{"PMI_RANK", "0"}, {"PMI_SIZE", "3"}}), QString("1/3"));
    QCOMPARE(partOf({{"SLURM_PROCID", "6"}, {"SLURM_STEP_NUM_TASKS", "7"}}), QString("7/7"));
    // The order is that of training.
    QCOMPARE(partOf(with(with(kSlurm, kOpenMpi), kTorchrun)), QString("4/6"));
    QCOMPARE(partOf(with(kSlurm, kOpenMpi)), QString("2/2"));
    QCOMPARE(partOf(with(kSlurm, kMpich)), QString("3/4"));
    // Those on the machine, where that is known: workers that need not meet are not refused for it.
    QCOMPARE(workerFrom(environmentOf(kTorchrun))->localWorkers, std::uint64_t{3});
    QCOMPARE(workerFrom(environmentOf(kSlurm))->localWorkers, std::uint64_t{1});
    QCOMPARE(workerFrom(environmentOf(kMpich))->localWorkers, std::uint64_t{4});
    QCOMPARE(workerFrom(environmentOf({{"RANK", "0"}, {"WORLD_SIZE", "4"}}))->localWorkers, std::uint64_t{0});
    QCOMPARE(workerFrom(environmentOf(arrayTask(3, 8, 1, 8)))->localWorkers, std::uint64_t{1});
  }

  /// Every task has a part of its own, wherever their numbers begin.
  void tasksOfAnArrayCountFromTheirFirst() {
    for (const auto& [first, step] : {std::pair{0, 1}, {1, 1}, {1, 2}, {40, 10}}) {
      const int last = first + 4 * step;
      for (int i = 0; i < 5; ++i)
        QCOMPARE(partOf(arrayTask(first + i * step, 5, first, last)), QStringLiteral("%1/5").arg(i + 1));
    }
    QCOMPARE(partOf(arrayTask(9, 1, 9, 9)), QString("1/1"));
    const Variables task = arrayTask(3, 8, 1, 8);
    const Variables single = {{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}};
    QCOMPARE(partOf(with(task, single)), QString("3/8"));
    QCOMPARE(partOf(with(task, {{"RANK", "1"}, {"WORLD_SIZE", "2"}})), QString("2/2"));
    QCOMPARE(partOf(with(arrayTask(9, 1, 9, 9), kOpenMpi)), QString("2/2"));
  }

  void aPartThatNothingStatesIsRefused_data() {
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<QString>("says");
    // A batch script, which runs once.
    QTest::newRow("no launcher") << Variables{{"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}}
                                 << "RANK/WORLD_SIZE, OMPI_COMM_WORLD_RANK/OMPI_COMM_WORLD_SIZE, PMI_RANK/PMI_SIZE, "
                                    "SLURM_PROCID/SLURM_STEP_NUM_TASKS, SLURM_ARRAY_TASK_ID/SLURM_ARRAY_TASK_COUNT";
    QTest::newRow("rank alone") << Variables{{"RANK", "1"}} << "RANK is set in the environment and WORLD_SIZE is not";
    QTest::newRow("world alone") << Variables{{"PMI_SIZE", "2"}} << "PMI_SIZE is set in the environment and PMI_RANK";
    QTest::newRow("beyond the last") << Variables{{"RANK", "4"}, {"WORLD_SIZE", "4"}} << "from 0 to 3";
    QTest::newRow("too many") << Variables{{"RANK", "4"}, {"WORLD_SIZE", "10001"}} << "from 1 to 10000";
    QTest::newRow("no count") << Variables{{"SLURM_ARRAY_TASK_ID", "1"}} << "SLURM_ARRAY_TASK_COUNT is not";
    QTest::newRow("a list") << arrayTask(2, 3, 1, 7) << "not a series with equal steps";
    QTest::newRow("an uneven list") << arrayTask(1, 3, 1, 8) << "not a series with equal steps";
    QTest::newRow("more tasks than numbers") << arrayTask(1, 3, 1, 2) << "not a series with equal steps";
    QTest::newRow("beyond the array") << arrayTask(9, 8, 1, 8) << "from 1 to 8";
    QTest::newRow("processes of tasks") << with(kOpenMpi, arrayTask(3, 8, 1, 8)) << "2 processes";
  }

  void aPartThatNothingStatesIsRefused() {
    QFETCH(Variables, variables);
    QFETCH(QString, says);
    const auto worker = workerFrom(environmentOf(variables));
    QVERIFY(!worker);
    QCOMPARE(worker.error().code, Errc::invalidArgument);
    const QString sentence = QString::fromStdString(worker.error().message.english());
    QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    // A number that is wrong is set right; all else can be stated.
    QVERIFY2(sentence.contains("--part I/N") || sentence.contains("must be a whole number"), qPrintable(sentence));
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
    row("mpich", "PMI_RANK", "4", "from 0 to 3");
    row("mpich", "MPI_LOCALRANKID", "", "MPI_LOCALRANKID");
    row("mpich", "MPI_LOCALNRANKS", "2", "MASTER_ADDR");
  }

  void whatIsMissingOrWrongIsNamed() {
    QFETCH(QString, launcher);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, says);
    const std::map<QString, Variables> launchers = {
        {"torchrun", kTorchrun}, {"slurm", kSlurm}, {"mpirun", kOpenMpi}, {"mpich", kMpich}};
    const Variables& all = launchers.at(launcher);
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
      QCOMPARE(resolve({}, Worker{{1, 6}, local}).threads, resolve({}, group).threads);
      QCOMPARE(resolve({8, 1U << 30U}, Worker{{1, 6}, local}).threads, whole.threads);
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

MASU_TEST(ProcessGroupTest)
#include "process_group_test.moc"
