// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_source.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;

namespace {

QStringList namesOf(const RowSource& source) {
  QStringList names;
  for (const SampleColumn& column : source.columns()) names << column.name;
  return names;
}

/// A table of one f64 feature.
std::shared_ptr<FakeDataset> tableOf(const std::vector<double>& values) {
  auto dataset = std::make_shared<FakeDataset>(values.size());
  dataset->add("features", table::DType::f64, {1}, 16, values);
  table::Column column;
  column.name = "x";
  column.stored = table::DType::f64;
  dataset->editMeta().schema.columns.push_back(column);
  return dataset;
}

}  // namespace

class RowSourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aTableHasItsColumnsAndTheLabelApart() {
    const auto made = test::makeTable(place("table.h5"), 30, store::Compression::none);
    QVERIFY(made);
    const auto source = DatasetRowSource::open(*made);
    QVERIFY(source);
    QCOMPARE((*source)->samples(), std::uint64_t{30});
    // What is ignored is not stored.
    QCOMPARE(namesOf(**source), (QStringList{"a", "city", "b", "note", "score", "w"}));
    for (const SampleColumn& column : (*source)->columns())
      QCOMPARE(column.numeric, column.name != "city" && column.name != "note");
    const auto rows = (*source)->read(5, 3);
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
      const SampleRow& row = (*rows)[i];
      QCOMPARE(row.position, std::uint64_t{5 + i});
      QCOMPARE(row.source, QString("made.csv"));
      QCOMPARE(row.label, i % 2 == 0 ? QString("yes") : QString("no"));
      QCOMPARE(row.cells.size(), 6);
      QCOMPARE(row.cells[0], QString::number(5 + i));
      // Code 0 is missing, and so is every seventh b.
      const std::size_t code = (5 + i) % 4;
      QCOMPARE(row.cells[1], code == 0 ? QString() : toQt(test::kCities[code - 1]));
      QCOMPARE(row.cells[2].isEmpty(), 5 + i == 7);
      QCOMPARE(row.cells[5], QString("0.5"));
    }
  }

  void rowsPastTheEndAreLeftOut() {
    const auto source = DatasetRowSource::open(tableOf({1, 2, 3}));
    QVERIFY(source);
    const auto last = (*source)->read(2, 10);
    QVERIFY(last);
    QCOMPARE(last->size(), std::size_t{1});
    const auto none = (*source)->read(3, 10);
    QVERIFY(none && none->empty());
  }

  /// Digits are grouped and every one stays: read without its commas, a cell is the stored number.
  void numbersAreGroupedAndStayWhole() {
    const std::vector<double> values = {0,       7,       -7,        999,    1000,   -999, -1000,      123456, -123456,
                                        1234567, 0.12345, 1234.5678, 1e-300, -1e300, -0.5, 1e15 + 0.5, 100000, -100000};
    const auto source = DatasetRowSource::open(tableOf(values));
    QVERIFY(source);
    const auto rows = (*source)->read(0, values.size());
    QVERIFY(rows);
    for (std::size_t i = 0; i < values.size(); ++i) {
      QString cell = (*rows)[i].cells.front();
      QVERIFY2(!cell.startsWith(QLatin1Char('-')) && !cell.contains(QStringLiteral("−,")), qPrintable(cell));
      bool isNumber = false;
      const double read = cell.remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-')).toDouble(&isNumber);
      QVERIFY2(isNumber && read == values[i], qPrintable(cell));
    }
    const auto textOf = [&](std::size_t i) { return (*rows)[i].cells.front(); };
    QCOMPARE(textOf(3), QString("999"));
    QCOMPARE(textOf(4), QString("1,000"));
    QCOMPARE(textOf(5), QString("−999"));
    QCOMPARE(textOf(8), QString("−123,456"));
    QCOMPARE(textOf(11), QString("1,234.5678"));
  }

  void recordingsShowTheirFirstValues() {
    auto dataset = std::make_shared<FakeDataset>(2);
    std::vector<std::int16_t> values(200);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int16_t>(i);
    dataset->add("features", table::DType::i16, {100}, 1, values);
    dataset->editMeta().kind = store::SampleKind::waveform;
    const auto source = DatasetRowSource::open(dataset);
    QVERIFY(source);
    QCOMPARE((*source)->columns().size(), std::size_t{DatasetRowSource::kValuesShown});
    for (const SampleColumn& column : (*source)->columns()) QVERIFY(column.numeric);
    const auto rows = (*source)->read(1, 1);
    QVERIFY(rows);
    QCOMPARE(rows->front().cells, (QStringList{"100", "101", "102", "103", "104", "105", "106", "107"}));
  }

  void whatCannotBeReadIsSaid() {
    std::vector<double> values(40);
    const auto dataset = tableOf(values);
    dataset->failAt("features", 1);
    const auto source = DatasetRowSource::open(dataset);
    QVERIFY(source);
    QVERIFY((*source)->read(0, 16));
    const auto rows = (*source)->read(10, 10);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, Errc::damaged);
    dataset->failAt("features", 0);
    QVERIFY(!DatasetRowSource::open(dataset));
  }

 private:
  std::filesystem::path place(const char* name) const { return pathFrom(m_folder.filePath(QLatin1String(name))); }

  QTemporaryDir m_folder;
};

MASU_TEST(RowSourceTest)
#include "row_source_test.moc"
