// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/flow/machine.h"

using namespace masu;

class GraphicsCardsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listsTheCardsThatAnswer() {
    const auto cards = flow::graphicsCards(MASU_FAKE_DRIVER);
    QCOMPARE(cards.size(), std::size_t{2});
    QCOMPARE(cards[0].name, std::string("NVIDIA GeForce RTX 4060"));
    QCOMPARE(cards[1].memory.value, std::uint64_t{8'585'740'288});
  }

  void knowsNoneWithoutADriver() {
    QVERIFY(flow::graphicsCards("libthere-is-no-such-driver.so.1").empty());
    QVERIFY(flow::graphicsCards("libz.so.1").empty());
  }
};

QTEST_GUILESS_MAIN(GraphicsCardsTest)
#include "graphics_cards_test.moc"
