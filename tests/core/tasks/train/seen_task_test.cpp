// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/seen_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/loader/stream/stream_plan.h"
#include "core/loader/stream/training_streams.h"
#include "core/metrics/data_note.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/split/manifest_task.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

constexpr int kRows = 700;
constexpr std::uint64_t kBatch = 32;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

/// The steps that learned from each sample.
using Uses = std::map<std::uint64_t, std::vector<std::pair<int, std::uint64_t>>>;

std::vector<std::pair<int, std::uint64_t>> usesOf(const SeenSample& sample) {
  std::vector<std::pair<int, std::uint64_t>> uses;
  for (const SampleUse& use : sample.uses) uses.emplace_back(use.epoch, use.step);
  return uses;
}

/// Steps of the 420 samples of the train split.
constexpr std::uint64_t kSteps = 14;

metrics::RunEvent tested(int run) {
  metrics::RunTested event;
  event.run = run;
  return event;
}

metrics::RunEvent started(int run, const char* model, std::uint64_t steps = kSteps) {
  metrics::RunStarted event;
  event.run = run;
  event.model = model;
  event.epochs = 4;
  event.stepsPerEpoch = steps;
  return event;
}

metrics::RunEvent stepped(int run, int epoch, std::uint64_t step) {
  metrics::StepDone event;
  event.run = run;
  event.epoch = epoch;
  event.step = step;
  return event;
}

}  // namespace

class SeenTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void stepsAreThoseOfTheStream_data();
  void stepsAreThoseOfTheStream();
  void samplesAreNamedByTheirSources();
  void aModelThatStoppedEarlyIsKnown();
  void aSplitIsKnownByWhatItHolds();
  void whatIsNotTheRunsIsRefused();
  void anOrderThatIsNotKnownIsRefused();
  void weightsOfZeroAreSaid();

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
  Result<SeenOutcome> seenIn(const std::string& run, const std::string& sample, const fs::path& dataset = {}) const {
    Progress progress;
    return seen({path(run), sample, dataset, {}}, {{}, progress});
  }
  metrics::RunSpec specOf(const std::string& run) const;
  void writeRun(const metrics::RunSpec& spec, const std::vector<metrics::RunEvent>& events) const;
  Result<void> import(const std::string& name, int columns) const;
  Result<void> split(const std::string& name, std::uint64_t seed) const;

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;
};

/// Of each file half of the rows; `columns` of numbers that f32 stores.
Result<void> SeenTaskTest::import(const std::string& name, int columns) const {
  for (const char* file : {"a.csv", "b.csv"}) {
    std::ofstream out(path(file));
    for (int c = 0; c < columns; ++c) out << 'x' << c << ',';
    out << "label\n";
    for (int i = 0; i < kRows / 2; ++i) {
      for (int c = 0; c < columns; ++c) out << i << '.' << 12'345 + c << ',';
      out << (i % 7 == 0 ? "rare\n" : "often\n");
    }
  }
  Progress progress;
  InspectRequest inspection;
  inspection.options.sources = {path("a.csv"), path("b.csv")};
  inspection.options.labels = {"label"};
  inspection.target = path(name);
  MASU_TRY(const auto inspected, inspectionIn(inspect(inspection, {{}, progress})));
  ImportRequest request;
  request.plan = inspected.plan;
  request.load.target = path(name);
  MASU_CHECK(runImport(request, {{}, progress}));
  return split(name, 1);
}

void SeenTaskTest::initTestCase() {
  for (const auto& [name, columns] : {std::pair("wide.h5", 600), std::pair("d.h5", 1)}) {
    const auto imported = import(name, columns);
    QVERIFY2(imported, sentence(imported).c_str());
  }
  m_dataset = store::Dataset::open(path("d.h5")).value_or(nullptr);
  QVERIFY(m_dataset != nullptr);
}

Result<void> SeenTaskTest::split(const std::string& name, std::uint64_t seed) const {
  Progress progress;
  SplitRequest request;
  request.file = path(name);
  request.plan.ratios = {0.6, 0.2, 0.2};
  request.plan.seed = seed;
  MASU_CHECK(tasks::split(request, {{}, progress}));
  return {};
}

metrics::RunSpec SeenTaskTest::specOf(const std::string& run) const {
  metrics::RunSpec spec;
  spec.dataset = path("d.h5");
  spec.models = {"mlp"};
  spec.epochs = 4;
  spec.batch = kBatch;
  spec.seed = 7;
  spec.blocks = 1000;
  spec.out = path(run);
  return spec;
}

