// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/manifest/edit/draft.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/split/manifest_task.h"
#include "core/tasks/split/split_task.h"
#include "core/tasks/train/stream_task.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

const fs::path kShared = MASU_SHARED_DATA;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

Result<void> importTo(const fs::path& target, const ingest::ImportOptions& options) {
  Progress progress;
  InspectRequest inspection;
  inspection.options = options;
  inspection.target = target;
  MASU_TRY(const Inspection inspected, inspectionIn(inspect(inspection, {{}, progress})));
  ImportRequest request;
  request.plan = inspected.plan;
  request.load.target = target;
  MASU_TRY(const ImportOutcome imported, runImport(request, {{}, progress}));
  return imported.report.samples > 0 ? Result<void>() : fail(Errc::noSamples, "Nothing was imported.");
}

Result<void> importAdult(const fs::path& target) {
  ingest::ImportOptions options;
  options.sources = {kShared / "adult" / "adult-train.csv"};
  options.as = ingest::SourceKind::table;
  options.labels = {"c15"};
  return importTo(target, options);
}

Result<void> importDigits(const fs::path& target) {
  ingest::ImportOptions options;
  options.sources = {kShared / "fsdd" / "recordings"};
  options.as = ingest::SourceKind::recordings;
  options.recordings.window = 4096;
  options.recordings.oneWindow = true;
  options.recordings.labelFrom = "name:^([0-9])_";
  options.recordings.groupFrom = "name:_([a-z]+)_";
  return importTo(target, options);
}

/// As SplitOutcome::perClass, of an assignment.
std::vector<std::array<std::uint64_t, 4>> perClass(const std::shared_ptr<const store::Dataset>& dataset,
                                                   const store::Assignment& assignment) {
  const auto draft = manifest::Draft::begin(dataset, assignment);
  std::vector<std::array<std::uint64_t, 4>> counts;
  for (const manifest::SplitTally& tally : draft->perClass())
    counts.push_back({tally[1], tally[2], tally[3], tally[0]});
  return counts;
}

Result<StreamOutcome> streamed(const fs::path& file, const loader::StreamOptions& options) {
  Progress progress;
  StreamRequest request;
  request.file = file;
  request.options = options;
  return stream(request, {{}, progress});
}

}  // namespace

class SplitStreamTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void adultStratifiedIsExactToTheSample();
  void sharesThatDifferByLittleAreReported();
  void manifestGoesOutAndInAgain();
  void badListChangesNothing();
  void previewStoresNothing();
  void previewHoldsToTheMemory();
  void streamsTheSameForAnyThreadsAndMemory();
  void streamResumesThroughItsState();
  void unknownManifestIsASentence();
  void whatAPersonMadeIsNotReplacedUnasked();
  void whatFitsNoSampleIsNoted();
  void digitsBySpeakerDoNotLeak();
  void digitsByOfficialIndex();

 private:
  SplitRequest stratified(std::uint64_t seed = 0) const;
  fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
  QTemporaryDir m_folder;
};

void SplitStreamTaskTest::initTestCase() {
  if (!fs::exists(kShared / "adult")) QSKIP("The folder of real data sets is not here.");
  const auto adult = importAdult(path("adult.h5"));
  QVERIFY2(adult, sentence(adult).c_str());
  const auto digits = importDigits(path("fsdd.h5"));
  QVERIFY2(digits, sentence(digits).c_str());
}

SplitRequest SplitStreamTaskTest::stratified(std::uint64_t seed) const {
  SplitRequest request;
  request.file = path("adult.h5");
  request.plan.ratios = {0.8, 0.1, 0.1};
  request.plan.stratify = true;
  request.plan.seed = seed;
  return request;
}

