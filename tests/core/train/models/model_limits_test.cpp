// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/model_limits.h"

#include <QTest>
#include <cstdint>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// That a module which never ends is ended, foreign_module_test sees.
class ModelLimitsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { qunsetenv("MASU_MODEL_SECONDS"); }
  void cleanupTestCase() { qunsetenv("MASU_MODEL_SECONDS"); }

  void aSampleHasTenSecondsAndABatchAMinute() {
    QCOMPARE(timeFor(0), milliseconds(seconds(60)));
    QCOMPARE(timeFor(1), milliseconds(seconds(60)));
    QCOMPARE(timeFor(6), milliseconds(seconds(60)));
    QCOMPARE(timeFor(7), milliseconds(seconds(70)));
    QCOMPARE(timeFor(1000), milliseconds(seconds(10'000)));
  }

  void secondsOfASampleMayBeStated() {
    qputenv("MASU_MODEL_SECONDS", "0.25");
    QCOMPARE(timeFor(1), milliseconds(1500));
    QCOMPARE(timeFor(100), milliseconds(25'000));
    qputenv("MASU_MODEL_SECONDS", "1e3");
    QCOMPARE(timeFor(10), milliseconds(seconds(10'000)));
  }

  /// Nobody would know of a limit that was read from half of a text.
  void whatIsNoNumberOfSecondsIsNotTaken() {
    for (const char* text : {"", " ", "x", "5s", "1,5", " 5", "-5", "0", "-0", "nan", "1e400"}) {
      qputenv("MASU_MODEL_SECONDS", text);
      QVERIFY2(timeFor(6) == seconds(60), text);
    }
  }

  /// Whatever is stated, no count of milliseconds is too small for it.
  void moreSamplesHaveNoLessTime() {
    for (const char* text : {"1e-300", "10", "1e300", "inf"}) {
      qputenv("MASU_MODEL_SECONDS", text);
      milliseconds before{0};
      for (const std::uint64_t samples : {std::uint64_t{0}, std::uint64_t{6}, std::uint64_t{7},
                                          std::uint64_t{1'000'000}, std::numeric_limits<std::uint64_t>::max()}) {
        const milliseconds time = timeFor(samples);
        QVERIFY2(time >= before, text);
        before = time;
      }
    }
  }

  void anOverdueModelIsASentence() {
    qputenv("MASU_MODEL_SECONDS", "0.25");
    const Error error = overdueModel("mine.pt", 10);
    QCOMPARE(error.code, Errc::unsupported);
    QCOMPARE(error.source.file, std::string("mine.pt"));
    const std::string sentence = error.message.english();
    for (const char* part : {"mine.pt", "2.5 s", "10 samples", "MASU_MODEL_SECONDS"})
      QVERIFY2(sentence.find(part) != std::string::npos, sentence.c_str());
  }

  /// As in a program that runs models beside other things.
  void withoutAWatchThereIsNoLimit() {
    limitModelMemory();
    const TimeLimit outer(milliseconds(0), overdueModel("mine.pt", 1));
    const TimeLimit inner(milliseconds(0), overdueModel("mine.pt", 1));
  }
};

MASU_TEST(ModelLimitsTest)
#include "model_limits_test.moc"
