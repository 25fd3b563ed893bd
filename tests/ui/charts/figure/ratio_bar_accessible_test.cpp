// SPDX-License-Identifier: GPL-3.0-or-later
// What assistive tools see of a RatioBar, and what they can do with it.
#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/ratio_bar.h"

using masu::ui::RatioBar;

class RatioBarAccessibleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qRegisterMetaType<RatioBar::Ratios>();
    masu::ui::installRatioBarAccessibility();
  }

  void init() {
    m_bar = std::make_unique<RatioBar>();
    m_bar->resize(1000, m_bar->sizeHint().height());
    m_bar->setRatios({0.8, 0.1, 0.1});
    m_bar->show();
    m_group = QAccessible::queryAccessibleInterface(m_bar.get());
    QVERIFY(m_group != nullptr);
  }

  void everyHandleIsASliderOfTheGroup() {
    QCOMPARE(m_group->role(), QAccessible::Grouping);
    QCOMPARE(m_group->childCount(), int(RatioBar::kHandles));
    for (int handle = 0; handle < RatioBar::kHandles; ++handle) {
      QAccessibleInterface* slider = m_group->child(handle);
      QVERIFY(slider != nullptr && slider->isValid());
      QCOMPARE(slider->role(), QAccessible::Slider);
      QCOMPARE(slider->parent(), m_group);
      QCOMPARE(slider->childCount(), 0);
      QCOMPARE(m_group->indexOfChild(slider), handle);
      QCOMPARE(slider->text(QAccessible::Name), RatioBar::handleName(handle));
      QCOMPARE(slider->rect().topLeft(), m_bar->mapToGlobal(m_bar->handleRect(handle).topLeft()));
      QCOMPARE(slider->rect().size(), m_bar->handleRect(handle).size());
    }
    QVERIFY(RatioBar::handleName(0) != RatioBar::handleName(1));
    QVERIFY(m_group->child(-1) == nullptr && m_group->child(RatioBar::kHandles) == nullptr);
    QCOMPARE(m_group->indexOfChild(m_group), -1);
  }

  void aValueIsTheShareBeforeTheHandleInPercent() {
    const QAccessibleValueInterface* first = m_group->child(0)->valueInterface();
    const QAccessibleValueInterface* second = m_group->child(1)->valueInterface();
    QCOMPARE(first->currentValue().toDouble(), 80.0);
    QCOMPARE(second->currentValue().toDouble(), 90.0);
    QCOMPARE(first->minimumValue().toDouble(), 0.0);
    QCOMPARE(first->maximumValue().toDouble(), 100.0);
    QCOMPARE(first->minimumStepSize().toDouble(), 0.1);
    m_bar->setRatios({0.625, 0.25, 0.125});
    QCOMPARE(first->currentValue().toDouble(), 62.5);
    QCOMPARE(m_group->child(1)->text(QAccessible::Value), "87.5");
  }

  /// As a key that moved the handle.
  void aValueThatIsSetIsCommittedOnce() {
    const QSignalSpy committed(m_bar.get(), &RatioBar::ratiosCommitted);
    QAccessibleValueInterface* first = m_group->child(0)->valueInterface();
    first->setCurrentValue(70.26);
    QCOMPARE(m_bar->handleValue(0), 703);
    QCOMPARE(m_bar->handleValue(1), 900);
    QCOMPARE(committed.count(), 1);
    // Handles do not pass each other.
    first->setCurrentValue(99.0);
    QCOMPARE(m_bar->handleValue(0), 900);
    QCOMPARE(committed.count(), 2);
    first->setCurrentValue(90.0);
    QCOMPARE(committed.count(), 2);  // nothing moved
  }

  /// The handles of a frozen split are gone.
  void aFrozenSplitCannotBeSet() {
    m_bar->setReadOnly(true);
    const QSignalSpy committed(m_bar.get(), &RatioBar::ratiosCommitted);
    QVERIFY(m_group->child(0)->state().readOnly);
    m_group->child(0)->valueInterface()->setCurrentValue(50.0);
    QCOMPARE(m_bar->handleValue(0), 800);
    QCOMPARE(committed.count(), 0);
    m_bar->setReadOnly(false);
    QVERIFY(!m_group->child(0)->state().readOnly);
  }

  void theHandleThatKeysMoveHasTheFocus() {
    QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
    m_bar->setFocus();
    QVERIFY(m_group->child(0)->state().focused && !m_group->child(1)->state().focused);
    QTest::keyClick(m_bar.get(), Qt::Key_Tab);
    QVERIFY(!m_group->child(0)->state().focused && m_group->child(1)->state().focused);
  }

 private:
  std::unique_ptr<RatioBar> m_bar;
  QAccessibleInterface* m_group = nullptr;
};

MASU_TEST(RatioBarAccessibleTest)
#include "ratio_bar_accessible_test.moc"
