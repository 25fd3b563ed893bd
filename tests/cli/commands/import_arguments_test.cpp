// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/import_arguments.h"

#include <CLI/CLI.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::cli::ImportArguments;
using Words = std::vector<std::string>;

namespace {

/// A command line of masu import, as far as it says what is imported.
struct Line {
  explicit Line(Words words) {
    app.name("import");
    arguments.addTo(app);
    app.parse(Words(words.rbegin(), words.rend()));
  }

  CLI::App app;
  ImportArguments arguments;
};

Result<ingest::ImportOptions> optionsOf(Words words) {
  words.insert(words.begin(), "t.csv");
  return Line(std::move(words)).arguments.options();
}

/// The sentence that refuses these options; empty where they are taken.
QString refusalOf(Words words) {
  const auto options = optionsOf(std::move(words));
  return options ? QString() : QString::fromStdString(options.error().message.english());
}

}  // namespace

class ImportArgumentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void whatIsNotSaidIsFoundOut();
  void charactersHaveNames();
  void markersHaveTheEmptyCellAmongThem();
  void missingCellsHaveARule();
  void columnsHaveATypeByTheLastEqualsSign();
  void windowsAreFramesOrTimes();
  void labelsOfRecordings();
  void wrongValuesAreRefused_data();
  void wrongValuesAreRefused();
  void aColumnHasOneRole_data();
  void aColumnHasOneRole();
  void optionsThatDoNotFitTheSources();
  void anOrderOfDatesNeedsDates();
  void aRecipeIsItsText();

 private:
  QString conflictOf(const char* source, Words words) const;

  QTemporaryDir m_dir;
};

void ImportArgumentsTest::initTestCase() {
  for (const char* name : {"t.csv", "r.wav", "recipe.json"}) {
    QFile file(m_dir.filePath(name));
    QVERIFY(file.open(QFile::WriteOnly) && file.write("a,b\n1,2\n") == 8);
  }
}

QString ImportArgumentsTest::conflictOf(const char* source, Words words) const {
  words.insert(words.begin(), m_dir.filePath(source).toStdString());
  const Line line(std::move(words));
  return QString::fromStdString(line.arguments.conflictWithSources(line.app).value_or(""));
}

void ImportArgumentsTest::whatIsNotSaidIsFoundOut() {
  const auto options = optionsOf({});
  QVERIFY(options);
  QVERIFY(options->sources == std::vector<std::filesystem::path>{"t.csv"});
  QVERIFY(options->as == ingest::SourceKind::automatic && options->target == store::Target::none);
  QVERIFY(!options->dtype && !options->autoType && !options->tolerance && !options->shuffle);
  QVERIFY(options->onError == ingest::OnError::reject && options->missing == ingest::MissingPolicy::nan);
  const ingest::TableOptions& table = options->table;
  QVERIFY(!table.delimiter && !table.quote && !table.encoding && !table.header && !table.skipLines);
  QVERIFY(!table.missingMarkers && !table.longestRecord && !table.dateOrder && !table.comment);
  QVERIFY(options->recordings.window == 0 && !options->recordings.hop && !options->recordings.time);
  QVERIFY(!options->recordings.oneWindow && options->recordings.frames == waveform::FrameAxis::longer);
}

void ImportArgumentsTest::charactersHaveNames() {
  const auto options = optionsOf({"--delimiter", "tab", "--quote", "none", "--escape", "\\", "--decimal", ",",
                                  "--comment", "\\t", "--no-header", "--longest-record", "64k", "--dtype", "auto"});
  QVERIFY(options);
  QVERIFY(options->table.delimiter == '\t' && options->table.quote == '\0' && options->table.escape == '\\');
  QVERIFY(options->table.decimal == ',' && options->table.comment == '\t' && options->table.header == false);
  QVERIFY(options->table.longestRecord == 65536);
  QVERIFY(options->autoType && !options->dtype);
  QVERIFY(optionsOf({"--header"})->table.header == true);
}

void ImportArgumentsTest::markersHaveTheEmptyCellAmongThem() {
  QCOMPARE(*optionsOf({"--na", "x"})->table.missingMarkers, (Words{"x", ""}));
  QCOMPARE(*optionsOf({"--na", "a,,b"})->table.missingMarkers, (Words{"a", "", "b"}));
  QCOMPARE(*optionsOf({"--na", "a", "--na", "b c"})->table.missingMarkers, (Words{"a", "b c", ""}));
}

