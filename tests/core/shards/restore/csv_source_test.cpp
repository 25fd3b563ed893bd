// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>

#include "core/io/atomic_file.h"
#include "core/shards/restore/shard_source.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using table::DType;
using table::Role;

namespace {

namespace fs = std::filesystem;

store::ObjectInfo object(const char* name, DType type, std::vector<std::uint64_t> shape = {}) {
  return {.name = name, .dtype = type, .sampleShape = std::move(shape)};
}

/// a (feature), city (category), b (feature), y (class), n (kept whole number), note (kept text), g (group).
ExportedIndex tableIndex() {
  ExportedIndex index;
  index.meta.target = store::Target::classes;
  index.meta.classes = {"no", "yes"};
  index.meta.groups = {"ann", "bob"};
  for (const auto& [name, role] : {std::pair("a", Role::feature),
                                   {"city", Role::category},
                                   {"b", Role::feature},
                                   {"y", Role::label},
                                   {"n", Role::kept},
                                   {"note", Role::kept},
                                   {"g", Role::group}}) {
    table::Column& column = index.meta.schema.columns.emplace_back();
    column.name = name;
    column.role = role;
    if (role == Role::category) column.dictionary = {"Oslo", "Paris, Texas"};
  }
  index.objects = {object("features", DType::f32, {2}), object("categories", DType::u8, {1}),
                   object("labels", DType::u8),         object("group", DType::i32),
                   object("kept/n", DType::i64),        object("kept/note", DType::u8)};
  index.objects.back().element = store::Element::textEnds;
  return index;
}

constexpr const char* kHeading = "a,city,b,y,n,note,g\n";

template <class Value>
std::vector<Value> valuesOf(const std::vector<std::byte>& bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

/// A CSV shard is read back as the values that were written to it, or refused.
class CsvSourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cellsGoWhereTheyCameFrom_data() {
    QTest::addColumn<qulonglong>("blockBytes");
    QTest::newRow("a record a block") << qulonglong{1};
    QTest::newRow("some records a block") << qulonglong{40};
    QTest::newRow("all at once") << (qulonglong{1} << 30U);
  }
  void cellsGoWhereTheyCameFrom() {
    QFETCH(qulonglong, blockBytes);
    const std::string text = std::string(kHeading) +
                             "1,\"Paris, Texas\",0.25,yes,9007199254740993,plain,bob\n"
                             "-2.5,,,no,,\"two\nlines, \"\"quoted\"\"\",ann\n"
                             "inf,Oslo,1e-3,yes,-9223372036854775807, blanks ,ann\n";
    const auto read = readAll(tableIndex(), text, 3, blockBytes);
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    const auto features = valuesOf<float>(read->values[0]);
    QCOMPARE(features.size(), std::size_t{6});
    QVERIFY(std::isnan(features[3]));
    QCOMPARE(std::vector<float>(features.begin(), features.begin() + 3), (std::vector<float>{1, 0.25F, -2.5F}));
    QVERIFY(std::isinf(features[4]));
    QCOMPARE(features[5], 1e-3F);
    QCOMPARE(valuesOf<std::uint8_t>(read->values[1]), (std::vector<std::uint8_t>{2, 0, 1}));
    QCOMPARE(valuesOf<std::uint8_t>(read->values[2]), (std::vector<std::uint8_t>{1, 0, 1}));
    QCOMPARE(valuesOf<std::int32_t>(read->values[3]), (std::vector<std::int32_t>{1, 0, 0}));
    QCOMPARE(valuesOf<std::int64_t>(read->values[4]),
             (std::vector<std::int64_t>{9007199254740993, table::kMissingWhole, -9223372036854775807}));
    QCOMPARE(read->texts[5], (std::vector<std::string>{"plain", "two\nlines, \"quoted\"", " blanks "}));
  }

  /// Of an encoded export, words are the codes themselves.
  void codesStandForThemselvesWhereEncoded() {
    ExportedIndex index = tableIndex();
    index.encoded = true;
    index.meta.schema.columns.resize(4);
    index.objects.resize(3);
    const auto read = readAll(index, "a,city,b,y\n1,2,3,1\n4,0,5,0\n", 2);
    QVERIFY(read);
    QCOMPARE(valuesOf<float>(read->values[0]), (std::vector<float>{1, 3, 4, 5}));
    QCOMPARE(valuesOf<std::uint8_t>(read->values[1]), (std::vector<std::uint8_t>{2, 0}));
    QCOMPARE(valuesOf<std::uint8_t>(read->values[2]), (std::vector<std::uint8_t>{1, 0}));
  }

  void recordingsHaveTheirValuesInARow() {
    ExportedIndex index;
    index.meta.kind = store::SampleKind::waveform;
    index.meta.target = store::Target::classes;
    index.meta.classes = {"no", "yes"};
    index.meta.groups = {"x"};
    index.objects = {object("features", DType::i16, {2, 2}), object("labels", DType::u8), object("group", DType::i32)};
    const auto read = readAll(index, "1,2,3,4,label,group\n5,-6,7,32767,yes,x\n", 1);
    QVERIFY(read);
    QCOMPARE(valuesOf<std::int16_t>(read->values[0]), (std::vector<std::int16_t>{5, -6, 7, 32767}));
    QCOMPARE(valuesOf<std::uint8_t>(read->values[1]), (std::vector<std::uint8_t>{1}));
    QCOMPARE(valuesOf<std::int32_t>(read->values[2]), (std::vector<std::int32_t>{0}));
  }

  /// A little above the middle of 1 and the next float: the nearest double is the middle itself, which would become 1.
  void floatsAreRoundedOnce() {
    const auto read = readAll(oneColumn("features", DType::f32), "a\n1.0000000596046447753906250000000001\n", 1);
    QVERIFY(read);
    QCOMPARE(valuesOf<float>(read->values[0]).at(0), std::nextafter(1.0F, 2.0F));
  }

  /// Longer than records of other files may be: one of a window of millions of values, as its heading is.
  void aRecordMayBeLong() {
    ExportedIndex index = oneColumn("kept/a", DType::u8);
    index.meta.schema.columns[0].role = Role::kept;
    index.objects[0].element = store::Element::textEnds;
    const std::string longText((std::size_t{16} << 20U) + 10, 'x');
    const auto read = readAll(index, "a\n" + longText + "\nshort\n", 2);
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(read->texts[0] == (std::vector<std::string>{longText, "short"}));
  }

  void whatNoExportWroteIsRefused_data() {
    QTest::addColumn<QString>("records");
    QTest::newRow("a field too few") << "1,Oslo,2,yes,3,text\n";
    QTest::newRow("a field too many") << "1,Oslo,2,yes,3,text,ann,more\n";
    QTest::newRow("a word that is no category") << "1,Rome,2,yes,3,text,ann\n";
    QTest::newRow("a word that is no class") << "1,Oslo,2,perhaps,3,text,ann\n";
    QTest::newRow("no class") << "1,Oslo,2,,3,text,ann\n";
    QTest::newRow("a word that is no group") << "1,Oslo,2,yes,3,text,cal\n";
    QTest::newRow("a word for a number") << "one,Oslo,2,yes,3,text,ann\n";
    QTest::newRow("a fraction for a whole number") << "1,Oslo,2,yes,3.5,text,ann\n";
    QTest::newRow("a whole number beyond 64 bits") << "1,Oslo,2,yes,9223372036854775808,text,ann\n";
    QTest::newRow("a sample too many") << "1,Oslo,2,yes,3,text,ann\n1,Oslo,2,yes,3,text,ann\n";
    QTest::newRow("no sample") << "";
  }
  void whatNoExportWroteIsRefused() {
    QFETCH(QString, records);
    const auto read = readAll(tableIndex(), kHeading + records.toStdString(), 1);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::format);
    const std::string sentence = read.error().message.english();
    QVERIFY2(sentence.find("does not match the index") != std::string::npos, sentence.c_str());
  }

