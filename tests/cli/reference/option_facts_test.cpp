// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference/option_facts.h"

#include <CLI/CLI.hpp>

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::cli;
using Words = std::vector<std::string>;

class OptionFactsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anOptionWithChoices();
  void aFlagTakesNothing();
  void whatIsGivenByItsPlace();
  void choicesInAWordOfOurOwn();
  void suggestionsLeaveOtherValues();
  void optionsAreUnderTheirHeadings();
  void commandsAreUnderTheirHeadings();

 private:
  std::string m_text = "none";
  Words m_texts;
  std::uint64_t m_count = 0;
  bool m_flag = false;
};

void OptionFactsTest::anOptionWithChoices() {
  CLI::App app;
  const OptionFacts facts = factsOf(*app.add_option("-c,--compression,--packing", m_text, "How it is packed")
                                         ->check(CLI::IsMember({"none", "gzip"}))
                                         ->required()
                                         ->capture_default_str());
  QCOMPARE(facts.names, (Words{"-c", "--compression", "--packing"}));
  QCOMPARE(facts.value, std::string("TEXT"));
  QCOMPARE(facts.choices, (Words{"none", "gzip"}));
  QCOMPARE(facts.suggestions, Words());
  QCOMPARE(facts.description, std::string("How it is packed"));
  QCOMPARE(facts.defaultValue, std::string("none"));
  QVERIFY(facts.required && !facts.positional && !facts.repeats);
}

void OptionFactsTest::aFlagTakesNothing() {
  CLI::App app;
  const OptionFacts flag = factsOf(*app.add_flag("--fast", m_flag, "Be fast"));
  QCOMPARE(flag.names, Words{"--fast"});
  QCOMPARE(flag.value, std::string());
  QVERIFY(!flag.repeats && !flag.required && flag.choices.empty());
  QCOMPARE(factsOf(*app.add_option("--count", m_count)).value, std::string("UINT"));
  QVERIFY(factsOf(*app.add_option("--keep", m_texts)).repeats);
}

void OptionFactsTest::whatIsGivenByItsPlace() {
  CLI::App app;
  const OptionFacts one = factsOf(*app.add_option("FILE", m_text)->required());
  QCOMPARE(one.names, Words{"FILE"});
  QVERIFY(one.positional && one.required && !one.repeats);
  const OptionFacts all = factsOf(*app.add_option("SOURCE", m_texts));
  QVERIFY(all.positional && all.repeats && !all.required);
}

void OptionFactsTest::choicesInAWordOfOurOwn() {
  CLI::App app;
  QCOMPARE(factsOf(*app.add_option("--kind", m_text)->option_text("a|b|c")).choices, (Words{"a", "b", "c"}));
  QCOMPARE(factsOf(*app.add_option("--other", m_text)).choices, Words());
}

void OptionFactsTest::suggestionsLeaveOtherValues() {
  CLI::App app;
  const OptionFacts missing = factsOf(*app.add_option("--missing", m_text));
  QCOMPARE(missing.suggestions, (Words{"nan", "zero", "mean", "drop"}));
  QVERIFY(missing.choices.empty());
  // One that has choices, or is not an option, needs none.
  QVERIFY(factsOf(*app.add_option("--device", m_text)->check(CLI::IsMember({"cpu"}))).suggestions.empty());
  QVERIFY(factsOf(*app.add_option("model", m_text)).suggestions.empty());
  QVERIFY(factsOf(*app.add_option("--models", m_text)).suggestions.empty());
}

void OptionFactsTest::optionsAreUnderTheirHeadings() {
  CLI::App app;
  app.add_option("--quote", m_text)->group("Tables");
  app.add_option("SOURCE", m_texts);
  app.add_option("--out", m_text);
  app.add_option("--secret", m_text)->group("");
  app.add_option("--skip", m_text)->group("Tables");
  QStringList shown;
  for (const OptionGroup& group : optionGroups(app)) {
    QStringList names;
    for (const OptionFacts& option : group.options) names << QString::fromStdString(option.names.back());
    shown << QString::fromStdString(group.heading) + ": " + names.join(' ');
  }
  QCOMPARE(shown, (QStringList{"Arguments: SOURCE", "Options: --help --out", "Tables: --quote --skip"}));
}

void OptionFactsTest::commandsAreUnderTheirHeadings() {
  CLI::App app;
  app.add_subcommand("import")->group("Data");
  app.add_subcommand("train")->group("Training");
  app.add_subcommand("secret")->group("");
  app.add_subcommand("info")->group("Data");
  const auto groups = commandGroups(app);
  QCOMPARE(groups.size(), std::size_t{2});
  QCOMPARE(groups[0].heading, std::string("Data"));
  QCOMPARE(groups[0].commands.size(), std::size_t{2});
  QCOMPARE(groups[0].commands[1]->get_name(), std::string("info"));
  QCOMPARE(groups[1].heading, std::string("Training"));
  QCOMPARE(groups[1].commands.size(), std::size_t{1});
}

MASU_TEST(OptionFactsTest)
#include "option_facts_test.moc"
