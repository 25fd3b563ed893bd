// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/moments_cache.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <fstream>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kColumns = 8;
constexpr std::uint64_t kSamples = (std::uint64_t{100} << 20U) / (kColumns * sizeof(float));

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool sameBits(const std::vector<Moments>& a, const std::vector<Moments>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Moments)) == 0;
}

}  // namespace

class KeptMomentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::vector<float> numbers(kSamples * kColumns);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<float>((i * 2654435761U) % 100003) * 0.37F;
    m_dataset = std::make_unique<FakeDataset>(kSamples);
    m_dataset->add("features", table::DType::f32, {kColumns}, 4096, numbers);
    m_halves.assign(kSamples, store::Split::train);
    for (std::size_t i = 0; i < kSamples; i += 3) m_halves[i] = store::Split::test;
  }
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_dataset->lieAt(fs::path(m_folder->path().toStdString()) / "F.h5");
    m_dataset->editMeta().uuid = "one";
    std::ofstream(m_dataset->path()) << "a dataset";
  }

  void theSecondTimeNothingIsRead() {
    const std::vector<Moments> measured = moments(train());
    QVERIFY(fs::exists(file()));
    const std::uint64_t reads = m_dataset->chunkReads();
    QVERIFY(sameBits(moments(train()), measured));
    QCOMPARE(m_dataset->chunkReads(), reads);
  }

  void anotherSplitIsMeasuredAndKeptBeside() {
    const std::vector<Moments> first = moments(train());
    const std::uint64_t before = m_dataset->chunkReads();
    const std::vector<Moments> all = moments(SampleIndex::whole(kSamples));
    QVERIFY(m_dataset->chunkReads() > before);
    QVERIFY(!sameBits(all, first));
    const std::uint64_t reads = m_dataset->chunkReads();
    QVERIFY(sameBits(moments(train()), first));
    QVERIFY(sameBits(moments(SampleIndex::whole(kSamples)), all));
    QCOMPARE(m_dataset->chunkReads(), reads);
  }

  void anotherDatasetOfTheNameIsMeasured() {
    moments(train());
    const auto size = fs::file_size(file());
    m_dataset->editMeta().uuid = "two";
    const std::uint64_t reads = m_dataset->chunkReads();
    moments(train());
    QVERIFY(m_dataset->chunkReads() > reads);
    QCOMPARE(fs::file_size(file()), size);  // those of the former are gone
  }

  /// Whichever byte is another one, or missing: the moments are measured, and are right.
  void aDamagedFileCountsAsNone() {
    const std::vector<Moments> measured = moments(train());
    const std::string whole = contentOf(file());
    QVERIFY(!whole.empty());
    for (std::size_t at = 0; at < whole.size(); at += 61) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
      expectMeasured(damaged, measured);
      expectMeasured(whole.substr(0, at), measured);
    }
    expectMeasured(std::string(1000, '\0'), measured);
  }

  void whereItCannotBeWrittenNothingElseChanges() {
    fs::create_directory(file());
    const std::uint64_t before = m_dataset->chunkReads();
    const std::vector<Moments> measured = moments(train());
    const std::uint64_t reads = m_dataset->chunkReads() - before;
    QVERIFY(sameBits(moments(train()), measured));
    QCOMPARE(m_dataset->chunkReads(), before + 2 * reads);
    QVERIFY(fs::is_directory(file()));
  }

  void aShortPassLeavesNoFile() {
    store::Assignment few(kSamples, store::Split::test);
    std::fill_n(few.begin(), 1000, store::Split::train);
    moments(SampleIndex::of(few, store::Split::train));
    QVERIFY(!fs::exists(file()));
  }

  void onlyTheLastSetsAreKept() {
    for (std::size_t set = 0; set < 20; ++set) {
      m_halves[set] = store::Split::unused;
      moments(train());
    }
    QVERIFY(fs::file_size(file()) < 16 * (kColumns * sizeof(Moments) + 256));
    const std::uint64_t reads = m_dataset->chunkReads();
    moments(train());
    QCOMPARE(m_dataset->chunkReads(), reads);
  }

 private:
  fs::path file() const { return MomentsCache::pathFor(m_dataset->path()); }
  SampleIndex train() const { return SampleIndex::of(m_halves, store::Split::train); }
  std::vector<Moments> moments(const SampleIndex& index) const {
    auto found = momentsOf(*m_dataset, m_dataset->objects().front(), index, 2, {});
    if (!found) qFatal("%s", found.error().message.english().c_str());
    return std::move(*found);
  }
  void expectMeasured(const std::string& content, const std::vector<Moments>& expected) const {
    std::ofstream(file(), std::ios::binary) << content;
    const MomentsCache kept(*m_dataset, m_dataset->objects().front(), train());
    QVERIFY(!kept.find());
    kept.keep(expected);
    QVERIFY(sameBits(kept.find().value_or(std::vector<Moments>()), expected));
  }

  std::unique_ptr<FakeDataset> m_dataset;
  store::Assignment m_halves;
  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(KeptMomentsTest)
#include "moments_cache_test.moc"
