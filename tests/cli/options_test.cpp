// SPDX-License-Identifier: GPL-3.0-or-later
// An option is obeyed, or the command says which two do not go together: all pairs of all commands.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/option_rules.h"
#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::cli::CommandRules;
using masu::cli::conflictOf;
using masu::cli::conflictWith;
using masu::cli::Need;
using masu::cli::OptionSet;
using masu::cli::pairOf;
using masu::cli::rulesOf;
using masu::cli::setOf;
using masu::cli::SetPair;
using masu::cli::withoutEffect;
using masu::test::Ran;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

/// Options that are named, but for help. Where a command takes a file or a name by its place, that goes with all.
std::vector<CLI::Option*> optionsOf(CLI::App& command) {
  std::vector<CLI::Option*> options;
  for (CLI::Option* option : command.get_options()) {
    if (option->nonpositional() && option != command.get_help_ptr()) options.push_back(option);
  }
  return options;
}

/// The set that holds one of an option's names.
const OptionSet* setOfAny(const CommandRules& rules, const CLI::Option& option) {
  for (const std::string& name : option.get_lnames()) {
    if (const OptionSet* set = setOf(rules, "--" + name)) return set;
  }
  return nullptr;
}

/// "--shuffle" of "--shuffle=queue".
std::string nameOf(std::string_view needed) {
  return std::string(needed.substr(0, needed.find('=')));
}

/// Gives an option, as "--order" or "--shuffle=queue".
void give(CLI::App& command, std::string_view option) {
  const std::string name = nameOf(option);
  command.get_option(name)->add_result(name == option ? "1" : std::string(option.substr(name.size() + 1)));
}

/// The same with what it needs in turn.
void giveWithNeeds(CLI::App& command, std::string_view option) {
  give(command, option);
  for (const Need& need : rulesOf(command.get_name())->needs) {
    const bool matters = !need.onlyNoted && !need.byDefault;
    if (!matters || std::ranges::find(need.options, nameOf(option)) == need.options.end()) continue;
    const bool given = std::ranges::any_of(
        need.needed, [&](std::string_view one) { return command.get_option(nameOf(one))->count() > 0; });
    if (!given) giveWithNeeds(command, need.needed.front());
  }
}

/// Whether a set names two options as excluding each other.
bool isAlternative(const OptionSet& set, const CLI::Option& one, const CLI::Option& other) {
  const auto is = [](const CLI::Option& option, std::string_view name) {
    return option.check_lname(std::string(name.substr(2)));
  };
  return std::ranges::any_of(set.alternatives, [&](const auto& pair) {
    return (is(one, pair.first) && is(other, pair.second)) || (is(one, pair.second) && is(other, pair.first));
  });
}

bool excludes(const CLI::Option& one, const CLI::Option& other) {
  const auto excluded = one.get_excludes();
  return std::ranges::find(excluded, &other) != excluded.end();
}

QString text(std::string_view view) {
  return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

}  // namespace

class CliOptionsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyOptionIsInOneSet();
  void everyPairIsDecided();
  void rulesNameOptionsThatExist();
  void whatExcludesIsRefusedInWords();
  void whatIsNeededIsAskedFor();
  void whatHasNoEffectIsSaid();
  void aSeedWithoutEffectIsSaid();
  void commandsExitWithTwo_data();
  void commandsExitWithTwo();
  void anEmptyValueOrOneBelowZeroIsRefused();
  void aWrongValueExitsWithTwo();
  void whatAnOrderLeavesOutIsSaid();
  void aFileThatIsNamedTwiceIsSaid();
  void anOrderOfDatesNeedsDates();
  void anExportIsInspectedAsItIsImported();
  void aRecipeReadsNoListElsewhereUnasked();

 private:
  QStringList placed(QStringList arguments) const;

  CLI::App m_app;
  masu::cli::CommonOptions m_common;
  int m_exitCode = 0;
  QTemporaryDir m_dir;
};