void SplitStreamTaskTest::adultStratifiedIsExactToTheSample() {
  Progress progress;
  const auto outcome = split(stratified(), {{}, progress});
  QVERIFY2(outcome, sentence(outcome).c_str());
  QCOMPARE(outcome->perClass.size(), std::size_t{2});
  for (const auto& counts : outcome->perClass) {
    const auto size = static_cast<double>(counts[0] + counts[1] + counts[2]);
    QVERIFY(std::abs(static_cast<double>(counts[0]) - 0.8 * size) < 1);
    QVERIFY(std::abs(static_cast<double>(counts[1]) - 0.1 * size) < 1);
    QVERIFY(std::abs(static_cast<double>(counts[2]) - 0.1 * size) < 1);
    QCOMPARE(counts[3], std::uint64_t{0});
  }
  const auto dataset = *store::Dataset::open(path("adult.h5"));
  const auto stored = assignmentOf(*dataset, "default");
  QVERIFY(stored);
  QVERIFY(perClass(dataset, *stored) == outcome->perClass);
}

void SplitStreamTaskTest::sharesThatDifferByLittleAreReported() {
  SplitRequest request = stratified();
  request.manifest = "hashed";
  request.plan.stratify = false;
  Progress progress;
  const auto exact = split(request, {{}, progress});
  QVERIFY2(exact, sentence(exact).c_str());
  QVERIFY(exact->notes.empty());
  request.plan.byHash = true;
  const auto hashed = split(request, {{}, progress});
  QVERIFY2(hashed, sentence(hashed).c_str());
  QVERIFY(hashed->residual > 0.0001 && hashed->residual < 0.01);
  QCOMPARE(hashed->notes.size(), std::size_t{1});
  QVERIFY(hashed->notes[0].english().find("percentage points") != std::string::npos);
}

void SplitStreamTaskTest::manifestGoesOutAndInAgain() {
  Progress progress;
  QVERIFY(split(stratified(4), {{}, progress}));
  const auto written = writeManifest(path("adult.h5"), "default", path("lists"), false);
  QVERIFY2(written, sentence(written).c_str());
  QVERIFY(!writeManifest(path("adult.h5"), "default", path("lists"), false));
  const auto read = readManifest(path("adult.h5"), "again", path("lists"));
  QVERIFY2(read, sentence(read).c_str());
  const auto dataset = *store::Dataset::open(path("adult.h5"));
  const auto splits = store::SplitsFile::open(dataset->path(), dataset->uuid(), dataset->samples());
  QVERIFY(splits);
  QVERIFY(*splits->read("again") == *splits->read("default"));
}

void SplitStreamTaskTest::badListChangesNothing() {
  const auto dataset = *store::Dataset::open(path("adult.h5"));
  const auto before = assignmentOf(*dataset, "default");
  QVERIFY(before);
  fs::create_directories(path("bad"));
  std::ofstream(path("bad") / "train.csv") << "sample,source,position,label\n0,no such file,0,\n";
  const auto read = readManifest(path("adult.h5"), "default", path("bad"));
  QVERIFY(!read);
  QVERIFY2(sentence(read).find("train.csv:2") != std::string::npos, sentence(read).c_str());
  QVERIFY(*assignmentOf(*dataset, "default") == *before);
}

void SplitStreamTaskTest::previewStoresNothing() {
  const auto dataset = *store::Dataset::open(path("adult.h5"));
  const auto before = assignmentOf(*dataset, "default");
  manifest::SplitPlan plan;
  plan.ratios = {0.2, 0.4, 0.4};
  Progress progress;
  const auto preview = drawSplit(*dataset, plan, {{}, progress});
  QVERIFY(preview);
  const manifest::SplitCounts counts = manifest::countsOf(preview->assignment);
  QVERIFY(counts.validation > counts.train);
  const manifest::SplitPlan proposed = proposedSplit(*dataset);
  QCOMPARE(proposed.ratios, (std::array<double, 3>{0.8, 0.1, 0.1}));
  QVERIFY(proposed.stratify);
  QVERIFY(*assignmentOf(*dataset, "default") == *before);
}

