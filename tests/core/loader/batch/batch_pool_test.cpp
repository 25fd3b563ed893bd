// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of batches for who does something with it: of whole pages, handed out again, and given notice of before it is
// freed.
#include "core/loader/batch/batch_pool.h"

#include <QtTest>
#include <map>
#include <mutex>
#include <set>

#include <unistd.h>

#include "core/loader/stream/batch_stream.h"
#include "tests/fixtures/streams.h"

using masu::loader::BatchPool;
using masu::loader::BatchPtr;
using masu::loader::Shuffle;
using masu::loader::StreamOptions;

namespace {

/// As on many an ARM machine.
constexpr std::uintptr_t kPage = 65536;

std::uintptr_t addressOf(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

bool isWithin(std::span<const std::byte> part, std::span<const std::byte> whole) {
  return part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size();
}

/// How often each slab was freed.
struct Freed {
  std::mutex mutex;
  std::map<const std::byte*, std::size_t> sizes;
  std::uint64_t count = 0;

  masu::loader::BeforeFree noted() {
    return [this](std::span<const std::byte> slab) {
      const std::lock_guard lock(mutex);
      sizes[slab.data()] = slab.size();
      ++count;
    };
  }
};

}  // namespace

extern "C" long __sysconf(int name) noexcept;  // the C library's

/// The C library's, but for the size of a page. Not instrumented: the thread sanitizer calls it before it is ready.
extern "C" __attribute__((no_sanitize("thread"))) long sysconf(int name) noexcept {
  return name == _SC_PAGESIZE ? static_cast<long>(kPage) : __sysconf(name);
}

class BatchPoolTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void buffersBeyondTheSpareOnesAreFreed();
  void batchesSayWhereTheyAre_data();
  void batchesSayWhereTheyAre();
};

void BatchPoolTest::buffersBeyondTheSpareOnesAreFreed() {
  Freed freed;
  auto pool = std::make_shared<BatchPool>(masu::loader::BatchShape{.samples = 3, .values = 5}, 2, freed.noted());
  std::vector<std::shared_ptr<masu::loader::BatchBuffer>> buffers;
  for (int i = 0; i < 5; ++i) buffers.push_back(pool->take());
  for (const auto& buffer : buffers) {
    QCOMPARE(addressOf(buffer->slab().data()) % kPage, std::uintptr_t{0});
    QCOMPARE(buffer->slab().size(), std::size_t{kPage});
    QVERIFY(isWithin(std::as_bytes(buffer->features), buffer->slab()));
  }
  QCOMPARE(freed.count, std::uint64_t{0});
  buffers.clear();
  QCOMPARE(freed.count, std::uint64_t{3});
  auto last = pool->take();
  pool.reset();
  QCOMPARE(freed.count, std::uint64_t{3});  // the buffer keeps the pool
  last.reset();
  QCOMPARE(freed.count, std::uint64_t{5});
}

void BatchPoolTest::batchesSayWhereTheyAre_data() {
  QTest::addColumn<bool>("noticed");
  QTest::newRow("as they come") << false;
  QTest::newRow("with notice") << true;
}

void BatchPoolTest::batchesSayWhereTheyAre() {
  QFETCH(bool, noticed);
  Freed freed;
  std::set<const std::byte*> slabs;
  BatchPtr last;
  {
    StreamOptions options;
    options.split.reset();
    options.shuffle = Shuffle::exact;
    options.epochs = 3;
    options.resources = {2, std::uint64_t{64} << 20U};
    if (noticed) options.beforeFree = freed.noted();
    auto stream = openStream(streams::numbered(4000, 100), nullptr, options);
    QVERIFY(stream);
    for (;;) {
      auto batch = (*stream)->next({});
      QVERIFY(batch);
      if (!*batch) break;
      last = *batch;
      QVERIFY(isWithin(std::as_bytes(last->features), last->slab));
      QVERIFY(isWithin(std::as_bytes(last->indices), last->slab));
      QVERIFY(isWithin(std::as_bytes(last->labels), last->slab));
      QCOMPARE(last->slab.size() % kPage == 0 && addressOf(last->slab.data()) % kPage == 0, noticed);
      slabs.insert(last->slab.data());
    }
    QVERIFY(slabs.size() < 3U * 4000 / 64 / 2);  // most are in slabs that come again
  }
  QVERIFY(!freed.sizes.contains(last->slab.data()));
  const std::byte* const kept = last->slab.data();
  last.reset();
  QCOMPARE(freed.sizes.contains(kept), noticed);
  QCOMPARE(freed.count, freed.sizes.size());
  for (const std::byte* slab : slabs) QCOMPARE(freed.sizes.contains(slab), noticed);
}

QTEST_APPLESS_MAIN(BatchPoolTest)
#include "batch_pool_test.moc"
