// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage_sentence.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/cli/usage.h"
#include "tests/fixtures/test_group.h"

using Words = std::vector<std::string>;

class UsageSentenceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void anUnknownCommandIsNamedWithTheNearest_data();
  void anUnknownCommandIsNamedWithTheNearest();
  void whatIsWrongIsSaid_data();
  void whatIsWrongIsSaid();
  void aRightLineHasNoSentence();
  void aFileWithADashFirstIsNamed();

 private:
  QString saidOf(const Words& words);

  std::unique_ptr<CLI::App> m_app;
  std::string m_text;
  std::vector<double> m_ratios;
  std::vector<std::pair<std::string, std::string>> m_pairs;
  int m_number = 0;
  bool m_flag = false;
};

void UsageSentenceTest::init() {
  m_app = std::make_unique<CLI::App>();
  m_app->require_subcommand(1);
  CLI::App* split = m_app->add_subcommand("split");
  split->add_option("FILE", m_text)->required();
  split->add_option("--batch", m_number)->check(CLI::Range(1, 9));
  split->add_option("--queue", m_number);
  split->add_option("--form", m_text)->check(CLI::IsMember({"csv", "names", "jsonl"}));
  split->add_option("--ratios", m_ratios)->expected(2, 3)->delimiter(',');
  split->add_option("--diff", m_pairs);
  CLI::Option* group = split->add_option("--group", m_text);
  split->add_flag("--no-group", m_flag)->excludes(group);
  split->add_option("--gap", m_number)->needs(group);
  for (const char* name : {"stream", "read", "head"}) m_app->add_subcommand(name);
}

/// What is wrong with a command line; empty where it is right.
QString UsageSentenceTest::saidOf(const Words& words) {
  try {
    masu::cli::parse(*m_app, words);
  } catch (const CLI::ParseError& error) {
    return QString::fromStdString(masu::cli::usageSentence(*m_app, error, words));
  }
  return {};
}

void UsageSentenceTest::anUnknownCommandIsNamedWithTheNearest_data() {
  QTest::addColumn<QString>("word");
  QTest::addColumn<QString>("hint");
  QTest::newRow("two letters changed places") << "splti"
                                              << ". Did you mean split?";
  QTest::newRow("its beginning") << "st"
                                 << ". Did you mean stream?";
  QTest::newRow("two as near") << "bead"
                               << ". Did you mean read or head?";
  QTest::newRow("the nearer of two") << "reed"
                                     << ". Did you mean read?";
  QTest::newRow("three letters off") << "spxyz"
                                     << ": masu --help lists them.";
  QTest::newRow("too short to resemble one") << "s"
                                             << ": masu --help lists them.";
}

void UsageSentenceTest::anUnknownCommandIsNamedWithTheNearest() {
  QFETCH(QString, word);
  QFETCH(QString, hint);
  QCOMPARE(saidOf({word.toStdString()}), "There is no command " + word + hint);
  QCOMPARE(saidOf({}), QString("Name a command: masu --help lists them."));
}

void UsageSentenceTest::whatIsWrongIsSaid_data() {
  QTest::addColumn<Words>("words");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const char* name, const Words& words, const char* sentence) {
    Words all{"split", "x.h5"};
    all.insert(all.end(), words.begin(), words.end());
    QTest::newRow(name) << all << sentence;
  };
  row("no number", {"--queue", "1,5"}, "--queue does not take 1,5.");
  row("no number in brackets", {"--queue", "[1]"}, "--queue does not take [1].");
  row("not among the choices", {"--form", "x"}, "--form takes csv, names or jsonl, not x.");
  row("without its value", {"--queue"}, "--queue needs one value.");
  row("one of two values", {"--diff", "0"}, "--diff needs 2 values.");
  row("twice", {"--queue", "1", "--queue", "2"}, "--queue takes one value, and was given 2.");
  row("too many values", {"--ratios", "1,2,3,4"}, "--ratios takes 3 values, and was given 4.");
  row("too few values", {"--ratios", "1"}, "--ratios takes at least 2 values, and was given 1.");
  row("a flag with a value", {"--no-group=x"}, "--no-group does not take x.");
  row("an option and its opposite", {"--group", "a", "--no-group"},
      "--group and --no-group exclude each other: leave one of them out.");
  row("an option without the one it needs", {"--gap", "1"}, "--gap needs --group, too.");
  row("no such option", {"--queu=3", "y"}, "There is no option --queu. Did you mean --queue?");
  row("no option like it", {"--colour"}, "There is no option --colour.");
  row("a word too many", {"y", "z"}, "The argument y is not expected.");
  row("a word too many after dashes", {"--", "[y]"}, "The argument [y] is not expected.");
  QTest::newRow("no file") << Words{"split"} << "FILE is missing.";
  QTest::newRow("before its command") << Words{"--queue", "3", "split", "x.h5"} << "There is no option --queue.";
}

void UsageSentenceTest::whatIsWrongIsSaid() {
  QFETCH(Words, words);
  QFETCH(QString, sentence);
  QCOMPARE(saidOf(words), sentence);
}

void UsageSentenceTest::aRightLineHasNoSentence() {
  QCOMPARE(saidOf({"split", "x.h5", "--batch", "5", "--ratios", "1,2", "--diff", "0", "1"}), QString());
  QVERIFY(saidOf({"split", "x.h5", "--batch", "10"}).startsWith("--batch: "));  // in the option's own words
}

void UsageSentenceTest::aFileWithADashFirstIsNamed() {
  const QTemporaryDir dir;
  const QString before = QDir::currentPath();
  QVERIFY(QDir::setCurrent(dir.path()));
  QFile file("-dash.h5");
  const bool made = file.open(QFile::WriteOnly);
  const QString said = saidOf({"split", "-dash.h5"});
  const QString second = saidOf({"split", "x.h5", "-dash.h5"});
  const QString other = saidOf({"split", "-other.h5"});
  QVERIFY(QDir::setCurrent(before) && made);
  QCOMPARE(said, QString("FILE is missing. Write ./-dash.h5 to name the file that begins with a dash."));
  QCOMPARE(second, QString("There is no option -dash.h5. Write ./-dash.h5 to name the file that begins with a dash."));
  QCOMPARE(other, QString("FILE is missing."));
}

MASU_TEST(UsageSentenceTest)
#include "usage_sentence_test.moc"
