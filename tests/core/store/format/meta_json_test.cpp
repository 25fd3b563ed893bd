// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>

#include "core/store/format/meta.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using table::Column;
using table::DType;
using table::Kind;
using table::Role;
using Documents = std::map<std::string, std::string>;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::int64_t kLow = -9007199254740993;
constexpr std::int64_t kHigh = 9223372036854775807;

/// Something in every field that the documents hold, and names that JSON has to escape.
DatasetMeta everything() {
  DatasetMeta meta;
  meta.recipe = R"({"plan":1})";
  meta.classes = {"no", "", "ja \"\\\n\u00e4"};
  meta.groups = {"ann"};
  meta.sources = {{"a \"b\"\n/c.csv", 1U << 31U, 7, "00ff", 0}, {"d.wav", 0, std::uint64_t{1} << 60U, "", 44100.5}};
  meta.paddedWindows = 3;
  for (const Role role :
       {Role::feature, Role::category, Role::label, Role::weight, Role::group, Role::kept, Role::ignored}) {
    Column& column = meta.schema.columns.emplace_back();
    column.name = "one name";
    column.role = role;
  }
  const std::vector<Kind> kinds = {Kind::integer,  Kind::decimal, Kind::boolean, Kind::time,
                                   Kind::category, Kind::text,    Kind::empty};
  for (std::size_t i = 0; i < kinds.size(); ++i) meta.schema.columns[i].kind = kinds[i];
  Column& first = meta.schema.columns[0];
  first.stored = DType::i16;
  first.stats = {.count = 9,
                 .missing = 2,
                 .infinite = 1,
                 .min = -kInf,
                 .max = 0.1,
                 .mean = 1e-300,
                 .squares = 5e-324,
                 .integral = false,
                 .maxError = 1. / 3,
                 .wholes = {}};
  first.scale = 0.1;
  first.offset = -7;
  first.origin = 1e9;
  first.unit = "\u00b5V";
  first.missingStays = true;
  first.loss = {.maxRelative = kInf, .squaredError = 0.2, .overflowed = 1, .flushed = 2, .clipped = 3};
  meta.schema.columns[2].stored = DType::i64;
  meta.schema.columns[2].stats.wholes = table::WholeRange{kLow, kHigh};
  meta.schema.columns[1].dictionary = {"red", "", "gr\"\u00fcn"};
  meta.schema.columns[4].dictionary = {"blue"};
  return meta;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) qFatal("There is no %s in %s.", what.c_str(), text.c_str());
  return text.replace(at, what.size(), by);
}

}  // namespace

