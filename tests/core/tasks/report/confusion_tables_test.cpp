// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/confusion_tables.h"

#include <QTest>

#include "read_page.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;

namespace {

ReadPage read(const Markup& markup) {
  return ReadPage("<div>" + markup.text() + "</div>");
}

/// All samples of a class are predicted as it, but for `errors` of class 0 as class 1.
std::vector<std::uint64_t> diagonal(std::size_t classes, std::uint64_t errors) {
  std::vector<std::uint64_t> counts(classes * classes);
  for (std::size_t code = 0; code < classes; ++code) counts[code * classes + code] = 6;
  counts[1] = errors;
  return counts;
}

const ReportWords kEnglish;

}  // namespace

class ConfusionTablesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void countsThatAreNoMatrixAreNotShown() {
    for (const std::size_t size : {0U, 2U, 3U, 8U}) {
      const std::vector<std::uint64_t> counts(size, 1);
      const Confusion confusion = Confusion::of(counts, {"a", "b"}, "test");
      QCOMPARE(confusion.size(), std::size_t{0});
      QVERIFY(classTable(confusion, kEnglish).isEmpty());
      QVERIFY(confusionTable(confusion, kEnglish).isEmpty());
    }
  }

  void classesHaveTheirNamesWhereThereAreAsMany() {
    const std::vector<std::uint64_t> counts = {1, 2, 3, 4};
    const Confusion named = Confusion::of(counts, {"no", "yes"}, "test");
    QCOMPARE(named.classes, (std::vector<std::string>{"no", "yes"}));
    QCOMPARE(named.at(1, 0), std::uint64_t{3});
    for (const std::vector<std::string>& names : {std::vector<std::string>(), {"no"}, {"a", "b", "c"}}) {
      QCOMPARE(Confusion::of(counts, names, "test").classes, (std::vector<std::string>{"0", "1"}));
    }
  }

  /// Worked by hand: of 10 that are "no" 8 are found, and 8 of the 12 so called are right; nobody is "never".
  void figuresAreOfEachClass() {
    const std::vector<std::uint64_t> counts = {8, 2, 0, 4, 6, 0, 0, 0, 0};
    const ReadPage page = read(classTable(Confusion::of(counts, {"no", "yes", "never"}, "test"), kEnglish));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.row("no"), (QStringList{"no", "0.666667", "0.8", "0.727273", "10"}));
    QCOMPARE(page.row("yes"), (QStringList{"yes", "0.75", "0.6", "0.666667", "10"}));
    QCOMPARE(page.row("never"), (QStringList{"never", "0", "0", "0", "0"}));
    QVERIFY(page.text.contains("test"));
  }

  /// A class without a sample has no shares, and nothing is shaded for it.
  void sharesAreOfTheRow() {
    const std::vector<std::uint64_t> counts = {3, 1, 0, 0};
    const Markup markup = confusionTable(Confusion::of(counts, {"a", "b"}, "validation"), kEnglish);
    const ReadPage page = read(markup);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.row("a"), (QStringList{"a", "375.0 %", "125.0 %"}));
    QCOMPARE(page.row("b"), (QStringList{"b", "0–", "0–"}));
    QCOMPARE(QString::fromStdString(markup.text()).count("background"), qsizetype(2));
  }

  void pairsTakeThePlaceOfALargeMatrix() {
    const std::vector<std::uint64_t> small = diagonal(kMostMatrixClasses, 3);
    const ReadPage matrix = read(confusionTable(Confusion::of(small, {}, "test"), kEnglish));
    QCOMPARE(matrix.row("5").size(), static_cast<qsizetype>(kMostMatrixClasses + 1));
    const std::vector<std::uint64_t> large = diagonal(kMostMatrixClasses + 1, 3);
    const ReadPage pairs = read(confusionTable(Confusion::of(large, {}, "test"), kEnglish));
    QCOMPARE(pairs.rows.size(), qsizetype(2));
    QCOMPARE(pairs.rows.last(), (QStringList{"0", "1", "3", "33.3 %"}));
    QVERIFY(!pairs.text.contains("rows are shown"));
  }

  void theMostConfusedPairsComeFirst() {
    constexpr std::size_t kClasses = kMostMatrixClasses + 10;
    std::vector<std::uint64_t> counts = diagonal(kClasses, 0);
    for (std::size_t code = 0; code < kClasses; ++code) counts[code * kClasses + (code + 1) % kClasses] = code + 1;
    const ReadPage page = read(confusionTable(Confusion::of(counts, {}, "test"), kEnglish));
    QCOMPARE(page.rows.size(), qsizetype(31));
    for (qsizetype row = 1; row < page.rows.size(); ++row)
      QCOMPARE(page.rows[row].value(2), QString::number(static_cast<qsizetype>(kClasses) + 1 - row));
    QVERIFY(page.text.contains("30 of 40 rows are shown."));
    const std::vector<std::uint64_t> right = diagonal(kClasses, 0);
    const ReadPage none = read(confusionTable(Confusion::of(right, {}, "test"), kEnglish));
    QVERIFY(none.rows.isEmpty() && none.text.contains("No class is confused with another."));
  }
};

MASU_TEST(ConfusionTablesTest)
#include "confusion_tables_test.moc"
