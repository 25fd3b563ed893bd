// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/targets.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/models/split_tree_model.h"
#include "ui/theme/split_colours.h"

using namespace masu;
using namespace masu::ui;
using store::Split;

class TargetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_targets = std::make_unique<SplitTargets>();
    m_targets->resize(900, 48);
    m_targets->show();
  }

  void everySplitHasAKeyOfItsOwn() {
    const auto keys = splitKeys();
    QCOMPARE(keys.size(), std::size_t(store::kSplitCount));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      QCOMPARE(shownSplit(static_cast<int>(keys[i].split)), static_cast<int>(i));
      for (std::size_t k = 0; k < i; ++k) QVERIFY(keys[i].key != keys[k].key);
      const QPushButton* button = m_targets->button(keys[i].split);
      QCOMPARE(button->text(), splitTitle(static_cast<int>(i)));
      QCOMPARE(button->accessibleName(), keys[i].action);
      QVERIFY(button->toolTip().contains(keys[i].key.toString()));
      const QImage swatch = splitSwatch(keys[i].split).pixmap(16, 16).toImage();
      QCOMPARE(swatch.pixelColor(swatch.width() / 2, swatch.height() / 2), splitColour(static_cast<int>(i)));
    }
  }

  void aButtonMovesToItsSplitWhileThereIsSomethingToMove() {
    QSignalSpy moved(m_targets.get(), &SplitTargets::moveRequested);
    QTest::mouseClick(m_targets->button(Split::test), Qt::LeftButton);
    QCOMPARE(moved.count(), 0);
    m_targets->setState("3 samples selected", true);
    QCOMPARE(m_targets->sentence(), "3 samples selected");
    for (const Split split : {Split::train, Split::validation, Split::test, Split::unused}) {
      QTest::mouseClick(m_targets->button(split), Qt::LeftButton);
      QCOMPARE(moved.count(), 1);
      QVERIFY(moved.takeFirst().first().value<Split>() == split);
    }
    m_targets->setState({}, false);
    QTest::mouseClick(m_targets->button(Split::train), Qt::LeftButton);
    QCOMPARE(moved.count(), 0);
  }

  /// The key is beside the name, and needs room.
  void aButtonHasRoomForItsKey() {
    const SplitTarget target(splitKeys().front());
    const QPushButton plain(target.icon(), target.text());
    QVERIFY(target.sizeHint().width() > plain.sizeHint().width());
    QCOMPARE(target.sizeHint().height(), plain.sizeHint().height());
  }

  void samplesCanBeDroppedOnAButton() {
    m_targets->setState("1 sample selected", true);
    QSignalSpy moved(m_targets.get(), &SplitTargets::moveRequested);
    QPushButton* button = m_targets->button(Split::validation);
    QVERIFY(!enters(*button, "text/plain"));
    QVERIFY(!button->isDown());
    QVERIFY(enters(*button, kSamplesMime) && button->isDown());
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(button, &leave);
    QVERIFY(!button->isDown());
    QVERIFY(dropped(*button, kSamplesMime, {5, 5}));
    QCOMPARE(moved.count(), 1);
    QVERIFY(moved.first().first().value<Split>() == Split::validation);
    QVERIFY(!button->isDown());
    m_targets->setState({}, false);
    QVERIFY(!enters(*button, kSamplesMime));
  }

  /// Another widget says which split is where; beside them all nothing is dropped.
  void samplesCanBeDroppedWhereASplitIs() {
    QWidget bar;
    bar.resize(400, 20);
    SplitDrops drops(&bar, [](QPoint at) { return at.x() < 400 ? at.x() / 100 : -1; });
    QSignalSpy moved(&drops, &SplitDrops::dropped);
    QVERIFY(bar.acceptDrops());
    QVERIFY(enters(bar, kSamplesMime) && !enters(bar, "text/plain"));
    const Split expected[] = {Split::train, Split::validation, Split::test, Split::unused};
    for (int i = 0; i < 4; ++i) {
      QVERIFY(dropped(bar, kSamplesMime, {100 * i + 50, 10}));
      QVERIFY(moved.takeLast().first().value<Split>() == expected[i]);
    }
    QVERIFY(!dropped(bar, kSamplesMime, {450, 10}));
    QVERIFY(!dropped(bar, "text/plain", {50, 10}));
    QCOMPARE(moved.count(), 0);
  }

 private:
  static bool enters(QWidget& widget, const char* format) {
    QMimeData data;
    data.setData(QLatin1String(format), {});
    QDragEnterEvent enter({5, 5}, Qt::MoveAction, &data, Qt::LeftButton, {});
    enter.ignore();
    QCoreApplication::sendEvent(&widget, &enter);
    return enter.isAccepted();
  }
  /// Qt gives a drop to what the drag entered.
  static bool dropped(QWidget& widget, const char* format, QPoint place) {
    enters(widget, kSamplesMime);
    QMimeData data;
    data.setData(QLatin1String(format), {});
    QDropEvent drop(place, Qt::MoveAction, &data, Qt::LeftButton, {});
    drop.ignore();
    QCoreApplication::sendEvent(&widget, &drop);
    return drop.isAccepted();
  }

  std::unique_ptr<SplitTargets> m_targets;
};

MASU_TEST(TargetsTest)
#include "targets_test.moc"