/// What a window draws before it is stored holds to the budget that the command has.
void SplitStreamTaskTest::previewHoldsToTheMemory() {
  const auto dataset = *store::Dataset::open(path("adult.h5"));
  const auto before = assignmentOf(*dataset, "default");
  QVERIFY(before);
  QVERIFY(writeManifest(path("adult.h5"), "default", path("listed"), true));
  manifest::SplitPlan plan;
  plan.ratios = {0.2, 0.4, 0.4};
  plan.byGroup = true;
  plan.groupBy = "c1";
  Progress progress;
  const JobContext job{{}, progress};
  const std::uint64_t assignments = 2 * dataset->samples();
  for (const std::uint64_t memory : {std::uint64_t{1}, assignments - 1, assignments + 16, std::uint64_t{1} << 30}) {
    const Resources resources{1, memory};
    // Groups are in a table, which the third of these budgets does not hold.
    const bool isEnough = memory > assignments + 16;
    SplitRequest request;
    request.file = path("adult.h5");
    request.manifest = "command";
    request.plan = plan;
    request.overwrite = true;
    request.resources = resources;
    const auto drawn = drawSplit(*dataset, plan, job, resources);
    const auto again = drawAgain(*dataset, plan, {}, *before, job, resources);
    const auto listed = splitFromLists(*dataset, path("listed"), resources);
    const auto stored = split(request, job);
    for (const auto& [does, error] : {std::pair(drawn.has_value(), sentence(drawn)),
                                      std::pair(again.has_value(), sentence(again)),
                                      std::pair(stored.has_value(), sentence(stored))}) {
      QVERIFY2(does == isEnough, error.c_str());
      QVERIFY2(does || error.find("memory") != std::string::npos, error.c_str());
    }
    QCOMPARE(listed.has_value(), memory >= assignments);
  }
}

void SplitStreamTaskTest::streamsTheSameForAnyThreadsAndMemory() {
  Progress progress;
  QVERIFY(split(stratified(), {{}, progress}));
  for (const loader::Shuffle shuffle : {loader::Shuffle::none, loader::Shuffle::blocks, loader::Shuffle::exact}) {
    std::set<std::uint64_t> hashes;
    for (const unsigned threads : {1U, 2U, 4U}) {
      for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 29U}) {
        loader::StreamOptions options;
        options.shuffle = shuffle;
        options.blocks = 2;
        options.epochs = 2;
        options.normalise = true;
        options.resources = {threads, memory};
        const auto outcome = streamed(path("adult.h5"), options);
        QVERIFY2(outcome, sentence(outcome).c_str());
        hashes.insert(outcome->report.orderHash);
        QVERIFY(outcome->peakMemoryBytes > 0);
      }
    }
    QCOMPARE(hashes.size(), std::size_t{1});
  }
}

void SplitStreamTaskTest::streamResumesThroughItsState() {
  loader::StreamOptions options;
  options.shuffle = loader::Shuffle::exact;
  const auto whole = streamed(path("adult.h5"), options);
  QVERIFY2(whole, sentence(whole).c_str());
  options.steps = 100;
  const auto head = streamed(path("adult.h5"), options);
  QVERIFY(head);
  QCOMPARE(head->report.batches, std::uint64_t{100});
  options.steps = 0;
  options.resume = head->state;
  const auto tail = streamed(path("adult.h5"), options);
  QVERIFY2(tail, sentence(tail).c_str());
  QCOMPARE(head->report.samples + tail->report.samples, whole->report.samples);
  QCOMPARE(tail->state, whole->state);
}

void SplitStreamTaskTest::unknownManifestIsASentence() {
  loader::StreamOptions options;
  options.manifest = "nobody's";
  const auto outcome = streamed(path("adult.h5"), options);
  QVERIFY(!outcome);
  QVERIFY2(sentence(outcome).find("nobody's") != std::string::npos, sentence(outcome).c_str());
}

/// A plan draws the same again; lists and samples moved by hand are lost.
void SplitStreamTaskTest::whatAPersonMadeIsNotReplacedUnasked() {
  Progress progress;
  SplitRequest request = stratified(1);
  request.manifest = "own";
  QVERIFY(split(request, {{}, progress}));
  QVERIFY(split(request, {{}, progress}));  // drawn by a plan
  QVERIFY(writeManifest(request.file, "own", path("own lists"), false));
  QVERIFY(readManifest(request.file, "own", path("own lists")));
  const auto refused = split(request, {{}, progress});
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::exists);
  QVERIFY2(sentence(refused).find("own was read from lists") != std::string::npos, sentence(refused).c_str());
  QVERIFY(readManifest(request.file, "own", path("own lists")));
  request.overwrite = true;
  QVERIFY(split(request, {{}, progress}));

  request.overwrite = false;
  request.aside.add(3);
  QVERIFY(split(request, {{}, progress}));
  QVERIFY(sentence(split(request, {{}, progress})).find("was edited") != std::string::npos);

  SplitRequest folds = stratified(1);
  folds.manifest = "cv";
  folds.plan.ratios = {1, 0, 0};
  folds.folds = 3;
  QVERIFY(split(folds, {{}, progress}));
  QVERIFY(split(folds, {{}, progress}));
  request.manifest = "cv-2";
  request.aside = {};
  QVERIFY(sentence(split(request, {{}, progress})).find("set of folds") != std::string::npos);
}

