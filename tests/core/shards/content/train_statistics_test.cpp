// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/train_statistics.h"

#include <QTest>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using loader::SampleIndex;
using Counts = std::vector<std::vector<std::uint64_t>>;

class TrainStatisticsTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 900;

  FakeDataset m_dataset{kSamples};
  store::Assignment m_assignment;
  Progress m_progress;

  static std::uint8_t codeOf(std::uint64_t sample, std::uint64_t column) {
    return static_cast<std::uint8_t>(column == 0 ? sample % 5 : sample / 300);
  }
  /// The contract once more, sample by sample.
  Counts counted(std::uint64_t first, std::uint64_t end, const std::vector<std::size_t>& codes) const {
    Counts counts = {std::vector<std::uint64_t>(codes[0]), std::vector<std::uint64_t>(codes[1])};
    for (std::uint64_t sample = first; sample < end; ++sample) {
      if (m_assignment[sample] != store::Split::train) continue;
      for (std::size_t column = 0; column < 2; ++column) {
        if (codeOf(sample, column) < codes[column]) ++counts[column][codeOf(sample, column)];
      }
    }
    return counts;
  }

 private Q_SLOTS:
  void initTestCase() {
    std::vector<std::uint8_t> categories;
    std::vector<std::uint8_t> labels;
    std::vector<float> features;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      for (std::uint64_t column = 0; column < 2; ++column) categories.push_back(codeOf(i, column));
      labels.push_back(static_cast<std::uint8_t>(i % 2));
      features.push_back(static_cast<float>(i));
      m_assignment.push_back(i % 3 == 0 || i > 800 ? store::Split::test : store::Split::train);
    }
    m_dataset.add("features", table::DType::f32, {1}, 64, features);
    m_dataset.add("categories", table::DType::u8, {2}, 64, categories);
    m_dataset.add("labels", table::DType::u8, {}, 64, labels);
    store::DatasetMeta& meta = m_dataset.editMeta();
    meta.target = store::Target::classes;
    meta.classes = {"no", "yes"};
    meta.schema.columns.emplace_back().name = "x";
    for (const std::size_t texts : {4U, 2U}) {
      table::Column& column = meta.schema.columns.emplace_back();
      column.role = table::Role::category;
      column.dictionary.assign(texts, "text");
    }
  }

  void codesOfTheSplitAreCounted() {
    const SampleIndex train = SampleIndex::of(m_assignment, store::Split::train);
    const store::ObjectInfo& categories = *m_dataset.find("categories");
    for (const std::vector<std::size_t>& codes : {std::vector<std::size_t>{5, 3}, {3, 1}}) {
      for (const auto& [first, end] :
           {std::pair<std::uint64_t, std::uint64_t>{0, kSamples}, {1, 2}, {299, 301}, {810, kSamples}, {5, 5}}) {
        const auto counts = countCodes(m_dataset, categories, train, codes, first, end, {});
        QVERIFY(counts);
        QCOMPARE(*counts, counted(first, end, codes));
      }
    }
    std::stop_source source;
    source.request_stop();
    const auto stopped = countCodes(m_dataset, categories, train, {5, 3}, 0, kSamples, source.get_token());
    QVERIFY(stopped.error().code == Errc::cancelled);
  }

  void everyCategoryHasACodeForMissing() { QCOMPARE(categoryCodes(m_dataset), (std::vector<std::size_t>{5, 3})); }

  void theTrainSplitIsMeasuredAndAllSplitsCounted() {
    ExportSplits splits;
    splits.train = SampleIndex::of(m_assignment, store::Split::train);
    splits.parts.emplace_back("train", splits.train, std::nullopt);
    splits.parts.emplace_back("test", SampleIndex::of(m_assignment, store::Split::test), 5);
    const auto one = measureTrain(m_dataset, splits, 1, {{}, m_progress});
    QVERIFY2(one, one ? "" : one.error().message.english().c_str());
    QCOMPARE(one->categories, counted(0, kSamples, {5, 3}));
    QVERIFY(one->targets.empty());
    QCOMPARE(one->features.size(), std::size_t{1});
    QCOMPARE(one->classes.size(), std::size_t{2});
    for (const ExportSplit& part : splits.parts) {
      const std::vector<std::uint64_t>& classes = one->classes.at(part.name());
      QCOMPARE(classes.size(), std::size_t{2});
      QCOMPARE(classes[0] + classes[1], part.size());
    }
    const auto many = measureTrain(m_dataset, splits, 4, {{}, m_progress});
    QVERIFY(many);
    QCOMPARE(many->features.front().mean, one->features.front().mean);
    QCOMPARE(many->classes, one->classes);
    // Values to predict are measured as features are.
    m_dataset.editMeta().target = store::Target::values;
    const auto values = measureTrain(m_dataset, splits, 1, {{}, m_progress});
    m_dataset.editMeta().target = store::Target::classes;
    QVERIFY(values);
    QVERIFY(values->classes.empty());
    QCOMPARE(values->targets.size(), std::size_t{1});
  }
};

MASU_TEST(TrainStatisticsTest)
#include "train_statistics_test.moc"