/// The documents of a dataset's description: everything comes back, and what is damaged is refused.
class MetaJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everythingComesBack() {
    const DatasetMeta meta = everything();
    const Documents documents = documentsOf(meta);
    DatasetMeta read;
    QVERIFY(readDocuments(documents, "F.h5", read));
    QVERIFY(documentsOf(read) == documents);
    QCOMPARE(read.recipe, meta.recipe);
    QCOMPARE(read.classes, meta.classes);
    QCOMPARE(read.groups, meta.groups);
    QCOMPARE(read.sources.size(), meta.sources.size());
    for (std::size_t i = 0; i < meta.sources.size(); ++i) {
      QCOMPARE(read.sources[i].path, meta.sources[i].path);
      QCOMPARE(read.sources[i].bytes, meta.sources[i].bytes);
      QCOMPARE(read.sources[i].records, meta.sources[i].records);
      QCOMPARE(read.sources[i].hash, meta.sources[i].hash);
      QCOMPARE(read.sources[i].rate, meta.sources[i].rate);
    }
    QCOMPARE(read.schema.columns.size(), meta.schema.columns.size());
    for (std::size_t i = 0; i < meta.schema.columns.size(); ++i) {
      QCOMPARE(read.schema.columns[i].name, meta.schema.columns[i].name);
      QVERIFY(read.schema.columns[i].role == meta.schema.columns[i].role);
      QVERIFY(read.schema.columns[i].kind == meta.schema.columns[i].kind);
      QVERIFY(read.schema.columns[i].stored == meta.schema.columns[i].stored);
      QCOMPARE(read.schema.columns[i].dictionary, meta.schema.columns[i].dictionary);
    }
  }

  /// All bits, infinities among them; of whole numbers of 64 bits all digits.
  void numbersKeepTheirBits() {
    const DatasetMeta meta = everything();
    DatasetMeta read;
    QVERIFY(readDocuments(documentsOf(meta), "F.h5", read));
    const auto numbersOf = [](const Column& column) {
      const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
      const table::ColumnStats& stats = column.stats;
      return std::vector<double>{count(stats.count),
                                 count(stats.missing),
                                 count(stats.infinite),
                                 stats.min,
                                 stats.max,
                                 stats.mean,
                                 stats.squares,
                                 stats.integral ? 1. : 0.,
                                 stats.maxError,
                                 column.scale,
                                 column.offset,
                                 column.origin,
                                 column.loss.maxRelative,
                                 column.loss.squaredError,
                                 count(column.loss.overflowed),
                                 count(column.loss.flushed),
                                 count(column.loss.clipped)};
    };
    QVERIFY(numbersOf(read.schema.columns[0]) == numbersOf(meta.schema.columns[0]));
    // Of no values at all, extremes are infinite.
    QVERIFY(numbersOf(read.schema.columns[1]) == numbersOf(meta.schema.columns[1]));
    QCOMPARE(read.schema.columns[0].unit, meta.schema.columns[0].unit);
    QVERIFY(read.schema.columns[0].missingStays && !read.schema.columns[1].missingStays);
    QVERIFY(read.schema.columns[2].stats.wholes.has_value());
    QCOMPARE(read.schema.columns[2].stats.wholes->min, kLow);
    QCOMPARE(read.schema.columns[2].stats.wholes->max, kHigh);
    QVERIFY(!read.schema.columns[0].stats.wholes);
  }

  void nothingToSayIsNoDocument() {
    const Documents documents = documentsOf({});
    QCOMPARE(documents.size(), std::size_t{2});
    QCOMPARE(documents.at("columns"), std::string("[]"));
    QCOMPARE(documents.at("sources"), std::string("[]"));
    DatasetMeta read;
    QVERIFY(readDocuments({}, "F.h5", read));
    QVERIFY(read.schema.columns.empty() && read.sources.empty() && read.classes.empty() && read.recipe.empty());
  }

  /// A file name of another encoding must not make the dataset unreadable.
  void otherBytesThanUtf8AreReplaced() {
    DatasetMeta meta;
    meta.sources = {{"caf\xe9.csv", 1, 2, "00", 0}};
    meta.classes = {"\xff"};
    DatasetMeta read;
    QVERIFY(readDocuments(documentsOf(meta), "F.h5", read));
    QCOMPARE(read.sources.at(0).path, std::string("caf\ufffd.csv"));
    QCOMPARE(read.classes.at(0), std::string("\ufffd"));
  }

  void earlierFilesSaidLess() {
    const std::string column =
        R"([{"name":"a","role":"feature","kind":"decimal","stored":"f32","count":1,"missing":0,"min":1,"max":1,)"
        R"("mean":1,"squares":0,"integral":true,"max_error":0,"scale":1,"offset":0}])";
    DatasetMeta read;
    QVERIFY(readDocuments({{"columns", column}}, "F.h5", read));
    QCOMPARE(read.schema.columns.size(), std::size_t{1});
    QCOMPARE(read.schema.columns[0].origin, 0.);
    QVERIFY(!read.schema.columns[0].missingStays);
    QVERIFY(read.schema.columns[0].unit.empty());
    // A loss that was never measured is not one of 0.
    QVERIFY(std::isnan(read.schema.columns[0].loss.maxRelative));
    QVERIFY(!read.paddedWindows);
  }

  void damageIsRefused_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("by");
    const auto row = [](const char* document, const char* what, const char* by) {
      QTest::addRow("%s: %s", document, by) << document << what << by;
    };
    row("columns", "[", "{");
    row("columns", "\"feature\"", "\"target\"");
    row("columns", "\"decimal\"", "\"complex\"");
    row("columns", "\"i16\"", "\"i128\"");
    row("columns", "\"count\":9", "\"count\":-9");
    row("columns", "\"count\":9", "\"count\":9.5");
    row("columns", "\"missing\":2", "\"gone\":2");
    row("columns", "\"integral\":false", "\"integral\":0");
    row("columns", "\"min\":\"-inf\"", "\"min\":\"lowest\"");
    row("columns", "\"min\":\"-inf\"", "\"min\":null");
    row("columns", "\"clipped\":3", "\"clipped\":\"3\"");
    row("dictionaries", "\"column\":1", "\"column\":7");
    row("dictionaries", "\"red\"", "17");
    row("sources", "\"bytes\":0", "\"bytes\":-1");
    row("sources", "\"rate\":0.0", "\"speed\":0.0");
    row("classes", "\"no\"", "null");
    row("classes", "[", "");
    row("groups", "[\"ann\"]", "\"ann\"");
  }
  void damageIsRefused() {
    QFETCH(QString, document);
    QFETCH(QString, what);
    QFETCH(QString, by);
    Documents documents = documentsOf(everything());
    std::string& text = documents.at(document.toStdString());
    text = replaced(text, what.toStdString(), by.toStdString());
    DatasetMeta read;
    const auto outcome = readDocuments(documents, "F.h5", read);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::format);
    QCOMPARE(outcome.error().source.file, std::string("F.h5"));
    QVERIFY(outcome.error().message.english().find("F.h5") != std::string::npos);
  }
};

MASU_TEST(MetaJsonTest)
#include "meta_json_test.moc"
