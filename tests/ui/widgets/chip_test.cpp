// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/fixtures/test_group.h"
#include "ui/widgets/labels.h"

using namespace masu::ui;

class ChipTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aChipSaysWhatIsWorkedOn() {
    FileChip chip;
    chip.show(QStringLiteral("table"), QStringLiteral("census.csv"), QStringLiteral("2.5 MB"));
    QVERIFY(chip.isVisibleTo(nullptr));
    QStringList shown;
    for (const ElidedLabel* label : chip.findChildren<ElidedLabel*>()) shown << label->fullText();
    QVERIFY(shown.contains(QStringLiteral("census.csv")) && shown.contains(QStringLiteral("2.5 MB")));
    const QSignalSpy removed(&chip, &FileChip::removed);
    chip.findChild<QToolButton*>()->click();
    QCOMPARE(removed.count(), 1);
  }

  /// By the mouse, and by the keys that press a button.
  void tagsAreOpenedByMouseAndKeyboard() {
    TagList tags;
    tags.setTags({QStringLiteral("NA"), QStringLiteral("?")});
    const QSignalSpy clicked(&tags, &TagList::clicked);
    QTest::mouseClick(&tags, Qt::LeftButton);
    QCOMPARE(clicked.count(), 1);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space}) QTest::keyClick(&tags, key);
    QCOMPARE(clicked.count(), 3);
    for (const Qt::Key key : {Qt::Key_A, Qt::Key_Escape, Qt::Key_Down}) QTest::keyClick(&tags, key);
    QCOMPARE(clicked.count(), 3);
  }

  void everyTagHasRoomAndIsHeard() {
    TagList tags;
    const QWidget& seen = tags;
    const int empty = seen.sizeHint().width();
    QVERIFY(empty > 0);
    QStringList names;
    int before = 0;
    for (const char* name : {"not available", "missing", "-999"}) {
      names << QLatin1String(name);
      tags.setTags(names);
      const int width = seen.sizeHint().width();
      QVERIFY(width > before && width >= empty);
      QVERIFY(width - before >= tags.fontMetrics().horizontalAdvance(names.last()));
      QCOMPARE(seen.minimumSizeHint(), seen.sizeHint());
      before = width;
    }
    QCOMPARE(tags.accessibleDescription(), "not available, missing, -999");
    tags.setTags({});
    QCOMPARE(seen.sizeHint().width(), empty);
  }
};

MASU_TEST(ChipTest)
#include "chip_test.moc"
