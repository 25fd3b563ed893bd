// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/metrics/receipt.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_spec.h"
#include "core/metrics/step_log.h"
#include "tests/fixtures/small_dataset.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 240'000;  ///< milliseconds; what hangs ends
constexpr double kTimeout = 200;    ///< seconds; a busy machine is no silent one
constexpr int kRefused = 2;
constexpr int kCancelled = 130;

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// On which nobody listens at the moment.
int freePort() {
  const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(probe, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(probe);
  return ntohs(address.sin_port);
}

/// masu-train as one of several processes, with the events that it printed so far.
class Worker {
 public:
  Worker(const QByteArray& spec, const QProcessEnvironment& environment, const QString& command = "run") {
    m_process.setProcessEnvironment(environment);
    m_process.start(MASU_TRAIN_PROGRAM, {command});
    m_process.write(spec);
    m_process.waitForBytesWritten(kPatience);  // nothing else is done for it while another one is waited for
    m_process.closeWriteChannel();
  }
  ~Worker() {
    m_process.kill();
    m_process.waitForFinished();
  }

  void signal(int number) { ::kill(static_cast<pid_t>(m_process.processId()), number); }

  /// Until it printed such an event; false where it ends before.
  template <class Event>
  bool awaits(const std::function<bool(const Event&)>& wanted) {
    for (;;) {
      read();
      for (const Event& event : m_list.all<Event>()) {
        if (wanted(event)) return true;
      }
      if (m_process.state() == QProcess::NotRunning || !m_process.waitForReadyRead(kPatience)) return false;
    }
  }

  /// Until it ended. Its exit code; -1 where a signal ended it or nothing did.
  int code() {
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kPatience)) return -1;
    read();
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
  }

  const EventList& events() const { return m_list; }
  QString sentence() const {
    const auto failures = m_list.all<metrics::Failed>();
    return failures.empty() ? QString() : QString::fromStdString(failures.back().error.message.english());
  }

 private:
  void read() {
    m_output += m_process.readAllStandardOutput();
    for (qsizetype end = m_output.indexOf('\n'); end >= 0; end = m_output.indexOf('\n')) {
      if (const auto event = metrics::eventFromJsonLine(m_output.first(end).toStdString())) m_list(*event);
      m_output.remove(0, end + 1);
    }
  }

  QProcess m_process;
  QByteArray m_output;
  EventList m_list;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

QProcessEnvironment environmentOf(int rank, int world, int port) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"})
    environment.remove(name);
  if (world < 2) return environment;
  environment.insert("RANK", QString::number(rank));
  environment.insert("WORLD_SIZE", QString::number(world));
  environment.insert("LOCAL_RANK", QString::number(rank));
  environment.insert("LOCAL_WORLD_SIZE", QString::number(world));
  environment.insert("MASTER_ADDR", "127.0.0.1");
  environment.insert("MASTER_PORT", QString::number(port));
  return environment;
}

Workers started(const metrics::RunSpec& spec, int world) {
  const int port = freePort();
  Workers workers;
  for (int rank = 0; rank < world; ++rank) {
    workers.push_back(std::make_unique<Worker>(QByteArray::fromStdString(metrics::toJson(spec)),
                                               environmentOf(rank, world, port)));
  }
  return workers;
}

/// Empty where all of them ended well, else what the first said that did not.
QString complaintOf(Workers& workers) {
  QString complaint;
  for (std::size_t rank = 0; rank < workers.size(); ++rank) {
    const int code = workers[rank]->code();
    if (code != 0 && complaint.isEmpty())
      complaint = QString("rank %1, exit code %2: %3").arg(rank).arg(code).arg(workers[rank]->sentence());
  }
  return complaint;
}

/// What a run reported of its epochs and its test, but for times and places.
std::string figuresOf(const EventList& list) {
  std::string text;
  for (metrics::EpochDone epoch : list.all<metrics::EpochDone>()) {
    epoch.seconds = 0;
    text += metrics::toJsonLine(epoch) + "\n";
  }
  for (metrics::RunTested tested : list.all<metrics::RunTested>()) {
    tested.seconds = 0;
    tested.checkpoint.clear();
    text += metrics::toJsonLine(tested) + "\n";
  }
  return text;
}

