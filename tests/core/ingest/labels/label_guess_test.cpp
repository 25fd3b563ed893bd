// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/ingest/labels/label_rules.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using ingest::LabelGuess;
using table::Kind;
using table::Role;

namespace {

ingest::ColumnPlan column(const char* name, Kind kind = Kind::decimal, Role role = Role::feature,
                          std::uint64_t distinct = 10) {
  ingest::ColumnPlan made;
  made.name = name;
  made.kind = kind;
  made.role = role;
  made.distinct = distinct;
  return made;
}

ingest::ImportPlan planOf(std::vector<ingest::ColumnPlan> columns) {
  ingest::ImportPlan plan;
  plan.columns = std::move(columns);
  return plan;
}

QString nameIn(const std::optional<LabelGuess>& guess) {
  if (!guess) return {};
  return QString::fromStdString(guess->column) + (guess->by == LabelGuess::By::name ? ", name" : ", place");
}

}  // namespace

class LabelGuessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void takesAColumnAtItsName() {
    QCOMPARE(nameIn(guessLabel(planOf({column("label"), column("a"), column("b")}))), "label, name");
    QCOMPARE(nameIn(guessLabel(planOf({column("a"), column("Target"), column("b")}))), "Target, name");
    QCOMPARE(nameIn(guessLabel(planOf({column("CLASS", Kind::category, Role::category), column("b")}))), "CLASS, name");
    // The likelier name, wherever the columns are.
    QCOMPARE(nameIn(guessLabel(planOf({column("y"), column("x"), column("label")}))), "label, name");
    QCOMPARE(nameIn(guessLabel(planOf({column("y"), column("x")}))), "y, name");
  }

  void elseTheLastOne() {
    QCOMPARE(nameIn(guessLabel(planOf({column("a"), column("quality")}))), "quality, place");
    // What is called so and is of no use does not count.
    QCOMPARE(nameIn(guessLabel(planOf({column("label", Kind::empty, Role::ignored, 0), column("a"), column("b")}))),
             "b, place");
    QCOMPARE(nameIn(guessLabel(planOf({column("label", Kind::integer, Role::feature, 1), column("a"), column("b")}))),
             "b, place");
  }

  void orNothing() {
    QVERIFY(!guessLabel(planOf({})));
    QVERIFY(!guessLabel(planOf({column("only")})));
    QVERIFY(!guessLabel(planOf({column("a"), column("when", Kind::time)})));
    QVERIFY(!guessLabel(planOf({column("a"), column("word", Kind::text, Role::ignored)})));
    QVERIFY(!guessLabel(planOf({column("label"), column("chosen", Kind::integer, Role::label)})));
    ingest::ImportPlan recordings = planOf({column("label"), column("b")});
    recordings.content.emplace<ingest::RecordingsPlan>();
    QVERIFY(!guessLabel(recordings));
  }
};

MASU_TEST(LabelGuessTest)
#include "label_guess_test.moc"
