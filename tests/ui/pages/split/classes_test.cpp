// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/classes.h"

#include <QLabel>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/split_bar.h"

using namespace masu;
using namespace masu::ui;

class ClassesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyClassHasABarWithItsCounts() {
    SplitClasses classes;
    classes.setOutcome(outcome({{80, 10, 10, 3}, {40, 5, 5, 0}}), {"no", "two\nlines"});
    const auto& rows = classes.findChild<ClassBars*>()->rows();
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].name, "no");
    QVERIFY(rows[0].counts == (SplitCounts{80, 10, 10, 3}));
    QVERIFY2(!rows[1].name.contains('\n'), qPrintable(rows[1].name));  // nothing of a name hides
  }

  void aClassWithoutANameHasItsNumber() {
    SplitClasses classes;
    classes.setOutcome(outcome({{8, 1, 1, 0}, {8, 1, 1, 0}, {8, 1, 1, 0}}), {"zero"});
    const auto& rows = classes.findChild<ClassBars*>()->rows();
    QCOMPARE(rows[1].name, "1");
    QCOMPARE(rows[2].name, "2");
  }

  void theClassFurthestFromItsShareIsSaid() {
    SplitClasses classes;
    classes.setOutcome(outcome({{80, 10, 10, 0}, {40, 5, 5, 7}}), {"a", "b"});
    QVERIFY(says(classes, "Every class has its share in every split."));
    // Of 100 and 10 samples, 80 % are train: 85 of a, and 3 of b, which is 50 % away.
    classes.setOutcome(outcome({{85, 5, 10, 0}, {3, 6, 1, 0}}), {"a", "b"});
    QVERIFY(says(classes, "Class b is furthest from its share, by 50.0\u00A0%."));
    classes.setOutcome({}, {});
    QVERIFY(!says(classes, "share"));
    QVERIFY(classes.findChild<ClassBars*>()->rows().empty());
  }

 private:
  static tasks::SplitOutcome outcome(const std::vector<std::array<std::uint64_t, 4>>& perClass) {
    tasks::SplitOutcome outcome;
    outcome.perClass = perClass;
    for (const auto& row : perClass) {
      outcome.counts.train += row[0];
      outcome.counts.validation += row[1];
      outcome.counts.test += row[2];
      outcome.counts.unused += row[3];
    }
    return outcome;
  }
  static bool says(const SplitClasses& classes, const QString& text) {
    for (const QLabel* label : classes.findChildren<QLabel*>())
      if (label->text().contains(text)) return true;
    return false;
  }
};

MASU_TEST(ClassesTest)
#include "classes_test.moc"