void SeenTaskTest::writeRun(const metrics::RunSpec& spec, const std::vector<metrics::RunEvent>& events) const {
  fs::create_directories(spec.out);
  std::ofstream(spec.out / "spec.json") << metrics::toJson(spec);
  const auto dataset = store::Dataset::open(fs::exists(spec.dataset) ? spec.dataset : path("d.h5")).value_or(nullptr);
  QVERIFY(dataset != nullptr);
  const auto splits = store::SplitsFile::open(dataset->path(), dataset->uuid(), dataset->samples());
  QVERIFY(splits);
  metrics::DataNote note;
  note.uuid = dataset->uuid();
  note.splitHash = store::hashOf(splits->read("default").value());
  note.order = loader::Sequence::version();
  std::ofstream(spec.out / "data.json") << metrics::toJson(note);
  std::ofstream log(spec.out / "events.jsonl");
  for (const metrics::RunEvent& event : events) log << metrics::toJsonLine(event) << '\n';
}

void SeenTaskTest::stepsAreThoseOfTheStream_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<bool>("balance");
  QTest::addColumn<int>("blocks");
  QTest::newRow("one group") << "d.h5" << false << 1000;
  QTest::newRow("groups") << "wide.h5" << false << 1;
  QTest::newRow("balanced") << "d.h5" << true << 0;
}

/// Three epochs are done, and five steps of the fourth.
void SeenTaskTest::stepsAreThoseOfTheStream() {
  QFETCH(const QString, name);
  QFETCH(const bool, balance);
  QFETCH(const int, blocks);
  metrics::RunSpec spec = specOf("run");
  const bool wide = name == QStringLiteral("wide.h5");
  spec.dataset = path(name.toStdString());
  spec.balance = balance;
  spec.blocks = static_cast<std::uint64_t>(blocks);
  loader::TrainingRequest request;
  request.batch = spec.batch;
  request.epochs = 4;
  request.seed = 7;
  request.balance = balance;
  request.blocks = spec.blocks;
  request.resources.memoryBytes = std::uint64_t{1} << 28U;
  const auto dataset = store::Dataset::open(spec.dataset).value_or(nullptr);
  QVERIFY(dataset != nullptr);
  const auto planned = loader::planStream(dataset, nullptr, loader::learningStream(request), {});
  QVERIFY2(planned, sentence(planned).c_str());
  QCOMPARE(planned->source.sequence->grouped(), wide);
  const auto stream = loader::BatchStream::open(dataset, loader::learningStream(request));
  QVERIFY2(stream, sentence(stream).c_str());
  const std::uint64_t steps = (*stream)->batchesPerEpoch();
  std::vector<metrics::RunEvent> events = {started(0, "mlp", steps)};
  events.push_back(stepped(0, 4, 3 * steps + 5));
  writeRun(spec, events);

  Uses expected;
  for (std::uint64_t step = 0; step < 3 * steps + 5; ++step) {
    const auto batch = (*stream)->next({});
    QVERIFY(batch && *batch != nullptr);
    for (const std::int64_t sample : (*batch)->indices.first((*batch)->samples)) {
      expected[static_cast<std::uint64_t>(sample)].emplace_back(static_cast<int>(step / steps) + 1, step % steps + 1);
    }
  }
  std::uint64_t next = 0;
  for (const char* named : {"a.csv", "b.csv", "699"}) {
    const auto outcome = seenIn("run", named);
    QVERIFY2(outcome, sentence(outcome).c_str());
    QCOMPARE(outcome->stepsDone, 3 * steps + 5);
    QVERIFY(!outcome->ended);
    QCOMPARE(outcome->stepsPerEpoch, steps);
    for (const SeenSample& sample : outcome->samples) {
      QCOMPARE(usesOf(sample), expected[sample.named.sample]);
      QVERIFY(sample.split == store::Split::train || sample.uses.empty());
    }
    next += outcome->samples.size();
  }
  QCOMPARE(next, std::uint64_t{kRows + 1});
}

void SeenTaskTest::samplesAreNamedByTheirSources() {
  writeRun(specOf("run"), {started(0, "mlp")});
  const auto one = seenIn("run", "b.csv:3");
  QVERIFY2(one, sentence(one).c_str());
  QCOMPARE(one->samples.size(), std::size_t{1});
  QCOMPARE(one->samples.front().named.sample, std::uint64_t{kRows / 2 + 3});
  QCOMPARE(one->samples.front().named.position, std::optional<std::uint64_t>(3));
  QVERIFY(one->samples.front().uses.empty());  // nothing is done yet
  const auto all = seenIn("run", "a.csv");
  QVERIFY2(all, sentence(all).c_str());
  QCOMPARE(all->samples.size(), std::size_t{kRows / 2});
  const auto numbered = seenIn("run", "353");
  QVERIFY2(numbered, sentence(numbered).c_str());
  QCOMPARE(numbered->samples.front().named.source, std::optional<std::string>("b.csv"));
  // With leading zeros it is a name.
  for (const char* name : {"700", "0353", "c.csv", "c.csv:1", "a.csv:350", "a.csv:x", ""}) {
    const auto none = seenIn("run", name);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Errc::notFound);
  }
}