void SplitStreamTaskTest::whatFitsNoSampleIsNoted() {
  Progress progress;
  SplitRequest request = stratified();
  request.manifest = "unmatched";
  request.plan.exclude = "c1 > 20";
  request.plan.rules = {{store::Split::test, "adult"}, {store::Split::test, "nowhere"}};
  const auto some = split(request, {{}, progress});
  QVERIFY2(some, sentence(some).c_str());
  const auto says = [](const SplitOutcome& outcome, const std::string& text) {
    return std::ranges::count_if(outcome.notes, [&](const Message& note) { return note.english() == text; });
  };
  QCOMPARE(says(*some, "The filter c1 > 20 excludes no sample."), 0);
  QCOMPARE(says(*some, "The rule test=adult matches the path of no source."), 0);
  QCOMPARE(says(*some, "The rule test=nowhere matches the path of no source."), 1);
  request.plan.exclude = "c1 > 2000";
  const auto none = split(request, {{}, progress});
  QVERIFY2(none, sentence(none).c_str());
  QCOMPARE(says(*none, "The filter c1 > 2000 excludes no sample."), 1);
}

void SplitStreamTaskTest::digitsBySpeakerDoNotLeak() {
  Progress progress;
  SplitRequest request;
  request.file = path("fsdd.h5");
  request.plan.ratios = {0.6, 0.2, 0.2};
  request.plan.byGroup = true;
  request.plan.stratify = true;
  const auto outcome = split(request, {{}, progress});
  QVERIFY2(outcome, sentence(outcome).c_str());
  QVERIFY(outcome->counts.validation > 0 && outcome->counts.test > 0);
  QCOMPARE(outcome->counts.unused, std::uint64_t{0});

  const auto dataset = *store::Dataset::open(request.file);
  manifest::CodeReader groups(*dataset, *dataset->find("group"));
  const auto codes = groups.read(0, dataset->samples());
  const auto splits = store::SplitsFile::open(dataset->path(), dataset->uuid(), dataset->samples());
  const auto assignment = *splits->read("default");
  std::map<std::int64_t, std::set<store::Split>> sides;
  for (std::size_t i = 0; i < assignment.size(); ++i) sides[(*codes)[i]].insert(assignment[i]);
  QVERIFY(sides.size() > 2);
  for (const auto& [group, side] : sides) QCOMPARE(side.size(), std::size_t{1});
}

void SplitStreamTaskTest::digitsByOfficialIndex() {
  // The set's own rule: recordings 0 to 4 of each digit and speaker are the test set.
  Progress progress;
  SplitRequest request;
  request.file = path("fsdd.h5");
  request.manifest = "official";
  request.plan.rules = {{store::Split::test, "_[0-4]\\.wav$"}};
  request.plan.ratios = {1, 0, 0};
  const auto outcome = split(request, {{}, progress});
  QVERIFY2(outcome, sentence(outcome).c_str());
  const auto dataset = *store::Dataset::open(request.file);
  std::uint64_t official = 0;
  for (const auto& source : dataset->meta().sources) {
    const std::string stem = fs::path(source.path).stem().string();
    const std::string index = stem.substr(stem.rfind('_') + 1);
    official += index.size() == 1 && index[0] <= '4' ? 1U : 0U;
  }
  QVERIFY(official > 0);
  QCOMPARE(outcome->counts.test, official);
  QCOMPARE(outcome->counts.train, dataset->samples() - official);
}

MASU_TEST(SplitStreamTaskTest)
#include "split_stream_task_test.moc"
