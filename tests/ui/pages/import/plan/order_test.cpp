// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/order.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"
#include "ui/widgets/seed_field.h"

using namespace masu::ui;

class OrderTest : public QObject {
  Q_OBJECT

  using Seed = std::optional<quint64>;

 private Q_SLOTS:
  void init() {
    m_order = std::make_unique<ImportOrder>();
    m_order->show();
    m_which = m_order->findChild<QComboBox*>();
    m_seed = m_order->findChild<SeedField*>();
  }

  void aPlanIsShownWithoutASignal() {
    const QSignalSpy chosen(m_order.get(), &ImportOrder::chosen);
    QVERIFY(!m_seed->isVisible());
    m_order->setShuffle(7);
    QCOMPARE(m_which->currentIndex(), 1);
    QVERIFY(m_seed->isVisible());
    QCOMPARE(m_seed->value(), 7U);
    m_order->setShuffle(0);
    QVERIFY(m_seed->isVisible() && m_seed->value() == 0);
    m_order->setShuffle(std::nullopt);
    QCOMPARE(m_which->currentIndex(), 0);
    QVERIFY(!m_seed->isVisible());
    QCOMPARE(chosen.count(), 0);
  }

  void shufflingHasASeedAndTheSourcesOrderNone() {
    QSignalSpy chosen(m_order.get(), &ImportOrder::chosen);
    QTest::keyClick(m_which, Qt::Key_Down);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(chosen.takeFirst().first().value<Seed>() == Seed(0));
    QVERIFY(m_seed->isVisible());
    QTest::keyClick(m_seed, Qt::Key_Up);
    QVERIFY(chosen.takeLast().first().value<Seed>() == Seed(1));
    QTest::keyClick(m_which, Qt::Key_Up);
    QVERIFY(chosen.takeLast().first().value<Seed>() == Seed());
    QVERIFY(!m_seed->isVisible());
  }

  /// Once, when it has been typed; not with each digit.
  void aSeedIsTakenWhole() {
    m_order->setShuffle(0);
    QSignalSpy chosen(m_order.get(), &ImportOrder::chosen);
    m_seed->setFocus();
    m_seed->selectAll();
    QTest::keyClicks(m_seed, "1234");
    QCOMPARE(chosen.count(), 0);
    QTest::keyClick(m_seed, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(chosen.first().first().value<Seed>() == Seed(1234));
  }

  /// What `masu import --shuffle SEED` takes, the page neither changes nor refuses.
  void anySeedIsKept() {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    QSignalSpy chosen(m_order.get(), &ImportOrder::chosen);
    m_order->setShuffle(kMost);
    QCOMPARE(m_seed->value(), kMost);
    QTest::keyClick(m_seed, Qt::Key_Down);
    QVERIFY(chosen.takeLast().first().value<Seed>() == Seed(kMost - 1));
  }

 private:
  std::unique_ptr<ImportOrder> m_order;
  QComboBox* m_which = nullptr;
  SeedField* m_seed = nullptr;
};

MASU_TEST(OrderTest)
#include "order_test.moc"
