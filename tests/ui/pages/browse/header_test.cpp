// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/header.h"

#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/sample_table_model.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// The columns of a table without any rows that could be read.
class ColumnsOnly : public RowSource {
 public:
  explicit ColumnsOnly(const QStringList& names) {
    for (const QString& name : names) m_columns.push_back({name, {}, true});
  }
  std::uint64_t samples() const override { return 10; }
  const std::vector<SampleColumn>& columns() const override { return m_columns; }
  Result<std::vector<SampleRow>> read(std::uint64_t, std::uint64_t) const override { return std::vector<SampleRow>(); }

 private:
  std::vector<SampleColumn> m_columns;
};

/// In the order of its source: a number, the label, a category of which 4 in 10 are missing, and a text that is kept.
std::shared_ptr<FakeDataset> fourColumns() {
  auto dataset = std::make_shared<FakeDataset>(10);
  table::Schema& schema = dataset->editMeta().schema;
  schema.columns.resize(4);
  schema.columns[0].name = "age";
  schema.columns[1].name = "y";
  schema.columns[1].role = table::Role::label;
  schema.columns[2].name = "city";
  schema.columns[2].role = table::Role::category;
  schema.columns[2].stored = table::DType::u16;
  schema.columns[2].stats.missing = 4;
  schema.columns[3].name = "note";
  schema.columns[3].role = table::Role::kept;
  return dataset;
}

}  // namespace

class HeaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aColumnOfTheTableIsFoundInTheSchema() {
    JobRunner runner;
    SampleTableModel rows(runner);
    rows.setSource(std::make_shared<ColumnsOnly>(QStringList{"age", "city", "note", "elsewhere"}), true, "y");
    const auto dataset = fourColumns();
    QCOMPARE(schemaColumn(*dataset, rows, 0), -1);  // the sample's number
    QCOMPARE(schemaColumn(*dataset, rows, 1), 1);   // the label, which comes second
    QCOMPARE(schemaColumn(*dataset, rows, 2), 0);
    QCOMPARE(schemaColumn(*dataset, rows, 3), 2);
    QCOMPARE(schemaColumn(*dataset, rows, 4), 3);
    QCOMPARE(schemaColumn(*dataset, rows, 5), -1);
    dataset->editMeta().schema.columns[1].role = table::Role::ignored;
    QCOMPARE(schemaColumn(*dataset, rows, 1), -1);
  }

  void aHeadSaysWhatItsColumnHolds() {
    JobRunner runner;
    SampleTableModel rows(runner);
    rows.setSource(std::make_shared<ColumnsOnly>(QStringList{"age", "city", "note"}), true, "y");
    DatasetProfile profile;
    profile.bins = {{1, 2}, {}, {5, 6, 7}, {}};
    profile.classes = {8, 2};
    const auto heads = headerColumns(*fourColumns(), rows, profile);
    QCOMPARE(heads.size(), std::size_t{5});
    QCOMPARE(heads[0].alignment, Qt::Alignment(Qt::AlignRight));
    QVERIFY(heads[0].all.empty() && !heads[0].label);
    QVERIFY(heads[1].label);
    QCOMPARE(heads[1].name, "y");
    QCOMPARE(heads[1].all, profile.classes);
    QCOMPARE(heads[2].name, "age");
    QCOMPARE(heads[2].type, "f32");
    QCOMPARE(heads[2].missingShare, 0.0);
    QCOMPARE(heads[2].all, profile.bins[0]);
    QCOMPARE(heads[3].type, "u16");
    QCOMPARE(heads[3].missingShare, 0.4);
    QCOMPARE(heads[3].all, profile.bins[2]);
    QCOMPARE(heads[4].type, "kept");
    for (const auto& head : heads) QCOMPARE(head.label, &head == &heads[1]);
  }

  /// Until the profile has been worked out; and for values of a signal, of which the schema knows nothing.
  void whatIsNotKnownIsMissing() {
    JobRunner runner;
    SampleTableModel rows(runner);
    rows.setSource(std::make_shared<ColumnsOnly>(QStringList{"age", "[0]"}), false, {});
    const auto heads = headerColumns(*fourColumns(), rows, {});
    QCOMPARE(heads.size(), std::size_t{3});
    for (const auto& head : heads) QVERIFY(head.all.empty() && !head.label);
    QCOMPARE(heads[1].type, "f32");
    QVERIFY(heads[2].type.isEmpty());
    QCOMPARE(heads[2].name, "[0]");
    rows.setSource(nullptr, false, {});
    QVERIFY(headerColumns(*fourColumns(), rows, {}).empty());
  }
};

MASU_TEST(HeaderTest)
#include "header_test.moc"
