// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/dataset_profile.h"

#include <QTest>
#include <cmath>
#include <numeric>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

double sum(const std::vector<double>& bins) {
  return std::accumulate(bins.begin(), bins.end(), 0.0);
}

table::Column column(table::Role role) {
  table::Column made;
  made.role = role;
  return made;
}

/// A table: "whole" is i % 5, "share" is i % 100 / 100, a category of code i % 4 of three words, and classes i % 2.
std::unique_ptr<FakeDataset> makeTable(std::uint64_t samples) {
  auto dataset = std::make_unique<FakeDataset>(samples);
  std::vector<float> features;
  std::vector<std::uint8_t> codes, labels;
  auto& columns = dataset->editMeta().schema.columns;
  columns = {column(table::Role::feature), column(table::Role::kept), column(table::Role::category),
             column(table::Role::feature), column(table::Role::label)};
  columns[2].dictionary = {"a", "b", "c"};
  for (std::uint64_t i = 0; i < samples; ++i) {
    features.push_back(static_cast<float>(i % 5));
    features.push_back(static_cast<float>(i % 100) / 100.0F);
    columns[0].stats.add(static_cast<double>(features[2 * i]));
    columns[3].stats.add(static_cast<double>(features[2 * i + 1]));
    codes.push_back(static_cast<std::uint8_t>(i % 4));
    labels.push_back(static_cast<std::uint8_t>(i % 2));
  }
  dataset->add("features", table::DType::f32, {2}, 1000, features);
  dataset->add("categories", table::DType::u8, {1}, 1000, codes);
  dataset->add("labels", table::DType::u8, {}, 1000, labels);
  dataset->editMeta().target = store::Target::classes;
  dataset->editMeta().classes = {"no", "yes"};
  return dataset;
}

}  // namespace

class DatasetProfileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aColumnHasBinsOfItsKind() {
    const auto dataset = makeTable(200);
    const auto profile = profileOf(*dataset, {{}, m_progress});
    QVERIFY(profile);
    QVERIFY(profile->exact);
    QCOMPARE(profile->samplesRead, std::uint64_t{200});
    QCOMPARE(profile->bins.size(), std::size_t{5});
    // Few whole numbers have a bin each, and others share them.
    QCOMPARE(profile->bins[0], std::vector<double>(5, 40));
    QCOMPARE(profile->bins[3].size(), std::size_t{DatasetProfile::kBins});
    QCOMPARE(sum(profile->bins[3]), 200.0);
    // A quarter has no category.
    QCOMPARE(profile->bins[2], std::vector<double>(3, 50));
    QVERIFY(profile->bins[1].empty() && profile->bins[4].empty());
    QCOMPARE(profile->classes, std::vector<double>(2, 100));
  }

  void aLargeOneIsCountedFromBlocks() {
    constexpr std::uint64_t kMost = DatasetProfile::kSamplesRead;
    for (const std::uint64_t samples : {kMost, kMost + 1, 2 * kMost + 77}) {
      const auto dataset = makeTable(samples);
      const auto profile = profileOf(*dataset, {{}, m_progress});
      QVERIFY(profile);
      QCOMPARE(profile->exact, samples == kMost);
      QCOMPARE(profile->samplesRead, kMost);
      QCOMPARE(sum(profile->bins[0]), static_cast<double>(kMost));
      QCOMPARE(sum(profile->bins[3]), static_cast<double>(kMost));
      QCOMPARE(sum(profile->classes), static_cast<double>(kMost));
    }
  }

  /// Blocks are spread evenly, so that what is stored in order is seen from its beginning to its end.
  void blocksAreOfTheWholeFile() {
    constexpr std::uint64_t kSamples = 4 * DatasetProfile::kSamplesRead;
    FakeDataset dataset(kSamples);
    std::vector<std::uint8_t> labels(kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) labels[i] = static_cast<std::uint8_t>(8 * i / kSamples);
    dataset.add("labels", table::DType::u8, {}, 1000, labels);
    dataset.editMeta().classes.resize(8);
    const auto profile = profileOf(dataset, {{}, m_progress});
    QVERIFY(profile);
    QCOMPARE(profile->classes, std::vector<double>(8, static_cast<double>(DatasetProfile::kSamplesRead) / 8));
  }

  void aCodeWithoutAClassIsLeftOut() {
    FakeDataset dataset(4);
    dataset.add("labels", table::DType::u8, {}, 4, std::vector<std::uint8_t>{0, 1, 7, 1});
    dataset.editMeta().classes = {"no", "yes"};
    const auto profile = profileOf(dataset, {{}, m_progress});
    QVERIFY(profile);
    QCOMPARE(profile->classes, (std::vector<double>{1, 2}));
  }

  void whatCannotBeReadIsSaid() {
    const auto dataset = makeTable(5000);
    dataset->failAt("categories", 3);
    const auto profile = profileOf(*dataset, {{}, m_progress});
    QVERIFY(!profile);
    QCOMPARE(profile.error().code, Errc::damaged);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = profileOf(*makeTable(5000), {stop.get_token(), m_progress});
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
  }

 private:
  Progress m_progress;
};

MASU_TEST(DatasetProfileTest)
#include "dataset_profile_test.moc"
