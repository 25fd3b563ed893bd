// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/format.h"

#include <limits>

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::cli;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

QString shown(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

class FormatTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Also where rounding leads to the next unit, or to one digit more.
  void bytesHaveThreeFigures() {
    const std::pair<double, const char*> cases[] = {
        {0, "0 B"},          {512, "512 B"},      {999, "999 B"},      {999.5, "1.00 kB"},   {1000, "1.00 kB"},
        {9994, "9.99 kB"},   {9995, "10.0 kB"},   {99949, "99.9 kB"},  {99950, "100 kB"},    {999499, "999 kB"},
        {999500, "1.00 MB"}, {4.49e9, "4.49 GB"}, {1e15, "1.00 PB"},   {2e18, "2000 PB"}};
    for (const auto& [bytes, text] : cases) QCOMPARE(shown(bytesText(bytes)), QString(text));
  }

  void countsHaveSeparators() {
    QCOMPARE(shown(countText(0)), QString("0"));
    QCOMPARE(shown(countText(999)), QString("999"));
    QCOMPARE(shown(countText(1000)), QString("1,000"));
    QCOMPARE(shown(countText(97'620'000)), QString("97,620,000"));
    QCOMPARE(shown(countText(~std::uint64_t{0})), QString("18,446,744,073,709,551,615"));
    QCOMPARE(shown(countedText(0, "recording")), QString("0 recordings"));
    QCOMPARE(shown(countedText(1, "recording")), QString("1 recording"));
    QCOMPARE(shown(countedText(3000, "recording")), QString("3,000 recordings"));
  }

  void aShapeIsItsExtents() {
    QCOMPARE(shown(shapeText({1, 28, 1028})), QString("1 × 28 × 1,028"));
    QCOMPARE(shown(shapeText({7})), QString("7"));
    QCOMPARE(shown(shapeText({})), QString("no features"));
  }

  void durationsHaveTheUnitsThatFit() {
    const std::pair<double, const char*> cases[] = {
        {0, "0 ms"},    {0.0017, "1.7 ms"},     {0.24, "0.24 s"},         {9.5, "9.50 s"},      {42.4, "42 s"},
        {9.999, "10 s"}, {59.7, "1 min 0 s"},
        {79, "1 min 19 s"}, {3599.4, "59 min 59 s"}, {3599.6, "1 h 0 min"}, {7379, "2 h 2 min"},  {-1, "–"},
        {kNan, "–"},    {kInfinite, "–"},         {1e30, "–"}};
    for (const auto& [seconds, text] : cases) QCOMPARE(shown(durationText(seconds)), QString(text));
  }

  void figuresHaveNoMoreDigitsThanAsked() {
    QCOMPARE(shown(figureText(0.5)), QString("0.5"));
    QCOMPARE(shown(figureText(-123456)), QString("-123456"));
    QCOMPARE(shown(figureText(1234567)), QString("1.23457e+06"));
    QCOMPARE(shown(figureText(3.14159, 3)), QString("3.14"));
    QCOMPARE(shown(figureText(kNan)), QString("–"));
  }

  /// What a model of one's own could do is never left out, least of all where nothing confined it.
  void aModelsConfinementIsSaid() {
    QCOMPARE(shown(confinementText("mlp", "")), QString());
    QCOMPARE(shown(confinementText("m.pt", "")),
             QString("m.pt ran with all rights of this account: the kernel has neither Landlock nor seccomp.\n"));
    QCOMPARE(shown(confinementText("m.pt", "seccomp")),
             QString("m.pt ran confined (seccomp): it could write no file and reach no network.\n"));
    QVERIFY(shown(confinementText("m.pt", "Landlock, seccomp")).contains("read none but libraries"));
  }

  void columnsAreAligned() {
    TextTable table({"Name", "Count"}, {1});
    table.add({"é", "1,000"});
    table.add({"long name", "5"});
    QCOMPARE(shown(table.text()), QString("Name       Count\n"
                                          "é          1,000\n"
                                          "long name      5\n"));
    TextTable left({"Name", "Why"});
    left.add({"a", ""});
    QCOMPARE(shown(left.text()), QString("Name  Why\na\n"));
  }

  void aCellIsOneShortLine() {
    TextTable table({"a\nb"});
    table.add({std::string(100, 'x')});
    table.add({std::string(101, 'y')});
    QCOMPARE(shown(table.text()),
             QString("a␊b\n") + QString(100, 'x') + '\n' + QString(100, 'y') + QString("…\n"));
  }
};

MASU_TEST(FormatTest)
#include "format_test.moc"
