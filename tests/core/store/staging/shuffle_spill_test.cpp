// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/shuffle_spill.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu;
using store::ShuffleSpill;

/// Records of a head and a body, put into regions and read back.
class ShuffleSpillTest : public QObject {
  Q_OBJECT

  static constexpr std::size_t kBuckets = 7;
  static constexpr std::uint32_t kRecords = 4000;

  struct Head {
    std::uint32_t number = 0;
    std::uint32_t length = 0;
  };

 private Q_SLOTS:
  void everyRecordIsInItsRegionOnce_data() {
    QTest::addColumn<quint64>("memory");
    QTest::addColumn<unsigned>("threads");
    for (const quint64 memory : {quint64{0}, quint64{7 * 20}, quint64{7 * 500}, quint64{1} << 30U}) {
      for (const unsigned threads : {1U, 3U}) QTest::addRow("%llu %u", memory, threads) << memory << threads;
    }
  }
  void everyRecordIsInItsRegionOnce() {
    QFETCH(const quint64, memory);
    QFETCH(const unsigned, threads);
    auto spill = ShuffleSpill::create(folder(), ends(), memory);
    QVERIFY(spill.has_value());
    QCOMPARE(spill->buckets(), kBuckets);
    std::atomic<bool> isPut = true;
    {
      std::vector<std::jthread> workers;
      for (unsigned worker = 0; worker < threads; ++worker) {
        workers.emplace_back([&, worker] {
          for (std::uint32_t number = worker; number < kRecords; number += threads)
            if (!put(*spill, number)) isPut = false;
        });
      }
    }
    QVERIFY(isPut);
    QVERIFY(spill->flush());
    std::vector<int> seen(kRecords, 0);
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
      std::vector<std::byte> region(spill->bytesOf(bucket));
      QVERIFY(spill->read(bucket, 0, region));
      for (std::size_t at = 0; at < region.size();) {
        Head head;
        std::memcpy(&head, region.data() + at, sizeof head);
        QVERIFY(head.number < kRecords && bucketOf(head.number) == bucket && head.length == lengthOf(head.number));
        const auto body = std::span(region).subspan(at + sizeof head, head.length);
        QVERIFY(std::ranges::all_of(body, [&](std::byte byte) { return byte == byteOf(head.number); }));
        ++seen[head.number];
        at += sizeof head + head.length;
      }
    }
    QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
  }

  void aPartOfARegionIsReadFromItsPlace() {
    auto spill = ShuffleSpill::create(folder(), {4, 4, 10}, 100);
    QVERIFY(spill.has_value());
    QVERIFY(put(*spill, 2, "klm", "nop"));
    QVERIFY(put(*spill, 0, "", "abcd"));
    QVERIFY(spill->flush());
    QCOMPARE(spill->bytesOf(0), std::uint64_t{4});
    QCOMPARE(spill->bytesOf(1), std::uint64_t{0});
    QCOMPARE(read(*spill, 0, 1, 3), std::string("bcd"));
    QCOMPARE(read(*spill, 2, 2, 3), std::string("mno"));
    // One region that is given back leaves the others as they are.
    spill->release(0);
    QCOMPARE(read(*spill, 2, 0, 6), std::string("klmnop"));
  }

  void nothingIsLeftInTheFolder() {
    const QTemporaryDir own;
    const std::filesystem::path place = own.path().toStdString();
    {
      auto spill = ShuffleSpill::create(place, {3}, 0);
      QVERIFY(spill.has_value());
      QVERIFY(put(*spill, 0, "a", "bc"));
      QVERIFY(std::filesystem::is_empty(place));
    }
    QVERIFY(std::filesystem::is_empty(place));
  }

  void aFolderThatIsNotThereIsReported() {
    QVERIFY(!ShuffleSpill::create(folder() / "none", {3}, 0));
  }

 private:
  std::filesystem::path folder() const { return m_folder.path().toStdString(); }

  // Lengths on both sides of what a bucket's buffer holds, and none at all.
  static std::uint32_t lengthOf(std::uint32_t number) { return number * 7919 % 61; }
  static std::size_t bucketOf(std::uint32_t number) { return number % 13 % kBuckets; }
  static std::byte byteOf(std::uint32_t number) { return static_cast<std::byte>(number % 251); }

  static std::vector<std::uint64_t> ends() {
    std::vector<std::uint64_t> ends(kBuckets);
    for (std::uint32_t number = 0; number < kRecords; ++number)
      ends[bucketOf(number)] += sizeof(Head) + lengthOf(number);
    for (std::size_t i = 1; i < kBuckets; ++i) ends[i] += ends[i - 1];
    return ends;
  }

  static bool put(ShuffleSpill& spill, std::uint32_t number) {
    const Head head{number, lengthOf(number)};
    const std::vector<std::byte> body(head.length, byteOf(number));
    return spill.put(bucketOf(number), std::as_bytes(std::span(&head, 1)), body).has_value();
  }
  static bool put(ShuffleSpill& spill, std::size_t bucket, std::string_view head, std::string_view body) {
    return spill.put(bucket, std::as_bytes(std::span(head)), std::as_bytes(std::span(body))).has_value();
  }
  static std::string read(const ShuffleSpill& spill, std::size_t bucket, std::uint64_t at, std::size_t count) {
    std::string text(count, '\0');
    return spill.read(bucket, at, std::as_writable_bytes(std::span(text))) ? text : "not read";
  }

  QTemporaryDir m_folder;
};

MASU_TEST(ShuffleSpillTest)
#include "shuffle_spill_test.moc"
