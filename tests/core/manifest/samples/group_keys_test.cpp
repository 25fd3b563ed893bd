// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/group_keys.h"

#include <QTest>
#include <limits>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using table::DType;

namespace {

constexpr std::int32_t kMissing = GroupKeys::kMissing;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<std::int32_t> readAll(GroupKeys& keys, std::uint64_t first, std::uint64_t count) {
  const auto groups = keys.read(first, count);
  return groups ? std::vector<std::int32_t>(groups->begin(), groups->end()) : std::vector<std::int32_t>();
}

void addColumn(FakeDataset& data, const std::string& name, table::Role role) {
  data.editMeta().schema.columns.emplace_back().name = name;
  data.editMeta().schema.columns.back().role = role;
}

/// Six samples of two sources, three a source.
std::shared_ptr<FakeDataset> sixSamples() {
  auto data = fixture::dataset({2, 3});
  addColumn(*data, "speed", table::Role::feature);
  addColumn(*data, "city", table::Role::category);
  data->editMeta().schema.columns.back().dictionary = {"Oslo", "Rome"};
  data->add("features", DType::f32, {1}, 4, std::vector<float>{2.5, kNan, 0, 2.5, -0.F, 7});
  data->add("categories", DType::u8, {1}, 4, std::vector<std::uint8_t>{2, 0, 1, 1, 2, 0});
  return data;
}

}  // namespace

/// Whatever a column holds, its distinct values number the groups.
class GroupKeysTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Numbered as they come, and the same in whatever blocks they are read.
  void numbersAreNumberedAsTheyCome() {
    const auto data = sixSamples();
    auto keys = GroupKeys::open(*data, "speed");
    QVERIFY(keys);
    QCOMPARE(readAll(*keys, 0, 3), (std::vector<std::int32_t>{0, kMissing, 1}));
    QCOMPARE(readAll(*keys, 3, 3), (std::vector<std::int32_t>{0, 1, 2}));
    QCOMPARE(readAll(*keys, 0, 6), (std::vector<std::int32_t>{0, kMissing, 1, 0, 1, 2}));
    QCOMPARE(keys->textOf(0), std::string("2.5"));
    QCOMPARE(keys->textOf(2), std::string("7"));
    QCOMPARE(keys->textOf(kMissing), std::string());
  }

  void memoryIsOfDistinctValues() {
    const auto data = sixSamples();
    auto keys = GroupKeys::open(*data, "speed");
    QVERIFY(keys);
    QCOMPARE(keys->memoryBytes(), std::uint64_t{0});
    readAll(*keys, 0, 6);
    const std::uint64_t three = keys->memoryBytes();
    QVERIFY(three > 0 && three % 3 == 0);
    readAll(*keys, 0, 6);
    QCOMPARE(keys->memoryBytes(), three);
  }

  void wordsAndSourcesHaveTheirCodes() {
    const auto data = sixSamples();
    auto words = GroupKeys::open(*data, "city");
    QVERIFY(words);
    QCOMPARE(readAll(*words, 0, 6), (std::vector<std::int32_t>{1, kMissing, 0, 0, 1, kMissing}));
    QCOMPARE(words->textOf(1), std::string("Rome"));
    auto sources = GroupKeys::open(*data, "source");
    QVERIFY(sources);
    QCOMPARE(readAll(*sources, 1, 4), (std::vector<std::int32_t>{0, 0, 1, 1}));
    QCOMPARE(sources->textOf(1), fixture::sourcePath(1));
  }

  /// With names they are called by these; else the stored number is the name.
  void storedGroupsKeepTheirNumbers() {
    const auto data = sixSamples();
    data->add("group", DType::i32, {}, 4, std::vector<std::int32_t>{1, 1, 0, 2, 2, 1});
    auto numbers = GroupKeys::open(*data, "group");
    QVERIFY(numbers);
    QCOMPARE(readAll(*numbers, 0, 6), (std::vector<std::int32_t>{1, 1, 0, 2, 2, 1}));
    QCOMPARE(numbers->textOf(2), std::string("2"));
    data->editMeta().groups = {"Ann", "Bob", "Cid"};
    auto names = GroupKeys::open(*data, "group");
    QVERIFY(names);
    QCOMPARE(readAll(*names, 2, 2), (std::vector<std::int32_t>{0, 2}));
    QCOMPARE(names->textOf(2), std::string("Cid"));
  }

  void whatIsNotThereIsNamed() {
    const auto data = sixSamples();
    const auto groups = GroupKeys::open(*data, "group");
    QVERIFY(!groups);
    QCOMPARE(groups.error().message.english(),
             std::string("fake.h5 has no groups to keep together; import it with groups, or name a column."));
    const auto column = GroupKeys::open(*data, "town");
    QVERIFY(!column);
    const std::string sentence = column.error().message.english();
    QVERIFY2(sentence.starts_with("fake.h5 has no column town to keep groups of together"), sentence.c_str());
    QVERIFY2(sentence.find("speed, city") != std::string::npos, sentence.c_str());
  }

  void aChunkThatCannotBeReadIsAnError() {
    const auto data = sixSamples();
    data->failAt("features", 1);
    auto keys = GroupKeys::open(*data, "speed");
    QVERIFY(keys);
    QVERIFY(keys->read(0, 4));
    QVERIFY(!keys->read(2, 4));
  }
};

MASU_TEST(GroupKeysTest)
#include "group_keys_test.moc"