std::string receiptOf(const fs::path& run) {
  const auto receipt = metrics::readReceipt(run);
  return receipt ? metrics::toJson(*receipt) : receipt.error().message.english();
}

}  // namespace

/// A run that several processes train together is the run of one process with the same slices.
class ClusterTrainTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec specFor(const std::string& out, std::uint64_t slices = 8) const {
    metrics::RunSpec spec;
    spec.dataset = place("table.h5");
    spec.models = {"mlp", "cnn1d"};
    spec.epochs = 2;
    spec.batch = 32;  // 360 train samples leave a last batch of 8, which has fewer slices
    spec.slices = slices;
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.timeoutSeconds = kTimeout;
    spec.out = place(out);
    return spec;
  }

  metrics::RunSpec longSpec(const std::string& out) const {
    metrics::RunSpec spec = specFor(out);
    spec.models = {"cnn1d"};
    spec.epochs = 5;
    spec.saveSeconds = 0;  // after every step
    return spec;
  }

  static metrics::RunSpec again(metrics::RunSpec spec) {
    metrics::RunSpec resumed;
    resumed.out = spec.out;
    resumed.timeoutSeconds = kTimeout;
    resumed.resume = true;
    return resumed;
  }

  /// The receipt of a longSpec() that one process trained undisturbed, once for all tests, and its figures.
  std::pair<std::string, std::string> undisturbed() {
    if (m_undisturbed.first.empty()) {
      Workers whole = started(longSpec("undisturbed"), 1);
      if (const QString complaint = complaintOf(whole); !complaint.isEmpty()) return {complaint.toStdString(), {}};
      m_undisturbed = {receiptOf(place("undisturbed")), figuresOf(whole[0]->events())};
    }
    return m_undisturbed;
  }

  /// Starts a run, or resumes it, and stops it after a step beyond `steps`. The number of steps then; 0: it failed.
  static std::uint64_t stoppedAfter(const metrics::RunSpec& spec, int world, std::uint64_t steps, std::size_t whom) {
    Workers workers = started(spec, world);
    const auto isLater = [&](const metrics::StepDone& step) { return step.step > steps; };
    if (!workers[0]->awaits<metrics::StepDone>(isLater)) return 0;
    workers[whom]->signal(SIGTERM);
    for (const auto& worker : workers) {
      if (worker->code() != kCancelled) return 0;
    }
    const auto receipt = metrics::readReceipt(spec.out);
    return receipt ? receipt->steps : 0;
  }

  QTemporaryDir m_folder;
  std::pair<std::string, std::string> m_undisturbed;

 private Q_SLOTS:
  void initTestCase();
  void anyNumberOfProcessesLearnsTheSame_data();
  void anyNumberOfProcessesLearnsTheSame();
  void severalProcessesHaveEightSlices();
  void aRunGoesOnWithAnotherNumberOfProcesses();
  void aKilledProcessEndsTheOthers_data();
  void aKilledProcessEndsTheOthers();
  void aProcessThatFailsEndsTheOthersWithItsSentence();
  void aMissingProcessIsNamed();
  void whatCannotBeSharedIsRefused();
  void aWrongEnvironmentIsNamed_data();
  void aWrongEnvironmentIsNamed();
};

void ClusterTrainTest::initTestCase() {
  SmallDataset{}.write(place("table.h5"));
  SmallDataset{.values = true, .weights = true}.write(place("values.h5"));
}

void ClusterTrainTest::anyNumberOfProcessesLearnsTheSame_data() {
  QTest::addColumn<QString>("dataset");
  QTest::addColumn<int>("slices");
  QTest::addColumn<int>("patience");
  QTest::addColumn<QList<int>>("worlds");
  // Eight slices in equal shares and in unequal ones, and one slice for each process.
  QTest::addRow("classes, 8 slices") << "table.h5" << 8 << 0 << QList<int>{2, 4};
  QTest::addRow("classes, 4 slices, early stop") << "table.h5" << 4 << 1 << QList<int>{4};
  QTest::addRow("values, 8 slices") << "values.h5" << 8 << 0 << QList<int>{3};
}

