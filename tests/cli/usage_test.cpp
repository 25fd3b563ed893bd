// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::cli::usageSentence;
using masu::cli::withHelp;
using Words = std::vector<std::string>;

class UsageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void helpIsAnOptionOfItsCommand();
  void anUnknownCommandIsNamedWithTheNearest_data();
  void anUnknownCommandIsNamedWithTheNearest();
  void aValueThatIsNoNumberIsNamed();
  void otherSentencesStay();
  void aFileWithADashFirstIsNamed();
  void whatIsInBracketsIsOneWord();
  void whatIsInBracketsAfterACommandIsOneWord();

 private:
  QString saidOf(const Words& words);

  CLI::App m_app;
  std::string m_file;
  int m_batch = 0;
  int m_queue = 0;
};

void UsageTest::initTestCase() {
  m_app.require_subcommand(1);
  CLI::App* split = m_app.add_subcommand("split");
  split->add_option("FILE", m_file)->required();
  split->add_option("--batch", m_batch)->check(CLI::Range(1, 9));
  split->add_option("--queue", m_queue);
  for (const char* name : {"stream", "read", "head"}) m_app.add_subcommand(name);
}

/// What is wrong with a command line; empty where it is right.
QString UsageTest::saidOf(const Words& words) {
  try {
    m_app.parse(Words(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return QString::fromStdString(usageSentence(m_app, error, words));
  }
  return {};
}

void UsageTest::helpIsAnOptionOfItsCommand() {
  QCOMPARE(withHelp(m_app, {"help"}), Words{"--help"});
  QCOMPARE(withHelp(m_app, {"help", "--json"}), Words{"--help"});
  QCOMPARE(withHelp(m_app, {"help", "split"}), (Words{"split", "--help"}));
  QCOMPARE(withHelp(m_app, {"help", "split", "x.h5"}), (Words{"split", "--help"}));
  // So that parsing refuses it, whatever comes after it.
  QCOMPARE(withHelp(m_app, {"help", "pour", "x.h5"}), Words{"pour"});
  QCOMPARE(withHelp(m_app, {"split", "help"}), (Words{"split", "help"}));
  QCOMPARE(withHelp(m_app, {}), Words());
}

void UsageTest::anUnknownCommandIsNamedWithTheNearest_data() {
  QTest::addColumn<QString>("word");
  QTest::addColumn<QString>("hint");
  QTest::newRow("two letters changed places") << "splti" << ". Did you mean split?";
  QTest::newRow("its beginning") << "st" << ". Did you mean stream?";
  QTest::newRow("two as near") << "bead" << ". Did you mean read or head?";
  QTest::newRow("the nearer of two") << "reed" << ". Did you mean read?";
  QTest::newRow("three letters off") << "spxyz" << ": masu --help lists them.";
  QTest::newRow("too short to resemble one") << "s" << ": masu --help lists them.";
}

void UsageTest::anUnknownCommandIsNamedWithTheNearest() {
  QFETCH(QString, word);
  QFETCH(QString, hint);
  QCOMPARE(saidOf({word.toStdString()}), "There is no command " + word + hint);
  QCOMPARE(saidOf({}), QString("Name a command: masu --help lists them."));
}

void UsageTest::aValueThatIsNoNumberIsNamed() {
  QCOMPARE(saidOf({"split", "x.h5", "--queue", "1,5"}), QString("--queue does not take 1,5."));
}

void UsageTest::otherSentencesStay() {
  QCOMPARE(saidOf({"split", "x.h5", "--batch", "5"}), QString());
  QVERIFY(saidOf({"split", "x.h5", "--batch", "10"}).startsWith("--batch: "));
  QCOMPARE(saidOf({"split", "--batch", "5"}), QString("FILE is required"));
}

void UsageTest::aFileWithADashFirstIsNamed() {
  const QTemporaryDir dir;
  const QString before = QDir::currentPath();
  QVERIFY(QDir::setCurrent(dir.path()));
  QFile file("-dash.h5");
  const bool made = file.open(QFile::WriteOnly);
  const QString said = saidOf({"split", "-dash.h5"});
  const QString other = saidOf({"split", "-other.h5"});
  QVERIFY(QDir::setCurrent(before) && made);
  QCOMPARE(said, QString("FILE is required. Write ./-dash.h5 to name the file that begins with a dash."));
  QCOMPARE(other, QString("FILE is required"));
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
