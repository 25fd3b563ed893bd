// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/batch_features.h"

#include <QTest>
#include <cstring>
#include <limits>
#include <random>

#include "core/base/half.h"
#include "core/train/learning/learner.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;
using namespace masu::train;

namespace {

constexpr std::uint64_t kSamples = 500;

/// Numbers of all that a type holds, the lowest (which may mean missing) among them, and a label.
template <class Stored>
std::shared_ptr<FakeDataset> randomDataset(DType dtype, std::vector<std::uint64_t> shape, bool affine) {
  std::mt19937 random(11);
  const std::uint64_t channels = shape.front();
  std::uint64_t values = 1;
  for (const std::uint64_t extent : shape) values *= extent;
  std::vector<Stored> numbers(kSamples * values);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (dtype == DType::f16) {
      const float number = std::normal_distribution<float>(-40, 300)(random);
      numbers[i] =
          static_cast<Stored>(masu::halfFromFloat(i % 19 == 0 ? std::numeric_limits<float>::quiet_NaN() : number));
    } else {
      numbers[i] = i % 23 == 0 ? std::numeric_limits<Stored>::lowest() : static_cast<Stored>(random());
    }
  }
  std::vector<std::uint8_t> labels(kSamples);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint8_t>(i % 2);
  auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", dtype, std::move(shape), 64, numbers);
  dataset->add("labels", DType::u8, {}, 64, labels);
  dataset->editMeta().target = masu::store::Target::classes;
  dataset->editMeta().classes = {"even", "odd"};
  for (std::uint64_t c = 0; c < channels; ++c) {
    masu::table::Column column;
    if (affine) {
      column.scale = 0.1 + static_cast<double>(c);
      column.offset = -1234.5;
    }
    dataset->editMeta().schema.columns.push_back(column);
  }
  return dataset;
}

std::shared_ptr<FakeDataset> datasetOf(const QString& type, const std::vector<std::uint64_t>& shape, bool affine) {
  if (type == "i8") return randomDataset<std::int8_t>(DType::i8, shape, affine);
  if (type == "i16") return randomDataset<std::int16_t>(DType::i16, shape, affine);
  if (type == "u8") return randomDataset<std::uint8_t>(DType::u8, shape, affine);
  return randomDataset<std::uint16_t>(DType::f16, shape, affine);
}

StreamOptions optionsFor(bool narrow, bool normalise) {
  StreamOptions options;
  options.batch = 96;
  options.seed = 5;
  options.normalise = normalise;
  options.narrow = narrow;
  options.resources = {1, kPlenty};
  return options;
}

bool sameBits(const std::vector<float>& a, std::span<const float> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

class BatchFeaturesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void widensToTheSameBits_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("affine");
    QTest::newRow("u8") << "u8" << false;
    QTest::newRow("i8") << "i8" << false;
    QTest::newRow("i16") << "i16" << false;
    QTest::newRow("f16") << "f16" << false;
    QTest::newRow("affine i8") << "i8" << true;
    QTest::newRow("affine i16") << "i16" << true;
  }

  /// Normalised and not, as columns of a table and as runs of a channel.
  void widensToTheSameBits() {
    QFETCH(QString, type);
    QFETCH(bool, affine);
    for (const std::vector<std::uint64_t>& shape : {std::vector<std::uint64_t>{17}, {3, 40}}) {
      for (const bool normalise : {true, false}) {
        const auto dataset = datasetOf(type, shape, affine);
        auto narrow = openStream(dataset, nullptr, optionsFor(true, normalise));
        auto wide = openStream(dataset, nullptr, optionsFor(false, normalise));
        QVERIFY(narrow && wide);
        BatchFeatures features(Device::cpu);
        std::uint64_t seen = 0;
        for (;;) {
          const auto one = (*narrow)->next({});
          const auto other = (*wide)->next({});
          QVERIFY(one && other);
          if (!*one) break;
          QVERIFY((*one)->features.empty());
          QVERIFY(!(*other)->features.empty());
          QVERIFY(sameBits(features.valuesOf(**one), (*other)->features));
          QVERIFY(sameBits(features.valuesOf(**other), (*other)->features));
          seen += (*one)->samples;
        }
        QCOMPARE(seen, kSamples);
      }
    }
  }

  void aModelLearnsTheSameFromNarrowBatches() {
    const auto dataset = datasetOf("i16", {2, 64}, true);
    const auto summary = shapeOf(*dataset);
    QVERIFY(summary);
    std::vector<double> losses[2];
    for (const bool isNarrow : {true, false}) {
      LearnerOptions options;
      options.model = "cnn1d";
      options.steps = 6;
      auto learner = Learner::create(options, *summary);
      auto stream = openStream(dataset, nullptr, optionsFor(isNarrow, true));
      QVERIFY(learner && stream);
      Score score(summary->classes.size(), 0);
      for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
        QCOMPARE((*batch)->features.empty(), isNarrow);
        QVERIFY((*learner)->learn(**batch, score));
        losses[isNarrow].push_back(score.lastLoss());
      }
    }
    QCOMPARE(losses[0].size(), std::size_t{6});
    QVERIFY(losses[0].front() != losses[0].back());
    QVERIFY(losses[0] == losses[1]);
  }
};

MASU_TEST(BatchFeaturesTest)
#include "batch_features_test.moc"