void ClusterTrainTest::anyNumberOfProcessesLearnsTheSame() {
  QFETCH(QString, dataset);
  QFETCH(int, slices);
  QFETCH(int, patience);
  QFETCH(QList<int>, worlds);
  std::string figures;
  std::string receipt;
  std::string steps;
  for (const int world : QList<int>{1} + worlds) {
    metrics::RunSpec spec = specFor(QString("%1-%2-%3").arg(dataset).arg(slices).arg(world).toStdString(),
                                    static_cast<std::uint64_t>(slices));
    spec.dataset = place(dataset.toStdString());
    spec.patience = patience;
    if (patience > 0) {
      spec.learningRates = {0.5};  // with which validation soon becomes worse
      spec.epochs = 6;
    }
    Workers workers = started(spec, world);
    QCOMPARE(complaintOf(workers), QString());
    if (world == 1) {
      figures = figuresOf(workers[0]->events());
      receipt = receiptOf(spec.out);
      steps = textOf(spec.out / metrics::kStepLogName);
      QVERIFY2(receipt.find("\"weights\"") != std::string::npos, receipt.c_str());
      continue;
    }
    QCOMPARE(receiptOf(spec.out), receipt);
    QCOMPARE(figuresOf(workers[0]->events()), figures);
    QCOMPARE(textOf(spec.out / metrics::kStepLogName), steps);
    for (std::size_t rank = 1; rank < workers.size(); ++rank) QVERIFY(workers[rank]->events().events.empty());
  }
}

void ClusterTrainTest::severalProcessesHaveEightSlices() {
  metrics::RunSpec spec = specFor("default");
  spec.epochs = 1;
  QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(metrics::toJson(spec))).object();
  json.remove("slices");
  const int port = freePort();
  Workers workers;
  for (int rank = 0; rank < 2; ++rank)
    workers.push_back(std::make_unique<Worker>(QJsonDocument(json).toJson(), environmentOf(rank, 2, port)));
  QCOMPARE(complaintOf(workers), QString());
  const auto receipt = metrics::readReceipt(spec.out);
  QVERIFY(receipt);
  QCOMPARE(receipt->slices, std::uint64_t{8});
}

void ClusterTrainTest::aRunGoesOnWithAnotherNumberOfProcesses() {
  const metrics::RunSpec spec = longSpec("moved");
  std::uint64_t steps = stoppedAfter(spec, 1, 0, 0);
  QVERIFY(steps > 0);
  for (const auto& [world, whom] : {std::pair{2, 1U}, {3, 0U}}) {
    const std::uint64_t later = stoppedAfter(again(spec), world, steps, whom);
    QVERIFY(later > steps);
    steps = later;
  }
  Workers last = started(again(spec), 1);
  QCOMPARE(complaintOf(last), QString());
  const auto [receipt, figures] = undisturbed();
  QCOMPARE(receiptOf(spec.out), receipt);
  QCOMPARE(figuresOf(last[0]->events()), figures);
}

void ClusterTrainTest::aKilledProcessEndsTheOthers_data() {
  QTest::addColumn<int>("killed");
  QTest::addRow("rank 0") << 0;
  QTest::addRow("rank 2") << 2;
}

void ClusterTrainTest::aKilledProcessEndsTheOthers() {
  QFETCH(int, killed);
  const metrics::RunSpec spec = longSpec("killed " + std::to_string(killed));
  Workers workers = started(spec, 3);
  QVERIFY(workers[0]->awaits<metrics::StepDone>([](const metrics::StepDone& step) { return step.step > 0; }));
  // Of the first step's state there is none yet where the second has not begun.
  while (!fs::exists(spec.out / metrics::kStateName)) QTest::qWait(1);
  workers[static_cast<std::size_t>(killed)]->signal(SIGKILL);
  for (int rank = 0; rank < 3; ++rank) {
    Worker& worker = *workers[static_cast<std::size_t>(rank)];
    const int code = worker.code();
    if (rank == killed) continue;
    QVERIFY2(code == 1, qPrintable(QString("rank %1 ended with %2: %3").arg(rank).arg(code).arg(worker.sentence())));
    QVERIFY2(worker.sentence().contains(QString("rank %1 on ").arg(killed)), qPrintable(worker.sentence()));
  }
  Workers resumed = started(again(spec), 2);
  QCOMPARE(complaintOf(resumed), QString());
  QCOMPARE(receiptOf(spec.out), undisturbed().first);
}

