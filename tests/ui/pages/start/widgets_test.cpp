// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start/widgets.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

RecentFile fileCalled(const char* path) {
  RecentFile file;
  file.path = QString::fromUtf8(path);
  file.samples = 300;
  file.parts = 4;
  file.bytes = 5000;
  return file;
}

}  // namespace

class WidgetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filesAndFoldersAreAskedForApart() {
    const DropZone zone;
    const QSignalSpy files(&zone, &DropZone::filesAsked);
    const QSignalSpy folder(&zone, &DropZone::folderAsked);
    const auto buttons = zone.findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), qsizetype(2));
    for (QPushButton* button : buttons) button->click();
    QCOMPARE(files.count(), 1);
    QCOMPARE(folder.count(), 1);
  }

  /// What is painted at the right is heard, too.
  void aRowIsHeardAsItIsSeen() {
    RecentFile file = fileCalled("/data/census.of.2020.h5");
    const RecentRow plain(file);
    QCOMPARE(plain.accessibleName(), "census.of.2020");
    QCOMPARE(plain.toolTip(), "/data/census.of.2020.h5");
    const QString heard = plain.accessibleDescription();
    QVERIFY2(heard.contains(summaryOf(file)) && heard.contains("imported"), qPrintable(heard));
    file.shares = {0.8, 0.1, 0.1, 0};
    const QString split = RecentRow(file).accessibleDescription();
    QVERIFY2(split.contains("80") && split.contains("10") && split.size() > heard.size(), qPrintable(split));
    // Samples that no split has are not a split.
    file.shares = {0, 0, 0, 1};
    QCOMPARE(RecentRow(file).accessibleDescription(), heard);
  }

  void keysOpenAndForgetARow() {
    RecentRow row(fileCalled("/data/census.h5"));
    const QSignalSpy opened(&row, &RecentRow::clicked);
    const QSignalSpy forgotten(&row, &RecentRow::forgotten);
    QTest::keyClick(&row, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QTest::keyClick(&row, Qt::Key_Space);
    QCOMPARE(opened.count(), 2);
    QCOMPARE(forgotten.count(), 0);
    QTest::keyClick(&row, Qt::Key_Delete);
    QCOMPARE(forgotten.count(), 1);
    QCOMPARE(opened.count(), 2);
  }

  /// Whatever the thumbnail is, something is painted and nothing beyond the row.
  void rowsAreDrawnInAnyWidth() {
    RecentFile file = fileCalled("/data/census.h5");
    for (const std::vector<double>& thumbnail :
         {std::vector<double>(), {1.0}, {0, 0.5, 1}, std::vector<double>(500, 0.5)}) {
      file.thumbnail = thumbnail;
      file.signal = !file.signal;
      RecentRow row(file);
      for (const int width : {60, 480, 900}) {
        row.resize(width, 60);
        QVERIFY(!row.grab().isNull());
      }
    }
  }

  void aSampleIsAButton() {
    SampleCard card(QStringLiteral("table"), QStringLiteral("Census"), QStringLiteral("300 rows"));
    const QSignalSpy clicked(&card, &SampleCard::clicked);
    QTest::keyClick(&card, Qt::Key_Space);
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(card.accessibleName(), "Census");
    QCOMPARE(card.accessibleDescription(), "300 rows");
  }
};

MASU_TEST(WidgetsTest)
#include "widgets_test.moc"
