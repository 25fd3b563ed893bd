// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::Progress;
using masu::cli::ProgressLine;

namespace {

QString shown(ProgressLine& line, const Progress& progress) {
  return QString::fromStdString(line.text(progress));
}

/// What a line shows first of a stage: no rate is known yet.
QString firstLine(std::uint64_t total, std::uint64_t done, Progress::Unit unit) {
  Progress progress;
  progress.begin("Read", total, unit);
  progress.add(done);
  ProgressLine line;
  return shown(line, progress);
}

/// Long enough for a rate.
void wait() {
  QTest::qSleep(300);
}

}  // namespace

class ProgressLineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingIsShownBeforeTheFirstStage() {
    ProgressLine line;
    QCOMPARE(shown(line, Progress()), QString());
  }

  void shareAndAmountsAreShown() {
    QCOMPARE(firstLine(200, 58, Progress::Unit::bytes), QString("Read  29 %  58 B of 200 B"));
    QCOMPARE(firstLine(2'000'000, 1'999'999, Progress::Unit::samples), QString("Read  99 %  1,999,999 of 2,000,000"));
    QCOMPARE(firstLine(10, 12, Progress::Unit::steps), QString("Read  100 %  12 of 10"));
    QCOMPARE(firstLine(0, 1500, Progress::Unit::samples), QString("Read  1,500"));
  }

  void whatWasRejectedIsCounted() {
    Progress progress;
    progress.begin("Read", 10, Progress::Unit::samples);
    progress.addRejected(1234);
    ProgressLine line;
    QCOMPARE(shown(line, progress), QString("Read  0 %  0 of 10  1,234 rejected"));
  }

  void theRateIsOfTheCurrentStage() {
    Progress progress;
    progress.begin("Read", 100, Progress::Unit::samples);
    ProgressLine line;
    QVERIFY(!shown(line, progress).contains("/s"));
    wait();
    progress.add(50);
    const QString measured = shown(line, progress);
    QVERIFY2(measured.startsWith("Read  50 %  50 of 100  ") && measured.contains("/s  ") && measured.endsWith(" left"),
             qPrintable(measured));
    progress.begin("Write", 100, Progress::Unit::samples);
    QCOMPARE(shown(line, progress), QString("Write  0 %  0 of 100"));
  }

  void nothingIsLeftAtTheEnd() {
    Progress progress;
    progress.begin("Read", 100, Progress::Unit::samples);
    ProgressLine line;
    shown(line, progress);
    wait();
    progress.set(100);
    const QString ended = shown(line, progress);
    QVERIFY2(ended.endsWith("/s"), qPrintable(ended));
  }

  /// One of 10^18, in however long a moment.
  void aTimeBeyondAllMeasureIsNotShown() {
    Progress progress;
    progress.begin("Read", 1'000'000'000'000'000'000, Progress::Unit::samples);
    ProgressLine line;
    shown(line, progress);
    wait();
    progress.add(1);
    const QString slow = shown(line, progress);
    QVERIFY2(!slow.contains("left"), qPrintable(slow));
  }
};

MASU_TEST(ProgressLineTest)
#include "progress_line_test.moc"