void SeenTaskTest::aModelThatStoppedEarlyIsKnown() {
  metrics::RunSpec spec = specOf("two");
  spec.models = {"mlp", "linear"};
  writeRun(spec, {started(0, "mlp"), started(1, "linear"), stepped(0, 1, kSteps), stepped(1, 1, kSteps),
                  stepped(1, 2, kSteps + 3)});
  const auto outcome = seenIn("two", "0");
  QVERIFY2(outcome, sentence(outcome).c_str());
  QCOMPARE(outcome->stepsDone, kSteps + 3);
  QVERIFY(!outcome->ended);
  QCOMPARE(outcome->models.size(), std::size_t{2});
  QCOMPARE(outcome->models[0].steps, kSteps);
  QCOMPARE(outcome->models[1].steps, kSteps + 3);
}

void SeenTaskTest::aSplitIsKnownByWhatItHolds() {
  writeRun(specOf("run"), {started(0, "mlp")});
  auto splits = store::SplitsFile::open(path("d.h5"), m_dataset->uuid(), m_dataset->samples());
  QVERIFY(splits);
  QVERIFY(splits->rename("default", "as learned"));
  const auto drawn = split("d.h5", 2);
  QVERIFY2(drawn, sentence(drawn).c_str());
  const auto outcome = seenIn("run", "0");
  QVERIFY2(outcome, sentence(outcome).c_str());
  QCOMPARE(outcome->manifest, std::string("as learned"));
  splits = store::SplitsFile::open(path("d.h5"), m_dataset->uuid(), m_dataset->samples());
  QVERIFY(splits && splits->remove("as learned"));
  const auto gone = seenIn("run", "0");
  QVERIFY(!gone);
  QVERIFY2(sentence(gone).find("was changed or removed") != std::string::npos, sentence(gone).c_str());
  QVERIFY(split("d.h5", 1));
  QVERIFY(seenIn("run", "0"));
}

void SeenTaskTest::whatIsNotTheRunsIsRefused() {
  QCOMPARE(seenIn("no run", "0").error().code, Errc::notFound);
  metrics::RunSpec moved = specOf("moved");
  moved.dataset = path("elsewhere.h5");
  writeRun(moved, {});
  QVERIFY2(sentence(seenIn("moved", "0")).find("--dataset") != std::string::npos,
           sentence(seenIn("moved", "0")).c_str());
  QVERIFY(seenIn("moved", "0", path("d.h5")));
  writeRun(specOf("other"), {});
  std::ofstream(path("other") / "data.json") << R"({"dataset_uuid": "another", "split_hash": "x"})";
  QVERIFY2(sentence(seenIn("other", "0")).find("--dataset") != std::string::npos,
           sentence(seenIn("other", "0")).c_str());
  std::ofstream(path("other") / "data.json") << "[3]";
  QCOMPARE(seenIn("other", "0").error().code, Errc::format);
}

void SeenTaskTest::anOrderThatIsNotKnownIsRefused() {
  writeRun(specOf("run"), {started(0, "mlp", kSteps + 1)});
  QVERIFY2(sentence(seenIn("run", "0")).find("15 steps an epoch") != std::string::npos,
           sentence(seenIn("run", "0")).c_str());
  metrics::RunSpec earlier = specOf("earlier");
  earlier.blocks = 0;
  writeRun(earlier, {started(0, "mlp")});
  QCOMPARE(seenIn("earlier", "0").error().code, Errc::unsupported);
  writeRun(specOf("run"), {started(0, "mlp")});
  metrics::DataNote note = metrics::readDataNote(path("run")).value();
  note.order = "masu9.9";
  std::ofstream(path("run") / "data.json") << metrics::toJson(note);
  QVERIFY2(sentence(seenIn("run", "0")).find("masu9.9") != std::string::npos, sentence(seenIn("run", "0")).c_str());
}

/// Record 0 is rare, record 1 often.
void SeenTaskTest::weightsOfZeroAreSaid() {
  metrics::RunSpec spec = specOf("weights");
  spec.classWeights = m_dataset->meta().classes.front() == "rare" ? "0,1" : "1,0";
  writeRun(spec, {started(0, "mlp"), stepped(0, 1, kSteps), tested(0)});
  const auto rare = seenIn("weights", "0");
  QVERIFY2(rare, sentence(rare).c_str());
  QVERIFY(rare->ended);
  QVERIFY(rare->samples.front().weightless);
  QVERIFY(!seenIn("weights", "1")->samples.front().weightless);
}

MASU_TEST(SeenTaskTest)
#include "seen_task_test.moc"
