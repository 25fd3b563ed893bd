// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/fingerprint_buckets.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;

namespace {

/// What 16 MiB hold, which is the least that buckets take: half of it, at 24 bytes each.
constexpr std::uint64_t kHeld = (std::uint64_t{16} << 20U) / 2 / 24;

/// Fingerprints whose `content` is what `contentOf` makes of a random number.
template <class ContentOf>
std::vector<Fingerprint> fingerprints(std::uint64_t count, const ContentOf& contentOf) {
  std::mt19937_64 random(9);
  std::vector<Fingerprint> all(count);
  for (std::uint64_t sample = 0; sample < count; ++sample)
    all[sample] = {contentOf(random()), sample, static_cast<std::uint32_t>(sample % 3), 0};
  return all;
}

}  // namespace

/// Fingerprints of one content come together, whatever the memory, and none is lost.
class FingerprintBucketsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingIsAnEmptyBucket() {
    check({}, 0);
    QCOMPARE(m_buckets, std::size_t{1});
  }

  void whatFitsIsNotWritten() {
    check(fingerprints(1000, [](std::uint64_t number) { return number % 100; }), 0);
    QCOMPARE(m_buckets, std::size_t{1});
    check(fingerprints(kHeld, [](std::uint64_t number) { return number; }), 0);
    QCOMPARE(m_buckets, std::size_t{1});
  }

  /// One more is spread over files, which hold a part of the contents each.
  void theRestGoesThroughFiles() {
    check(fingerprints(kHeld + 1, [](std::uint64_t number) { return number; }), 2);
    QVERIFY(m_largest <= kHeld);
    QVERIFY(m_buckets > 1);
  }

  /// Contents that begin alike share a file, which is then read in rounds. They come often, too.
  void aFileBeyondMemoryIsReadInRounds() {
    constexpr std::uint64_t kAlike = std::uint64_t{3} << 62U;
    check(fingerprints(2 * kHeld, [](std::uint64_t number) { return kAlike | (number % 1000) << 52U; }), 2);
    QVERIFY(m_largest <= kHeld);
    QVERIFY(m_buckets > m_files);
  }

  void oneContentStaysTogetherHoweverOftenItIs() {
    check(fingerprints(2 * kHeld, [](std::uint64_t number) { return number % 50 == 0 ? number : 7; }), 2);
    QVERIFY(m_largest > kHeld);
  }

  void noFolderIsAnError() {
    QVERIFY(!FingerprintBuckets::begin(kHeld + 1, 1, "/no such folder"));
    QVERIFY(FingerprintBuckets::begin(kHeld, 1, "/no such folder"));
  }

  void anErrorEndsTheWalk() {
    auto buckets = FingerprintBuckets::begin(kHeld + 1, 1, m_folder.path().toStdString());
    QVERIFY(buckets);
    int taken = 0;
    const auto outcome = buckets->forEachBucket([&](std::vector<Fingerprint>&) -> Result<void> {
      ++taken;
      return fail(Errc::cancelled, "Enough.");
    });
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::cancelled);
    QCOMPARE(taken, 1);
  }

 private:
  /// Takes them through buckets, in pieces of any length. `leastFiles` > 0: of so many files at least.
  void check(const std::vector<Fingerprint>& all, std::size_t leastFiles) {
    auto buckets = FingerprintBuckets::begin(all.size(), 1, m_folder.path().toStdString());
    QVERIFY(buckets);
    m_files = buckets->files();
    QVERIFY(leastFiles > 0 ? m_files >= leastFiles : m_files == 0);
    std::mt19937 random(1);
    for (std::size_t first = 0; first < all.size();) {
      const std::size_t count = std::min<std::size_t>(random() % 5000, all.size() - first);
      QVERIFY(buckets->add(std::span(all).subspan(first, count)));
      first += count;
    }
    m_buckets = 0;
    m_largest = 0;
    std::vector<bool> seen(all.size());
    std::uint64_t above = 0;  // contents of the buckets before are below
    const auto take = [&](std::vector<Fingerprint>& bucket) -> Result<void> {
      ++m_buckets;
      m_largest = std::max(m_largest, bucket.size());
      std::uint64_t highest = above;
      for (const Fingerprint& one : bucket) {
        const Fingerprint& given = all.at(one.sample);
        if (seen[one.sample] || !one.sameContent(given)) return fail(Errc::internal, "Not as it was given.");
        if (one.content < above) return fail(Errc::internal, "A content is in two buckets, or they are not in order.");
        seen[one.sample] = true;
        highest = std::max(highest, one.content);
      }
      if (!bucket.empty()) above = highest + 1;
      // They belong to whoever takes them.
      std::ranges::reverse(bucket);
      return {};
    };
    const auto outcome = buckets->forEachBucket(take);
    QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(std::ranges::count(seen, true) == static_cast<std::ptrdiff_t>(all.size()));
  }

  QTemporaryDir m_folder;
  std::size_t m_files = 0;
  std::size_t m_buckets = 0;
  std::size_t m_largest = 0;
};

MASU_TEST(FingerprintBucketsTest)
#include "fingerprint_buckets_test.moc"
