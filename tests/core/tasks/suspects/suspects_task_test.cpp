// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/suspects_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/tasks/labels/label_task.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

/// What is refused before anything is trained; cli_suspects_test finds wrong labels.
class SuspectsTaskTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  SuspectsRequest requestFor(const char* file) {
    SuspectsRequest request;
    request.file = place(file);
    request.training.folds = 3;
    request.training.spec.models = {"linear"};
    request.training.spec.epochs = 1;
    request.resources = {1, 256 << 20};
    request.begins = [this](unsigned) { m_began = true; };
    return request;
  }

  Error refusalOf(const SuspectsRequest& request) {
    m_began = false;
    Progress progress;
    const auto outcome = suspects(request, {{}, progress});
    if (outcome) qWarning("it was not refused");
    return outcome ? Error() : outcome.error();
  }

  static bool says(const Error& error, std::initializer_list<const char*> facts) {
    const std::string sentence = error.message.english();
    for (const char* fact : facts) {
      if (sentence.find(fact) != std::string::npos) continue;
      qWarning("%s: %s", fact, sentence.c_str());
      return false;
    }
    return true;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  bool m_began = false;

 private Q_SLOTS:
  void initTestCase() { qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM); }
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void eitherRunsOrAModelAreAskedFor() {
    QVERIFY(test::makeTable(place("F.h5"), 20, store::Compression::none));
    SuspectsRequest both = requestFor("F.h5");
    both.runs = {place("run")};
    QCOMPARE(refusalOf(both).code, Errc::invalidArgument);
    SuspectsRequest none = requestFor("F.h5");
    none.training.spec.models.clear();
    QCOMPARE(refusalOf(none).code, Errc::invalidArgument);
    SuspectsRequest few = requestFor("F.h5");
    few.training.folds = kFewestFolds - 1;
    QVERIFY(says(refusalOf(few), {"at least 3 folds", "not 2"}));
  }

  void labelsHaveToBeClasses() {
    train::SmallDataset plan;
    plan.samples = 50;
    plan.labels = false;
    plan.write(place("unlabelled.h5"));
    QVERIFY(says(refusalOf(requestFor("unlabelled.h5")), {"unlabelled.h5", "no labels", "--label"}));
    plan.labels = plan.values = true;
    plan.write(place("values.h5"));
    QVERIFY(says(refusalOf(requestFor("values.h5")), {"values.h5", "are values", "--target class"}));
    QCOMPARE(refusalOf(requestFor("gone.h5")).code, Errc::notFound);
  }

  /// Five samples that take turns: three of the first class, two of the second.
  void everyFoldNeedsASampleOfEveryClass() {
    QVERIFY(test::makeTable(place("five.h5"), 5, store::Compression::none));
    const Error few = refusalOf(requestFor("five.h5"));
    QCOMPARE(few.code, Errc::invalidArgument);
    QVERIFY(says(few, {"Class yes of", "fewer samples (2)", "folds (3)", "--where"}));
    QVERIFY(test::makeTable(place("one.h5"), 1, store::Compression::none));
    QVERIFY(says(refusalOf(requestFor("one.h5")), {"one.h5", "fewer than two classes"}));
    QVERIFY(!m_began);
  }

  /// 48 bytes a sample, and 16 for each of four pairs of classes.
  void theMemoryHasToHoldWhatMayBeFound() {
    constexpr std::uint64_t kSamples = 1000;
    constexpr std::uint64_t kNeeded = 48 * kSamples + 16 * 4;
    QVERIFY(test::makeTable(place("F.h5"), kSamples, store::Compression::none));
    SuspectsRequest request = requestFor("F.h5");
    request.runs = {place("no run")};
    request.training.spec.models.clear();
    request.resources.memoryBytes = kNeeded - 1;
    const Error refused = refusalOf(request);
    QCOMPARE(refused.code, Errc::outOfMemory);
    QVERIFY(says(refused, {"1000 samples", "2 classes", "--memory"}));
    // With that byte, the run is what is missing.
    request.resources.memoryBytes = kNeeded;
    QCOMPARE(refusalOf(request).code, Errc::notFound);
  }

  void nothingThatIsThereIsReplaced() {
    QVERIFY(test::makeTable(place("F.h5"), 60, store::Compression::none));
    std::ofstream(place("mine.csv")) << "mine";
    SuspectsRequest request = requestFor("F.h5");
    request.keepRuns = place("runs");
    request.out = place("mine.csv");
    QCOMPARE(refusalOf(request).code, Errc::exists);
    request.out = place("F.h5");
    request.overwrite = true;
    QCOMPARE(refusalOf(request).code, Errc::invalidArgument);
    QVERIFY(!m_began && !fs::exists(place("runs")));
    fs::create_directories(place("runs") / "full");
    request.out.clear();
    QVERIFY(says(refusalOf(request), {"runs", "is not empty"}));
    QVERIFY(!m_began && fs::exists(place("runs") / "full"));
    QCOMPARE(fs::file_size(place("mine.csv")), std::uintmax_t{4});
    QVERIFY(store::Dataset::open(place("F.h5")));
  }

  /// So that the same folder can be asked for again.
  void whatTrainingRefusesLeavesNoFolder() {
    QVERIFY(test::makeTable(place("F.h5"), 60, store::Compression::none));
    SuspectsRequest request = requestFor("F.h5");
    request.training.spec.models = {"liner"};
    request.keepRuns = place("runs");
    request.out = place("suspects.csv");
    const Error refused = refusalOf(request);
    QVERIFY(says(refused, {"liner"}));
    QVERIFY(!fs::exists(place("runs")) && !fs::exists(place("suspects.csv")));
  }

  /// The labels in it would be those before the edit.
  void theListIsNotSavedOfOtherLabels() {
    const auto dataset = test::makeTable(place("F.h5"), 60, store::Compression::none);
    QVERIFY(dataset);
    SuspectsOutcome outcome;
    outcome.identity = masu::store::identityOf(**dataset);
    QVERIFY(isOf(outcome, **dataset));
    QVERIFY(saveSuspects(outcome, {place("F.h5"), place("before.csv")}));
    Progress progress;
    LabelRequest edit;
    edit.file = place("F.h5");
    edit.className = "no";
    edit.where = "a < 10";
    QVERIFY(label(edit, {{}, progress}));
    const auto refused = saveSuspects(outcome, {place("F.h5"), place("after.csv")});
    QVERIFY(!refused && says(refused.error(), {"F.h5", "look for them again"}));
    QVERIFY(!fs::exists(place("after.csv")));
    QVERIFY(undoLabels(place("F.h5"), {{}, progress}));
    QVERIFY(saveSuspects(outcome, {place("F.h5"), place("after.csv")}));
  }
};

MASU_TEST(SuspectsTaskTest)
#include "suspects_task_test.moc"
