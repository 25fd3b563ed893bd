// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/read_ahead.h"

#include <algorithm>

#include "core/base/units.h"

namespace masu::io {

namespace {

/// As many requests as bring a disk of today to its rate.
constexpr std::size_t kThreads = 4;

/// The blocks of the disk that hold a range.
struct Blocks {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

Blocks blocksOf(std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t first = offset / File::kDirectUnit * File::kDirectUnit;
  return {first, ceilDivide(offset + size - first, File::kDirectUnit) * File::kDirectUnit};
}

}  // namespace

ReadAhead::ReadAhead() {
  for (std::size_t i = 0; i < kThreads; ++i)
    m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

ReadAhead::~ReadAhead() {
  for (std::jthread& thread : m_threads) thread.request_stop();
  m_threads.clear();
}

void ReadAhead::makeRoom() {
  if (m_ranges.size() < kRanges) return;
  const auto oldest = std::ranges::find_if(
      m_ranges, [](const Range& range) { return range.state != State::reading && !range.isAwaited; });
  if (oldest == m_ranges.end()) return;
  m_spares.push_back(std::move(oldest->memory));
  m_ranges.erase(oldest);
}

/// Memory that was in use before, since the kernel clears new memory; else as much as is on huge pages.
ReadAhead::Memory ReadAhead::memoryFor(std::uint64_t bytes) {
  const auto fits = std::ranges::find_if(m_spares, [&](const Memory& memory) { return memory.bytes.size() >= bytes; });
  if (fits == m_spares.end()) {
    m_spares.clear();
    const std::uint64_t all = ceilDivide(bytes, LargeBuffer::kUnit) * LargeBuffer::kUnit;
    const auto buffer = std::make_shared<LargeBuffer>(all);
    for (std::uint64_t at = 0; at + bytes <= all; at += bytes)
      m_spares.push_back({buffer, {buffer->data() + at, bytes}});
  } else {
    std::iter_swap(fits, m_spares.end() - 1);
  }
  Memory found = std::move(m_spares.back());
  m_spares.pop_back();
  return found;
}

void ReadAhead::expect(const File& file, std::uint64_t offset, std::uint64_t size) {
  if (size == 0 || size > kLongest) return;
  {
    const std::lock_guard lock(m_mutex);
    const bool known = std::ranges::any_of(
        m_ranges, [&](const Range& range) { return range.file == &file && range.offset == offset; });
    if (known) return;
    makeRoom();
    m_ranges.push_back(
        {.file = &file, .offset = offset, .size = size, .memory = memoryFor(blocksOf(offset, size).bytes)});
  }
  m_expected.notify_one();
}

bool ReadAhead::take(const File& file, std::uint64_t offset, std::span<std::byte> out) {
  Range taken;
  {
    std::unique_lock lock(m_mutex);
    const auto range = std::ranges::find_if(m_ranges, [&](const Range& each) {
      return each.file == &file && each.offset == offset && each.size == out.size() && !each.isAwaited;
    });
    if (range == m_ranges.end()) return false;
    range->isAwaited = true;
    m_read.wait(lock, [&] { return range->state != State::reading; });
    taken = std::move(*range);
    m_ranges.erase(range);
  }
  const bool ready = taken.state == State::ready;
  if (ready) std::copy_n(taken.memory.bytes.data() + offset % File::kDirectUnit, out.size(), out.begin());
  const std::lock_guard lock(m_mutex);
  m_spares.push_back(std::move(taken.memory));
  return ready;
}

void ReadAhead::work(const std::stop_token& stop) {
  const auto isWaiting = [](const Range& range) { return range.state == State::waiting; };
  std::unique_lock lock(m_mutex);
  while (m_expected.wait(lock, stop, [&] { return std::ranges::any_of(m_ranges, isWaiting); })) {
    if (stop.stop_requested()) return;
    const auto range = std::ranges::find_if(m_ranges, isWaiting);
    range->state = State::reading;
    const Blocks blocks = blocksOf(range->offset, range->size);
    lock.unlock();
    // The last block of a file is seldom whole, and left to whoever asks for it.
    const bool read = range->file->readAt(blocks.first, range->memory.bytes.first(blocks.bytes)).has_value();
    lock.lock();
    range->state = read ? State::ready : State::failed;
    m_read.notify_all();
  }
}

}  // namespace masu::io