void CliOptionsTest::initTestCase() {
  masu::cli::addCommands({m_app, m_common, m_exitCode});
  QByteArray rows = "a,b,label\n";
  for (int i = 0; i < 60; ++i) rows += QByteArray::number(i) + ",1.5" + (i % 2 ? ",x\n" : ",y\n");
  writeFile(m_dir.filePath("t.csv"), rows);
  const QStringList import = {"import", "@t.csv", "--label", "label", "--out", "@F.h5", "--save-recipe", "@r.json"};
  QCOMPARE(runMasu(placed(import)).exitCode, 0);
  QCOMPARE(runMasu(placed({"split", "@F.h5", "--ratios", "0.6,0.2,0.2"})).exitCode, 0);
  QCOMPARE(runMasu(placed({"export", "@F.h5", "--out", "@export"})).exitCode, 0);
  QCOMPARE(runMasu(placed({"sample", "waveform", "--rows", "10", "--out", "@"})).exitCode, 0);
}

QStringList CliOptionsTest::placed(QStringList arguments) const {
  for (QString& one : arguments) {
    if (one.startsWith('@')) one = m_dir.filePath(one.mid(1));
  }
  return arguments;
}

void CliOptionsTest::everyOptionIsInOneSet() {
  for (CLI::App* command : m_app.get_subcommands({})) {
    const CommandRules* rules = rulesOf(command->get_name());
    QVERIFY2(rules != nullptr, ("rules of " + command->get_name()).c_str());
    for (const CLI::Option* option : optionsOf(*command)) {
      const auto names = option->get_lnames();
      const auto sets = std::ranges::count_if(rules->sets, [&](const OptionSet& set) {
        return std::ranges::any_of(
            set.options, [&](std::string_view one) { return std::ranges::find(names, one.substr(2)) != names.end(); });
      });
      QVERIFY2(sets == 1, (command->get_name() + " " + option->get_name() + " is to be in one set").c_str());
    }
  }
}

void CliOptionsTest::everyPairIsDecided() {
  for (CLI::App* command : m_app.get_subcommands({})) {
    const CommandRules& rules = *rulesOf(command->get_name());
    for (const OptionSet& one : rules.sets) {
      for (const OptionSet& other : rules.sets) {
        if (one.name == other.name) continue;
        const SetPair* pair = pairOf(rules, one.name, other.name);
        const QString what = text(rules.command) + ": " + text(one.name) + " and " + text(other.name);
        QVERIFY2(pair != nullptr, qPrintable(what));
        for (const SetPair& again : rules.pairs) {
          const bool same = (again.first == one.name && again.second == other.name) ||
                            (again.first == other.name && again.second == one.name);
          QVERIFY2(!same || again.because.empty() == pair->because.empty(), qPrintable(what + " twice"));
        }
      }
    }
  }
}

void CliOptionsTest::rulesNameOptionsThatExist() {
  for (CLI::App* command : m_app.get_subcommands({})) {
    const CommandRules& rules = *rulesOf(command->get_name());
    std::set<std::string_view> named;
    for (const OptionSet& set : rules.sets) named.insert(set.options.begin(), set.options.end());
    for (const Need& need : rules.needs) {
      named.insert(need.options.begin(), need.options.end());
      for (const std::string_view one : need.needed) named.insert(one.substr(0, one.find('=')));
      named.insert(need.where.begin(), need.where.end());
    }
    for (const std::string_view one : named) {
      QVERIFY2(command->get_option_no_throw(std::string(one)) != nullptr,
               qPrintable(text(rules.command) + " has no " + text(one)));
    }
  }
}

void CliOptionsTest::whatExcludesIsRefusedInWords() {
  std::size_t refused = 0;
  std::size_t pairs = 0;
  for (CLI::App* command : m_app.get_subcommands({})) {
    const CommandRules& rules = *rulesOf(command->get_name());
    const auto options = optionsOf(*command);
    for (std::size_t i = 0; i < options.size(); ++i) {
      for (std::size_t k = i + 1; k < options.size(); ++k) {
        ++pairs;
        const OptionSet* one = setOfAny(rules, *options[i]);
        const OptionSet* other = setOfAny(rules, *options[k]);
        if (one == other) {
          // Options of one set go together, but for those that it names.
          QVERIFY2(excludes(*options[i], *options[k]) == isAlternative(*one, *options[i], *options[k]),
                   (command->get_name() + " " + options[i]->get_name() + " " + options[k]->get_name()).c_str());
          continue;
        }
        if (pairOf(rules, one->name, other->name)->because.empty()) continue;
        if (excludes(*options[i], *options[k])) continue;
        options[i]->add_result("1");
        options[k]->add_result("1");
        const auto sentence = conflictOf(*command);
        options[i]->clear();
        options[k]->clear();
        ++refused;
        const std::string what = command->get_name() + " " + options[i]->get_name() + " " + options[k]->get_name();
        QVERIFY2(sentence, what.c_str());
        QVERIFY2(sentence->ends_with('.') && sentence->find(options[i]->get_lnames().front()) != std::string::npos &&
                     sentence->find(options[k]->get_lnames().front()) != std::string::npos,
                 (what + ": " + *sentence).c_str());
      }
    }
  }
  QVERIFY(pairs > 1000);
  QVERIFY(refused > 100);
}

