// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/markup.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "core/tasks/report/html_page.h"
#include "core/tasks/report/svg_chart.h"
#include "read_page.h"
#include "tests/fixtures/test_group.h"

using namespace masu::tasks;

class MarkupTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Whatever a file calls something, the page stays well formed, and shows it as it is in a window or terminal.
  void aTextIsShownAndNothingElse_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("script") << QByteArray("</td><script>alert('x' + \"&\")</script>")
                            << "</td><script>alert('x' + \"&\")</script>";
    QTest::newRow("end of CDATA") << QByteArray("]]> & --> &amp;") << "]]> & --> &amp;";
    QTest::newRow("controls") << QByteArray("a\x1b[2J\0b\n", 8) << QStringLiteral("a␛[2J␀b␊");
    QTest::newRow("control of 8 bits") << QByteArray("\xC2\x9B") << QString(QChar(0xFFFD));
    QTest::newRow("turned writing") << QByteArray("\xE2\x80\xAE") << QString(QChar(0xFFFD));
    QTest::newRow("no characters") << QByteArray("\xEF\xBF\xBE\xEF\xBF\xBF") << QString(2, QChar(0xFFFD));
    QTest::newRow("no UTF-8") << QByteArray("\xFFz") << QString(QChar(0xFFFD)) + 'z';
    QTest::newRow("words") << QByteArray("枡 é 😀") << QString::fromUtf8("枡 é 😀");
  }
  void aTextIsShownAndNothingElse() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, shown);
    HtmlTable table(text.toStdString(), {{text.toStdString()}});
    table.add({element("span", text.toStdString(), {{"title", text.toStdString()}})});
    const ReadPage page(htmlPage(text.toStdString(), "en", table.markup()));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.rows, (QList<QStringList>{{shown}, {shown}}));
    QVERIFY(!page.elements.contains(QStringLiteral("script")));
  }

  void aPageRefersToNothing() {
    LineChart chart{"t", "d", "x", "y", {{"a", {{1, 2}}}}};
    const std::string page = htmlPage("t", "ja", lineChart(chart, 0) + shareBar(0.5));
    QCOMPARE(ReadPage(page).error, QString());
    QCOMPARE(ReadPage(page).language, QStringLiteral("ja"));
    for (const char* outside : {"src=", "href", "url(", "@import", "<script", "<link", "https:"})
      QVERIFY2(page.find(outside) == std::string::npos, outside);
  }

  void aChartHasGapsWhereThereIsNoNumber() {
    const double none = std::nan("");
    const LineChart chart{"Loss", "", "Epoch", "Loss", {{"train", {{1, 4}, {2, 3}, {3, none}, {4, 2}, {5, 1}}}}};
    const std::string svg = lineChart(chart, 3).text();
    const QString path = QString::fromStdString(svg.substr(svg.find(" d=\"") + 4));
    const QString places = path.left(path.indexOf('"'));
    QCOMPARE(places.count('M'), 2);
    QCOMPARE(places.count('L'), 2);
    QVERIFY(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
    const ReadPage page(htmlPage("t", "en", Markup::trusted(svg)));
    QCOMPARE(page.error, QString());
    QCOMPARE(page.ids, (QStringList{"chart-3-title", "chart-3-description"}));
    QVERIFY(page.elements.contains(QStringLiteral("desc")));
  }

  void aChartOfOnePointOrOfNone() {
    const auto drawn = [](double value) { return lineChart({"", "", "", "", {{"a", {{1, value}}}}}, 0).text(); };
    QVERIFY(drawn(std::nan("")).empty());
    QVERIFY(drawn(std::numeric_limits<double>::infinity()).empty());
    for (const double value : {0.0, 0.5, -7.0, 1e300, -1e-300, std::numeric_limits<double>::max()}) {
      const std::string svg = drawn(value);
      QVERIFY(svg.find("<circle") != std::string::npos);
      QVERIFY(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
    }
    QVERIFY(shareBar(2).text().find("\"100.0\"") != std::string::npos);
    QVERIFY(shareBar(std::nan("")).text().find("\"0.0\"") != std::string::npos);
  }
};

MASU_TEST(MarkupTest)
#include "markup_test.moc"
