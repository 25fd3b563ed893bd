// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/sample_json.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <limits>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using table::DType;
using table::Role;

namespace {

/// Three samples with a class, a category, a kept decimal, a kept whole number, a kept word and a group.
std::shared_ptr<FakeDataset> dataset() {
  auto data = std::make_shared<FakeDataset>(3);
  auto& meta = data->editMeta();
  meta.target = store::Target::classes;
  meta.classes = {"no", "ja \"\n\u00e4"};
  for (const auto& [name, role] : {std::pair("x", Role::feature),
                                   {"ci\"ty", Role::category},
                                   {"score", Role::kept},
                                   {"id", Role::kept},
                                   {"word", Role::kept}}) {
    table::Column& column = meta.schema.columns.emplace_back();
    column.name = name;
    column.role = role;
  }
  meta.schema.columns[1].dictionary = {"Oslo", "caf\xe9"};
  meta.schema.columns[4].kind = table::Kind::category;
  meta.schema.columns[4].dictionary = {"red", "blue"};
  constexpr double kInf = std::numeric_limits<double>::infinity();
  data->add<float>("features", DType::f32, {1}, 2, {1, 2, 3});
  data->add<std::uint8_t>("categories", DType::u8, {1}, 2, {1, 2, 0});
  data->add<std::uint8_t>("labels", DType::u8, {}, 2, {1, 0, 7});
  data->add<std::int32_t>("group", DType::i32, {}, 2, {0, 1, 1});
  data->add<double>("kept/score", DType::f64, {}, 2, {0.1, std::numeric_limits<double>::quiet_NaN(), -kInf});
  data->add<std::int64_t>("kept/id", DType::i64, {}, 2, {9007199254740993, table::kMissingWhole, -1});
  data->add<std::uint8_t>("kept/word", DType::u8, {}, 2, {2, 0, 1});
  return data;
}

std::vector<std::string> linesOf(const FakeDataset& data, bool encoded) {
  const ArrayFields fields(data, {.encoded = encoded});
  const SampleJson json(data, fields, encoded);
  SampleReader reader(data, {});
  SampleBlock block(fields);
  const std::vector<std::uint64_t> samples = {2, 0, 1};
  if (!block.read(reader, samples)) return {};
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < samples.size(); ++i) json.append(block, i, lines.emplace_back());
  return lines;
}

QJsonObject parsed(const std::string& line) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
}

}  // namespace

/// What people read of a sample: words for codes, all digits, and null for what is missing.
class SampleJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void codesAreWords() {
    const auto lines = linesOf(*dataset(), false);
    QCOMPARE(lines.size(), std::size_t{3});
    const QJsonObject first = parsed(lines[1]);
    QCOMPARE(first.keys().size(), 7);
    QCOMPARE(first["sample"].toInt(), 0);
    QCOMPARE(first["label"].toString(), QString::fromUtf8("ja \"\n\u00e4"));
    QCOMPARE(first["ci\"ty"].toString(), QString("Oslo"));
    QCOMPARE(first["score"].toDouble(), 0.1);
    QCOMPARE(first["word"].toString(), QString("blue"));
    QCOMPARE(first["group"].toInt(-1), 0);
    // Bytes of another encoding do not spoil the line.
    QCOMPARE(parsed(lines[2])["ci\"ty"].toString(), QString::fromUtf8("caf\ufffd"));
  }

  void whatIsMissingIsNull() {
    const auto lines = linesOf(*dataset(), false);
    const QJsonObject second = parsed(lines[2]);
    for (const char* key : {"score", "id", "word"}) QVERIFY2(second.contains(key) && second[key].isNull(), key);
    const QJsonObject third = parsed(lines[0]);
    QVERIFY(third["ci\"ty"].isNull());
    // JSON has no infinity.
    QVERIFY(third["score"].isNull());
    // A code that has no word stays a number.
    QCOMPARE(third["label"].toInt(), 7);
  }

  void wholeNumbersHaveAllTheirDigits() {
    const auto lines = linesOf(*dataset(), false);
    QVERIFY2(lines[1].find("\"id\":9007199254740993") != std::string::npos, lines[1].c_str());
    QVERIFY2(lines[0].find("\"id\":-1") != std::string::npos, lines[0].c_str());
  }

  void groupsGoByTheirNames() {
    const auto data = dataset();
    data->editMeta().groups = {"ann", "bob"};
    QCOMPARE(parsed(linesOf(*data, false)[1])["group"].toString(), QString("ann"));
    QCOMPARE(parsed(linesOf(*data, false)[2])["group"].toString(), QString("bob"));
  }

  /// A trainer gets what it learns from, and no columns beside it.
  void encodedOnesHaveNoColumns() {
    const QJsonObject first = parsed(linesOf(*dataset(), true)[1]);
    QCOMPARE(first.keys(), (QStringList{"label", "sample"}));
  }

  /// Labels that are values are an array of the shard, and signals have no columns.
  void valuesAndSignalsSayLess() {
    const auto data = dataset();
    data->editMeta().target = store::Target::values;
    QVERIFY(!parsed(linesOf(*data, false)[1]).contains("label"));
    data->editMeta().kind = store::SampleKind::waveform;
    QCOMPARE(parsed(linesOf(*data, false)[1]).keys(), (QStringList{"group", "sample"}));
  }

  void namesAreTheKeys() {
    const auto data = dataset();
    const ArrayFields fields(*data, {});
    QStringList names;
    const SampleJson json(*data, fields, false);
    for (const WrittenName& name : json.names()) names << QString::fromStdString(name.name);
    names.sort();
    QCOMPARE(names, parsed(linesOf(*data, false)[1]).keys());
    const auto written = json.names();
    const auto city = std::ranges::find(written, "ci\"ty", &WrittenName::name);
    QVERIFY(city != written.end());
    QCOMPARE(city->object, std::string("categories/ci\"ty"));
  }
};

MASU_TEST(SampleJsonTest)
#include "sample_json_test.moc"
