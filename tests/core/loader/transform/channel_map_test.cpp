// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/channel_map.h"

#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using table::DType;

namespace {

ChannelMap mapOf(FakeDataset& data, DType type, std::vector<std::uint64_t> shape) {
  data.add<std::uint8_t>("features", type, std::move(shape), 1, {});
  return channelMapOf(data, *data.find("features"));
}

}  // namespace

class ChannelMapTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesOfAChannelFollowEachOther_data() {
    QTest::addColumn<QList<int>>("shape");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("run");
    QTest::newRow("one value") << QList<int>{} << 1 << 1;
    QTest::newRow("columns of a table") << QList<int>{7} << 7 << 1;
    QTest::newRow("a recording") << QList<int>{2, 100} << 2 << 100;
    QTest::newRow("an image") << QList<int>{3, 4, 5} << 3 << 20;
  }
  void valuesOfAChannelFollowEachOther() {
    QFETCH(QList<int>, shape);
    FakeDataset data(1);
    const ChannelMap map = mapOf(data, DType::f32, {shape.begin(), shape.end()});
    QTEST(static_cast<int>(map.channels), "channels");
    QTEST(static_cast<int>(map.run), "run");
    QVERIFY(!map.affine());
  }

  /// Steps are those of the features alone, in their order; one column that has some gives all of them.
  void codesHaveTheStepsOfTheirColumns() {
    FakeDataset data(1);
    for (int i = 0; i < 4; ++i) {
      table::Column& column = data.editMeta().schema.columns.emplace_back();
      column.role = i == 1 ? table::Role::label : table::Role::feature;
      column.scale = i == 0 ? 1 : i * 0.25;
      column.offset = i == 0 ? 0 : i;
    }
    const ChannelMap map = mapOf(data, DType::i16, {3});
    QVERIFY(map.affine());
    QCOMPARE(map.scale, (std::vector<double>{1, 0.5, 0.75}));
    QCOMPARE(map.offset, (std::vector<double>{0, 2, 3}));
  }

  void anOffsetAloneIsAStepToo() {
    FakeDataset data(1);
    data.editMeta().schema.columns.resize(1);
    data.editMeta().schema.columns[0].offset = -4;
    QVERIFY(mapOf(data, DType::i8, {1}).affine());
  }

  void valuesThatAreStoredAsTheyAreHaveNone() {
    FakeDataset plain(1);
    plain.editMeta().schema.columns.resize(2);
    QVERIFY(!mapOf(plain, DType::i16, {2}).affine());
    // Codes are i8 and i16 alone.
    for (const DType type : {DType::f32, DType::f16, DType::u8, DType::u16, DType::i32}) {
      FakeDataset data(1);
      data.editMeta().schema.columns.resize(1);
      data.editMeta().schema.columns[0].scale = 0.5;
      QVERIFY(!mapOf(data, type, {1}).affine());
    }
  }
};

MASU_TEST(ChannelMapTest)
#include "channel_map_test.moc"
