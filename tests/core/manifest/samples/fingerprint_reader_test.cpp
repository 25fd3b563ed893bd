// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/fingerprint_reader.h"

#include <QTest>
#include <bit>

#include "core/manifest/samples/sample_codes.h"
#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using table::DType;

namespace {

/// Of all samples, read in blocks of `step`.
std::vector<Fingerprint> fingerprintsOf(const FakeDataset& data, std::uint64_t step) {
  FingerprintReader reader(data);
  std::vector<Fingerprint> all;
  for (std::uint64_t first = 0; first < data.samples(); first += step) {
    const auto block = reader.read(first, std::min(step, data.samples() - first));
    if (!block) qFatal("%s", block.error().message.english().c_str());
    all.insert(all.end(), block->begin(), block->end());
  }
  return all;
}

}  // namespace

/// Samples are the same to a network where their stored inputs are, bit for bit.
class FingerprintReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void contentsAreTheSameWhereAllInputsAre() {
    const std::vector<float> features = {1, 2, 1, 2, 1, 2, 2, 1, 0, 0, -0.F, 0, 1, 2};
    const std::vector<std::uint8_t> categories = {7, 7, 8, 7, 7, 7, 7};
    FakeDataset data(7);
    data.add("features", DType::f32, {2}, 4, features);
    data.add("categories", DType::u8, {1}, 4, categories);
    const std::vector<Fingerprint> prints = fingerprintsOf(data, 7);
    for (std::size_t a = 0; a < 7; ++a) {
      QCOMPARE(prints[a].sample, std::uint64_t{a});
      for (std::size_t b = 0; b < 7; ++b) {
        // A zero with a sign is stored as another value.
        const bool same =
            std::bit_cast<std::uint32_t>(features[2 * a]) == std::bit_cast<std::uint32_t>(features[2 * b]) &&
            features[2 * a + 1] == features[2 * b + 1] && categories[a] == categories[b];
        QCOMPARE(prints[a].sameContent(prints[b]), same);
      }
    }
  }

  void blocksChangeNothing() {
    FakeDataset data(1000);
    std::vector<std::int16_t> values;
    std::vector<std::uint8_t> labels;
    for (int i = 0; i < 3000; ++i) values.push_back(static_cast<std::int16_t>(i * 31 % 50));
    for (int i = 0; i < 1000; ++i) labels.push_back(static_cast<std::uint8_t>(i % 3));
    data.add("features", DType::i16, {3}, 64, values);
    data.add("labels", DType::u8, {}, 64, labels);
    const auto whole = fingerprintsOf(data, 1000);
    for (const std::uint64_t step : {1, 7, 333}) {
      const auto pieces = fingerprintsOf(data, step);
      QCOMPARE(pieces.size(), whole.size());
      for (std::size_t i = 0; i < whole.size(); ++i) {
        QVERIFY(pieces[i].sameContent(whole[i]) && pieces[i].label == whole[i].label);
        QCOMPARE(pieces[i].sample, std::uint64_t{i});
      }
    }
  }

  void labelsAreNoPartOfTheContent() {
    const std::vector<std::uint16_t> labels = {1, 1, 300};
    FakeDataset data(3);
    data.add("features", DType::f32, {1}, 3, std::vector<float>{5, 5, 5});
    data.add("labels", DType::u16, {}, 3, labels);
    data.editMeta().target = store::Target::classes;
    const auto prints = fingerprintsOf(data, 3);
    QVERIFY(prints[0].sameContent(prints[2]));
    QCOMPARE(prints[0].label, prints[1].label);
    QVERIFY(prints[0].label != prints[2].label);
    QVERIFY(FingerprintReader(data).labelled() && !FingerprintReader(data).valued());
  }

  /// How far labels are apart is asked of one value a sample alone.
  void aValueIsItsOwnLabel() {
    const std::vector<double> labels = {0.5, -3.25, 0.1};
    FakeDataset data(3);
    data.add("features", DType::f32, {1}, 3, std::vector<float>{5, 5, 5});
    data.add("labels", DType::f64, {}, 3, labels);
    data.editMeta().target = store::Target::values;
    QVERIFY(FingerprintReader(data).valued());
    const auto prints = fingerprintsOf(data, 2);
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(std::bit_cast<float>(prints[i].label), static_cast<float>(labels[i]));
    FakeDataset several(1);
    several.add("features", DType::f32, {1}, 1, std::vector<float>{5});
    several.add("labels", DType::f64, {2}, 1, std::vector<double>{1, 2});
    several.editMeta().target = store::Target::values;
    QVERIFY(FingerprintReader(several).labelled() && !FingerprintReader(several).valued());
  }

  void aDatasetWithoutInputsHasNone() {
    FakeDataset data(2);
    data.add("weights", DType::f32, {}, 2, std::vector<float>{1, 1});
    const FingerprintReader reader(data);
    QVERIFY(!reader.any());
    QVERIFY(!reader.labelled());
    QVERIFY(!reader.valued());
  }

  void blocksOfLargeSamplesStaySmall() {
    FakeDataset large(1);
    large.add<float>("features", DType::f32, {std::uint64_t{64} << 20U}, 1, {});
    QCOMPARE(FingerprintReader(large).blockSamples(), std::uint64_t{1});
    FakeDataset small(1);
    small.add<std::uint8_t>("features", DType::u8, {1}, 1, {});
    QCOMPARE(FingerprintReader(small).blockSamples(), std::uint64_t{kBlockSamples});
  }

  void aChunkThatCannotBeReadIsAnError() {
    FakeDataset data(8);
    data.add("features", DType::f32, {1}, 4, std::vector<float>(8, 1));
    data.failAt("features", 1);
    FingerprintReader reader(data);
    QVERIFY(reader.read(0, 4));
    const auto failed = reader.read(4, 4);
    QVERIFY(!failed);
    QVERIFY(failed.error().code == Errc::damaged);
  }
};

MASU_TEST(FingerprintReaderTest)
#include "fingerprint_reader_test.moc"
