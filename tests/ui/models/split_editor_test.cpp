// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/split_editor.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;
using store::Split;

namespace {

constexpr int kPatience = 30'000;
constexpr std::uint64_t kSamples = 100;

SplitEditor::Choose samplesFrom(std::uint64_t first, std::uint64_t count) {
  return [first, count](const manifest::Draft&) -> Result<manifest::SampleSet> {
    manifest::SampleSet samples;
    samples.add(first, count);
    return samples;
  };
}

/// All samples of one split; counts how often it is drawn.
SplitEditor::Draw allOf(Split split, const char* origin, std::shared_ptr<std::atomic<int>> drawn = {}) {
  return [=](const store::Dataset& dataset, const JobContext&) -> Result<tasks::DrawnSplit> {
    if (drawn) ++*drawn;
    return tasks::DrawnSplit{store::Assignment(dataset.samples(), split), origin};
  };
}

}  // namespace

class SplitEditorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const auto made = test::makeTable(pathFrom(m_folder->filePath("table.h5")), kSamples, store::Compression::none);
    QVERIFY(made);
    m_dataset = *made;
    m_runner = std::make_unique<JobRunner>();
    open("default");
  }

  void cleanup() {
    m_editor.reset();
    m_runner.reset();
    m_dataset.reset();
  }

  void whatIsNotStoredYetIsAnEmptyPreview() {
    QVERIFY(!m_editor->stored() && !m_editor->unsettled());
    QVERIFY(m_editor->origin().empty());
    QCOMPARE(m_editor->draft()->counts()[static_cast<std::size_t>(Split::unused)], kSamples);
    QVERIFY(m_editor->draft()->groups() != nullptr);
    QVERIFY(!inFile("default"));
  }

  /// There is nothing before the first drawing; the next one is a step that can be taken back.
  void aPreviewIsDrawnAgainAndNothingIsStored() {
    m_editor->replace("Draw", allOf(Split::train, "first"));
    settle();
    QCOMPARE(m_editor->history().count(), 0);
    QCOMPARE(m_editor->origin(), std::string("first"));
    QCOMPARE(m_editor->draft()->assignment(), store::Assignment(kSamples, Split::train));
    m_editor->replace("Draw", allOf(Split::test, "second"));
    settle();
    QCOMPARE(m_editor->history().count(), 1);
    QCOMPARE(m_editor->origin(), std::string("second"));
    m_editor->undo();
    settle();
    QCOMPARE(m_editor->origin(), std::string("first"));
    QCOMPARE(m_editor->draft()->assignment(), store::Assignment(kSamples, Split::train));
    QVERIFY(!m_editor->stored() && !inFile("default"));
    m_editor->save();
    settle();
    QVERIFY(m_editor->stored());
    QCOMPARE(*inFile("default"), m_editor->draft()->assignment());
  }

  void ofDrawingsThatWaitOnlyTheLastIsMade() {
    const auto drawn = std::make_shared<std::atomic<int>>(0);
    for (int i = 0; i < 9; ++i) m_editor->replace("Draw", allOf(Split::train, "train", drawn));
    m_editor->replace("Draw", allOf(Split::validation, "{}", drawn), SplitEditor::Keep::yes);
    QVERIFY(m_editor->busy());
    settle();
    QCOMPARE(drawn->load(), 2);
    QCOMPARE(*inFile("default"), store::Assignment(kSamples, Split::validation));
  }

  void whatIsMovedIsStoredAndSoIsItsUndo() {
    m_editor->replace("Draw", allOf(Split::train, "{}"));
    m_editor->move(samplesFrom(10, 5), Split::test);
    settle();
    QVERIFY(m_editor->stored());
    QCOMPARE(m_editor->movedByHand(), std::uint64_t{5});
    store::Assignment expected(kSamples, Split::train);
    std::fill_n(expected.begin() + 10, 5, Split::test);
    QCOMPARE(*inFile("default"), expected);
    QVERIFY(m_editor->historyBytes() > 0);
    m_editor->undo();
    settle();
    QCOMPARE(m_editor->movedByHand(), std::uint64_t{0});
    QCOMPARE(*inFile("default"), store::Assignment(kSamples, Split::train));
    m_editor->redo();
    settle();
    QCOMPARE(*inFile("default"), expected);
    // To where they are already is no step.
    m_editor->move(samplesFrom(10, 5), Split::test);
    settle();
    QCOMPARE(m_editor->history().count(), 1);
    // Another editor begins with what is stored, and without a history.
    open("default");
    QVERIFY(m_editor->stored());
    QCOMPARE(m_editor->draft()->assignment(), expected);
    QCOMPARE(m_editor->history().count(), 0);
  }

  void anEditThatCannotBeWorkedOutChangesNothing() {
    std::vector<Error> failed;
    connect(m_editor.get(), &SplitEditor::failed, this, [&failed](const Error& error) { failed.push_back(error); });
    m_editor->move(
        [](const manifest::Draft&) -> Result<manifest::SampleSet> { return fail(Errc::damaged, "A broken chunk."); },
        Split::test);
    m_editor->move(samplesFrom(0, 1), Split::train);
    settle();
    QCOMPARE(failed.size(), std::size_t{1});
    QCOMPARE(failed.front().code, Errc::damaged);
    // The one after it is made.
    QCOMPARE(m_editor->history().count(), 1);
    QCOMPARE(m_editor->movedByHand(), std::uint64_t{1});
  }

  void whatIsNotStoredYetIsStoredAtTheEnd() {
    const QSignalSpy changed(m_editor.get(), &SplitEditor::changed);
    m_editor->move(samplesFrom(0, 3), Split::validation);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
    m_editor.reset();
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QVERIFY(inFile("default"));
    QCOMPARE((*inFile("default"))[2], Split::validation);
    QCOMPARE((*inFile("default"))[3], Split::unused);
  }

  /// What another program stored meanwhile is not overwritten; the draft can be stored under another name.
  void whatAnotherProgramStoredStays() {
    m_editor->replace("Draw", allOf(Split::train, "{}"), SplitEditor::Keep::yes);
    settle();
    const store::Assignment other(kSamples, Split::test);
    QVERIFY(splits()->write({"default", "{}", false}, other));
    int failures = 0;
    connect(m_editor.get(), &SplitEditor::failed, this, [&failures] { ++failures; });
    m_editor->move(samplesFrom(0, 1), Split::validation);
    const auto problem = settled();
    QVERIFY(problem.has_value());
    QCOMPARE(problem->code, Errc::exists);
    QCOMPARE(failures, 1);
    QCOMPARE(*inFile("default"), other);
    bool done = false;
    m_editor->storeAs("mine", [&done] { done = true; });
    QTRY_VERIFY_WITH_TIMEOUT(done, kPatience);
    QCOMPARE(*inFile("default"), other);
    QCOMPARE((*inFile("mine"))[0], Split::validation);
    QCOMPARE((*inFile("mine"))[1], Split::train);
  }

  void aNameThatIsTakenIsRefused() {
    const store::Assignment other(kSamples, Split::test);
    QVERIFY(splits()->write({"taken", "{}", false}, other));
    m_editor->replace("Draw", allOf(Split::train, "{}"), SplitEditor::Keep::yes);
    settle();
    std::vector<Error> failed;
    connect(m_editor.get(), &SplitEditor::failed, this, [&failed](const Error& error) { failed.push_back(error); });
    bool done = false;
    m_editor->storeAs("taken", [&done] { done = true; });
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), std::size_t{1}, kPatience);
    QCOMPARE(failed.front().code, Errc::exists);
    QVERIFY(!done);
    QCOMPARE(*inFile("taken"), other);
  }

 private:
  void open(const char* name) {
    m_editor = std::make_unique<SplitEditor>(*m_runner);
    QSignalSpy opened(m_editor.get(), &SplitEditor::opened);
    m_editor->open(m_dataset, QLatin1String(name));
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, kPatience);
  }

  /// The problem of storing, once everything is computed and stored.
  std::optional<Error> settled() {
    bool done = false;
    std::optional<Error> problem;
    m_editor->settle([&](const std::optional<Error>& found) {
      problem = found;
      done = true;
    });
    if (!QTest::qWaitFor([&done] { return done; }, kPatience)) qFatal("the editor does not settle");
    return problem;
  }
  void settle() {
    const auto problem = settled();
    QVERIFY2(!problem, problem ? problem->message.english().c_str() : "");
  }

  Result<store::SplitsFile> splits() const {
    return store::SplitsFile::open(m_dataset->path(), m_dataset->uuid(), kSamples);
  }
  std::optional<store::Assignment> inFile(const char* name) const {
    const auto file = splits();
    if (!file || file->find(name) == nullptr) return std::nullopt;
    auto read = file->read(name);
    return read ? std::optional(std::move(*read)) : std::nullopt;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<SplitEditor> m_editor;
};

MASU_TEST(SplitEditorTest)
#include "split_editor_test.moc"
