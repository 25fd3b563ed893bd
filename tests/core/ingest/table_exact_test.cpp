// SPDX-License-Identifier: GPL-3.0-or-later
// What is stored as it is written: labels that are values, whole numbers beyond what doubles count, fine times.
#include <algorithm>
#include <cmath>

#include "core/ingest/prediction_plan.h"
#include "core/store/read/dataset.h"
#include "core/table/time_text.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

template <class T>
std::vector<T> stored(const store::Dataset& dataset, std::string_view name) {
  const store::ObjectInfo* object = dataset.find(name);
  if (object == nullptr || object->elementBytes() != sizeof(T)) return {};
  std::vector<T> values(dataset.samples() * object->valuesPerSample());
  return dataset.read(*object, 0, dataset.samples(), std::as_writable_bytes(std::span(values))) ? values
                                                                                               : std::vector<T>();
}

table::DType typeOf(const store::Dataset& dataset, std::string_view name) {
  return dataset.find(name)->dtype;
}

}  // namespace

class TableExactTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void labelsTakeTheTypeThatKeepsThem_data();
  void labelsTakeTheTypeThatKeepsThem();
  void aLateLabelMakesLabelsWider();
  void wholeNumbersOf64BitsAreKept_data();
  void wholeNumbersOf64BitsAreKept();
  void aLateWholeNumberMakesItsColumnWhole();
  void aMissingWholeNumberHasOneOfItsOwn();
  void whatIsBeyond64BitsIsKeptByItsDigits();
  void whatNumbersDoNotKeepIsRefused_data();
  void whatNumbersDoNotKeepIsRefused();
  void featuresSayThatTheyRound();
  void featuresAreRefusedWhereTheyAreToBeExact_data();
  void featuresAreRefusedWhereTheyAreToBeExact();
  void featuresBecomeWiderWhereThatKeepsThemApart();
  void toleranceAndFilterDecideWhatIsRefused();
  void predictionsRoundAsModelsDo();
  void fractionsOfSecondsStayApart();
  void nanosecondsStayApartOrAreReported();
  void whatIsNearerToZeroThanAnyDoubleIsCounted();
  void zerosBeforeWholeNumbersAreKept();
  void classesWithZerosBeforeThemStayApart();

 private:
  Result<std::shared_ptr<const store::Dataset>> import(const std::string& text, ingest::ImportOptions options = {}) {
    TableImport each;
    each.options = std::move(options);
    each.options.sources = {m_folder->write("in.csv", text)};
    each.load.target = m_folder->path("out.h5");
    each.load.write.overwrite = true;
    MASU_TRY(m_plan, each.survey());
    MASU_TRY(m_report, ingest::load(m_plan, each.load, each.resources, each.job()));
    return store::Dataset::open(each.load.target);
  }
  static ingest::ImportOptions labelled() {
    ingest::ImportOptions options;
    options.labels = {"y"};
    options.target = store::Target::values;
    return options;
  }
  static ingest::ImportOptions keeping() {
    ingest::ImportOptions options;
    options.table.keep = {"id"};
    return options;
  }

  std::unique_ptr<TableFolder> m_folder;
  ingest::ImportPlan m_plan;
  ingest::ImportReport m_report;
};

void TableExactTest::labelsTakeTheTypeThatKeepsThem_data() {
  QTest::addColumn<QString>("label");
  QTest::addColumn<QString>("type");
  QTest::newRow("whole numbers") << "16777216" << "f32";
  QTest::newRow("halves") << "0.5" << "f32";
  QTest::newRow("beyond a float") << "16777217" << "f64";
  QTest::newRow("decimals") << "0.1" << "f64";
  QTest::newRow("beyond a double") << "9007199254740993" << "i64";
  QTest::newRow("the highest") << "9223372036854775807" << "i64";
  QTest::newRow("the lowest") << "-9223372036854775807" << "i64";
}

void TableExactTest::labelsTakeTheTypeThatKeepsThem() {
  QFETCH(QString, label);
  QFETCH(QString, type);
  const auto dataset = import("x,y\n1,3\n2," + label.toStdString() + "\n", labelled());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(QString::fromStdString(std::string(table::name(typeOf(**dataset, "labels")))), type);
  QCOMPARE((*dataset)->meta().schema.columns[1].stats.maxError, 0.0);
  if (type == "i64") {
    const table::ColumnStats& stats = (*dataset)->meta().schema.columns[1].stats;
    QCOMPARE(stored<std::int64_t>(**dataset, "labels")[1], label.toLongLong());
    QVERIFY(stats.wholes);
    QCOMPARE(stats.wholes->max, std::max<qlonglong>(3, label.toLongLong()));
    QCOMPARE(stats.wholes->min, std::min<qlonglong>(3, label.toLongLong()));
    return;
  }
  QCOMPARE((*dataset)->readValues(*(*dataset)->find("labels"), 1, 1)->front(), label.toDouble());
}