void CliOptionsTest::whatIsNeededIsAskedFor() {
  for (CLI::App* command : m_app.get_subcommands({})) {
    const CommandRules& rules = *rulesOf(command->get_name());
    for (const Need& need : rules.needs) {
      if (need.onlyNoted) continue;
      for (const std::string_view name : need.options) {
        give(*command, name);
        const auto alone = conflictOf(*command);
        QCOMPARE(!alone.has_value(), need.byDefault);
        giveWithNeeds(*command, need.needed.front());
        const auto together = conflictOf(*command);
        QVERIFY2(!together, together.value_or("").c_str());
        if (need.needed.front().find('=') != std::string_view::npos) {
          command->get_option(nameOf(need.needed.front()))->clear();
          command->get_option(nameOf(need.needed.front()))->add_result("another value");
          QVERIFY(conflictOf(*command));
        }
        for (CLI::Option* option : optionsOf(*command)) option->clear();
      }
    }
  }
}

void CliOptionsTest::whatHasNoEffectIsSaid() {
  std::size_t said = 0;
  for (CLI::App* command : m_app.get_subcommands({})) {
    const CommandRules& rules = *rulesOf(command->get_name());
    for (const Need& need : rules.needs) {
      if (!need.onlyNoted) continue;
      for (const std::string_view name : need.options) {
        const auto isSaid = [&] {
          return std::ranges::any_of(withoutEffect(*command), [&](const std::string& sentence) {
            return sentence == std::string(name) + " has no effect here: " + std::string(need.because) + ".";
          });
        };
        give(*command, name);
        QVERIFY(!isSaid());
        if (!need.where.empty()) give(*command, need.where.front());
        if (need.byDefault) command->get_option(nameOf(need.needed.front()))->add_result("another value");
        QVERIFY2(isSaid(), (command->get_name() + " " + std::string(name)).c_str());
        QVERIFY(!conflictOf(*command) || !need.where.empty());
        ++said;
        if (!need.needed.empty()) {
          command->get_option(nameOf(need.needed.front()))->clear();
          give(*command, need.needed.front());
          QVERIFY(!isSaid());
        }
        for (CLI::Option* option : optionsOf(*command)) option->clear();
      }
    }
  }
  QVERIFY(said > 5);
}

