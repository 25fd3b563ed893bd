// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/rate_text.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;

class RateTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void takesARateAsPeopleWriteIt_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("rate");
    QTest::newRow("number") << "300" << 300.0;
    QTest::newRow("fraction") << "0.5" << 0.5;
    QTest::newRow("unit") << " 44100 Hz " << 44100.0;
    QTest::newRow("groups") << "44,100 Hz" << 44100.0;
    QTest::newRow("million") << "1,000,000" << 1e6;
    QTest::newRow("kilohertz") << "44.1 kHz" << 44100.0;
    QTest::newRow("short") << "16k" << 16000.0;
    QTest::newRow("megahertz") << "2MHz" << 2e6;
    QTest::newRow("frames") << "250 frames/s" << 250.0;
    QTest::newRow("no-break space") << QStringLiteral("8,000\u00a0Hz") << 8000.0;
  }
  void takesARateAsPeopleWriteIt() {
    QFETCH(QString, text);
    QFETCH(double, rate);
    const auto taken = ingest::rateFrom(text.toStdString());
    QVERIFY2(taken, taken ? "" : taken.error().message.english().c_str());
    QCOMPARE(*taken, rate);
  }

  void refusesWhatIsNoRate_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "fast", "0", "-300", "1,00", ",300", "30s", "300 m", "nan", "inf", "1e300", "2e9", "3 Hz Hz"})
      QTest::newRow(text) << text;
  }
  void refusesWhatIsNoRate() {
    QFETCH(QString, text);
    const auto taken = ingest::rateFrom(text.toStdString());
    QVERIFY(!taken);
    const QString sentence = QString::fromStdString(taken.error().message.english());
    QVERIFY2(sentence.contains("'" + text + "'"), qPrintable(sentence));
  }
};

MASU_TEST(RateTextTest)
#include "rate_text_test.moc"
