// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch/stream_fields.h"

#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using table::DType;

namespace {

void add(FakeDataset& data, const char* name, DType type, std::vector<std::uint64_t> shape) {
  data.add<std::uint8_t>(name, type, std::move(shape), 1, {});
}

}  // namespace

/// Batches have what a dataset has.
class StreamFieldsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aDatasetWithoutInputsIsRefused() {
    FakeDataset data(1);
    add(data, "labels", DType::u8, {});
    add(data, "weights", DType::f32, {});
    const auto fields = StreamFields::of(data);
    QVERIFY(!fields);
    QVERIFY(fields.error().code == Errc::noSamples);
    QCOMPARE(fields.error().source.file, data.path().string());
    QVERIFY(fields.error().message.english().starts_with(data.path().string()));
  }

  void everyObjectHasItsArray() {
    FakeDataset data(1);
    add(data, "features", DType::i16, {2, 100});
    add(data, "categories", DType::u8, {3});
    add(data, "labels", DType::u8, {});
    add(data, "weights", DType::f32, {});
    data.editMeta().target = store::Target::classes;
    auto fields = StreamFields::of(data);
    QVERIFY(fields);
    QVERIFY(fields->classLabels());
    QCOMPARE(fields->primary().name, std::string("features"));
    const BatchShape shape = fields->shape(32);
    QCOMPARE(shape.samples, std::uint64_t{32});
    QCOMPARE(shape.values, std::uint64_t{200});
    QCOMPARE(shape.narrow, std::uint64_t{0});
    QCOMPARE(shape.categories, std::uint64_t{3});
    QCOMPARE(shape.targets, std::uint64_t{0});
    QVERIFY(shape.labels && shape.weights);
    // There are some already.
    fields->addWeights();
    QVERIFY(!fields->addedWeights());
    fields->keepNarrow();
    QCOMPARE(fields->shape(32).narrow, std::uint64_t{2});
    QCOMPARE(fields->shape(32).floats(), std::uint64_t{0});
  }

  void labelsThatAreValuesAreTargets() {
    FakeDataset data(1);
    add(data, "features", DType::f32, {4});
    add(data, "labels", DType::f64, {2});
    data.editMeta().target = store::Target::values;
    const auto fields = StreamFields::of(data);
    QVERIFY(fields);
    QVERIFY(!fields->classLabels());
    QCOMPARE(fields->shape(1).targets, std::uint64_t{2});
    QVERIFY(!fields->shape(1).labels);
  }

  void categoriesAloneAreInputs() {
    FakeDataset data(1);
    add(data, "categories", DType::u16, {5});
    auto fields = StreamFields::of(data);
    QVERIFY(fields);
    QCOMPARE(fields->primary().name, std::string("categories"));
    QVERIFY(fields->object(Field::features) == nullptr && fields->object(Field::labels) == nullptr);
    const BatchShape shape = fields->shape(8);
    QCOMPARE(shape.values, std::uint64_t{0});
    QCOMPARE(shape.categories, std::uint64_t{5});
    QVERIFY(!shape.labels && !shape.weights && shape.targets == 0);
    fields->addWeights();
    QVERIFY(fields->addedWeights() && fields->shape(8).weights);
  }
};

MASU_TEST(StreamFieldsTest)
#include "stream_fields_test.moc"