void CliOptionsTest::commandsExitWithTwo_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("one");
  QTest::addColumn<QString>("other");
  const QStringList inspect = {"inspect", "@export"};
  for (const QStringList& asked : {QStringList{"--where", "a > 1"},
                                   {"--compression", "zstd"},
                                   {"--class-map", "x", "y"},
                                   {"--missing", "zero"},
                                   {"--on-error", "fail"},
                                   {"--type", "a=text"},
                                   {"--na", "9"},
                                   {"--hop", "2"},
                                   {"--rate", "9"},
                                   {"--store", "recordings"},
                                   {"--channels", "a"},
                                   {"--group-from", "folder"},
                                   {"--tolerance", "1"},
                                   {"--save-recipe", "@new.json"},
                                   {"--window", "4"},
                                   {"--shuffle", "1"},
                                   {"--label", "label"}}) {
    QTest::newRow(qPrintable("inspect an export " + asked.front())) << inspect + asked << asked.front() << "an export";
    QTest::newRow(qPrintable("import an export " + asked.front()))
        << QStringList{"import", "@export", "--out", "@new.h5"} + asked << asked.front() << "an export";
  }
  QTest::newRow("rejects of an export") << QStringList{"import", "@export", "--out", "@new.h5", "--rejects", "@new.csv"}
                                        << "--rejects"
                                        << "an export";
  QTest::newRow("recipe") << QStringList{"import",  "@t.csv", "--recipe", "@r.json",
                                         "--dtype", "f16",    "--out",    "@new.h5"}
                          << "--recipe"
                          << "--dtype";
  QTest::newRow("recordings in a table") << QStringList{"import",   "@t.csv", "--as",  "table",
                                                        "--window", "2",      "--out", "@new.h5"}
                                         << "--window"
                                         << "tables";
  QTest::newRow("table of recordings") << QStringList{"import", "@recordings", "--where", "a > 1", "--out", "@new.h5"}
                                       << "--where"
                                       << "recordings";
  for (const QStringList& asked : {QStringList{"--ragged", "both"}, {"--on-error", "missing"}}) {
    QTest::newRow(qPrintable("recordings " + asked.front()))
        << QStringList{"import", "@recordings", "--window", "400", "--out", "@new.h5"} + asked << asked.front()
        << "recordings";
  }
  QTest::newRow("label and weight") << QStringList{"import",   "@t.csv", "--label", "label",
                                                   "--weight", "label",  "--out",   "@new.h5"}
                                    << "--label"
                                    << "--weight";
  QTest::newRow("label and text") << QStringList{"import", "@t.csv", "--label", "label",
                                                 "--text", "label",  "--out",   "@new.h5"}
                                  << "--label"
                                  << "--text";
  for (const QStringList& asked : {QStringList{"--missing", "a=zero", "--missing", "a=drop"},
                                   {"--label", "label", "--label", "label"},
                                   {"--type", "a=text", "--type", "a=time"},
                                   {"--missing", "mean", "--missing", "zero"},
                                   {"--class-map", "x", "y", "--class-map", "x", "z"}}) {
    QTest::newRow(qPrintable("two answers by " + asked.front()))
        << QStringList{"import", "@t.csv", "--out", "@new.h5"} + asked << asked.front() << "tw";
  }
  for (const QStringList& asked : {QStringList{"--keep", "a", "--type", "a=ignored"},
                                   {"--label", "label", "--type", "label=ignored"},
                                   {"--weight", "a", "--type", "a=ignored"},
                                   {"--text", "a", "--type", "a=number"}}) {
    QTest::newRow(qPrintable(asked.join(' ')))
        << QStringList{"import", "@t.csv", "--out", "@new.h5"} + asked << asked.front() << "--type";
  }
  for (const QStringList& asked : {QStringList{"--delimiter", ";"},
                                   {"--quote", "'"},
                                   {"--decimal", ","},
                                   {"--thousands", ","},
                                   {"--encoding", "shift_jis"},
                                   {"--no-header"},
                                   {"--comment", "#"},
                                   {"--skip", "2"},
                                   {"--na", "x"},
                                   {"--longest-record", "2048"}}) {
    QTest::newRow(qPrintable("sounds " + asked.front()))
        << QStringList{"import", "@recordings", "--window", "400", "--out", "@new.h5"} + asked << asked.front()
        << "recordings that are not text";
  }
  QTest::newRow("longest of sounds") << QStringList{"append", "@F.h5", "@recordings", "--longest-record", "2048"}
                                     << "--longest-record"
                                     << "recordings that are not text";
  const QStringList split = {"split", "@F.h5", "--ratios", "0.8,0.1,0.1", "--name", "new"};
  for (const QStringList& asked : {QStringList{"--stratify", "--by-hash"},
                                   {"--stratify", "--order=a"},
                                   {"--by-hash", "--order=a"},
                                   {"--group=a", "--order=a"},
                                   {"--keep-equal", "--by-hash"}}) {
    QTest::newRow(qPrintable(asked.join(' ')))
        << split + asked << asked.front().section('=', 0, 0) << asked.back().section('=', 0, 0);
  }
  for (const QStringList& asked :
       {QStringList{"--folds", "3", "--order", "a"}, {"--no-group", "--order", "a"}, {"--no-group", "--keep-equal"}}) {
    QTest::newRow(qPrintable(asked.join(' ')))
        << split + asked << asked.front() << (asked.contains("--order") ? "--order" : asked.back());
  }
  for (const QStringList& asked : {QStringList{"--stratify"},
                                   {"--group", "a"},
                                   {"--no-group"},
                                   {"--keep-equal"},
                                   {"--by-hash"},
                                   {"--order", "a"},
                                   {"--order", "a", "--gap", "2"},
                                   {"--subset", "0.5"}}) {
    QTest::newRow(qPrintable("rules alone with " + asked.join(' ')))
        << QStringList{"split", "@F.h5", "--rule", "test=.", "--name", "new"} + asked << asked.at(0) << "--rule";
  }
  QTest::newRow("no share at all") << QStringList{"split", "@F.h5", "--ratios", "0,0,0", "--rule", "test=."}
                                   << "--ratios"
                                   << "shares";
  QTest::newRow("percentages") << QStringList{"split", "@F.h5", "--ratios", "70,20,10"} << "--ratios"
                               << "0.7,0.2,0.1";
  QTest::newRow("no folds") << QStringList{"split", "@F.h5", "--folds", "0"} << "--folds"
                            << "0";
  QTest::newRow("read and ratios") << QStringList{"split", "@F.h5", "--read", "@", "--ratios", "0.8,0.1,0.1"}
                                   << "--read"
                                   << "--ratios";
  QTest::newRow("read and folds") << QStringList{"split", "@F.h5", "--read", "@", "--folds", "3"} << "--read"
                                  << "--folds";
  QTest::newRow("exact has no buffer") << QStringList{"stream", "@F.h5", "--shuffle", "exact", "--capacity", "100"}
                                       << "--capacity"
                                       << "--shuffle queue";
  QTest::newRow("rank of how many") << QStringList{"stream", "@F.h5", "--rank", "1"} << "--rank"
                                    << "--world";
  QTest::newRow("one of how many ranks") << QStringList{"stream", "@F.h5", "--world", "2"} << "--world"
                                         << "--rank";
  QTest::newRow("rank beyond the last") << QStringList{"stream", "@F.h5", "--rank", "2", "--world", "2"} << "--rank"
                                        << "--world";
  QTest::newRow("fewer samples than ranks")
      << QStringList{"stream", "@F.h5", "--rank", "0", "--world", "3", "--batch", "2"} << "--batch"
      << "--world";
  QTest::newRow("no remedy to save") << QStringList{"check", "@F.h5", "--save-as", "x"} << "--save-as"
                                     << "--remedy";
  for (const char* size : {"0", "1", "-5", "15M"}) {
    QTest::newRow(qPrintable(QString("memory of ") + size))
        << QStringList{"stream", "@F.h5", "--memory", size} << "--memory"
        << "at least 16M";
  }
  for (const char* size : {"much", "1.5", "1.5X", "G", "1.5.5G", "9e9G"}) {
    QTest::newRow(qPrintable(QString("no size: ") + size))
        << QStringList{"convert", "@F.h5", "--out", "@new.h5", "--part-size", size} << "--part-size"
        << "is not a size";
  }
  QTest::newRow("samples of a model") << QStringList{"estimate", "--samples", "10", "--shape", "3", "--model", "mlp"}
                                      << "--samples"
                                      << "--model";
  for (const QStringList& asked : {QStringList{"--threads", "1"}, {"--memory", "64M"}, {"--no-verify"}}) {
    QTest::newRow(qPrintable("resumed with " + asked.front()))
        << QStringList{"train", "--resume", "--out", "@run"} + asked << "--resume" << asked.front();
  }
}

