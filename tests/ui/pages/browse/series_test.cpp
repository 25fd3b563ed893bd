// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/series.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/scroll.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kElevenSamples = 11;

/// Rows without cells, as many as the dataset has samples.
class ElevenRows : public RowSource {
 public:
  std::uint64_t samples() const override { return kElevenSamples; }
  const std::vector<SampleColumn>& columns() const override { return m_columns; }
  Result<std::vector<SampleRow>> read(std::uint64_t, std::uint64_t count) const override {
    return std::vector<SampleRow>(count);
  }

 private:
  std::vector<SampleColumn> m_columns;
};

/// There is room for two rows of two samples; what is drawn is kept.
class TwoByTwo : public BrowseSeries {
 public:
  TwoByTwo(SampleTableModel& rows, JobRunner& runner)
      : BrowseSeries(new QWidget, store::SampleKind::waveform, rows, runner, nullptr) {}

  using BrowseSeries::choseAt;
  using BrowseSeries::moveBy;
  std::vector<std::uint64_t> drawn;
  int current = -1;

 protected:
  int capacity() const override { return 4; }
  int across() const override { return 2; }
  void prepare(const store::Dataset&) override {}
  void draw(const std::vector<SampleSignals>& samples, int chosen) override {
    drawn.clear();
    for (const SampleSignals& one : samples) drawn.push_back(one.sample);
    current = chosen;
  }
};

}  // namespace

class SeriesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_dataset = std::make_shared<FakeDataset>(kElevenSamples);
    m_dataset->add("features", table::DType::f32, {1, 3}, 1, std::vector<float>(3 * kElevenSamples, 1));
    m_dataset->editMeta().kind = store::SampleKind::waveform;
    m_dataset->editMeta().schema.columns.resize(1);
    m_runner = std::make_unique<JobRunner>();
    m_rows = std::make_unique<SampleTableModel>(*m_runner);
    m_rows->setSource(std::make_shared<ElevenRows>(), false, {});
    m_series = std::make_unique<TwoByTwo>(*m_rows, *m_runner);
    m_series->setDataset(m_dataset);
  }
  void cleanup() {
    m_series.reset();
    m_rows.reset();
    m_runner.reset();
  }

  /// What nobody sees is not read.
  void aPageIsReadOnceItIsSeen() {
    QVERIFY(m_runner->jobs().empty() && m_series->drawn.empty());
    m_series->show();
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{0, 1, 2, 3}));
    QCOMPARE(m_series->current, -1);
  }

  void aSampleComesIntoViewInWholeRows() {
    m_series->show();
    QSignalSpy selected(m_series.get(), &BrowseSignalPane::sampleSelected);
    for (const std::uint64_t sample : {10ULL, 0ULL, 5ULL, 3ULL, 4ULL, 9ULL, 1ULL}) {
      selected.clear();
      m_series->reveal(sample);
      QTRY_COMPARE(selected.count(), 1);
      QCOMPARE(selected.first().first().toULongLong(), qulonglong(sample));
      QVERIFY(m_series->current >= 0);
      QCOMPARE(m_series->drawn[static_cast<std::size_t>(m_series->current)], sample);
      QCOMPARE(m_series->drawn.front() % 2, std::uint64_t{0});
      QVERIFY(m_series->signalsOf(sample) != nullptr);
    }
    // The end is in view with as many before it as there is room for.
    m_series->reveal(10);
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{8, 9, 10}));
    // A sample that is not there changes nothing.
    m_series->reveal(kElevenSamples);
    QVERIFY(isLast(10));
  }

  void whatIsInViewStaysWhereItIs() {
    m_series->show();
    m_series->reveal(5);
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{2, 3, 4, 5}));
    QSignalSpy selected(m_series.get(), &BrowseSignalPane::sampleSelected);
    m_series->reveal(2);
    QCOMPARE(selected.count(), 1);  // at once, as it has been read
    QCOMPARE(m_series->drawn.front(), std::uint64_t{2});
    QCOMPARE(m_series->current, 0);
  }

  void whatWasInViewIsNotReadAgain() {
    m_series->show();
    QTRY_COMPARE(m_series->drawn.size(), std::size_t{4});
    m_dataset->failAt("features", 3);
    QSignalSpy failed(m_series.get(), &BrowseSignalPane::failed);
    m_series->reveal(5);
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{2, 3, 4, 5}));
    QCOMPARE(failed.count(), 0);
    m_series->reveal(10);
    QTRY_VERIFY(isLast(10));
    m_series->reveal(3);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.first().first().value<Error>().code, Errc::damaged);
  }

  void movingStopsAtTheEnds() {
    m_series->show();
    m_series->reveal(5);
    QTRY_VERIFY(m_series->current >= 0);
    QSignalSpy selected(m_series.get(), &BrowseSignalPane::sampleSelected);
    m_series->moveBy(2, false);
    QTRY_COMPARE(selected.count(), 1);
    QCOMPARE(selected.takeFirst().first().toULongLong(), 7ULL);
    m_series->moveBy(100, false);
    QTRY_COMPARE(selected.count(), 1);
    QCOMPARE(selected.takeFirst().first().toULongLong(), 10ULL);
    m_series->moveBy(-100, false);
    QTRY_COMPARE(selected.count(), 1);
    QCOMPARE(selected.takeFirst().first().toULongLong(), 0ULL);
  }

  /// Where none is current, the page moves; and so it does by the bar beside it.
  void thePageMovesWithoutAChoice() {
    m_series->show();
    QTRY_COMPARE(m_series->drawn.size(), std::size_t{4});
    m_series->moveBy(4, false);
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{4, 5, 6, 7}));
    QCOMPARE(m_series->current, -1);
    auto* bar = m_series->findChild<PositionBar*>();
    QCOMPARE(bar->top(), std::uint64_t{4});
  }

  /// Row by row, whatever the bar's step is, and down to a last row that is not full.
  void theBarReachesEveryRow() {
    m_series->show();
    auto* bar = m_series->findChild<PositionBar*>();
    QTRY_COMPARE(m_series->drawn.size(), std::size_t{4});
    for (const std::uint64_t first : {2ULL, 4ULL, 6ULL, 8ULL}) {
      bar->triggerAction(QAbstractSlider::SliderSingleStepAdd);
      QTRY_VERIFY(isFirst(first));
    }
    QVERIFY(isLast(10));
    bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
    QTRY_VERIFY(isFirst(6));
    bar->triggerAction(QAbstractSlider::SliderToMinimum);
    QTRY_VERIFY(isFirst(0));
    bar->triggerAction(QAbstractSlider::SliderToMaximum);
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{8, 9, 10}));
  }

  void aClickChoosesWhatIsThere() {
    m_series->show();
    QTRY_COMPARE(m_series->drawn.size(), std::size_t{4});
    QSignalSpy selected(m_series.get(), &BrowseSignalPane::sampleSelected);
    m_series->choseAt(4);
    m_series->choseAt(-1);
    QCOMPARE(selected.count(), 0);
    m_series->choseAt(2);
    QCOMPARE(selected.count(), 1);
    QCOMPARE(selected.first().first().toULongLong(), 2ULL);
  }

  void aFilterStartsAtItsFirstSample() {
    m_series->show();
    m_series->reveal(10);
    QTRY_VERIFY(isLast(10));
    store::Assignment assignment(kElevenSamples, store::Split::train);
    for (const std::size_t sample : {1U, 6U, 9U}) assignment[sample] = store::Split::test;
    m_rows->setSplits(std::make_shared<const SplitIndex>(assignment));
    m_rows->setFilter(store::Split::test);
    m_series->filterChanged();
    QTRY_COMPARE(m_series->drawn, (std::vector<std::uint64_t>{1, 6, 9}));
    QCOMPARE(m_series->current, -1);
    // What is hidden shows the next that is not.
    QSignalSpy selected(m_series.get(), &BrowseSignalPane::sampleSelected);
    m_series->reveal(4);
    QTRY_COMPARE(selected.count(), 1);
    QCOMPARE(selected.first().first().toULongLong(), 6ULL);
  }

  void anotherKindIsNotShown() {
    m_series->show();
    QTRY_COMPARE(m_series->drawn.size(), std::size_t{4});
    const auto images = std::make_shared<FakeDataset>(kElevenSamples);
    images->editMeta().kind = store::SampleKind::image;
    m_series->setDataset(images);
    QVERIFY(m_series->drawn.empty() && m_series->signalsOf(0) == nullptr);
    m_series->reveal(3);
    QVERIFY(m_runner->jobs().empty());
  }

 private:
  /// While a page is read there may be nothing on screen.
  bool isFirst(std::uint64_t sample) const { return !m_series->drawn.empty() && m_series->drawn.front() == sample; }
  bool isLast(std::uint64_t sample) const { return !m_series->drawn.empty() && m_series->drawn.back() == sample; }

  std::shared_ptr<FakeDataset> m_dataset;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<SampleTableModel> m_rows;
  std::unique_ptr<TwoByTwo> m_series;
};

MASU_TEST(SeriesTest)
#include "series_test.moc"
