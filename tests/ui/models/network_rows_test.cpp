// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/network_rows.h"

#include <QTest>
#include <cmath>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kSamples = 100;

/// Two features with a category between them, classes, and a weight: x is 2 i, y is missing at every tenth.
std::shared_ptr<FakeDataset> makeTable() {
  auto dataset = std::make_shared<FakeDataset>(kSamples);
  std::vector<float> features, weights;
  std::vector<std::uint8_t> codes, labels;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    features.push_back(static_cast<float>(2 * i));
    features.push_back(i % 10 == 0 ? NAN : static_cast<float>(i));
    weights.push_back(1000);
    codes.push_back(static_cast<std::uint8_t>(1 + i % 2));
    labels.push_back(static_cast<std::uint8_t>(i % 2));
  }
  dataset->add("features", table::DType::f32, {2}, 16, features);
  dataset->add("categories", table::DType::u8, {1}, 16, codes);
  dataset->add("labels", table::DType::u8, {}, 16, labels);
  dataset->add("weights", table::DType::f32, {}, 16, weights);
  store::DatasetMeta& meta = dataset->editMeta();
  meta.target = store::Target::classes;
  meta.classes = {"no", "yes"};
  for (const auto& [name, role] :
       {std::pair("x", table::Role::feature), std::pair("kind", table::Role::category),
        std::pair("class", table::Role::label), std::pair("y", table::Role::feature),
        std::pair("w", table::Role::weight)}) {
    table::Column column;
    column.name = name;
    column.role = role;
    if (role == table::Role::category) column.dictionary = {"a", "b"};
    meta.schema.columns.push_back(column);
  }
  return dataset;
}

Result<NetworkLens> lensOf(const std::shared_ptr<const store::Dataset>& dataset) {
  MASU_TRY(const auto view, loader::SampleView::open(dataset, nullptr, {"default", true, {}}, {}));
  return NetworkLens{view, {}};
}

}  // namespace

class NetworkRowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A normalised column has the mean 0 and the deviation 1; words and what is no feature are those of the file.
  void featuresAreNormalisedAndTheRestStays() {
    const auto dataset = makeTable();
    const auto stored = DatasetRowSource::open(dataset);
    const auto lens = lensOf(dataset);
    QVERIFY(stored && lens);
    const NetworkRows rows(dataset, *stored, *lens);
    QCOMPARE(rows.samples(), kSamples);
    QCOMPARE(rows.columns().size(), std::size_t{4});  // x, kind, y, w
    const auto seen = rows.read(0, kSamples);
    const auto kept = (*stored)->read(0, kSamples);
    QVERIFY(seen && kept);
    QCOMPARE(seen->size(), kept->size());
    double total = 0;
    double squares = 0;
    for (std::size_t i = 0; i < seen->size(); ++i) {
      const SampleRow& row = (*seen)[i];
      QCOMPARE(row.label, (*kept)[i].label);
      QCOMPARE(row.cells.size(), 4);
      QCOMPARE(row.cells[1], (*kept)[i].cells[1]);
      QCOMPARE(row.cells[3], (*kept)[i].cells[3]);
      const double x = numberIn(row.cells[0]);
      total += x;
      squares += x * x;
    }
    QVERIFY(std::abs(total) < 0.01);
    QVERIFY(std::abs(squares / static_cast<double>(kSamples) - 1) < 0.03);
    // The second feature is in the third cell: it rises, too, and is not that of the first.
    QVERIFY(numberIn((*seen)[1].cells[2]) < numberIn((*seen)[99].cells[2]));
    QVERIFY((*seen)[1].cells[2] != (*seen)[1].cells[0]);
  }

  /// What a row shows does not depend on which rows are read with it.
  void aRowIsTheSameAlone() {
    const auto dataset = makeTable();
    const auto stored = DatasetRowSource::open(dataset);
    const auto lens = lensOf(dataset);
    QVERIFY(stored && lens);
    const NetworkRows rows(dataset, *stored, *lens);
    const auto all = rows.read(0, kSamples);
    QVERIFY(all);
    for (const std::uint64_t sample : {std::uint64_t{0}, std::uint64_t{57}, kSamples - 1}) {
      const auto one = rows.read(sample, 1);
      QVERIFY(one);
      QCOMPARE(one->front().cells, (*all)[sample].cells);
    }
    // Past the end there are none.
    const auto last = rows.read(kSamples - 1, 10);
    QVERIFY(last);
    QCOMPARE(last->size(), std::size_t{1});
  }

  void whatCannotBeReadIsSaid() {
    const auto dataset = makeTable();
    const auto stored = DatasetRowSource::open(dataset);
    const auto lens = lensOf(dataset);
    QVERIFY(stored && lens);
    dataset->failAt("features", 2);
    const NetworkRows rows(dataset, *stored, *lens);
    QVERIFY(rows.read(0, 10));
    const auto damaged = rows.read(30, 10);
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, Errc::damaged);
  }

 private:
  static double numberIn(QString cell) {
    return cell.remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-')).toDouble();
  }
};

MASU_TEST(NetworkRowsTest)
#include "network_rows_test.moc"
