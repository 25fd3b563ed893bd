// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/window_length.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

class WindowLengthTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void framesAndTimesAreTakenAsWritten_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("frames");
    QTest::addColumn<double>("seconds");
    QTest::newRow("frames") << "1024" << quint64{1024} << 0.0;
    QTest::newRow("grouped") << "1,024" << quint64{1024} << 0.0;
    QTest::newRow("grouped twice") << " 12,345,678 " << quint64{12'345'678} << 0.0;
    QTest::newRow("the longest") << "4294967295" << quint64{kMostWindowFrames} << 0.0;
    QTest::newRow("seconds") << "2s" << quint64{0} << 2.0;
    QTest::newRow("seconds apart") << "0.5 s" << quint64{0} << 0.5;
    QTest::newRow("milliseconds") << "500ms" << quint64{0} << 0.5;
    QTest::newRow("microseconds") << "250 us" << quint64{0} << 250e-6;
    QTest::newRow("minutes") << "1.5 min" << quint64{0} << 90.0;
    QTest::newRow("hours") << "2h" << quint64{0} << 7200.0;
    QTest::newRow("exponent") << "1e2 s" << quint64{0} << 100.0;
  }
  void framesAndTimesAreTakenAsWritten() {
    QFETCH(const QString, text);
    QFETCH(const quint64, frames);
    QFETCH(const double, seconds);
    const auto length = windowLengthFrom(text.toStdString(), "--window");
    QVERIFY2(length.has_value(), qPrintable(text));
    QCOMPARE(quint64{length->frames}, frames);
    QCOMPARE(length->seconds, seconds);
  }

  void whatIsNoLengthIsRefusedByName() {
    for (const char* text :
         {"",     " ",    "0",      "0s",   "-5",   "-5s",   "+5",   "0.5",    "abc",   "s",       "5m",  "5 parsecs",
          "infs", "nans", "1e400s", "0x10", "1,02", "10,24", ",024", "1,,024", "1024,", "1,024 s", "2s s"}) {
      const auto length = windowLengthFrom(text, "--hop");
      QVERIFY2(!length, text);
      QCOMPARE(length.error().code, Errc::invalidArgument);
      const std::string sentence = length.error().message.english();
      QVERIFY2(sentence.starts_with("--hop takes a number of frames"), sentence.c_str());
      QVERIFY2(sentence.find('\'' + std::string(text) + '\'') != std::string::npos, sentence.c_str());
    }
  }

  void whatNoSampleCouldHoldIsRefusedAsWritten() {
    for (const char* text : {"4294967296", "9223372036854775810", "18446744073709551616", "99,999,999,999"}) {
      const auto length = windowLengthFrom(text, "--window");
      QVERIFY2(!length, text);
      const std::string sentence = length.error().message.english();
      QVERIFY2(sentence.find("cannot be " + std::string(text) + " frames") != std::string::npos, sentence.c_str());
    }
  }

  void textsReadBackAsTheSameLength() {
    std::mt19937_64 random(5);
    for (int i = 0; i < 2000; ++i) {
      const WindowLength frames{.frames = 1 + random() % kMostWindowFrames};
      QCOMPARE(windowLengthFrom(windowLengthText(frames), "").value(), frames);
      const WindowLength seconds{.seconds = std::ldexp(1 + static_cast<double>(random() >> 11U), -50)};
      QCOMPARE(windowLengthFrom(windowLengthText(seconds), "").value(), seconds);
    }
  }
};

MASU_TEST(WindowLengthTest)
#include "window_length_test.moc"
