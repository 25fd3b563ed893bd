// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

/// Apart from the other tests of Dataset because those start processes, which the thread sanitizer does not allow.
class DatasetThreadsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsTheSameFromManyThreads() {
    constexpr std::uint64_t kSamples = 1000;
    const QTemporaryDir temporary;
    const fs::path file = fs::path(temporary.path().toStdString()) / "F.h5";
    const auto contents = someContent(kSamples, Compression::gzip);
    REQUIRE_OK(writeDataset(file, contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const auto dataset = *store::Dataset::open(file);
    std::atomic<int> wrong = 0;
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
          std::mt19937 random(i);
          for (int round = 0; round < 100; ++round) {
            const Content& content = contents[random() % contents.size()];
            const std::uint64_t first = random() % kSamples;
            const std::uint64_t count = random() % (kSamples - first);
            std::vector<std::byte> read(count * content.sampleBytes());
            const auto result = dataset->read(*dataset->find(content.info.name), first, count, read);
            const auto expected = std::span(content.bytes).subspan(first * content.sampleBytes(), read.size());
            if (!result || !std::ranges::equal(read, expected)) ++wrong;
            if (round % 20 == 0 && !store::Dataset::open(file)) ++wrong;
          }
        });
      }
    }
    QCOMPARE(wrong.load(), 0);
  }
};

MASU_TEST(DatasetThreadsTest)
#include "dataset_threads_test.moc"
