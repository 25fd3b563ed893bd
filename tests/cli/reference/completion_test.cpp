// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include <QTest>

#include "app/cli/reference/reference.h"
#include "tests/fixtures/test_group.h"

using masu::cli::Shell;

/// The lines of the scripts that belong to one command; cli_reference_test runs them in their shells.
class CompletionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void inBash();
  void inZsh();
  void inFish();

 private:
  QStringList linesOf(Shell shell) const {
    return QString::fromStdString(masu::cli::completionScript(m_app, shell)).split('\n');
  }

  CLI::App m_app;
  std::string m_text;
  std::vector<std::string> m_texts;
  bool m_flag = false;
};

void CompletionTest::initTestCase() {
  CLI::App* command = m_app.add_subcommand("try", "Try it's all");
  command->group("Data")->set_help_flag();
  command->add_option("--kind", m_text, "Which [one]: a\\b")->check(CLI::IsMember({"a", "b"}));
  command->add_option("-m,--model", m_text, "Model");
  command->add_option("--out", m_text, "Don't ask");
  command->add_flag("--fast", m_flag, "Be fast");
  command->add_option("--keep", m_texts, "What stays");
  command->add_option("ACTION", m_text, "Action")->check(CLI::IsMember({"go", "stop"}));
  command->add_option("SOURCE", m_texts, "Source");
  command->add_option("--secret", m_text, "Hidden")->group("");
  m_app.add_subcommand("secret", "Hidden")->group("");
}

void CompletionTest::inBash() {
  const QStringList lines = linesOf(Shell::bash);
  const QStringList all = {
      "    try) words='go stop --kind -m --model --out --fast --keep' ;;",
      "    try:--kind) words='a b' ;;",
      "    try:-m) words='linear mlp cnn1d resnet1d cnn2d rocket' ;;",
      "    try:--model) words='linear mlp cnn1d resnet1d cnn2d rocket' ;;",
      // Of files, which bash completes by itself.
      "    try:--out) words='' ;;",
      "    try:--keep) words='' ;;",
  };
  for (const QString& line : all) QVERIFY2(lines.contains(line), qPrintable(line));
  // After a flag comes anything.
  QCOMPARE(lines.filter("try:").size(), 5);
  QCOMPARE(lines.filter("secret"), QStringList());
  QVERIFY(!lines.filter("compgen -W 'try --help --version --completion'").isEmpty());
}

void CompletionTest::inZsh() {
  const QStringList lines = linesOf(Shell::zsh);
  const QStringList all = {
      R"(    'try:Try it'\''s all')",
      R"(        ':ACTION:(go stop)' \)",
      R"(        '*:SOURCE:_files' \)",
      R"(        '--kind=[Which \[one\]\: a\\b]:TEXT:(a b)' \)",
      R"(        '-m[Model]:TEXT: _masu_words_or_files linear mlp cnn1d resnet1d cnn2d rocket' \)",
      R"(        '--model=[Model]:TEXT: _masu_words_or_files linear mlp cnn1d resnet1d cnn2d rocket' \)",
      R"(        '--out=[Don'\''t ask]:TEXT:_files' \)",
      R"(        '--fast[Be fast]' \)",
      R"(        '*--keep=[What stays]:TEXT:_files' \)",
  };
  for (const QString& line : all) QVERIFY2(lines.contains(line), qPrintable(line + '\n' + lines.join('\n')));
  QCOMPARE(lines.filter("secret"), QStringList());
}

void CompletionTest::inFish() {
  const QString of = "complete -c masu -n '__fish_seen_subcommand_from try'";
  const QStringList lines = linesOf(Shell::fish);
  const QStringList all = {
      R"(complete -c masu -n __fish_use_subcommand -f -a try -d 'Try it\'s all')",
      of + R"( -a 'go stop')",
      of + R"( -l kind -x -a 'a b' -d 'Which [one]: a\\b')",
      of + R"( -s m -l model -r -a 'linear mlp cnn1d resnet1d cnn2d rocket' -d 'Model')",
      of + R"( -l out -r -d 'Don\'t ask')",
      of + R"( -l fast -d 'Be fast')",
      of + R"( -l keep -r -d 'What stays')",
  };
  for (const QString& line : all) QVERIFY2(lines.contains(line), qPrintable(line + '\n' + lines.join('\n')));
  // Files need no line.
  QCOMPARE(lines.filter(of).size(), all.size() - 1);
  QCOMPARE(lines.filter("secret"), QStringList());
}

MASU_TEST(CompletionTest)
#include "completion_test.moc"