void ImportArgumentsTest::missingCellsHaveARule() {
  using ingest::MissingPolicy;
  using ingest::MissingRule;
  const auto options = optionsOf({"--missing", "mean", "--missing", "a=b=-1.5", "--missing", "c=drop"});
  QVERIFY(options && options->missing == MissingPolicy::mean);
  QVERIFY(options->missingOf("a=b") == (MissingRule{MissingPolicy::constant, -1.5}));
  QVERIFY(options->missingOf("c").policy == MissingPolicy::drop);
  QVERIFY(options->missingOf("d").policy == MissingPolicy::mean);
  const auto constant = optionsOf({"--missing", "7"});
  QVERIFY(constant && constant->missingOf("a") == (MissingRule{MissingPolicy::constant, 7}));
}

void ImportArgumentsTest::columnsHaveATypeByTheLastEqualsSign() {
  const auto options = optionsOf({"--type", "a=b=time", "--type", "n=number", "--type", "x=ignored", "--type",
                                  "note=text", "--text", "other"});
  QVERIFY(options);
  const std::vector<std::pair<std::string, table::Kind>> kinds = {
      {"a=b", table::Kind::time}, {"n", table::Kind::decimal}, {"x", table::Kind::empty}};
  QVERIFY(options->table.kinds == kinds);
  QCOMPARE(options->table.text, (Words{"other", "note"}));
}

void ImportArgumentsTest::windowsAreFramesOrTimes() {
  const auto frames = optionsOf({"--window", "400", "--hop", "500ms", "--rest", "drop", "--store", "recordings"});
  QVERIFY(frames);
  QVERIFY(frames->recordings.window == 400 && frames->recordings.windowSeconds == 0);
  QVERIFY(!frames->recordings.hop && frames->recordings.hopSeconds == 0.5);
  QVERIFY(frames->recordings.rest == ingest::Tail::drop && frames->recordings.keep == ingest::StoreAs::recordings);
  const auto one = optionsOf({"--window", "2s", "--hop", "none"});
  QVERIFY(one && one->recordings.oneWindow && !one->recordings.hop);
  QVERIFY(one->recordings.window == 0 && one->recordings.windowSeconds == 2);
  const auto more = optionsOf({"--hop", "100", "--channels", "a,b", "--channels", "c", "--time", "none", "--raw",
                               ">i16,8", "--frames", "last"});
  QVERIFY(more && more->recordings.hop == 100 && more->recordings.time == "");
  QCOMPARE(more->recordings.channels, (Words{"a", "b", "c"}));
  const auto quoted = optionsOf({"--channels", "a,\"b, c\""});
  QVERIFY(quoted);
  QCOMPARE(quoted->recordings.channels, (Words{"a", "b, c"}));
  QVERIFY(!optionsOf({"--channels", " , "}));
  QVERIFY(more->recordings.raw && more->recordings.raw->bigEndian && more->recordings.raw->channels == 8);
  QVERIFY(more->recordings.frames == waveform::FrameAxis::last);
}

void ImportArgumentsTest::labelsOfRecordings() {
  const auto rule = optionsOf({"--label-from", "name:^(.)", "--group-from", "folder"});
  QVERIFY(rule);
  QCOMPARE(rule->recordings.labelFrom, std::string("name:^(.)"));
  QCOMPARE(rule->recordings.groupFrom, std::string("folder"));
  const auto lists = optionsOf({"--label-from", "idx:A", "--label-from", "idx:B"});
  QVERIFY(lists);
  QVERIFY((lists->recordings.labelFiles == std::vector<std::filesystem::path>{"A", "B"}));
}

void ImportArgumentsTest::wrongValuesAreRefused_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const QStringList& words, const QString& sentence) {
    QTest::newRow(qPrintable(words.join(' '))) << words << sentence;
  };
  row({"--delimiter", ";;"}, "--delimiter takes one character, 'tab' or 'none', not ';;'.");
  row({"--comment", "//"}, "--comment takes one character, 'tab' or 'none', not '//'.");
  row({"--tolerance", "-1"}, "--tolerance takes a number from 0 up, not '-1'.");
  for (const char* value : {"much", "1x", "inf", "-inf", "NaN", "1e999"})
    row({"--missing", QString("a=") + value},
        QStringLiteral("--missing takes nan, zero, mean, drop or a number, not '%1'.").arg(value));
  for (const char* type : {"a=foo", "a", "a=", "a=empty"}) {
    row({"--type", type},
        QStringLiteral("--type takes COLUMN=TYPE, with number, boolean, time, category, text or ignored, not '%1'.")
            .arg(type));
  }
  row({"--label-from", "idx:A", "--label-from", "folder"},
      "--label-from is given once, or as idx:FILE once a source; 'folder' is one too many.");
}

void ImportArgumentsTest::wrongValuesAreRefused() {
  QFETCH(QStringList, words);
  QFETCH(QString, sentence);
  Words asked;
  for (const QString& word : words) asked.push_back(word.toStdString());
  QCOMPARE(refusalOf(asked), sentence);
  // Before the sources are looked at.
  QCOMPARE(conflictOf("t.csv", asked), sentence);
}

