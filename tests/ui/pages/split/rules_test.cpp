// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/rules.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;
using store::Split;

namespace {

std::vector<store::SourceFile> sourcesCalled(const std::vector<std::string>& paths) {
  std::vector<store::SourceFile> sources;
  for (const std::string& path : paths) sources.push_back({path, 1, 1, {}, 0});
  return sources;
}

/// The button that has a text, or a name where it has an icon alone.
QAbstractButton* buttonCalled(const SplitRules& rules, const char* name) {
  for (QAbstractButton* button : rules.findChildren<QAbstractButton*>())
    if (button->text() == QLatin1String(name) || button->accessibleName() == QLatin1String(name)) return button;
  return nullptr;
}

}  // namespace

class RulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_rules = std::make_unique<SplitRules>();
    m_rules->setSources(sourcesCalled({"a_0.wav", "a_1.wav", "b_0.wav", "b_1.wav", "c.wav"}));
  }

  void rulesAreReadBackInOrder() {
    const QSignalSpy edited(m_rules.get(), &SplitRules::edited);
    const std::vector<manifest::SplitRule> rules = {{Split::train, "^a"}, {Split::test, "_0"}, {Split::unused, "c"},
                                                    {Split::validation, "b.*\\.wav$"}};
    m_rules->setRules(rules);
    const auto read = m_rules->rules();
    QCOMPARE(read.size(), rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
      QVERIFY(read[i].split == rules[i].split);
      QCOMPARE(read[i].expression, rules[i].expression);
    }
    QCOMPARE(edited.count(), 0);
    m_rules->setRules({});
    QVERIFY(m_rules->rules().empty());
  }

  /// A source that several rules match counts once.
  void matchesAreCounted() {
    const QString none = m_rules->summary();
    m_rules->setRules({{Split::test, "_0"}});
    QVERIFY2(m_rules->summary().contains("2 of 5"), qPrintable(m_rules->summary()));
    m_rules->setRules({{Split::test, "_0"}, {Split::train, "^a"}});
    QVERIFY2(m_rules->summary().contains("3 of 5"), qPrintable(m_rules->summary()));
    m_rules->setSources(sourcesCalled({"x.wav", "y.wav"}));
    QVERIFY2(m_rules->summary().contains("0 of 2"), qPrintable(m_rules->summary()));
    m_rules->setRules({});
    QCOMPARE(m_rules->summary(), none);
  }

  /// What is being typed is marked until it is an expression, and is left out.
  void whatIsNoExpressionIsMarked() {
    m_rules->setRules({{Split::test, "_0"}});
    auto* field = m_rules->findChild<QLineEdit*>();
    QVERIFY(field != nullptr);
    field->setText(QStringLiteral("_[0"));
    QVERIFY(field->property("invalid").toBool() && !field->toolTip().isEmpty());
    QVERIFY(m_rules->rules().empty());
    field->setText(QStringLiteral("_[0]"));
    QVERIFY(!field->property("invalid").toBool() && field->toolTip().isEmpty());
    QCOMPARE(m_rules->rules().size(), std::size_t{1});
    field->clear();
    QVERIFY(!field->property("invalid").toBool());
    QVERIFY(m_rules->rules().empty());
  }

  void peopleAddAndRemoveRules() {
    QAbstractButton* add = buttonCalled(*m_rules, "Add a rule");
    QVERIFY(add != nullptr);
    add->click();
    QVERIFY(m_rules->rules().empty());
    const QSignalSpy edited(m_rules.get(), &SplitRules::edited);
    auto* field = m_rules->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("^b"));
    QCOMPARE(edited.count(), 0);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(edited.count(), 1);
    QCOMPARE(m_rules->rules().size(), std::size_t{1});
    QVERIFY(m_rules->rules().front().split == Split::test);
    buttonCalled(*m_rules, "Remove this rule")->click();
    QCOMPARE(edited.count(), 2);
    QVERIFY(m_rules->rules().empty());
  }

  void aFrozenSplitHasNothingToEdit() {
    m_rules->setRules({{Split::test, "_0"}});
    m_rules->setFrozen(true);
    const QLineEdit* field = m_rules->findChild<QLineEdit*>();
    const QAbstractButton* add = buttonCalled(*m_rules, "Add a rule");
    QVERIFY(!field->isEnabled() && !add->isEnabled());
    QCOMPARE(m_rules->rules().size(), std::size_t{1});
    m_rules->setFrozen(false);
    QVERIFY(field->isEnabled() && add->isEnabled());
  }

 private:
  std::unique_ptr<SplitRules> m_rules;
};

MASU_TEST(RulesTest)
#include "rules_test.moc"