void CliOptionsTest::commandsExitWithTwo() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, one);
  QFETCH(QString, other);
  const Ran ran = runMasu(placed(arguments));
  QVERIFY2(ran.exitCode == 2, ran.errors.constData());
  QVERIFY2(ran.errors.contains(one.toUtf8()) && ran.errors.contains(other.toUtf8()), ran.errors.constData());
  QCOMPARE(QDir(m_dir.path()).entryList({"new*"}), QStringList());
}

void CliOptionsTest::aSeedWithoutEffectIsSaid() {
  const QStringList split = {"split", "@F.h5", "--name", "seeded", "--seed", "5"};
  const QStringList stream = {"stream", "@F.h5", "--seed", "5"};
  for (const QStringList& asked :
       {split + QStringList{"--rule", "test=."}, split + QStringList{"--ratios", "0.5,0.25,0.25", "--order", "a"},
        stream + QStringList{"--shuffle", "none"}}) {
    const Ran ran = runMasu(placed(asked));
    QVERIFY2(ran.exitCode == 0 && ran.errors.contains("masu: --seed has no effect here: "), ran.errors.constData());
  }
  for (const QStringList& asked :
       {split + QStringList{"--ratios", "0.5,0.25,0.25"}, split + QStringList{"--rule", "test=nothing", "--folds", "3"},
        split + QStringList{"--ratios", "0.5,0.25,0.25", "--order", "a", "--subset", "0.5"}, stream,
        stream + QStringList{"--shuffle", "none", "--augment", "noise=0.1"}}) {
    const Ran ran = runMasu(placed(asked));
    QVERIFY2(ran.exitCode == 0 && !ran.errors.contains("has no effect"), ran.errors.constData());
  }
  const Ran ran = runMasu(
      placed({"export", "@F.h5", "--out", "@new", "--format", "npz", "--shard-samples", "9", "--snippet", "numpy"}));
  QVERIFY2(ran.exitCode == 0 && ran.errors.contains("masu: --shard-samples has no effect here: "),
           ran.errors.constData());
  const Ran hot = runMasu(placed({"stream", "@F.h5", "--one-hot"}));
  QVERIFY2(hot.exitCode == 1 && hot.errors.contains("no categories"), hot.errors.constData());
}

