// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/large_buffer.h"

#include <QTest>
#include <algorithm>
#include <fstream>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::io::LargeBuffer;

class LargeBufferTest : public QObject {
  Q_OBJECT

  static std::uint64_t residentPages() {
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident;
  }

 private Q_SLOTS:
  void itBeginsAtAUnitAndIsZero() {
    for (const std::uint64_t bytes :
         {std::uint64_t{1}, std::uint64_t{4096}, std::uint64_t{4097}, LargeBuffer::kUnit - 1, LargeBuffer::kUnit,
          LargeBuffer::kUnit + 1, 3 * LargeBuffer::kUnit}) {
      LargeBuffer buffer(bytes);
      QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer.data()) % LargeBuffer::kUnit, std::uintptr_t{0});
      const std::span<std::byte> all(buffer.data(), bytes);
      QVERIFY(std::ranges::all_of(all, [](std::byte byte) { return byte == std::byte{0}; }));
      std::ranges::fill(all, std::byte{0xA5});
      QVERIFY(std::as_const(buffer).data()[bytes - 1] == std::byte{0xA5});
    }
  }

  void buffersDoNotOverlap() {
    constexpr std::uint64_t kBytes = LargeBuffer::kUnit + 5000;
    std::vector<LargeBuffer> buffers;
    for (int i = 0; i < 8; ++i) {
      buffers.emplace_back(kBytes);
      std::ranges::fill(std::span(buffers.back().data(), kBytes), static_cast<std::byte>(i + 1));
    }
    for (int i = 0; i < 8; ++i) {
      const std::span<const std::byte> all(buffers[static_cast<std::size_t>(i)].data(), kBytes);
      QVERIFY(std::ranges::all_of(all, [&](std::byte byte) { return byte == static_cast<std::byte>(i + 1); }));
    }
  }

  void nothingTakesNothing() {
    QVERIFY(LargeBuffer().data() == nullptr);
    QVERIFY(LargeBuffer(0).data() == nullptr);
  }

  void movingKeepsTheMemory() {
    LargeBuffer first(100);
    std::byte* const memory = first.data();
    memory[99] = std::byte{7};
    LargeBuffer second(std::move(first));
    QVERIFY(second.data() == memory);
    LargeBuffer third(200);
    third = std::move(second);
    QVERIFY(third.data() == memory && memory[99] == std::byte{7});
  }

  /// Where little of a unit is written, little memory comes to be.
  void smallPagesTakeLittle() {
    constexpr std::uint64_t kUnits = 32;
    constexpr std::uint64_t kWritten = 10'000;
    LargeBuffer buffer(kUnits * LargeBuffer::kUnit);
    for (std::uint64_t i = 0; i < kUnits; ++i) buffer.preferSmall(i * LargeBuffer::kUnit + 5000, kWritten);
    const std::uint64_t before = residentPages();
    for (std::uint64_t i = 0; i < kUnits; ++i)
      std::ranges::fill(std::span(buffer.data() + i * LargeBuffer::kUnit + 5000, kWritten), std::byte{3});
    QVERIFY(residentPages() - before < kUnits * LargeBuffer::kUnit / 4096 / 4);
    buffer.allowLarge();
    const std::span<const std::byte> all(buffer.data(), kUnits * LargeBuffer::kUnit);
    QCOMPARE(static_cast<std::uint64_t>(std::ranges::count(all, std::byte{3})), kUnits * kWritten);
    QCOMPARE(static_cast<std::uint64_t>(std::ranges::count(all, std::byte{0})), all.size() - kUnits * kWritten);
  }

  void moreThanThereIsThrows() { QVERIFY_THROWS_EXCEPTION(std::bad_alloc, LargeBuffer(std::uint64_t{1} << 60U)); }
};

MASU_TEST(LargeBufferTest)
#include "large_buffer_test.moc"