namespace {

/// So many records that the survey does not meet the odd one.
std::string longTable(const std::string& head, const std::string& odd, std::int64_t from = 0,
                      std::int64_t place = 153'000) {
  std::string text = head + ",filler\n";
  for (std::int64_t i = 0; i < 300'000; ++i)
    text += (i == place ? odd : std::to_string(from + i % 1000)) + ",0.250000000000000000000000000000000000000\n";
  return text;
}

}  // namespace

void TableExactTest::aLateLabelMakesLabelsWider() {
  const auto dataset = import(longTable("y", "16777217"), labelled());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(typeOf(**dataset, "labels"), table::DType::f64);
  QCOMPARE(m_report.notes.size(), std::size_t{1});
  const auto labels = stored<double>(**dataset, "labels");
  QCOMPARE(labels[153'000], 16777217.0);
  QCOMPARE(labels[152'999], 999.0);
  QCOMPARE(labels[299'999], 999.0);
  const auto whole = import(longTable("y", "9007199254740993"), labelled());
  QVERIFY2(whole, sentenceOf(whole).c_str());
  QCOMPARE(typeOf(**whole, "labels"), table::DType::i64);
  QCOMPARE(stored<std::int64_t>(**whole, "labels")[153'000], std::int64_t{9007199254740993});
  QCOMPARE(stored<std::int64_t>(**whole, "labels")[152'999], std::int64_t{999});
}

void TableExactTest::wholeNumbersOf64BitsAreKept_data() {
  QTest::addColumn<QString>("ids");
  QTest::addColumn<QString>("type");
  QTest::newRow("small ones") << "1 2 9007199254740991" << "f64";
  QTest::newRow("odd ones") << "9007199254740993 9007199254740995 -9007199254740993" << "i64";
  QTest::newRow("the highest") << "9223372036854775807 -9223372036854775807 0" << "i64";
  QTest::newRow("with a sign") << "+9007199254740993 1 2" << "i64";
}

void TableExactTest::wholeNumbersOf64BitsAreKept() {
  QFETCH(QString, ids);
  QFETCH(QString, type);
  std::string text = "id,x\n";
  const QStringList each = ids.split(' ');
  for (const QString& id : each) text += id.toStdString() + ",1\n";
  const auto dataset = import(text, keeping());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(QString::fromStdString(std::string(table::name(typeOf(**dataset, "kept/id")))), type);
  QCOMPARE((*dataset)->meta().schema.columns[0].stats.maxError, 0.0);
  for (qsizetype i = 0; i < each.size(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (type == "f64") QCOMPARE(stored<double>(**dataset, "kept/id")[row], each[i].toDouble());
    if (type == "i64") QCOMPARE(stored<std::int64_t>(**dataset, "kept/id")[row], each[i].toLongLong());
  }
  const QString difference = python(R"(
import sys, h5py
kept = h5py.File(sys.argv[1], 'r')['kept/id']
assert kept.dtype == sys.argv[2].replace('i64', 'int64').replace('f64', 'float64')
assert [int(v) for v in kept[()]] == [int(v) for v in sys.argv[3].split()]
)",
                                    {QString::fromStdString(m_folder->path("out.h5").string()), type, ids});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TableExactTest::aLateWholeNumberMakesItsColumnWhole() {
  const auto dataset = import(longTable("id", "9007199254740993"), keeping());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QVERIFY(!m_plan.columns[0].wide);
  QCOMPARE(typeOf(**dataset, "kept/id"), table::DType::i64);
  QCOMPARE(stored<std::int64_t>(**dataset, "kept/id")[153'000], std::int64_t{9007199254740993});
  QCOMPARE(stored<std::int64_t>(**dataset, "kept/id")[299'999], std::int64_t{999});
  QCOMPARE((*dataset)->meta().schema.columns[0].stats.wholes->max, std::int64_t{9007199254740993});
  QCOMPARE(m_report.notes.size(), std::size_t{1});
}

void TableExactTest::aMissingWholeNumberHasOneOfItsOwn() {
  const auto dataset = import("id,x\n9007199254740993,1\n,2\n", keeping());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(stored<std::int64_t>(**dataset, "kept/id")[1], table::kMissingWhole);
  QCOMPARE((*dataset)->meta().schema.columns[0].stats.missing, 1U);
  QCOMPARE((*dataset)->meta().schema.columns[0].stats.wholes->min, std::int64_t{9007199254740993});
  const auto values = (*dataset)->readValues(*(*dataset)->find("kept/id"), 1, 1);
  QVERIFY(values && std::isnan(values->front()));
}

void TableExactTest::whatIsBeyond64BitsIsKeptByItsDigits() {
  const auto dataset = import("id,x\n9007199254740993,1\n18446744073709551615,2\n,3\n-123456789012345678901,4\n5,5\n",
                              keeping());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(m_plan.columns[0].kind, table::Kind::text);
  QVERIFY(std::ranges::any_of(m_plan.notes, [](const Message& note) {
    return note.english().find("kept as text") != std::string::npos;
  }));
  const auto ids = (*dataset)->readTexts("id", 0, 5);
  QVERIFY2(ids, sentenceOf(ids).c_str());
  const std::vector<std::string> expected = {"9007199254740993", "18446744073709551615", "", "-123456789012345678901",
                                             "5"};
  QCOMPARE(*ids, expected);
}

void TableExactTest::whatNumbersDoNotKeepIsRefused_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("label");
  QTest::newRow("label") << "y,x\n9223372036854775809,1\n2,2\n" << true;
  QTest::newRow("label beside fractions") << "y,x\n9007199254740993,1\n0.5,2\n" << true;
  QTest::newRow("late label") << QString::fromStdString(longTable("y", "-9223372036854775809")) << true;
  QTest::newRow("late fraction") << QString::fromStdString(longTable("id", "0.5", 9007199254740993, 151'000)) << false;
  QTest::newRow("late kept number of more digits") << QString::fromStdString(longTable("id", "123456789012345678901"))
                                                   << false;
}

void TableExactTest::whatNumbersDoNotKeepIsRefused() {
  QFETCH(QString, text);
  QFETCH(bool, label);
  const auto dataset = import(text.toStdString(), label ? labelled() : keeping());
  QVERIFY(!dataset);
  QCOMPARE(dataset.error().code, Errc::unsupported);
  QVERIFY2(sentenceOf(dataset).find("as text") != std::string::npos, sentenceOf(dataset).c_str());
}

/// Who says that they are numbers, and no names, has them rounded.
void TableExactTest::featuresSayThatTheyRound() {
  ingest::ImportOptions numbers;
  numbers.table.kinds = {{"id", table::Kind::decimal}};
  const auto dataset = import("id,x\n9007199254740993,1\n9007199254740995,2\n", numbers);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const auto note = std::ranges::find_if(m_plan.notes, [](const Message& each) {
    return each.english().find("beyond 2^53") != std::string::npos;
  });
  QVERIFY(note != m_plan.notes.end());
  const table::Column& column = (*dataset)->meta().schema.columns[0];
  QVERIFY(column.stats.maxError >= 3);
  // Where the double of a number is stored as it is, the loss was in reading it.
  const auto halved = import("id,x\n9007199254740993,1\n9007199254740992,2\n", numbers);
  QVERIFY2(halved, sentenceOf(halved).c_str());
  const table::Column& rounded = (*halved)->meta().schema.columns[0];
  QCOMPARE(rounded.stats.maxError, 1.0);
  QCOMPARE(rounded.loss.rootMeanSquare(rounded.stats), std::sqrt(0.5));
  QVERIFY(rounded.loss.maxRelative > 1e-16);
  // Of 2^67 + 5000 all that is known is that no double is nearer than 2^67.
  const auto wider = import("id,x\n147573952589676417928,1\n5,2\n", numbers);
  QVERIFY2(wider, sentenceOf(wider).c_str());
  const table::Column& far = (*wider)->meta().schema.columns[0];
  QCOMPARE(far.stats.maxError, 16384.0);
  QCOMPARE(far.loss.rootMeanSquare(far.stats), 16384 * std::sqrt(0.5));
}

void TableExactTest::featuresAreRefusedWhereTheyAreToBeExact_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<bool>("late");
  for (const char* type : {"", "f64", "i16", "auto"}) QTest::addRow("%s, seen", type) << type << false;
  QTest::newRow("late") << "" << true;
  QTest::newRow("auto, late") << "auto" << true;
}

void TableExactTest::featuresAreRefusedWhereTheyAreToBeExact() {
  QFETCH(QString, type);
  QFETCH(bool, late);
  ingest::ImportOptions options;
  options.autoType = type == "auto";
  options.dtype = table::dtypeFrom(type.toStdString());
  const auto dataset =
      import(late ? longTable("id", "9007199254740993") : "id,x\n5,1\n9007199254740993,2\n", options);
  QVERIFY(!dataset);
  const std::string place = late ? "(in.csv, line 153002)" : "(in.csv, line 3)";
  const std::string begin = "Column id holds 9007199254740993 " + place;
  QVERIFY2(sentenceOf(dataset).starts_with(begin), sentenceOf(dataset).c_str());
  QVERIFY2(sentenceOf(dataset).find("beyond 2^53") != std::string::npos, sentenceOf(dataset).c_str());
  QCOMPARE(dataset.error().source.line, std::uint64_t{late ? 153'002U : 3U});
  QVERIFY(!m_folder->holds("out.h5"));
}

/// Both of these are doubles, and one float.
void TableExactTest::featuresBecomeWiderWhereThatKeepsThemApart() {
  const auto dataset = import("id,x\n9007199254740994,0.1\n9007199254740996,2\n");
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(typeOf(**dataset, "features"), table::DType::f64);
  QCOMPARE(stored<double>(**dataset, "features"), (std::vector<double>{9007199254740994, 0.1, 9007199254740996, 2}));
  QCOMPARE((*dataset)->meta().schema.columns[0].stats.maxError, 0.0);
  QCOMPARE(m_report.notes.size(), std::size_t{1});
  // What floats keep makes nothing wider, and decimals are no names.
  const auto powers = import("id,x\n36028797018963968,0.1\n-72057594037927936,9007199254740994.5\n");
  QVERIFY2(powers, sentenceOf(powers).c_str());
  QCOMPARE(typeOf(**powers, "features"), table::DType::f32);
}

void TableExactTest::toleranceAndFilterDecideWhatIsRefused() {
  const std::string text = "id,x\n9007199254740993,1\n9007199254740995,2\n7,3\n";
  ingest::ImportOptions options;
  options.tolerance = 4;
  const auto near = import(text, options);
  QVERIFY2(near, sentenceOf(near).c_str());
  QCOMPARE(typeOf(**near, "features"), table::DType::f32);
  QVERIFY((*near)->meta().schema.columns[0].stats.maxError >= 3);
  options.tolerance = 0.5;
  QVERIFY(!import(text, options));
  // What is left out is no reason to refuse the rest.
  options.tolerance.reset();
  options.table.where = "id < 8";
  const auto filtered = import(text, options);
  QVERIFY2(filtered, sentenceOf(filtered).c_str());
  QCOMPARE((*filtered)->samples(), 1U);
  options.table.where = "x > 1";
  const auto refused = import(text, options);
  QVERIFY(!refused);
  QVERIFY2(sentenceOf(refused).starts_with("Column id holds 9007199254740995 (in.csv, line 3)"),
           sentenceOf(refused).c_str());
}

/// A model sees numbers that are as near as its features have them.
void TableExactTest::predictionsRoundAsModelsDo() {
  const auto learned = import("id,x\n5,1\n7,2\n");
  QVERIFY2(learned, sentenceOf(learned).c_str());
  const auto recipe = ingest::planFromRecipe((*learned)->meta().recipe);
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  TableImport each;
  const auto source = m_folder->write("new.csv", "id,x\n9007199254740993,1\n");
  const auto planned = ingest::planPrediction(*recipe, {source}, {}, each.job(), each.resources);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  each.load.target = m_folder->path("new.h5");
  const auto loaded = ingest::load(planned->import, each.load, each.resources, each.job());
  QVERIFY2(loaded, sentenceOf(loaded).c_str());
  QCOMPARE(loaded->samples, 1U);
}

void TableExactTest::fractionsOfSecondsStayApart() {
  const std::string text =
      "at,kept,x\n2024-03-01 12:00:00.000001,2024-03-01 12:00:00.000001,1\n"
      "2024-03-01 12:00:00.000002,2024-03-01 12:00:00.000002,2\n";
  ingest::ImportOptions options;
  options.table.keep = {"kept"};
  const auto dataset = import(text, options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const auto features = stored<float>(**dataset, "features");
  QCOMPARE(features[0], 1e-6F);
  QCOMPARE(features[2], 2e-6F);
  const auto kept = stored<double>(**dataset, "kept/kept");
  QCOMPARE(kept[0], 1e-6);
  QCOMPARE(kept[1], 2e-6);
  QCOMPARE((*dataset)->meta().schema.columns[1].origin, 1709294400.0);
}

void TableExactTest::nanosecondsStayApartOrAreReported() {
  ingest::ImportOptions options;
  options.table.keep = {"id"};
  const std::string near = "id,x\n2024-01-01T00:00:00.123456789,1\n2024-01-01T00:00:00.123456790,2\n";
  const auto apart = import(near + "2024-02-01T00:00:00.000000001,3\n", options);
  QVERIFY2(apart, sentenceOf(apart).c_str());
  QCOMPARE((*apart)->meta().schema.columns[0].stats.maxError, 0.0);
  const double origin = (*apart)->meta().schema.columns[0].origin;
  const auto kept = stored<double>(**apart, "kept/id");
  QCOMPARE(table::timeText(kept[0], origin), std::string("2024-01-01 00:00:00.123456789"));
  QCOMPARE(table::timeText(kept[1], origin), std::string("2024-01-01 00:00:00.12345679"));
  QCOMPARE(table::timeText(kept[2], origin), std::string("2024-02-01 00:00:00.000000001"));
  QVERIFY(m_report.notes.empty());
  // Two years on doubles have steps of 7 ns.
  const auto far = import(near + "2026-01-01T00:00:00.000000002,3\n", options);
  QVERIFY2(far, sentenceOf(far).c_str());
  const table::Column& rounded = (*far)->meta().schema.columns[0];
  QVERIFY(rounded.stats.maxError > 1e-9);
  QVERIFY(rounded.loss.rootMeanSquare(rounded.stats) > 1e-10);
  QVERIFY(rounded.loss.rootMeanSquare(rounded.stats) <= rounded.stats.maxError);
  QVERIFY(rounded.loss.maxRelative > 0);
  QVERIFY(std::isfinite(rounded.loss.signalToNoise(rounded.stats)));
  QCOMPARE(m_report.notes.size(), std::size_t{1});
  QVERIFY2(m_report.notes[0].english().find("--text id") != std::string::npos, m_report.notes[0].english().c_str());
}

void TableExactTest::whatIsNearerToZeroThanAnyDoubleIsCounted() {
  const auto dataset = import("y,x\n1e-400,0\n-2e-324,1e-9223372036854775808\n0e5,-0.0\n1,0.000\n", labelled());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const auto& columns = (*dataset)->meta().schema.columns;
  QCOMPARE(columns[0].loss.flushed, 2U);
  QVERIFY(columns[0].stats.maxError > 0);
  QCOMPARE(columns[1].loss.flushed, 1U);
}

void TableExactTest::zerosBeforeWholeNumbersAreKept() {
  const std::string text = "id,x\n00501,1\n02134,2\n501,3\n";
  const auto dataset = import(text, keeping());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const auto ids = (*dataset)->readTexts("id", 0, 3);
  QVERIFY2(ids, sentenceOf(ids).c_str());
  QCOMPARE(*ids, (std::vector<std::string>{"00501", "02134", "501"}));
  QVERIFY(m_plan.notes.front().english().find("such as 00501") != std::string::npos);
  // Who says that they are numbers gets numbers, and a feature says what it loses.
  ingest::ImportOptions numbers = keeping();
  numbers.table.kinds = {{"id", table::Kind::decimal}};
  const auto counted = import(text, numbers);
  QVERIFY2(counted, sentenceOf(counted).c_str());
  QCOMPARE(stored<double>(**counted, "kept/id"), (std::vector<double>{501, 2134, 501}));
  QVERIFY(import(text));
  QVERIFY(m_plan.columns[0].role == table::Role::feature);
  QVERIFY2(m_plan.notes.front().english().find("such as 00501") != std::string::npos,
           m_plan.notes.front().english().c_str());
}

void TableExactTest::classesWithZerosBeforeThemStayApart() {
  ingest::ImportOptions options = labelled();
  options.target = store::Target::classes;
  const std::string text = "y,x\n01,1\n1,2\n001,3\n2,4\n";
  const auto dataset = import(text, options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE((*dataset)->meta().classes.size(), std::size_t{4});
  options.table.kinds = {{"y", table::Kind::decimal}};
  const auto counted = import(text, options);
  QVERIFY2(counted, sentenceOf(counted).c_str());
  QCOMPARE((*counted)->meta().classes, (std::vector<std::string>{"1", "2"}));
}

MASU_TEST(TableExactTest)
#include "table_exact_test.moc"
