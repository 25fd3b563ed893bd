// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <atomic>

#include "tests/fixtures/test_group.h"
#include "ui/models/roles.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// Rows that hold their own number.
class NumberedRows : public RowSource {
 public:
  explicit NumberedRows(std::uint64_t samples) : m_samples(samples) {}

  std::uint64_t samples() const override { return m_samples; }
  const std::vector<SampleColumn>& columns() const override { return m_columns; }
  Result<std::vector<SampleRow>> read(std::uint64_t first, std::uint64_t count) const override {
    ++reads;
    if (failing) return fail(Errc::damaged, "The chunk is damaged.");
    std::vector<SampleRow> rows;
    for (std::uint64_t i = first; i < first + count; ++i) {
      rows.push_back({QStringLiteral("class"), QStringLiteral("file.csv"), i, {QString::number(i), QString()}});
    }
    return rows;
  }

  mutable std::atomic<int> reads = 0;
  bool failing = false;

 private:
  std::uint64_t m_samples;
  std::vector<SampleColumn> m_columns = {{QStringLiteral("n"), QStringLiteral("u32"), true},
                                         {QStringLiteral("text"), {}, false}};
};

QString cell(const SampleTableModel& model, int row, int column) {
  return model.index(row, column).data().toString();
}

}  // namespace

class SampleTableModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void holdsTheRulesOfItemModelsOverTenBillionRows() {
    JobRunner runner;
    SampleTableModel model(runner);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto rows = std::make_shared<NumberedRows>(10'000'000'000ULL);
    model.setSource(rows, true, QStringLiteral("label"));
    model.setWindow(0, 23);
    QCOMPARE(model.rowCount(), 23);
    QCOMPARE(model.columnCount(), 4);
    model.setWindow(9'999'999'999ULL, 23);
    QCOMPARE(model.top(), 10'000'000'000ULL - 23);
    QTRY_COMPARE(cell(model, 22, 2), QStringLiteral("9999999999"));
    model.setWindow(5'000'000'000ULL, 40);
    QTRY_COMPARE(cell(model, 0, 2), QStringLiteral("5000000000"));
    QCOMPARE(model.index(0, 0).data(ValueRole).toULongLong(), 5'000'000'000ULL);
    QVERIFY2(rows->reads < 12, "only pages in view are read");
  }

  void isPendingUntilRowsArrive() {
    JobRunner runner;
    SampleTableModel model(runner);
    model.setSource(std::make_shared<NumberedRows>(1000), true, QStringLiteral("label"));
    model.setWindow(0, 10);
    QVERIFY(model.index(0, 2).data(PendingRole).toBool());
    QTRY_VERIFY(!model.index(0, 2).data(PendingRole).toBool());
    QCOMPARE(cell(model, 0, 1), QStringLiteral("class"));
    QVERIFY(model.index(0, 3).data(MissingRole).toBool());
  }

  void showsFewRowsOfASmallDataset() {
    JobRunner runner;
    SampleTableModel model(runner);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(std::make_shared<NumberedRows>(3), false, {});
    model.setWindow(0, 30);
    QCOMPARE(model.rowCount(), 3);
    model.setSource(nullptr, false, {});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.columnCount(), 0);
  }

  void showsTheSamplesOfOneSplitAlone() {
    JobRunner runner;
    SampleTableModel model(runner);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    constexpr std::uint64_t kAll = 20'000;
    store::Assignment assignment(kAll, store::Split::train);
    for (std::uint64_t i = 7; i < kAll; i += 10) assignment[i] = store::Split::test;
    model.setSource(std::make_shared<NumberedRows>(kAll), false, {});
    model.setSplits(std::make_shared<const SplitIndex>(assignment));
    model.setWindow(0, 20);
    model.setFilter(store::Split::test);
    QCOMPARE(model.positions(), kAll / 10);
    for (int row = 0; row < model.rowCount(); ++row) {
      QCOMPARE(model.sampleAt(row), std::uint64_t(row) * 10 + 7);
    }
    model.setWindow(1999, 20);
    QTRY_COMPARE(cell(model, model.rowCount() - 1, 1), QStringLiteral("19997"));
    QCOMPARE(model.positionOf(10'007), std::uint64_t(1000));
    model.setFilter(std::nullopt);
    QCOMPARE(model.positions(), kAll);
  }

  void splitIndexCountsAsAListWould() {
    store::Assignment assignment;
    for (int i = 0; i < 10'000; ++i) assignment.push_back(static_cast<store::Split>((i * i / 7) % 4));
    const SplitIndex index(assignment);
    for (const auto split : {store::Split::unused, store::Split::train, store::Split::validation, store::Split::test}) {
      std::uint64_t n = 0;
      for (std::uint64_t sample = 0; sample < assignment.size(); ++sample) {
        QCOMPARE(index.rank(split, sample), n);
        if (assignment[sample] != split) continue;
        QCOMPARE(index.nth(split, n), sample);
        ++n;
      }
      QCOMPARE(index.count(split), n);
    }
  }

  void reportsAPageThatCannotBeRead() {
    JobRunner runner;
    SampleTableModel model(runner);
    QSignalSpy failed(&model, &SampleTableModel::failed);
    auto rows = std::make_shared<NumberedRows>(1000);
    rows->failing = true;
    model.setSource(rows, false, {});
    model.setWindow(0, 10);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(model.index(0, 1).data(FailedRole).toBool());
  }
};

MASU_TEST(SampleTableModelTest)
#include "sample_table_model_test.moc"
