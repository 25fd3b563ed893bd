// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/device.h"

#include <QTest>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

/// Which card a process computes on. That models are there cannot be seen on a machine without several.
class DeviceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void processesTakeTurnsWithCards() {
    for (std::uint64_t cards = 1; cards <= 8; ++cards) {
      std::vector<std::uint64_t> processes(cards);
      for (std::uint64_t rank = 0; rank < 3 * cards; ++rank) {
        const std::uint64_t card = cardFor(rank, cards);
        QVERIFY(card < cards);
        // The first processes have cards of their own.
        if (rank < cards) QCOMPARE(processes[card], std::uint64_t{0});
        ++processes[card];
      }
      QVERIFY(processes == std::vector<std::uint64_t>(cards, 3));
    }
  }

  void aMachineWithoutCardsComputesOnItsProcessor() {
    if (bestDevice() == Device::cuda) QSKIP("this machine has a card");
    chooseCard(5);
    QCOMPARE(deviceName(), std::string("cpu"));
  }

  void theChosenCardIsOneThatIsSeen() {
    if (bestDevice() == Device::cpu) QSKIP("needs a card");
    chooseCard(0);
    QCOMPARE(deviceName(), std::string("cuda:0"));
    // Far more than any machine has: they take turns.
    chooseCard(1'000'000'007);
    QVERIFY(deviceName().starts_with("cuda:"));
    QVERIFY(deviceName().size() < std::string("cuda:1000").size());
  }
};

MASU_TEST(DeviceTest)
#include "device_test.moc"