  void wholeNumbersFitTheirType_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<bool>("fits");
    for (const char* cell : {"0", "255", "1e2", "17.0"}) QTest::newRow(cell) << cell << true;
    for (const char* cell : {"256", "-1", "0.5", "nan", "inf", "1e300", "\"\""}) QTest::newRow(cell) << cell << false;
  }
  void wholeNumbersFitTheirType() {
    QFETCH(QString, cell);
    QFETCH(bool, fits);
    const auto read = readAll(oneColumn("features", DType::u8), "a\n" + cell.toStdString() + "\n", 1);
    QCOMPARE(read.has_value(), fits);
    if (read) QCOMPARE(valuesOf<std::uint8_t>(read->values[0]).at(0), static_cast<std::uint8_t>(cell.toDouble()));
  }

  void noFileIsASentence() {
    const ExportedIndex index = tableIndex();
    ShardInfo shard;
    shard.path = "none.csv";
    const auto source = openCsvShard(index, shard, m_folder.path().toStdString());
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::notFound);
  }

 private:
  static ExportedIndex oneColumn(const char* name, DType type) {
    ExportedIndex index;
    index.meta.schema.columns.emplace_back().name = "a";
    index.objects = {object(name, type)};
    return index;
  }

  /// All samples of a shard of that text, as one block.
  Result<ShardBlock> readAll(const ExportedIndex& index, const std::string& text, std::uint64_t samples,
                             std::uint64_t blockBytes = 1000) const {
    const fs::path folder = m_folder.path().toStdString();
    MASU_CHECK(io::writeText(folder / "shard.csv", text, io::Overwrite::yes));
    ShardInfo shard;
    shard.path = "shard.csv";
    shard.samples = samples;
    MASU_TRY(const auto source, openCsvShard(index, shard, folder));
    ShardBlock all;
    all.values.resize(index.objects.size());
    all.texts.resize(index.objects.size());
    for (ShardBlock block;;) {
      MASU_CHECK(source->next(blockBytes, block));
      if (block.count == 0) return all;
      if (block.first != all.count) return fail(Errc::internal, "A block begins at another sample.");
      all.count += block.count;
      for (std::size_t i = 0; i < all.values.size(); ++i) {
        all.values[i].insert(all.values[i].end(), block.values[i].begin(), block.values[i].end());
        all.texts[i].insert(all.texts[i].end(), block.texts[i].begin(), block.texts[i].end());
      }
    }
  }

  QTemporaryDir m_folder;
};

MASU_TEST(CsvSourceTest)
#include "csv_source_test.moc"
