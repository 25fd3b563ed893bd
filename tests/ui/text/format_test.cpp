// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format.h"

#include <QDateTime>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;

namespace {
/// The no-break spaces as plain ones, to read the expectations.
QString plain(QString text) {
  return text.replace(QChar(0x00A0), ' ');
}
}  // namespace

class FormatTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writesSizesWithThreeFigures() {
    QCOMPARE(plain(formatBytes(0)), "0 B");
    QCOMPARE(plain(formatBytes(999)), "999 B");
    QCOMPARE(plain(formatBytes(2'048)), "2 kB");
    QCOMPARE(plain(formatBytes(512'000'000)), "512 MB");
    QCOMPARE(plain(formatBytes(4'490'000'000)), "4.49 GB");
    QCOMPARE(plain(formatBytes(11'970'000'000)), "12.0 GB");
    QCOMPARE(plain(formatBytes(999'999'999)), "1.00 GB");
    QCOMPARE(plain(formatBytesOf(41'000'000'000, 107'900'000'000)), "41.0 of 107.9 GB");
    QCOMPARE(plain(formatRate(842e6)), "842 MB/s");
  }

  void showsWhatHidesInNames() {
    QCOMPARE(shownText(std::string_view("a\x1b[2J\r\n犬\xe2\x80\xae"
                                        "gpj.exe")),
             "a␛[2J␍␊犬\uFFFDgpj.exe");
    QCOMPARE(shownText(QString("plain, <b>bold</b> & 犬")), "plain, <b>bold</b> & 犬");
    const Error error{Errc::format,
                      MASU_TEXT("core", "{0} cannot be read."),
                      {"a\xe2\x80\xae"
                       "b\x07"},
                      {"x\x1b", 3, 0}};
    QCOMPARE(translated(error), "a\uFFFDb␇ cannot be read. (x␛, line 3)");
  }

  void separatesThousands() {
    QCOMPARE(formatCount(97'620'000), "97,620,000");
    QCOMPARE(formatCount(100), "100");
    QCOMPARE(plain(formatCountShort(97'620'000)), "97.6 M");
    QCOMPARE(formatCountShort(99'999), "99,999");
    QCOMPARE(plain(formatCountShort(100'000)), "100 k");
  }

  void countsBeyondWhatAnIntHolds() {
    QCOMPARE(counted("12 files", 12), "12 files");
    QCOMPARE(counted("2000 files", 2000), "2,000 files");
    const std::uint64_t many = 97'620'000'000;
    QCOMPARE(counted(QString("%1 files").arg(pluralOf(many)), many), "97,620,000,000 files");
    QCOMPARE(pluralOf(1), 1);
  }

  void makesSharesAddUpToAHundred() {
    QCOMPARE(formatShares({8'000, 1'000, 1'000}), "80 10 10");
    QCOMPARE(formatShares({8'672, 978, 350}), "87 10 3");  // 86.7, 9.8 and 3.5: rounded each, 101
    QCOMPARE(formatShares({1, 1, 1}), "34 33 33");
    QCOMPARE(formatShares({0, 0, 5}), "0 0 100");
    QCOMPARE(formatShares({0, 0, 0}), "");
  }

  void writesATrueMinus() {
    QCOMPARE(formatNumber(-33.3), QString::fromUtf8("−33.3"));
    QCOMPARE(formatNumber(-12285), QString::fromUtf8("−12,285"));
    QCOMPARE(formatNumber(0.088), "0.088");
    QCOMPARE(formatNumber(1.0 / 3), "0.333333");
    QCOMPARE(formatNumber(0.00046, 2), "0.00046");
    QCOMPARE(formatNumber(0.0314159, 3), "0.0314");
    QCOMPARE(formatNumber(0.001234567), "0.001235");
    QCOMPARE(formatNumber(0.5, 1), "0.5");
    QCOMPARE(formatNumber(12.345, 3), "12.3");
    QCOMPARE(formatNumber(-0.0), "0");
  }

  void saysDurationsInTwoUnits() {
    QCOMPARE(plain(formatDuration(0.02)), "< 0.1 s");
    QCOMPARE(plain(formatDuration(0.44)), "0.4 s");
    QCOMPARE(plain(formatDuration(18.2)), "18 s");
    QCOMPARE(plain(formatDuration(79)), "1 min 19 s");
    QCOMPARE(plain(formatDuration(3600 * 2 + 300)), "2 h 5 min");
    QCOMPARE(plain(formatDuration(60)), "1 min");
    QCOMPARE(plain(formatForecast(0.004)), "< 1 s");
    QCOMPARE(plain(formatForecast(79)), "1 min 19 s");
  }

  void saysDaysAsPeopleDo() {
    const QDateTime now(QDate(2026, 3, 14), QTime(15, 0));
    QCOMPARE(formatWhen(now.addSecs(-1680), now), "today, 14:32");
    QCOMPARE(formatWhen(now.addDays(-1), now), "yesterday");
    QCOMPARE(formatPercent(0.385), QString::fromUtf8("39\u00A0%"));
  }

  void fillsMessagesAfterTranslating() {
    const Error error(Errc::notFound, "There is no file {0}.", {"äß.csv"});
    QCOMPARE(translated(error), QString::fromUtf8("There is no file äß.csv."));
    const Error located(Errc::format, "A quote never closes.", {}, {"a.csv", 7, 3});
    QCOMPARE(translated(located), "A quote never closes. (a.csv, line 7, column 3)");
  }
};

MASU_TEST(FormatTest)
#include "format_test.moc"
