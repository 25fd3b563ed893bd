// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/class_members.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::ui::EvenSpread;
using Samples = std::vector<std::uint64_t>;

namespace {

/// What is kept of so many samples with room for `most`.
Samples keptOf(std::uint64_t samples, std::size_t most, std::uint64_t apart = 1) {
  EvenSpread spread(most);
  for (std::uint64_t i = 0; i < samples; ++i) spread.add(i * apart);
  return spread.take();
}

}  // namespace

class ClassMembersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fewAreAllKept() {
    QCOMPARE(keptOf(0, 4), Samples());
    QCOMPARE(keptOf(4, 4), (Samples{0, 1, 2, 3}));
    QCOMPARE(keptOf(3, 4, 100), (Samples{0, 100, 200}));
  }

  void ofManyThoseAreKeptThatAreEquallyFarApart() {
    QCOMPARE(keptOf(5, 4), (Samples{0, 2, 4}));
    QCOMPARE(keptOf(8, 4), (Samples{0, 2, 4, 6}));
    QCOMPARE(keptOf(9, 4), (Samples{0, 4, 8}));
    QCOMPARE(keptOf(17, 4), (Samples{0, 8, 16}));
    QCOMPARE(keptOf(9, 4, 10), (Samples{0, 40, 80}));
    // With room for an odd number, of which half and one more stay.
    QCOMPARE(keptOf(4, 3), (Samples{0, 2}));
    QCOMPARE(keptOf(5, 3), (Samples{0, 2, 4}));
  }

  /// However many there are: never more than there is room for, never less than half of it, and all counted.
  void theSpreadReachesToTheEnd() {
    for (const std::uint64_t count : {100U, 127U, 128U, 129U, 1000U}) {
      EvenSpread spread(16);
      for (std::uint64_t i = 0; i < count; ++i) spread.add(i);
      QCOMPARE(spread.count(), count);
      const Samples kept = spread.take();
      QVERIFY(kept.size() > 8 && kept.size() <= 16 && kept.front() == 0);
      const std::uint64_t step = kept[1];
      for (std::size_t i = 0; i < kept.size(); ++i) QCOMPARE(kept[i], i * step);
      QVERIFY(kept.back() + step >= count);
    }
  }
};

MASU_TEST(ClassMembersTest)
#include "class_members_test.moc"