void CliOptionsTest::anEmptyValueOrOneBelowZeroIsRefused() {
  std::size_t counts = 0;
  for (CLI::App* command : m_app.get_subcommands({})) {
    for (CLI::Option* option : optionsOf(*command)) {
      if (option->get_type_size_max() == 0) continue;  // a flag
      const std::string name = "--" + option->get_lnames().front();
      const auto refused = [&](const char* value) {
        option->add_result(value);
        const auto sentence = conflictOf(*command);
        option->clear();
        return sentence && sentence->starts_with(name) && sentence->ends_with('.');
      };
      if (name == "--out" || name == "--rejects" || name == "--save-recipe")
        QVERIFY2(refused("-"), (command->get_name() + ' ' + name).c_str());
      const bool may = name == "--na" || name == "--class-map";
      QVERIFY2(refused("") == !may, (command->get_name() + ' ' + name).c_str());
      if (!option->get_type_name().starts_with("UINT")) continue;
      ++counts;
      QVERIFY2(refused("-1"), (command->get_name() + ' ' + name).c_str());
    }
  }
  QVERIFY(counts > 10);
  const QStringList import = {"import", "@t.csv", "--out", "@new.h5"};
  QVERIFY(runMasu(placed(import + QStringList{"--rejects", "-"})).errors.contains("cannot be standard output"));
  for (const QStringList& asked : {QStringList{"--where", ""}, {"--weight="}, {"--shuffle", "-1"}, {"--shuffle=-1"}}) {
    const Ran ran = runMasu(placed(import + asked));
    QVERIFY2(ran.exitCode == 2 && ran.errors.contains(asked.front().section('=', 0, 0).toUtf8()),
             ran.errors.constData());
  }
  QCOMPARE(runMasu(placed({"split", "@F.h5", "--ratios", "0.8,0.1,0.1", "--seed", "-1"})).exitCode, 2);
}

void CliOptionsTest::aWrongValueExitsWithTwo() {
  const QStringList import = {"import", "@t.csv", "--out", "@new.h5"};
  for (const QStringList& asked : {QStringList{"--tolerance", "-1"},
                                   {"--delimiter", ",,,"},
                                   {"--type", "a=foo"},
                                   {"--missing", "much"},
                                   {"--window", "long"}}) {
    const Ran ran = runMasu(placed(import + asked));
    QVERIFY2(ran.exitCode == 2 && ran.errors.contains(asked.front().toUtf8()), ran.errors.constData());
  }
  for (const QStringList& asked : {import, {"inspect", "@t.csv"}, {"check", "@F.h5"}}) {
    const Ran ran = runMasu(placed(asked + QStringList{"--scratch", "@nowhere"}));
    QVERIFY2(ran.exitCode == 2 && ran.errors.contains("--scratch") && ran.errors.contains("nowhere"),
             ran.errors.constData());
  }
  for (const char* ratios : {"8,1,1", "0.5,0.5"}) {
    const Ran ran = runMasu(placed({"split", "@F.h5", "--ratios", ratios}));
    QVERIFY2(ran.exitCode == 2 && ran.errors.contains("--ratios"), ran.errors.constData());
  }
}