void ImportArgumentsTest::aColumnHasOneRole_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const QStringList& words, const char* sentence) {
    QTest::newRow(qPrintable(words.join(' '))) << words << QString(sentence);
  };
  row({"--label", "a", "--weight", "a"}, "--label and --weight both name the column a, which has one role only.");
  row({"--weight", "a", "--keep", "a"}, "--weight and --keep both name the column a, which has one role only.");
  row({"--keep", "a", "--text", "a"}, "--keep and --text both name the column a, which has one role only.");
  row({"--keep", "a", "--keep", "a"}, "--keep names the column a twice.");
  row({"--type", "a=time", "--type", "a=number"}, "--type names the column a twice.");
  row({"--missing", "a=drop", "--missing", "a=7"}, "--missing names the column a twice.");
  row({"--class-map", "x", "y", "--class-map", "x", "z"}, "--class-map names the class x twice.");
  row({"--missing", "zero", "--missing", "mean"}, "--missing names two rules for all columns: mean and zero.");
  row({"--label", "a", "--type", "a=ignored"},
      "--label and --type a=ignored do not go together: an ignored column has no role.");
  row({"--text", "a", "--type", "a=number"},
      "--text and --type a=number do not go together: the one keeps the column as text.");
  // The same said twice, or of different columns, is one thing.
  row({"--missing", "zero", "--missing", "zero"}, "");
  row({"--text", "a", "--type", "a=text"}, "");
  row({"--label", "a", "--type", "a=category", "--keep", "b", "--missing", "zero", "--missing", "a=drop"}, "");
}

void ImportArgumentsTest::aColumnHasOneRole() {
  QFETCH(QStringList, words);
  QFETCH(QString, sentence);
  Words asked;
  for (const QString& word : words) asked.push_back(word.toStdString());
  QCOMPARE(conflictOf("t.csv", asked), sentence);
}

void ImportArgumentsTest::optionsThatDoNotFitTheSources() {
  QCOMPARE(conflictOf("t.csv", {"--delimiter", ";"}), QString());
  QVERIFY(conflictOf("t.csv", {"--as", "table", "--window", "4"}).contains("it applies to recordings, and these are "
                                                                           "tables"));
  QCOMPARE(conflictOf("t.csv", {"--window", "4"}), QString());
  QCOMPARE(conflictOf("r.wav", {"--window", "4"}), QString());
  QVERIFY(conflictOf("r.wav", {"--where", "a > 1"}).startsWith("--where and recordings as sources"));
  QVERIFY(conflictOf("r.wav", {"--delimiter", ";"}).contains("none of these files is text"));
  QVERIFY(conflictOf("r.wav", {"--tolerance", "1"}).startsWith("--tolerance goes with --dtype auto only"));
  QCOMPARE(conflictOf("r.wav", {"--tolerance", "1", "--dtype", "auto"}), QString());
  QVERIFY(conflictOf("r.wav", {"--on-error", "missing"}).startsWith("--on-error missing and recordings"));
  QCOMPARE(conflictOf("r.wav", {"--on-error", "fail"}), QString());
  // Sources that are not there are refused by the command, which says so.
  QCOMPARE(conflictOf("nowhere.csv", {"--window", "4"}), QString());
}

void ImportArgumentsTest::anOrderOfDatesNeedsDates() {
  ingest::ImportPlan plan;
  plan.sources.emplace_back().path = "t.csv";
  plan.columns.resize(2);
  const Line plain({"t.csv"});
  const Line ordered({"t.csv", "--date-order", "dmy"});
  QVERIFY(plain.arguments.checkDates(plan));
  const auto refused = ordered.arguments.checkDates(plan);
  QVERIFY(!refused);
  QCOMPARE(QString::fromStdString(refused.error().message.english()),
           QString("No column of t.csv was found to be a date, so --date-order has no effect: leave it out, or use "
                   "--type COLUMN=time."));
  plan.columns[1].kind = table::Kind::time;
  QVERIFY(ordered.arguments.checkDates(plan));
}

void ImportArgumentsTest::aRecipeIsItsText() {
  const Line none({"t.csv"});
  QCOMPARE(none.arguments.recipe().value(), std::string());
  QVERIFY(none.arguments.recipeFile().empty());
  const std::string file = m_dir.filePath("recipe.json").toStdString();
  const Line named({"t.csv", "--recipe", file});
  QCOMPARE(named.arguments.recipe().value(), std::string("a,b\n1,2\n"));
  QVERIFY(named.arguments.recipeFile() == std::vector<std::filesystem::path>{file});
}

MASU_TEST(ImportArgumentsTest)
#include "import_arguments_test.moc"
