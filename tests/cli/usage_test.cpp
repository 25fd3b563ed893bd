// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::cli::withHelp;
using Words = std::vector<std::string>;

class UsageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void helpIsAnOptionOfItsCommand();
  void whatIsInBracketsIsOneWord();
  void whatIsInBracketsAfterACommandIsOneWord();
};

void UsageTest::helpIsAnOptionOfItsCommand() {
  CLI::App app;
  for (const char* name : {"split", "stream"}) app.add_subcommand(name);
  QCOMPARE(withHelp(app, {"help"}), Words{"--help"});
  QCOMPARE(withHelp(app, {"help", "--json"}), Words{"--help"});
  QCOMPARE(withHelp(app, {"help", "split"}), (Words{"split", "--help"}));
  QCOMPARE(withHelp(app, {"help", "split", "x.h5"}), (Words{"split", "--help"}));
  // So that parsing refuses it, whatever comes after it.
  QCOMPARE(withHelp(app, {"help", "pour", "x.h5"}), Words{"pour"});
  QCOMPARE(withHelp(app, {"split", "help"}), (Words{"split", "help"}));
  QCOMPARE(withHelp(app, {}), Words());
}

void UsageTest::whatIsInBracketsIsOneWord() {
  Words sources;
  Words keep;
  std::string label;
  std::vector<std::pair<std::string, std::string>> classes;
  CLI::App app;
  app.add_option("SOURCE", sources);
  app.add_option("--keep", keep)->check([](const std::string& word) { return word == "no" ? "no" : ""; });
  app.add_option("--label", label);
  app.add_option("--class-map", classes);
  masu::cli::parse(app,
                   Words{"[a,b]", "c", "--keep", "[d]", "--keep=[e,f]", "--label=[g]", "--class-map", "[h]", "[i]"});
  QCOMPARE(sources, (Words{"[a,b]", "c"}));
  QCOMPARE(keep, (Words{"[d]", "[e,f]"}));
  QCOMPARE(label, std::string("[g]"));
  QCOMPARE(classes.size(), std::size_t{1});
  QCOMPARE(classes.front(), (std::pair<std::string, std::string>("[h]", "[i]")));
}

void UsageTest::whatIsInBracketsAfterACommandIsOneWord() {
  CLI::App app;
  std::string shared;
  CLI::App* const cluster = app.add_subcommand("cluster");
  cluster->add_option("COMMAND", shared);
  cluster->allow_extras();
  masu::cli::parse(app, Words{"cluster", "--", "import", "[a]", "--keep=[b,c]"});
  QCOMPARE(shared, std::string("import"));
  QCOMPARE(masu::cli::remainingWords(*cluster), (Words{"--", "[a]", "--keep=[b,c]"}));
}

MASU_TEST(UsageTest)
#include "usage_test.moc"