void ClusterTrainTest::aProcessThatFailsEndsTheOthersWithItsSentence() {
  const metrics::RunSpec spec = specFor("taken");
  fs::create_directories(spec.out);
  std::ofstream(spec.out / metrics::kSpecName) << "{}";
  Workers workers = started(spec, 3);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    QCOMPARE(workers[rank]->code(), 1);
    QVERIFY2(workers[rank]->sentence().contains("holds a training run"), qPrintable(workers[rank]->sentence()));
    QCOMPARE(workers[rank]->sentence().contains("rank 0 ("), rank > 0);
  }
}

void ClusterTrainTest::aMissingProcessIsNamed() {
  metrics::RunSpec spec = specFor("missing");
  spec.timeoutSeconds = 1;
  Worker alone(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(0, 2, freePort()));
  QCOMPARE(alone.code(), 1);
  QVERIFY2(alone.sentence().contains("Rank 1"), qPrintable(alone.sentence()));
  QVERIFY2(alone.sentence().contains("--timeout"), qPrintable(alone.sentence()));
  QVERIFY(!fs::exists(spec.out));
}

void ClusterTrainTest::whatCannotBeSharedIsRefused() {
  Workers few = started(specFor("few", 2), 3);
  for (const auto& worker : few) {
    QCOMPARE(worker->code(), 1);
    QVERIFY2(worker->sentence().contains("--slices"), qPrintable(worker->sentence()));
  }
  QVERIFY(!fs::exists(place("few")));
  metrics::RunSpec spec = specFor("unlike");
  const int port = freePort();
  Worker first(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(0, 2, port));
  spec.learningRates = {0.25};
  Worker second(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(1, 2, port));
  for (Worker* worker : {&first, &second}) {
    QCOMPARE(worker->code(), 1);
    QVERIFY2(worker->sentence().contains("another --lr than"), qPrintable(worker->sentence()));
  }
  // What rank 0 left to the recipe, and the other one did not.
  metrics::RunSpec chosen = specFor("unlike");
  chosen.recipe = {{"batch", "32", {"all", {}}}, {"schedule", "onecycle", {"it warms up", {}}}};
  metrics::RunSpec stated = chosen;
  stated.recipe.pop_back();
  stated.schedule = "step";
  const int other = freePort();
  Worker leaves(QByteArray::fromStdString(metrics::toJson(chosen)), environmentOf(0, 2, other));
  Worker states(QByteArray::fromStdString(metrics::toJson(stated)), environmentOf(1, 2, other));
  for (Worker* worker : {&leaves, &states}) {
    QCOMPARE(worker->code(), 1);
    QVERIFY2(worker->sentence().contains("another --schedule than"), qPrintable(worker->sentence()));
  }
  Worker rates(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(1, 2, port), "rates");
  QCOMPARE(rates.code(), kRefused);
  QVERIFY2(rates.sentence().contains("not masu train --find-lr:"), qPrintable(rates.sentence()));
}

void ClusterTrainTest::aWrongEnvironmentIsNamed_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  QTest::addColumn<int>("code");
  QTest::addRow("no number of processes") << "WORLD_SIZE" << "" << kRefused;
  QTest::addRow("a rank too many") << "RANK" << "2" << kRefused;
  QTest::addRow("no such port") << "MASTER_PORT" << "65536" << kRefused;
  QTest::addRow("no such machine") << "MASTER_ADDR" << "no-such-machine.invalid" << 1;
}

void ClusterTrainTest::aWrongEnvironmentIsNamed() {
  QFETCH(QString, name);
  QFETCH(QString, value);
  QFETCH(int, code);
  QProcessEnvironment environment = environmentOf(1, 2, freePort());
  environment.insert(name, value);
  Worker worker(QByteArray::fromStdString(metrics::toJson(specFor("nowhere"))), environment);
  QCOMPARE(worker.code(), code);
  QVERIFY2(worker.sentence().contains(name), qPrintable(worker.sentence()));
  QVERIFY(!fs::exists(place("nowhere")));
}

QTEST_GUILESS_MAIN(ClusterTrainTest)
#include "train_test.moc"
