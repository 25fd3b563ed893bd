// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page and the completion scripts have every command and option that the program has.
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/reference/reference.h"
#include "app/cli/reference/option_facts.h"
#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::cli::completionScript;
using masu::cli::manualPage;
using masu::cli::Shell;
using masu::test::Ran;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

/// Options for tests alone are in no help and in no page.
bool isShown(const CLI::Option* option) {
  return !option->get_group().empty();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What a program prints about a text that it gets on its standard input.
QString complaintsOf(const QString& program, const QStringList& arguments, const std::string& text) {
  QProcess process;
  process.start(program, arguments);
  process.write(text.data(), static_cast<qint64>(text.size()));
  process.closeWriteChannel();
  if (!process.waitForFinished()) return "did not end";
  return process.readAllStandardError() + (process.exitCode() == 0 ? "" : "failed");
}

}  // namespace

class CliReferenceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { masu::cli::addCommands({m_app, m_common, m_exitCode}); }
  void everyOptionIsInTheManualPage();
  void everyOptionIsCompleted();
  void choicesAreCompleted();
  void everyOptionShowsItsDefault();
  void theManualPageIsRoff();
  void scriptsAreOfTheirShells();
  void bashCompletes_data();
  void bashCompletes();
  void theProgramPrintsThem();

 private:
  CLI::App m_app;
  masu::cli::CommonOptions m_common;
  int m_exitCode = 0;
};

void CliReferenceTest::everyOptionIsInTheManualPage() {
  const std::string page = manualPage(m_app, "1.2.3");
  QVERIFY(has(page, "Masu 1.2.3"));
  int options = 0;
  for (const CLI::App* command : m_app.get_subcommands({})) {
    const std::size_t begin = page.find("\n.SS " + command->get_name() + "\n");
    QVERIFY2(begin != std::string::npos, command->get_name().c_str());
    const std::string section = page.substr(begin, page.find("\n.SS ", begin + 1) - begin);
    for (const CLI::Option* option : command->get_options(isShown)) {
      for (const std::string& name : option->get_lnames()) {
        std::string spelled = "\\-\\-" + name;
        for (std::size_t at = 4; (at = spelled.find('-', at)) != std::string::npos; at += 2) spelled.insert(at, "\\");
        QVERIFY2(has(section, "\\fB" + spelled + "\\fR"), (command->get_name() + " --" + name).c_str());
        ++options;
      }
    }
  }
  QVERIFY(options > 200);
}

void CliReferenceTest::everyOptionIsCompleted() {
  const std::string bash = completionScript(m_app, Shell::bash);
  const std::string zsh = completionScript(m_app, Shell::zsh);
  const std::string fish = completionScript(m_app, Shell::fish);
  for (const CLI::App* command : m_app.get_subcommands({})) {
    const std::string& name = command->get_name();
    const std::size_t words = bash.find("\n    " + name + ") words='");
    const std::size_t arguments = zsh.find("\n    " + name + ")\n");
    QVERIFY2(words != std::string::npos && arguments != std::string::npos, name.c_str());
    const std::string inBash = bash.substr(words, bash.find(";;", words) - words);
    const std::string inZsh = zsh.substr(arguments, zsh.find(";;", arguments) - arguments);
    for (const CLI::Option* option : command->get_options(isShown)) {
      for (const std::string& longName : option->get_lnames()) {
        const std::string what = name + " --" + longName;
        QVERIFY2(has(inBash, "--" + longName), what.c_str());
        // What takes a value takes it behind an equals sign, too.
        const bool takesValue = option->get_items_expected_max() > 0;
        QVERIFY2(has(inZsh, "--" + longName + (takesValue ? "=[" : "[")), what.c_str());
        const std::size_t line = fish.find("__fish_seen_subcommand_from " + name + "'");
        QVERIFY2(line != std::string::npos && has(fish.substr(line), " -l " + longName + " "), what.c_str());
      }
    }
  }
}

void CliReferenceTest::choicesAreCompleted() {
  const CLI::Option* compression = m_app.get_subcommand("convert")->get_option("--compression");
  const std::vector<std::string> expected = {"none", "gzip", "lz4", "zstd"};
  QCOMPARE(masu::cli::factsOf(*compression).choices, expected);
  QCOMPARE(masu::cli::factsOf(*m_app.get_subcommand("import")->get_option("--compression")).choices, expected);
  const masu::cli::OptionFacts model = masu::cli::factsOf(*m_app.get_subcommand("train")->get_option("--model"));
  QVERIFY(model.choices.empty());
  const std::string zsh = completionScript(m_app, Shell::zsh);
  const std::string fish = completionScript(m_app, Shell::fish);
  QVERIFY(model.suggestions.size() >= 5);
  QVERIFY(has(zsh, ": _masu_words_or_files linear mlp"));
  QVERIFY(has(fish, "-l model -r -a 'linear mlp"));
  QCOMPARE(masu::cli::factsOf(*m_app.get_subcommand("import")->get_option("--memory")).value, "SIZE");
  QVERIFY(masu::cli::factsOf(*m_app.get_subcommand("import")->get_option("--overwrite")).value.empty());
}

