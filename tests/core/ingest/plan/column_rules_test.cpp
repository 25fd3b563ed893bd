// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/column_rules.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using table::Kind;
using table::Role;

class ColumnRulesTest : public QObject {
  Q_OBJECT

  static ingest::ImportPlan plan() {
    ingest::ImportPlan plan;
    for (const auto& [name, kind, role] :
         {std::tuple("a", Kind::decimal, Role::weight), std::tuple("b", Kind::category, Role::label),
          std::tuple("c", Kind::integer, Role::feature)}) {
      ingest::ColumnPlan& column = plan.columns.emplace_back();
      column.name = name;
      column.kind = kind;
      column.role = role;
    }
    plan.options.table.classMap = {{"x", "y"}};
    return plan;
  }

 private Q_SLOTS:
  void thereIsOneWeight() {
    ingest::ImportPlan changed = plan();
    ingest::giveRole(changed, 2, Role::weight);
    QVERIFY(changed.columns[0].role == Role::feature);
    QVERIFY(changed.columns[2].role == Role::weight);
    QCOMPARE(changed.options.table.classMap.size(), std::size_t{1});
  }

  void thereIsOneLabelAndAnotherHasOtherClasses() {
    ingest::ImportPlan changed = plan();
    ingest::giveRole(changed, 2, Role::label);
    QVERIFY(changed.columns[1].role == Role::category);
    QVERIFY(changed.columns[2].role == Role::label);
    QVERIFY(changed.options.table.classMap.empty());
  }

  void anInputMayBeOneOfMany() {
    ingest::ImportPlan changed = plan();
    ingest::giveRole(changed, 0, ingest::inputRole(Kind::decimal));
    QVERIFY(changed.columns[0].role == Role::feature);
    QVERIFY(changed.columns[2].role == Role::feature);
    QVERIFY(ingest::inputRole(Kind::text) == Role::category);
  }
};

MASU_TEST(ColumnRulesTest)
#include "column_rules_test.moc"
