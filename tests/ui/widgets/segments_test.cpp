// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segments.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class SegmentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void areOneOfSeveral() {
    Segments segments({"One", "Two", "Three"});
    segments.show();
    const QSignalSpy changed(&segments, &Segments::currentChanged);
    QCOMPARE(segments.current(), 0);
    segments.button(1)->click();
    QCOMPARE(segments.current(), 1);
    QCOMPARE(changed.count(), 1);
    segments.setCurrent(2);
    QCOMPARE(segments.current(), 2);
    QCOMPARE(changed.count(), 1);
  }

  /// Not as boxes that may each be checked.
  void areCalledSoByScreenReaders() {
    const Segments segments({"One", "Two"});
    for (int index : {0, 1}) {
      const auto* heard = QAccessible::queryAccessibleInterface(segments.button(index));
      QVERIFY(heard != nullptr);
      QCOMPARE(heard->role(), QAccessible::RadioButton);
    }
  }
};

MASU_TEST(SegmentsTest)
#include "segments_test.moc"
