// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/cluster/cluster_request.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <limits>

#include "core/base/units.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_spec.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

using Change = std::function<void(ClusterRequest&)>;

ClusterRequest trainingBy(std::uint64_t workers) {
  ClusterRequest request;
  request.engine = ClusterEngine::slurm;
  request.work = ClusterWork::training;
  request.workers = workers;
  return request;
}

QString sentence(const Result<void>& result) {
  return result ? QString() : QString::fromStdString(result.error().message.english());
}

/// A size as a person reads it.
std::uint64_t bytesOf(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  for (const char unit : std::string("KMGT")) {
    if (failure != std::errc() || end == text.data() + text.size()) break;
    number *= 1024;
    if (*end == unit) break;
  }
  return number;
}

}  // namespace

class ClusterRequestTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreReadBack() {
    for (const ClusterEngine engine : clusterEngines()) QVERIFY(clusterEngineFrom(name(engine)) == engine);
    for (const ClusterWork work : {ClusterWork::importing, ClusterWork::exporting, ClusterWork::training})
      QVERIFY(clusterWorkFrom(name(work)) == work);
    for (const char* other : {"", "Slurm", "slurm ", "predict"}) {
      QVERIFY2(!clusterEngineFrom(other) && !clusterWorkFrom(other), other);
    }
  }

  /// Processes that train meet at every step; torchrun is for these alone.
  void trainingNeedsAllWorkersAtOnce() {
    using enum ClusterEngine;
    for (const ClusterEngine engine : clusterEngines()) {
      QCOMPARE(canRun(engine, ClusterWork::training), engine != slurmArray && engine != parallel);
      for (const ClusterWork work : {ClusterWork::importing, ClusterWork::exporting})
        QCOMPARE(canRun(engine, work), engine != torchrun);
      QCOMPARE(isSlurm(engine), engine == slurm || engine == slurmArray);
    }
  }

  void timesAreHoursMinutesAndSeconds() {
    for (const std::uint64_t seconds : {1U, 59U, 60U, 3599U, 3600U, 86'399U, 86'400U, 360'000U, 31'536'000U}) {
      QCOMPARE(secondsFrom(timeText(seconds)).value_or(0), seconds);
    }
    QCOMPARE(timeText(100 * 3600 + 2 * 60 + 3), std::string("100:02:03"));
    QCOMPARE(secondsFrom("1:00:00").value_or(0), std::uint64_t{3600});
    QCOMPARE(secondsFrom("8760:00:00").value_or(0), ClusterRequest::kMostSeconds);
    for (const char* text : {"", "00:00:00", "8760:00:01", "00:60:00", "00:00:60", "1:0:0", "90:00", "1:00:00:00",
                             ":01:00", "-1:00:00", "1:+1:00", "1:00:0x", " 1:00:00", "1:00:00 ", "1234567:00:00"}) {
      QVERIFY2(!secondsFrom(text), text);
    }
  }

  /// In the largest unit that divides them, and never another number of bytes.
  void sizesAreWrittenExactly() {
    for (const unsigned shift : {0U, 10U, 20U, 30U, 40U}) {
      for (const std::uint64_t number : {1ULL, 3ULL, 1023ULL}) {
        const std::uint64_t bytes = number << shift;
        QCOMPARE(bytesOf(sizeText(bytes)), bytes);
        QVERIFY2(sizeText(bytes).starts_with(std::to_string(number)), sizeText(bytes).c_str());
        QCOMPARE(bytesOf(sizeText(bytes + 1)), bytes + 1);
      }
    }
    QCOMPARE(sizeText(std::uint64_t{4} << 30U), std::string("4G"));
  }

  void memoryIsAskedForTheLargerOfBudgetAndEstimate() {
    ClusterRequest request;
    request.memoryBytes = gibibytes(4).value;
    const std::uint64_t asked = askedMebibytes(request);
    QVERIFY(asked > 5 * 1024);
    request.estimatedBytes = gibibytes(3).value;
    QCOMPARE(askedMebibytes(request), asked);
    request.estimatedBytes = gibibytes(8).value;
    const std::uint64_t more = askedMebibytes(request);
    QCOMPARE(more, asked + 5 * 1024);
    request.memoryBytes = gibibytes(8).value;
    QCOMPARE(askedMebibytes(request), more);
    // LibTorch is there before anything is read.
    request.work = ClusterWork::training;
    QVERIFY(askedMebibytes(request) > more);
    // What nobody can have measured does not wrap around.
    request.estimatedBytes = std::numeric_limits<std::uint64_t>::max();
    QVERIFY(askedMebibytes(request) > ClusterRequest::kMostMemory >> 20U);
  }

  void whatNoScriptCanDoIsRefused_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("facts");
    const auto row = [](const char* name, Change change, QStringList facts) {
      QTest::newRow(name) << std::move(change) << std::move(facts);
    };
    using Request = ClusterRequest;
    row("no worker", [](Request& r) { r.workers = 0; }, {"--workers", " 1 ", "not 0"});
    row("workers", [](Request& r) { r.workers = 10'001; }, {"--workers", "10000", "not 10001"});
    row("no thread", [](Request& r) { r.threads = 0; }, {"--threads", "1024", "not 0"});
    row("threads", [](Request& r) { r.threads = 1025; }, {"--threads", "not 1025"});
    row("memory", [](Request& r) { r.memoryBytes = Request::kLeastMemory - 1; }, {"--memory", "16M", "1024T"});
    row("much memory", [](Request& r) { r.memoryBytes = Request::kMostMemory + 1; }, {"--memory", "16M", "1024T"});
    row("training on an array", [](Request& r) { r.work = ClusterWork::training; }, {"slurm-array", "mpirun"});
    row("torchrun", [](Request& r) { r.engine = ClusterEngine::torchrun; }, {"torchrun", "masu import", "parallel"});
    row(
        "time",
        [](Request& r) {
          r.engine = ClusterEngine::mpirun;
          r.seconds = 60;
        },
        {"--time", "mpirun"});
    row(
        "partition",
        [](Request& r) {
          r.engine = ClusterEngine::parallel;
          r.partition = "long";
        },
        {"--partition", "parallel"});
    row("letters of a partition", [](Request& r) { r.partition = "a b"; }, {"--partition", "a b"});
    row("line break", [](Request& r) { r.words = {"a\nb.csv"}; }, {"line break"});
    row("own threads", [](Request& r) { r.words = {"a.csv", "--threads", "3"}; }, {"--threads"});
    row("own memory", [](Request& r) { r.words = {"a.csv", "--memory=3G"}; }, {"--memory"});
    row("own part", [](Request& r) { r.words = {"--part", "1/3"}; }, {"--part"});
    row(
        "dry run",
        [](Request& r) {
          r.work = ClusterWork::exporting;
          r.words = {"a.h5", "--dry-run"};
        },
        {"--dry-run", "masu export"});
  }

  void whatNoScriptCanDoIsRefused() {
    QFETCH(const Change, change);
    QFETCH(const QStringList, facts);
    ClusterRequest request;
    request.words = {"a.csv"};
    QCOMPARE(sentence(checkClusterWords(request)), QString());
    change(request);
    const Result<void> refused = checkClusterWords(request);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    for (const QString& fact : facts) QVERIFY2(sentence(refused).contains(fact), qPrintable(sentence(refused)));
    QCOMPARE(sentence(checkCluster(request)), sentence(refused));
  }

  /// What follows "--" is a file, and what begins as an option is another one.
  void onlyOptionsAreOptions() {
    ClusterRequest request;
    request.partition = "long,gpu_2.a-b";
    request.words = {"--threads-of-it", "--where=--memory", "--", "--part", "--threads"};
    QCOMPARE(sentence(checkClusterWords(request)), QString());
    request.work = ClusterWork::exporting;
    request.format = "zip";
    QCOMPARE(sentence(checkClusterWords(request)), QString());
    QVERIFY(sentence(checkCluster(request)).startsWith("zip "));
    request.format = "webdataset";
    QCOMPARE(sentence(checkCluster(request)), QString());
  }

  void processesShareTheSlicesOfABatch() {
    QCOMPARE(sentence(checkCluster(trainingBy(metrics::kSlicesOfRanks))), QString());
    ClusterRequest request = trainingBy(metrics::kSlicesOfRanks + 1);
    QVERIFY2(sentence(checkCluster(request)).contains("--slices"), qPrintable(sentence(checkCluster(request))));
    request.training.slices = request.workers;
    QCOMPARE(sentence(checkCluster(request)), QString());
    request.training.batch = 2 * request.workers;
    QCOMPARE(sentence(checkCluster(request)), QString());
    request.training.batch = 2 * request.workers - 1;
    QVERIFY2(sentence(checkCluster(request)).contains("--batch"), qPrintable(sentence(checkCluster(request))));
    for (const std::uint64_t workers : {1U, 2U}) {
      ClusterRequest solved = trainingBy(workers);
      solved.training.models = {"mlp", "rocket"};
      QCOMPARE(sentence(checkCluster(solved)).contains("rocket"), workers > 1);
      ClusterRequest waiting = trainingBy(workers);
      waiting.words = {"a.h5", "--timeout", "9"};
      QCOMPARE(sentence(checkCluster(waiting)).contains("--timeout"), workers == 1);
      ClusterRequest calibrated = trainingBy(workers);
      calibrated.words = {"a.h5", "--calibrate"};
      QCOMPARE(sentence(checkCluster(calibrated)).contains("--calibrate"), workers > 1);
    }
  }

  void aResumedRunKeepsWhatItBeganWith() {
    const QTemporaryDir folder;
    ClusterRequest request = trainingBy(4);
    request.threads = 2;
    request.words = {"a.h5", "--resume"};
    request.training.out = fs::path(folder.path().toStdString());
    QVERIFY(isResumed(request));
    // A run that is on the cluster alone.
    QCOMPARE(sentence(checkCluster(request)), QString());
    metrics::RunSpec spec;
    spec.models = {"mlp"};
    spec.slices = 4;
    spec.threads = 2;
    std::ofstream(request.training.out / metrics::kSpecName) << metrics::toJson(spec);
    QCOMPARE(sentence(checkCluster(request)), QString());
    request.threads = 3;
    QVERIFY2(sentence(checkCluster(request)).contains("--threads 2"), qPrintable(sentence(checkCluster(request))));
    request.workers = 5;
    QVERIFY2(sentence(checkCluster(request)).contains("--slices"), qPrintable(sentence(checkCluster(request))));
    request.words = {"a.h5", "--", "--resume"};
    QVERIFY(!isResumed(request));
    request.words = {"a.csv", "--resume"};
    request.work = ClusterWork::importing;
    QVERIFY(!isResumed(request));
  }
};

MASU_TEST(ClusterRequestTest)
#include "cluster_request_test.moc"