/// What is taken where an option is not given: a value, or a word for none.
void CliReferenceTest::everyOptionShowsItsDefault() {
  // A callback requires them, but for some other option.
  const std::set<std::string> required = {"train --model", "train --out"};
  for (const CLI::App* command : m_app.get_subcommands({})) {
    for (const CLI::Option* option : command->get_options(isShown)) {
      const masu::cli::OptionFacts facts = masu::cli::factsOf(*option);
      const std::string what = command->get_name() + " " + option->get_name();
      if (facts.positional || facts.required || facts.value.empty() || required.contains(what)) continue;
      QVERIFY2(!facts.defaultValue.empty() || has(facts.description, "(default: "), what.c_str());
    }
  }
}

void CliReferenceTest::theManualPageIsRoff() {
  const QString groff = QStandardPaths::findExecutable("groff");
  if (groff.isEmpty()) QSKIP("groff is not installed.");
  QCOMPARE(complaintsOf(groff, {"-Kutf8", "-man", "-ww", "-Tutf8", "-z"}, manualPage(m_app, "1.2.3")), QString());
}

void CliReferenceTest::scriptsAreOfTheirShells() {
  QCOMPARE(complaintsOf("bash", {"-n"}, completionScript(m_app, Shell::bash)), QString());
  for (const auto& [program, shell] : {std::pair("zsh", Shell::zsh), std::pair("fish", Shell::fish)}) {
    const QString found = QStandardPaths::findExecutable(program);
    if (!found.isEmpty())
      QCOMPARE(complaintsOf(found, {"-n", "/dev/stdin"}, completionScript(m_app, shell)), QString());
  }
}

void CliReferenceTest::bashCompletes_data() {
  QTest::addColumn<QString>("words");
  QTest::addColumn<QString>("completed");
  QTest::newRow("a command") << "masu ver"
                             << "verify";
  QTest::newRow("an option") << "masu import x.csv --longest"
                             << "--longest-record";
  QTest::newRow("a choice") << "masu import x.csv --compression z"
                            << "zstd";
  QTest::newRow("a choice of an argument") << "masu manifest x.h5 fre"
                                           << "freeze";
  QTest::newRow("a choice after an equals sign") << "masu import x.csv --compression = z"
                                                 << "zstd";
  QTest::newRow("all choices after an equals sign") << "masu import x.csv --past-tolerance ="
                                                    << "widen stop";
  QTest::newRow("a model") << "masu train x.h5 --model c"
                           << "cnn1d cnn2d";
  QTest::newRow("a file") << "masu import --out --f"
                          << "";
  QTest::newRow("a shell") << "masu --completion f"
                           << "fish";
}

void CliReferenceTest::bashCompletes() {
  QFETCH(QString, words);
  QFETCH(QString, completed);
  QTemporaryDir dir;
  const std::string script = completionScript(m_app, Shell::bash);
  writeFile(dir.filePath("masu.bash"), QByteArray::fromStdString(script));
  QProcess bash;
  bash.start("bash",
             {"--norc", "-c",
              "source \"$1\"; COMP_WORDS=($2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _masu; echo \"${COMPREPLY[*]}\"",
              "bash", dir.filePath("masu.bash"), words});
  QVERIFY(bash.waitForFinished());
  QCOMPARE(QString(bash.readAllStandardOutput()).trimmed(), completed);
  QCOMPARE(QString(bash.readAllStandardError()), QString());
}

void CliReferenceTest::theProgramPrintsThem() {
  const Ran manual = runMasu({"--manual-page"});
  QCOMPARE(manual.exitCode, 0);
  QVERIFY(manual.output.startsWith(".TH MASU 1"));
  const Ran fish = runMasu({"--completion", "fish"});
  QCOMPARE(fish.exitCode, 0);
  QVERIFY(fish.output.contains("complete -c masu"));
  QCOMPARE(runMasu({"--completion", "tcsh"}).exitCode, 2);
}

MASU_TEST(CliReferenceTest)
#include "reference_test.moc"
