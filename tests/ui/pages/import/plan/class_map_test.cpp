// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/class_map.h"

#include <QTableWidget>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// A table whose label the survey saw these values of.
ingest::ImportPlan planOf(std::vector<std::string> seen, std::vector<std::string> classes,
                          const ImportClassMap::Map& renamed) {
  ingest::ImportPlan plan;
  plan.target = store::Target::classes;
  ingest::ColumnPlan& label = plan.columns.emplace_back();
  label.name = "y";
  label.role = table::Role::label;
  label.values = std::move(seen);
  plan.classes = std::move(classes);
  plan.options.table.classMap = renamed;
  return plan;
}

}  // namespace

class ClassMapTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void classesAreThoseOfTheSource() {
    using Names = std::vector<std::string>;
    QCOMPARE(ImportClassMap::classesOf(planOf({"b", "a"}, {"b", "a"}, {})), (Names{"a", "b"}));
    // What others became is none of the source, unless it was seen there.
    QCOMPARE(ImportClassMap::classesOf(planOf({"a", "b", "c"}, {"ab", "c"}, {{"a", "ab"}, {"b", "ab"}})),
             (Names{"a", "b", "c"}));
    QCOMPARE(ImportClassMap::classesOf(planOf({"a", "b", "c"}, {"b", "c"}, {{"a", "b"}})), (Names{"a", "b", "c"}));
  }

  void whatWasRenamedIsShown() {
    const ImportClassMap::Map renamed = {{"a", "ab"}, {"b", "ab"}};
    const ImportClassMap dialog(planOf({"a", "b", "c"}, {"ab", "c"}, renamed));
    QCOMPARE(dialog.map(), renamed);
    const auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("classes"));
    QCOMPARE(table->rowCount(), 3);
    QVERIFY(!(table->item(0, 0)->flags() & Qt::ItemIsEditable));
    QVERIFY(table->item(0, 1)->flags() & Qt::ItemIsEditable);
  }

  /// A class without another name keeps its own.
  void onlyOtherNamesCount() {
    const ImportClassMap dialog(planOf({"a", "b", "c", "d"}, {"a", "b", "c", "d"}, {}));
    auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("classes"));
    table->item(0, 1)->setText(QStringLiteral(" new "));
    table->item(1, 1)->setText(QStringLiteral("b"));
    table->item(2, 1)->setText(QStringLiteral("   "));
    table->item(3, 1)->setText(QStringLiteral("a"));
    QCOMPARE(dialog.map(), (ImportClassMap::Map{{"a", "new"}, {"d", "a"}}));
  }
};

MASU_TEST(ClassMapTest)
#include "class_map_test.moc"
