// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/pyramid_joining.h"

#include <QTest>
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <random>

#include "core/store/format/pyramid.h"
#include "core/store/read/dataset.h"
#include "tests/fixtures/fake_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using store::ObjectInfo;
using store::PyramidLevel;
using table::DType;
using Lengths = std::vector<std::uint64_t>;

namespace {

constexpr std::uint64_t kChannels = 2;
/// The lowest code, which is no value.
constexpr std::int16_t kMissing = std::numeric_limits<std::int16_t>::min();
/// More than 4096 frames make a level, and more than 4096 of its blocks of 64 the next.
constexpr std::uint64_t kLong = 5000;
constexpr std::uint64_t kVeryLong = 300'001;

/// Recordings in memory, of two channels of codes, with their pyramid.
class Recordings final : public store::Dataset {
 public:
  Recordings(const Lengths& lengths, unsigned seed) {
    std::mt19937 random(seed);
    for (const std::uint64_t length : lengths) m_meta.sources.push_back({.path = "x", .records = length, .hash = {}});
    m_meta.kind = store::SampleKind::waveform;
    m_meta.schema.columns.resize(kChannels);
    for (table::Column& channel : m_meta.schema.columns) channel.scale = 0.5;
    for (const std::uint64_t length : lengths) {
      for (std::uint64_t i = 0; i < length * kChannels; ++i)
        frames.push_back(random() % 3 == 0 ? kMissing : static_cast<std::int16_t>(random() % 60'000 - 30'000));
    }
    add("features", {kChannels, 10}, {});
    add("recordings", {kChannels}, frames);
    for (const PyramidLevel& level : store::pyramidOver(lengths))
      add(level.name(), {kChannels, 2}, blocks(lengths, level.frames()));
  }

  /// Min and max of each block and channel, from the frames.
  std::vector<std::int16_t> blocks(const Lengths& lengths, std::uint64_t ofFrames) const {
    std::vector<std::int16_t> entries;
    std::uint64_t begin = 0;
    for (const std::uint64_t length : lengths) {
      for (std::uint64_t at = 0; at < length; at += ofFrames) {
        for (std::uint64_t channel = 0; channel < kChannels; ++channel) {
          std::vector<std::int16_t> values;
          for (std::uint64_t i = at; i < std::min(at + ofFrames, length); ++i) {
            const std::int16_t value = frames[(begin + i) * kChannels + channel];
            if (value != kMissing) values.push_back(value);
          }
          entries.push_back(values.empty() ? kMissing : *std::ranges::min_element(values));
          entries.push_back(values.empty() ? kMissing : *std::ranges::max_element(values));
        }
      }
      begin += length;
    }
    return entries;
  }
  void drop(const std::string& name) {
    std::erase_if(m_objects, [&](const ObjectInfo& object) { return object.name == name; });
  }
  void damage() { m_damaged = true; }

  const std::filesystem::path& path() const override { return m_path; }
  const std::string& uuid() const override { return m_meta.uuid; }
  std::uint64_t samples() const override { return 0; }
  const store::DatasetMeta& meta() const override { return m_meta; }
  const std::vector<ObjectInfo>& objects() const override { return m_objects; }
  std::uint64_t fileBytes() const override { return 0; }
  Result<void> read(const ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                    std::span<std::byte> out) const override {
    const std::vector<std::int16_t>& values = m_values.at(object.name);
    const std::uint64_t bytes = object.sampleBytes();
    if (m_damaged) return fail(Errc::damaged, "The checksum differs.");
    if (out.size() != count * bytes || (first + count) * bytes > values.size() * sizeof(std::int16_t))
      return fail(Errc::internal, "A read of the wrong size.");
    if (count > 0) std::memcpy(out.data(), values.data() + first * bytes / sizeof(std::int16_t), out.size());
    return {};
  }
  Result<std::vector<std::string>> readTexts(std::string_view, std::uint64_t, std::uint64_t) const override {
    return fail(Errc::notFound, "No texts here.");
  }
  Result<void> readChunk(const ObjectInfo&, std::uint64_t, std::span<std::byte>) const override {
    return fail(Errc::internal, "Not by chunks.");
  }
  Result<bool> chunkIntact(const ObjectInfo&, std::uint64_t) const override { return true; }

  std::vector<std::int16_t> frames;

 private:
  void add(const std::string& name, std::vector<std::uint64_t> shape, std::vector<std::int16_t> values) {
    ObjectInfo& object = m_objects.emplace_back();
    object.name = name;
    object.dtype = DType::i16;
    object.sampleShape = std::move(shape);
    object.samples = values.size() / object.valuesPerSample();
    object.chunkSamples = 1000;
    m_values[name] = std::move(values);
  }

  std::filesystem::path m_path = "recordings.h5";
  store::DatasetMeta m_meta;
  std::vector<ObjectInfo> m_objects;
  std::map<std::string, std::vector<std::int16_t>> m_values;
  bool m_damaged = false;
};

const ObjectInfo& recordingsOf(const Recordings& data) {
  return *std::ranges::find(data.objects(), "recordings", &ObjectInfo::name);
}

FakeWriter writerFor(const Recordings& data) {
  std::vector<std::uint64_t> bytes;
  for (const ObjectInfo& level : rewrite::everyLevel(recordingsOf(data))) bytes.push_back(level.sampleBytes());
  return FakeWriter(bytes);
}

}  // namespace

