// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/export_split.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using store::Split;

class ExportSplitTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 1000;

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_plain;
  std::shared_ptr<const store::Dataset> m_split;

  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  static std::vector<std::uint64_t> samplesOf(const ExportSplit& part) {
    std::vector<std::uint64_t> samples(part.size());
    part.samplesAt(0, samples);
    return samples;
  }
  static std::vector<std::string> namesOf(const ExportSplits& splits) {
    std::vector<std::string> names;
    for (const ExportSplit& part : splits.parts) names.push_back(part.name());
    return names;
  }

 private Q_SLOTS:
  void initTestCase() {
    const auto plain = test::makeWaveforms(in("plain.h5"), kSamples);
    const auto divided = test::makeWaveforms(in("split.h5"), kSamples);
    QVERIFY(plain && divided);
    m_plain = *plain;
    m_split = *divided;
    QVERIFY(test::split(*m_split));
    auto file = store::SplitsFile::open(m_split->path(), m_split->uuid(), kSamples);
    QVERIFY(file);
    QVERIFY(file->write({"all train", "{}", false}, store::Assignment(kSamples, Split::train)));
  }

  void withoutAManifestAllIsOnePart() {
    const auto splits = exportSplitsOf(*m_plain, {});
    QVERIFY(splits);
    QCOMPARE(namesOf(*splits), std::vector<std::string>{"all"});
    QCOMPARE(splits->train.size(), kSamples);
    QVERIFY(splits->splitHash.empty());
    QVERIFY(!splits->parts.front().shuffled());
    const std::vector<std::uint64_t> samples = samplesOf(splits->parts.front());
    for (std::uint64_t i = 0; i < kSamples; ++i) QCOMPARE(samples[i], i);
    // What was asked for by its name has to be there.
    ShardOptions named;
    named.splits = {Split::train};
    QVERIFY(!exportSplitsOf(*m_plain, named));
    named = {};
    named.manifest = "other";
    QVERIFY(!exportSplitsOf(*m_plain, named));
  }

  void partsAreThoseOfTheManifest() {
    const auto splits = exportSplitsOf(*m_split, {});
    QVERIFY(splits);
    QCOMPARE(namesOf(*splits), (std::vector<std::string>{"train", "validation", "test"}));
    QVERIFY(!splits->splitHash.empty());
    const auto file = store::SplitsFile::open(m_split->path(), m_split->uuid(), kSamples);
    QVERIFY(file);
    const auto assignment = file->read("default");
    QVERIFY(assignment);
    const Split kinds[] = {Split::train, Split::validation, Split::test};
    for (std::size_t part = 0; part < 3; ++part) {
      const std::vector<std::uint64_t> samples = samplesOf(splits->parts[part]);
      QVERIFY(std::ranges::is_sorted(samples));
      QCOMPARE(samples.size(), static_cast<std::size_t>(std::ranges::count(*assignment, kinds[part])));
      for (const std::uint64_t sample : samples) QVERIFY((*assignment)[sample] == kinds[part]);
    }
    // The train split describes the data whichever are exported.
    ShardOptions options;
    options.splits = {Split::unused, Split::test};
    const auto chosen = exportSplitsOf(*m_split, options);
    QVERIFY(chosen);
    QCOMPARE(namesOf(*chosen), (std::vector<std::string>{"unused", "test"}));
    QCOMPARE(chosen->train.fingerprint(), splits->train.fingerprint());
  }

  void aShuffledPartIsTheSameSamples() {
    ShardOptions options;
    options.shuffle = 7;
    const auto shuffled = exportSplitsOf(*m_split, options);
    const auto again = exportSplitsOf(*m_split, options);
    options.shuffle = 8;
    const auto other = exportSplitsOf(*m_split, options);
    const auto stored = exportSplitsOf(*m_split, {});
    QVERIFY(shuffled && again && other && stored);
    const ExportSplit& part = shuffled->parts.front();
    QVERIFY(part.shuffled());
    std::vector<std::uint64_t> samples = samplesOf(part);
    QVERIFY(samples == samplesOf(again->parts.front()));
    QVERIFY(samples != samplesOf(other->parts.front()));
    // From any position on it is the same order.
    for (const std::uint64_t first : {0U, 1U, 100U, 700U}) {
      std::vector<std::uint64_t> some(50);
      part.samplesAt(first, some);
      QVERIFY(std::equal(some.begin(), some.end(), samples.begin() + static_cast<std::ptrdiff_t>(first)));
    }
    QVERIFY(!std::ranges::is_sorted(samples));
    std::ranges::sort(samples);
    QVERIFY(samples == samplesOf(stored->parts.front()));
  }

  void emptyPartsAreLeftOutUntilNoneIsLeft() {
    ShardOptions options;
    options.manifest = "all train";
    const auto splits = exportSplitsOf(*m_split, options);
    QVERIFY(splits);
    QCOMPARE(namesOf(*splits), std::vector<std::string>{"train"});
    options.splits = {Split::test};
    QVERIFY(exportSplitsOf(*m_split, options).error().code == Errc::noSamples);
  }
};

MASU_TEST(ExportSplitTest)
#include "export_split_test.moc"