void CliOptionsTest::whatAnOrderLeavesOutIsSaid() {
  writeFile(m_dir.filePath("order.csv"), "a,b\n1,2\n,3\n3,4\n4,5\n");
  QCOMPARE(runMasu(placed({"import", "@order.csv", "--out", "@order.h5"})).exitCode, 0);
  const Ran ran = runMasu(placed({"split", "@order.h5", "--ratios", "0.5,0,0.5", "--order", "a"}));
  QVERIFY2(
      ran.exitCode == 0 && ran.output.contains("without a value of a, by which the split is ordered, are unused: 1."),
      (ran.output + ran.errors).constData());
}

void CliOptionsTest::aFileThatIsNamedTwiceIsSaid() {
  const Ran ran = runMasu(placed({"inspect", "@t.csv", "@t.csv"}));
  QVERIFY2(ran.exitCode == 0 && ran.output.contains("is the same file as"), (ran.output + ran.errors).constData());
}

void CliOptionsTest::anOrderOfDatesNeedsDates() {
  for (const char* command : {"import", "inspect"}) {
    QStringList asked = {command, "@t.csv", "--date-order", "dmy"};
    if (asked.front() == "import") asked += {"--out", "@new.h5"};
    const Ran ran = runMasu(placed(asked));
    QVERIFY2(ran.exitCode != 0 && ran.errors.contains("--date-order has no effect"), ran.errors.constData());
  }
}

void CliOptionsTest::anExportIsInspectedAsItIsImported() {
  const Ran inspected = runMasu(placed({"inspect", "@export", "--json"}));
  QCOMPARE(inspected.exitCode, 0);
  const Ran imported = runMasu(placed({"import", "@export", "--out", "@back.h5", "--json"}));
  QCOMPARE(imported.exitCode, 0);
  QCOMPARE(inspected.json()[u"export"].toString(), QStringLiteral("csv"));
  QCOMPARE(inspected.json()[u"samples"], imported.json()[u"samples"]);
  // What else it could be has to be said.
  const Ran tables = runMasu(placed({"inspect", "@export", "--as", "table", "--label", "label", "--json"}));
  QVERIFY2(tables.exitCode == 0, tables.errors.constData());
  QVERIFY(tables.json().contains("dialect"));
}

void CliOptionsTest::aRecipeReadsNoListElsewhereUnasked() {
  QByteArray list = "file,label\n";
  for (const QString& name : QDir(m_dir.filePath("recordings")).entryList(QDir::Files))
    list += name.toUtf8() + ',' + name.left(1).toUtf8() + '\n';
  writeFile(m_dir.filePath("labels.csv"), list);
  const QString rule = "csv:" + m_dir.filePath("labels.csv");
  const QStringList asked = {"--label-from", rule};
  const QStringList import = {"import", "@recordings", "--out", "@listed.h5", "--overwrite", "--no-sync"};
  const QStringList planned = {"inspect", "@recordings", "--window", "400", "--save-recipe", "@listed.json"};
  Ran ran = runMasu(placed(planned + asked));
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  const QStringList recipe = {"--recipe", "@listed.json"};
  ran = runMasu(placed(import + recipe));
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("--label-from " + rule.toUtf8()), ran.errors.constData());
  ran = runMasu(placed(import + recipe + QStringList{"--label-from", "folder"}));
  QCOMPARE(ran.exitCode, 2);
  ran = runMasu(placed(import + recipe + asked));
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  // A dataset holds its recipe.
  const QStringList append = {"append", "@listed.h5", "@recordings"};
  ran = runMasu(placed(append));
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("--label-from"), ran.errors.constData());
  ran = runMasu(placed(append + asked));
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
}

MASU_TEST(CliOptionsTest)
#include "options_test.moc"
