// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/report_parts.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;

class ReportPartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sharesAreOfTheWhole() {
    QCOMPARE(percentText(1, 8), std::string("12.5 %"));
    QCOMPARE(percentText(0, 3), std::string("0.0 %"));
    QCOMPARE(percentText(3, 3), std::string("100.0 %"));
    QCOMPARE(percentText(2, 3), std::string("66.7 %"));
    QCOMPARE(percentText(~std::uint64_t{0}, ~std::uint64_t{0}), std::string("100.0 %"));
    // Of nothing there is no share, which is not 0 %.
    QCOMPARE(percentText(0, 0), std::string("–"));
  }

  void rowsThatAreLeftOutAreCounted() {
    QVERIFY(leftOut(0, 0, {}).isEmpty());
    QVERIFY(leftOut(1000, 1000, {}).isEmpty());
    QVERIFY(leftOut(3, 1000, {}).isEmpty());
    QVERIFY(leftOut(1'234'567, 1000, {}).text().find("1,000 of 1,234,567 rows are shown.") != std::string::npos);
  }

  void sentencesAreInTheLanguageOfTheReport() {
    const ReportWords words("de", [](const Message& message) { return "<de> " + message.text; });
    // Whatever a translation holds is text of the page.
    QVERIFY(leftOut(2, 1, words).text().find("&lt;de&gt; {0} of {1} rows are shown.") != std::string::npos);
    QVERIFY(writtenBy(words).text().find("&lt;de&gt; Written by Masu {0}.") != std::string::npos);
  }

  void theLastLineNamesTheProgram() {
    const std::string footer = writtenBy({}).text();
    QVERIFY(footer.starts_with("<footer>") && footer.ends_with("</footer>\n"));
    QVERIFY(footer.find("Written by Masu ") != std::string::npos);
    QVERIFY(footer.find('{') == std::string::npos);
    QCOMPARE(writtenBy({}).text(), footer);
  }
};

MASU_TEST(ReportPartsTest)
#include "report_parts_test.moc"
