// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pattern.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <string>

using masu::Pattern;

class PatternTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsThePartInBrackets();
  void searchesAnywhere();
  void takesLinearTime();
  void refusesInSentences_data();
  void refusesInSentences();
};

void PatternTest::findsThePartInBrackets() {
  const auto pattern = Pattern::compile("^([^_]+)_(x)?");
  QVERIFY(pattern);
  QCOMPARE(pattern->groups(), std::size_t{2});
  QVERIFY(pattern->firstGroup("犬_1.wav") == "犬");
  QVERIFY(!pattern->firstGroup("_1.wav"));
  const auto optional = Pattern::compile("^(a)?b");
  QVERIFY(!optional->firstGroup("b"));
}

void PatternTest::searchesAnywhere() {
  QVERIFY(Pattern::compile("fold[0-3]/")->matches("all/fold2/a.wav"));
  QVERIFY(!Pattern::compile("fold[0-3]/")->matches("all/fold4/a.wav"));
  QVERIFY(Pattern().matches("anything"));
}

/// What other engines try in exponentially many ways.
void PatternTest::takesLinearTime() {
  const auto pattern = Pattern::compile("^((a|aa)+)$");
  QVERIFY(pattern);
  QVERIFY(!pattern->firstGroup(std::string(100'000, 'a') + "!"));
  // Nor does it recurse.
  const auto nested = Pattern::compile(std::string(60'000, '(') + 'a' + std::string(60'000, ')'));
  QVERIFY(!nested || nested->matches("a"));
}

void PatternTest::refusesInSentences_data() {
  QTest::addColumn<QString>("expression");
  QTest::addColumn<QString>("said");
  QTest::newRow("bracket") << "("
                           << "brackets do not match";
  QTest::newRow("class") << "[a"
                         << "brackets do not match";
  QTest::newRow("closing") << "a)"
                           << "brackets do not match";
  QTest::newRow("lookahead") << "^(?=a)b"
                             << "uses lookahead";
  QTest::newRow("lookbehind") << "(?<!a)b"
                              << "uses lookahead";
  QTest::newRow("back reference") << R"((a)\1)"
                                  << "uses lookahead";
  QTest::newRow("repeat of nothing") << "*a"
                                     << "cannot be understood";
  QTest::newRow("escape") << R"(\q)"
                          << R"("\q")";
  QTest::newRow("too often") << "((a{100}){100}){100}"
                             << "too large";
}

void PatternTest::refusesInSentences() {
  QFETCH(QString, expression);
  QFETCH(QString, said);
  const auto pattern = Pattern::compile(expression.toStdString());
  QVERIFY(!pattern);
  QCOMPARE(pattern.error().code, masu::Errc::invalidArgument);
  const QString message = QString::fromStdString(pattern.error().message.english());
  QVERIFY2(message.contains(said) && message.endsWith('.'), qPrintable(message));
  QVERIFY(message.size() < 400);
}

MASU_TEST(PatternTest)
#include "pattern_test.moc"
