// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/table_view.h"

#include <QImage>
#include <QLabel>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/pages/import/table/plan_view.h"
#include "ui/pages/import/table/preview.h"

using namespace masu;
using namespace masu::ui;

class TableViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_view = std::make_unique<ImportTableView>();
    m_view->resize(900, 500);
    m_view->show();
  }

  void columnsThatAreUsedAreCounted() {
    m_view->showPlan(planOf({table::Role::feature, table::Role::label, table::Role::ignored}), {});
    QVERIFY(says("3 column(s) found, 2 used"));
    QCOMPARE(m_view->plan()->plan()->rowCount(), 3);
    m_view->showPlan(planOf({table::Role::ignored}), {});
    QVERIFY(says("1 column(s) found, 0 used"));
    QCOMPARE(m_view->plan()->plan()->rowCount(), 1);
  }

  /// First the lines, then the plan, then its legend.
  void itsPartsAreBelowEachOther() {
    const auto* preview = m_view->findChild<ImportPreview*>();
    QCOMPARE(preview->y(), 0);
    QVERIFY(m_view->plan()->y() > preview->height());
    QVERIFY(m_view->plan()->geometry().bottom() < m_view->height() - 1);
    QCOMPARE(m_view->plan()->width(), m_view->width());
  }

  /// Where a tolerance was asked for, the legend says it.
  void theLegendIsThatOfThePlan() {
    const auto plan = planOf({table::Role::feature});
    m_view->showPlan(plan, {});
    const QImage share = legend();
    auto changed = std::make_shared<ingest::ImportPlan>(*plan);
    changed->options.tolerance = 0.5;
    m_view->showPlan(changed, {});
    const QImage half = legend();
    QVERIFY(half != share);
    changed = std::make_shared<ingest::ImportPlan>(*plan);
    changed->options.tolerance = 0.25;
    m_view->showPlan(changed, {});
    QVERIFY(legend() != half);
    m_view->showPlan(plan, {});
    QCOMPARE(legend(), share);
  }

 private:
  static std::shared_ptr<const ingest::ImportPlan> planOf(std::initializer_list<table::Role> roles) {
    auto plan = std::make_shared<ingest::ImportPlan>();
    for (const table::Role role : roles) plan->columns.emplace_back().role = role;
    return plan;
  }
  bool says(const QString& text) const {
    for (const QLabel* label : m_view->findChildren<QLabel*>())
      if (label->text() == text) return true;
    return false;
  }
  /// What is below the plan.
  QImage legend() const {
    const int top = m_view->plan()->geometry().bottom() + 1;
    return m_view->grab(QRect(0, top, m_view->width(), m_view->height() - top)).toImage();
  }

  std::unique_ptr<ImportTableView> m_view;
};

MASU_TEST(TableViewTest)
#include "table_view_test.moc"
