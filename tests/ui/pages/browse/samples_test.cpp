// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/samples.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kSixSamples = 6;

/// Shows whatever it is asked for, and counts what it is told.
class AnySamples : public BrowseSamples {
 public:
  explicit AnySamples(JobRunner& runner) : BrowseSamples(new QWidget, runner, nullptr) {}

  using BrowseSamples::announce;
  using BrowseSamples::choose;
  using BrowseSamples::chosen;
  using BrowseSamples::dataset;
  using BrowseSamples::read;
  using BrowseSamples::splitOf;
  using BrowseSamples::splits;
  void reveal(std::uint64_t) override {}
  std::vector<std::uint64_t> there() const {
    std::vector<std::uint64_t> numbers;
    for (const SampleSignals& one : samples()) numbers.push_back(one.sample);
    return numbers;
  }

  int begun = 0;
  int looks = 0;
  int redraws = 0;

 protected:
  bool shows(const store::Dataset& dataset) const override { return dataset.samples() == kSixSamples; }
  void begin() override { ++begun; }
  void look() override { ++looks; }
  void redraw() override { ++redraws; }
};

}  // namespace

class SamplesTest : public QObject {
  Q_OBJECT

  using Numbers = std::vector<std::uint64_t>;

 private Q_SLOTS:
  void init() {
    m_dataset = std::make_shared<FakeDataset>(kSixSamples);
    m_dataset->add("features", table::DType::f32, {1, 2}, 1, std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    m_dataset->editMeta().kind = store::SampleKind::waveform;
    m_dataset->editMeta().schema.columns.resize(1);
    m_runner = std::make_unique<JobRunner>();
    m_pane = std::make_unique<AnySamples>(*m_runner);
    m_pane->setDataset(m_dataset);
  }
  void cleanup() {
    m_pane.reset();
    m_runner.reset();
  }

  void samplesAreInOrderOnceAllHaveBeenRead() {
    m_pane->read({4, 1});
    QVERIFY(m_pane->there().empty() && m_pane->signalsOf(1) == nullptr);
    QTRY_COMPARE(m_pane->there(), (Numbers{1, 4}));
    QCOMPARE(m_pane->signalsOf(4)->channels.front()->front(), 8.0F);
    for (const std::uint64_t sample : {0ULL, 2ULL, 3ULL, 5ULL}) QVERIFY(m_pane->signalsOf(sample) == nullptr);
    // Until others have been read, those before are there; what stays in view needs no reading.
    m_pane->read({1, 2});
    QCOMPARE(m_pane->there(), (Numbers{1, 4}));
    QTRY_COMPARE(m_pane->there(), (Numbers{1, 2}));
    m_pane->read({2});
    QCOMPARE(m_pane->there(), (Numbers{2}));
  }

  /// Of two requests the later one counts.
  void aLaterRequestReplacesAnEarlierOne() {
    m_pane->read({0, 1, 2});
    m_pane->read({5});
    QTRY_VERIFY(m_runner->jobs().empty());
    QCOMPARE(m_pane->there(), (Numbers{5}));
  }

  void aChoiceIsAnnouncedOnceWhenItHasBeenRead() {
    QSignalSpy selected(m_pane.get(), &BrowseSignalPane::sampleSelected);
    m_pane->choose(3);
    m_pane->announce();
    QCOMPARE(selected.count(), 0);
    m_pane->read({2, 3});
    QTRY_COMPARE(selected.count(), 1);
    QCOMPARE(selected.first().first().toULongLong(), 3ULL);
    m_pane->read({3});
    m_pane->announce();
    QCOMPARE(selected.count(), 1);
    m_pane->choose(3);
    m_pane->announce();
    QCOMPARE(selected.count(), 2);
    m_pane->choose(std::nullopt);
    m_pane->announce();
    QCOMPARE(selected.count(), 2);
  }

  void whatCannotBeReadIsSaidAndWhatWasThereStays() {
    m_pane->read({0});
    QTRY_COMPARE(m_pane->there(), (Numbers{0}));
    m_dataset->failAt("features", 5);
    QSignalSpy failed(m_pane.get(), &BrowseSignalPane::failed);
    m_pane->read({4, 5});
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.first().first().value<Error>().code, Errc::damaged);
    QCOMPARE(m_pane->there(), (Numbers{0}));
  }

  void splitsAreNumberedAsTheyAreShown() {
    QCOMPARE(m_pane->splitOf(0), -1);
    const int before = m_pane->redraws;
    m_pane->setSplits(std::make_shared<const SplitIndex>(
        store::Assignment{store::Split::unused, store::Split::train, store::Split::validation, store::Split::test}));
    QCOMPARE(m_pane->redraws, before + 1);
    QCOMPARE(m_pane->splitOf(0), 3);
    QCOMPARE(m_pane->splitOf(1), 0);
    QCOMPARE(m_pane->splitOf(2), 1);
    QCOMPARE(m_pane->splitOf(3), 2);
    QCOMPARE(m_pane->splitOf(4), -1);  // appended since the split was drawn
  }

  /// Other values of the same samples: they are read again, and the choice is announced with them.
  void anotherLensReadsAgain() {
    m_pane->choose(1);
    m_pane->read({1});
    QTRY_COMPARE(m_pane->there(), (Numbers{1}));
    QSignalSpy selected(m_pane.get(), &BrowseSignalPane::sampleSelected);
    m_pane->setLens({});
    QVERIFY(m_pane->there().empty());
    QCOMPARE(m_pane->looks, 1);
    QVERIFY(m_pane->chosen() == std::uint64_t{1});
    m_pane->read({1});
    QTRY_COMPARE(selected.count(), 1);
  }

  void anotherDatasetLeavesNothingOfThisOne() {
    m_pane->choose(1);
    m_pane->read({1});
    QTRY_COMPARE(m_pane->there(), (Numbers{1}));
    m_pane->setSplits(std::make_shared<const SplitIndex>(store::Assignment(kSixSamples, store::Split::train)));
    const int begun = m_pane->begun;
    m_pane->setDataset(std::make_shared<FakeDataset>(7));  // which this pane does not show
    QCOMPARE(m_pane->begun, begun + 1);
    QVERIFY(m_pane->dataset() == nullptr && m_pane->splits() == nullptr);
    QVERIFY(m_pane->there().empty() && !m_pane->chosen());
    m_pane->setDataset(m_dataset);
    QVERIFY(m_pane->dataset() == m_dataset);
    m_pane->setDataset(nullptr);
    QVERIFY(m_pane->dataset() == nullptr);
  }

 private:
  std::shared_ptr<FakeDataset> m_dataset;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<AnySamples> m_pane;
};

MASU_TEST(SamplesTest)
#include "samples_test.moc"