/// A pyramid that grew is the one that all recordings together would have been given.
class PyramidJoiningTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyLevelHasItsOwnName() {
    const Recordings data({10}, 1);
    const std::vector<ObjectInfo> levels = rewrite::everyLevel(recordingsOf(data));
    QVERIFY(levels.size() > 5);
    std::uint64_t frames = store::kPyramidBase;
    for (const ObjectInfo& level : levels) {
      QCOMPARE(level.name, "pyramid/" + std::to_string(frames));
      QVERIFY(rewrite::isPyramid(level));
      QCOMPARE(level.sampleShape, (std::vector<std::uint64_t>{kChannels, 2}));
      QVERIFY(level.dtype == DType::i16);
      frames *= store::kPyramidStep;
    }
    QVERIFY(!rewrite::isPyramid(recordingsOf(data)));
  }

  void blocksAreThoseOfAllRecordings_data() {
    QTest::addColumn<QList<qulonglong>>("before");
    QTest::addColumn<QList<qulonglong>>("added");
    const auto row = [](const char* name, const QList<qulonglong>& before, const QList<qulonglong>& added) {
      QTest::newRow(name) << before << added;
    };
    row("both as long", {kLong, 3, 700}, {1, kLong + 63});
    row("the first pyramid", {100, 4096}, {kLong});
    row("the added ones are short", {kLong}, {64, 4096, 65});
    row("a further level", {kLong, 10}, {kVeryLong, 1});
    row("levels that the added ones lack", {kVeryLong, 7}, {kLong, 20});
    row("several levels at once", {200, 4000}, {kVeryLong});
  }
  void blocksAreThoseOfAllRecordings() {
    QFETCH(QList<qulonglong>, before);
    QFETCH(QList<qulonglong>, added);
    const Lengths first(before.begin(), before.end());
    const Lengths second(added.begin(), added.end());
    const Recordings dataset(first, 2);
    const Recordings more(second, 3);
    FakeWriter to = writerFor(dataset);
    Progress progress;
    QVERIFY(rewrite::joinPyramids({dataset, more, to, 0}, {{}, progress}));
    Lengths all = first;
    all.insert(all.end(), second.begin(), second.end());
    const std::size_t needed = store::pyramidOver(all).size();
    const std::size_t had = store::pyramidOver(first).size();
    QVERIFY(needed > 0);
    std::uint64_t frames = store::kPyramidBase;
    for (std::size_t level = 0; level < needed; ++level, frames *= store::kPyramidStep) {
      // The dataset's own blocks are there already, where it has the level.
      std::vector<std::int16_t> wanted = level < had ? std::vector<std::int16_t>() : dataset.blocks(first, frames);
      const std::vector<std::int16_t> further = more.blocks(second, frames);
      wanted.insert(wanted.end(), further.begin(), further.end());
      QVERIFY(to.values<std::int16_t>(level) == wanted);
    }
    for (std::size_t level = needed; level < rewrite::everyLevel(recordingsOf(dataset)).size(); ++level)
      QVERIFY(to.bytes(level).empty());
  }

  void levelsCountFromTheFirstObject() {
    const Recordings dataset({kLong}, 4);
    const Recordings more({kLong}, 5);
    FakeWriter to({1, 1, kChannels * 2 * sizeof(std::int16_t)});
    Progress progress;
    QVERIFY(rewrite::joinPyramids({dataset, more, to, 2}, {{}, progress}));
    QVERIFY(to.bytes(0).empty() && to.bytes(1).empty());
    QVERIFY(to.values<std::int16_t>(2) == more.blocks({kLong}, 64));
  }

  /// Views then read the frames.
  void withoutAPyramidThatIsNeededNoneIsWritten() {
    const Recordings whole({kLong}, 6);
    Recordings bare({kLong}, 7);
    bare.drop("pyramid/64");
    const Recordings brief({10, 20}, 8);
    Progress progress;
    FakeWriter to = writerFor(whole);
    QVERIFY(rewrite::joinPyramids({bare, whole, to, 0}, {{}, progress}));
    QVERIFY(rewrite::joinPyramids({whole, bare, to, 0}, {{}, progress}));
    QVERIFY(rewrite::joinPyramids({brief, brief, to, 0}, {{}, progress}));
    QVERIFY(to.pieces().empty());
  }

  void damageAndAStopAreErrors() {
    const Recordings dataset({kLong}, 9);
    Recordings more({kLong}, 10);
    more.damage();
    FakeWriter to = writerFor(dataset);
    Progress progress;
    const auto failed = rewrite::joinPyramids({dataset, more, to, 0}, {{}, progress});
    QVERIFY(!failed && failed.error().code == Errc::damaged);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = rewrite::joinPyramids({dataset, dataset, to, 0}, {stop.get_token(), progress});
    QVERIFY(!stopped && stopped.error().code == Errc::cancelled);
  }
};

MASU_TEST(PyramidJoiningTest)
#include "pyramid_joining_test.moc"
