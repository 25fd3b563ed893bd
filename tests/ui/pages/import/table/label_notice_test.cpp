// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/label_notice.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;
using table::Role;

namespace {

/// Of a table with these columns, the last of which has a role.
ingest::ImportPlan planWith(const std::vector<std::string>& names, Role last) {
  ingest::ImportPlan plan;
  for (const std::string& name : names) {
    ingest::ColumnPlan& column = plan.columns.emplace_back();
    column.name = name;
    column.distinct = 5;
  }
  plan.columns.back().role = last;
  return plan;
}

}  // namespace

class LabelNoticeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_notice = std::make_unique<ImportLabelNotice>();
    m_action = m_notice->findChild<QPushButton*>(QStringLiteral("labelAction"));
    QVERIFY(m_action != nullptr);
  }

  void aLabelThatPeopleChoseNeedsNoNotice() {
    m_notice->showPlan(planWith({"x", "y"}, Role::label), {});
    QVERIFY(!isShown());
    // Nor one that was chosen in the place of the guess.
    m_notice->showPlan(planWith({"class", "y"}, Role::label), "class");
    QVERIFY(!isShown());
  }

  /// A name from a file is not taken for markup.
  void aGuessCanBeTakenBack() {
    const QSignalSpy refused(m_notice.get(), &ImportLabelNotice::labelRefused);
    const QSignalSpy chosen(m_notice.get(), &ImportLabelNotice::labelChosen);
    m_notice->showPlan(planWith({"x", "<i>class</i>"}, Role::label), "<i>class</i>");
    QVERIFY(isShown());
    QVERIFY2(m_notice->sentence().contains("&lt;i&gt;class"), qPrintable(m_notice->sentence()));
    m_action->click();
    QCOMPARE(refused.count(), 1);
    QCOMPARE(refused.last().value(0).toString(), "<i>class</i>");
    QCOMPARE(chosen.count(), 0);
  }

  void withoutALabelTheLikelyOneIsOffered() {
    const QSignalSpy chosen(m_notice.get(), &ImportLabelNotice::labelChosen);
    m_notice->showPlan(planWith({"x", "y", "last"}, Role::feature), {});
    QVERIFY(isShown() && !m_action->isHidden());
    QVERIFY2(m_action->text().contains("y"), qPrintable(m_action->text()));
    m_action->click();
    QCOMPARE(chosen.last().value(0).toString(), "y");  // a name of labels, rather than the last
    m_notice->showPlan(planWith({"x", "last"}, Role::feature), {});
    m_action->click();
    QCOMPARE(chosen.last().value(0).toString(), "last");
  }

  void recordingsAreAskedForElsewhere() {
    ingest::ImportPlan plan;
    plan.content.emplace<ingest::RecordingsPlan>();
    m_notice->showPlan(plan, {});
    QVERIFY(isShown() && m_action->isHidden());
    plan.target = store::Target::classes;
    m_notice->showPlan(plan, {});
    QVERIFY(!isShown());
  }

  /// Until other sources are chosen.
  void whatWasDismissedStaysAway() {
    const ingest::ImportPlan plan = planWith({"x", "last"}, Role::feature);
    m_notice->showPlan(plan, {});
    Q_EMIT m_notice->dismissed();
    m_notice->showPlan(plan, {});
    QVERIFY(!isShown());
    m_notice->forget();
    m_notice->showPlan(plan, {});
    QVERIFY(isShown());
  }

 private:
  bool isShown() const { return !m_notice->isHidden(); }

  std::unique_ptr<ImportLabelNotice> m_notice;
  QPushButton* m_action = nullptr;
};

MASU_TEST(LabelNoticeTest)
#include "label_notice_test.moc"
