// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/ratio_bar.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::ui::RatioBar;

class RatioBarTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qRegisterMetaType<RatioBar::Ratios>(); }

  void init() {
    m_bar = std::make_unique<RatioBar>();
    m_bar->resize(1000, m_bar->sizeHint().height());
    m_bar->setRatios({0.8, 0.1, 0.1});
    m_bar->show();
    m_bar->setFocus();
  }

  void reportsWhileAHandleMovesAndOnceWhenItIsLetGo() {
    QSignalSpy moved(m_bar.get(), &RatioBar::ratiosMoved);
    QSignalSpy committed(m_bar.get(), &RatioBar::ratiosCommitted);
    const QPoint handle = m_bar->handleRect(0).center();
    QTest::mousePress(m_bar.get(), Qt::LeftButton, {}, handle);
    QTest::mouseMove(m_bar.get(), handle - QPoint(50, 0));
    QTest::mouseMove(m_bar.get(), handle - QPoint(100, 0));
    QCOMPARE(committed.count(), 0);
    QVERIFY(moved.count() >= 2);
    QTest::mouseRelease(m_bar.get(), Qt::LeftButton, {}, handle - QPoint(100, 0));
    QCOMPARE(committed.count(), 1);
    QCOMPARE(m_bar->handleValue(0), 700);
    QCOMPARE(m_bar->ratios()[1], 0.2);
    QCOMPARE(m_bar->ratios()[2], 0.1);
  }

  void grabsAHandleEightPixelsBesideIt() {
    const QPoint beside = m_bar->handleRect(0).center() - QPoint(7, 0);
    QTest::mousePress(m_bar.get(), Qt::LeftButton, {}, beside);
    QTest::mouseMove(m_bar.get(), beside - QPoint(10, 0));
    QTest::mouseRelease(m_bar.get(), Qt::LeftButton, {}, beside - QPoint(10, 0));
    QCOMPARE(m_bar->handleValue(0), 790);
  }

  void movesByOnePerCentAndWithShiftByATenth() {
    QTest::keyClick(m_bar.get(), Qt::Key_Left);
    QCOMPARE(m_bar->handleValue(0), 790);
    QTest::keyClick(m_bar.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_bar->handleValue(0), 791);
  }

  void walksTheHandlesWithTab() {
    QCOMPARE(m_bar->currentHandle(), 0);
    QTest::keyClick(m_bar.get(), Qt::Key_Tab);
    QCOMPARE(m_bar->currentHandle(), 1);
    QTest::keyClick(m_bar.get(), Qt::Key_Right);
    QCOMPARE(m_bar->handleValue(1), 910);
    QTest::keyClick(m_bar.get(), Qt::Key_Backtab);
    QCOMPARE(m_bar->currentHandle(), 0);
  }

  void neverLetsHandlesPassEachOther() {
    m_bar->setHandleValue(0, 2000);
    QCOMPARE(m_bar->handleValue(0), 900);
    m_bar->setHandleValue(1, 0);
    QCOMPARE(m_bar->handleValue(1), 900);
    QCOMPARE(m_bar->ratios()[1], 0.0);
    QCOMPARE(m_bar->ratios()[0] + m_bar->ratios()[1] + m_bar->ratios()[2], 1.0);
  }

  void leavesTheUnusedShareAlone() {
    m_bar->setCounts({400, 50, 50, 500});
    QVERIFY(std::abs(m_bar->handleRect(0).center().x() - 400) <= 1);
    QTest::mousePress(m_bar.get(), Qt::LeftButton, {}, m_bar->handleRect(1).center());
    QTest::mouseMove(m_bar.get(), QPoint(900, 10));
    QTest::mouseRelease(m_bar.get(), Qt::LeftButton, {}, QPoint(900, 10));
    QCOMPARE(m_bar->handleValue(1), 1000);
    QVERIFY(m_bar->handleRect(1).right() <= 510);
  }

  void standsStillWhenFrozen() {
    m_bar->setReadOnly(true);
    QTest::keyClick(m_bar.get(), Qt::Key_Left);
    QTest::mousePress(m_bar.get(), Qt::LeftButton, {}, m_bar->handleRect(0).center());
    QTest::mouseMove(m_bar.get(), QPoint(100, 10));
    QTest::mouseRelease(m_bar.get(), Qt::LeftButton, {}, QPoint(100, 10));
    QCOMPARE(m_bar->handleValue(0), 800);
  }

  void showsEachHandleToAssistiveToolsAndTakesTheirValue() {
    QAccessibleInterface* group = QAccessible::queryAccessibleInterface(m_bar.get());
    QVERIFY(group != nullptr);
    QCOMPARE(group->childCount(), 2);
    QAccessibleInterface* handle = group->child(1);
    QCOMPARE(handle->role(), QAccessible::Slider);
    QCOMPARE(handle->text(QAccessible::Value), QStringLiteral("90.0"));
    handle->valueInterface()->setCurrentValue(85.5);
    QCOMPARE(m_bar->handleValue(1), 855);
  }

 private:
  std::unique_ptr<RatioBar> m_bar;
};

MASU_TEST(RatioBarTest)
#include "ratio_bar_test.moc"
