// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>

#include "core/base/hash.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 3001;
constexpr std::uint64_t kChunk = 97;
constexpr std::uint64_t kAdded = 7 + 3;

/// The samples of streams::numbered, with categories that have dictionaries: 7 values, some missing, and 3.
std::shared_ptr<FakeDataset> withDictionaries() {
  auto dataset = numbered(kSamples, kChunk);
  std::vector<std::uint16_t> categories(kSamples * 2);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    categories[2 * i] = static_cast<std::uint16_t>(i % 8);
    categories[2 * i + 1] = static_cast<std::uint16_t>(1 + i % 3);
  }
  std::erase_if(dataset->editObjects(), [](const auto& object) { return object.name == "categories"; });
  dataset->add("categories", DType::u16, {2}, kChunk, categories);
  for (const std::size_t count : {std::size_t{7}, std::size_t{3}}) {
    masu::table::Column column;
    column.name = "c" + std::to_string(count);
    column.role = masu::table::Role::category;
    column.dictionary.resize(count, "word");
    dataset->editMeta().schema.columns.push_back(column);
  }
  return dataset;
}

StreamOptions optionsFor(std::uint64_t memory = kPlenty, unsigned threads = 2) {
  StreamOptions options;
  options.shuffle = Shuffle::exact;
  options.batch = 64;
  options.epochs = 2;
  options.seed = 5;
  options.resources = {threads, memory};
  return options;
}

/// Everything a stream delivers from its start, or from a state: ids, features, shares and labels.
std::vector<std::uint64_t> hashesOf(const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options,
                                    std::uint64_t skip = 0) {
  std::vector<std::uint64_t> hashes;
  auto stream = openStream(dataset, nullptr, options);
  if (!stream) return hashes;
  for (std::uint64_t i = 0; i < skip; ++i) (void)(*stream)->next({});
  if (skip > 0) {
    StreamOptions rest = options;
    rest.resume = (*stream)->state();
    stream = openStream(dataset, nullptr, rest);
    if (!stream) return hashes;
  }
  for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
    masu::Hasher64 hash;
    hash.update(std::as_bytes((*batch)->indices));
    hash.update(std::as_bytes((*batch)->features));
    hash.update(std::as_bytes((*batch)->categories));
    hash.update(std::as_bytes((*batch)->shares));
    hash.update(std::as_bytes((*batch)->labels));
    hashes.push_back(hash.digest());
  }
  return hashes;
}

}  // namespace

class BatchFinisherTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void categoriesBecomeFeatures() {
    StreamOptions options = optionsFor();
    options.oneHot = true;
    const auto stream = openStream(withDictionaries(), nullptr, options);
    QVERIFY(stream);
    QCOMPARE((*stream)->valuesPerSample(), kValues + kAdded);
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      const Batch& got = **batch;
      QVERIFY(got.categories.empty());
      for (std::uint64_t i = 0; i < got.samples; ++i) {
        const auto row = got.features.subspan(i * (kValues + kAdded), kValues + kAdded);
        const std::uint64_t sample = got.indices[i];
        QCOMPARE(row[1], static_cast<float>(sample * kValues + 1));
        for (std::uint64_t k = 0; k < 7; ++k) QCOMPARE(row[kValues + k], sample % 8 == k + 1 ? 1.0F : 0.0F);
        for (std::uint64_t k = 0; k < 3; ++k) QCOMPARE(row[kValues + 7 + k], sample % 3 == k ? 1.0F : 0.0F);
      }
    }
  }

  void categoriesThatAreNotThereAreRefused() {
    const auto dataset = numbered(kSamples, kChunk);
    std::erase_if(dataset->editObjects(), [](const auto& object) { return object.name == "categories"; });
    StreamOptions options = optionsFor();
    QVERIFY(openStream(dataset, nullptr, options));
    options.oneHot = true;
    const auto refused = openStream(dataset, nullptr, options);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("no categories") != std::string::npos);
  }

  void mixedSamplesShowTheirClasses() {
    StreamOptions options = optionsFor();
    options.oneHot = true;
    options.augment.mixup = 0.4;
    const auto stream = openStream(withDictionaries(), nullptr, options);
    QVERIFY(stream);
    double mixed = 0;
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      const Batch& got = **batch;
      QCOMPARE(got.shares.size(), got.samples * 10);
      for (std::uint64_t i = 0; i < got.samples; ++i) {
        const auto shares = got.shares.subspan(i * 10, 10);
        float sum = 0;
        for (const float share : shares) sum += share;
        QVERIFY(std::abs(sum - 1) < 1e-6F);
        QVERIFY(shares[static_cast<std::size_t>(got.labels[i])] >= 0.5F);
        // What is one-hot is mixed by the same share: the second category of the two samples.
        const auto row = got.features.subspan(i * (kValues + kAdded) + kValues + 7, 3);
        QVERIFY(std::abs(row[0] + row[1] + row[2] - 1) < 1e-6F);
        const float own = row[got.indices[i] % 3];
        QVERIFY(own >= 0.5F);
        mixed += own < 1 ? 1 : 0;
      }
    }
    QVERIFY(mixed > kSamples / 2.0);  // two thirds of the partners are of another category
  }

  void mixingIsTheSameForAnyThreadsAndAfterAResume() {
    const auto dataset = withDictionaries();
    StreamOptions options = optionsFor();
    options.augment = *AugmentSpec::parse("noise=0.1,mixup=0.3");
    for (const auto& [shuffle, oneHot] : {std::pair(Shuffle::exact, true), std::pair(Shuffle::balanced, false)}) {
      options.shuffle = shuffle;
      options.oneHot = oneHot;
      options.resources = {1, kPlenty};
      const auto whole = hashesOf(dataset, options);
      QVERIFY(!whole.empty());
      options.resources = {3, std::uint64_t{200'000}};
      QVERIFY(hashesOf(dataset, options) == whole);
      for (const std::uint64_t skip : {1U, 30U, 47U, 60U}) {
        const auto rest = hashesOf(dataset, options, skip);
        QVERIFY(rest.size() == whole.size() - skip);
        QVERIFY(std::equal(rest.begin(), rest.end(), whole.begin() + static_cast<std::ptrdiff_t>(skip)));
      }
    }
  }

  /// A code comes from the partner as often as the partner's share says: what shares tell of classes, of which one
  /// partner in ten has the same, holds of the second category, of which one in three has.
  void codesAreOfOneSampleOrTheOther() {
    StreamOptions options = optionsFor();
    options.augment.mixup = 0.4;
    const auto stream = openStream(withDictionaries(), nullptr, options);
    QVERIFY(stream);
    QCOMPARE((*stream)->valuesPerSample(), kValues);
    double changed = 0;
    double foreign = 0;
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      const Batch& got = **batch;
      QCOMPARE(got.categories.size(), got.samples * 2);
      for (std::uint64_t i = 0; i < got.samples; ++i) {
        const std::int64_t code = got.categories[2 * i + 1];
        QVERIFY(code >= 1 && code <= 3);
        changed += code == static_cast<std::int64_t>(1 + got.indices[i] % 3) ? 0 : 1;
        foreign += 1 - static_cast<double>(got.shares[i * 10 + static_cast<std::size_t>(got.labels[i])]);
      }
    }
    const double expected = foreign / 0.9 * 2 / 3;
    QVERIFY2(std::abs(changed - expected) < 0.1 * expected, qPrintable(QString("%1 of %2").arg(changed).arg(expected)));
  }

  void balancedEpochMeetsClassesEquallyOften() {
    auto dataset = withDictionaries();
    std::erase_if(dataset->editObjects(), [](const auto& object) { return object.name == "labels"; });
    std::vector<std::uint8_t> labels(kSamples);
    std::map<std::int64_t, std::uint64_t> members;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      labels[i] = i % 100 == 0 ? 4 : i % 7 == 0 ? 2 : 0;
      ++members[labels[i]];
    }
    dataset->add("labels", DType::u8, {}, kChunk, labels);
    StreamOptions options = optionsFor();
    options.shuffle = Shuffle::balanced;
    const auto stream = openStream(dataset, nullptr, options);
    QVERIFY(stream);
    std::map<std::int64_t, std::uint64_t> drawn;
    std::map<std::uint64_t, std::uint64_t> times;
    std::vector<std::vector<std::uint64_t>> orders(2);
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      for (std::uint64_t i = 0; i < (*batch)->samples; ++i) {
        orders[(*batch)->epoch].push_back((*batch)->indices[i]);
        QCOMPARE((*batch)->labels[i], std::int64_t{labels[(*batch)->indices[i]]});
        if ((*batch)->epoch > 0) continue;
        ++drawn[(*batch)->labels[i]];
        ++times[(*batch)->indices[i]];
      }
    }
    QCOMPARE(orders[0].size(), kSamples);
    QVERIFY(orders[0] != orders[1]);
    QCOMPARE(drawn.size(), std::size_t{3});
    for (const auto& [label, count] : drawn) QVERIFY(count == kSamples / 3 || count == kSamples / 3 + 1);
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      const std::uint64_t rounds = drawn[labels[i]] / members[labels[i]];
      QVERIFY(times[i] == rounds || times[i] == rounds + 1);
    }
  }

  void balancedNeedsClasses() {
    auto dataset = withDictionaries();
    std::erase_if(dataset->editObjects(), [](const auto& object) { return object.name == "labels"; });
    StreamOptions options = optionsFor();
    options.shuffle = Shuffle::balanced;
    QCOMPARE(openStream(dataset, nullptr, options).error().code, masu::Errc::invalidArgument);
  }
};

MASU_TEST(BatchFinisherTest)
#include "batch_transform_test.moc"
