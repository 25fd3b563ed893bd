#include "core/io/read_ahead.h"

#include <algorithm>

#include "core/base/ceil_divide.h"

namespace masu::io {

namespace {

/// As many requests as bring a disk of today to its rate.
constexpr std::size_t kThreads = 4;

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
  if (oldest->memory.bytes) m_spares.push_back(std::move(oldest->memory));
  m_ranges.erase(oldest);
}

ReadAhead::Memory ReadAhead::allocated(std::uint64_t size) {
  Memory memory;
  memory.bytes.reset(static_cast<std::byte*>(std::aligned_alloc(File::kDirectUnit, size)));
  memory.size = size;
  return memory;
}

/// Memory that was in use before, since the kernel clears what it gives anew.
ReadAhead::Memory ReadAhead::spare(std::uint64_t size) {
  const auto fits = std::ranges::find_if(m_spares, [&](const Memory& memory) { return memory.size >= size; });
  if (fits == m_spares.end()) {
    m_spares.clear();
    return {};
  }
  Memory found = std::move(*fits);
  m_spares.erase(fits);
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
    m_ranges.push_back({.file = &file, .offset = offset, .size = size});
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
  if (taken.state != State::ready) return false;
  std::copy_n(taken.memory.bytes.get() + offset % File::kDirectUnit, out.size(), out.begin());
  const std::lock_guard lock(m_mutex);
  m_spares.push_back(std::move(taken.memory));
  return true;
}

void ReadAhead::work(const std::stop_token& stop) {
  const auto isWaiting = [](const Range& range) { return range.state == State::waiting; };
  std::unique_lock lock(m_mutex);
  while (m_expected.wait(lock, stop, [&] { return std::ranges::any_of(m_ranges, isWaiting); })) {
    if (stop.stop_requested()) return;
    const auto range = std::ranges::find_if(m_ranges, isWaiting);
    range->state = State::reading;
    const std::uint64_t first = range->offset / File::kDirectUnit * File::kDirectUnit;
    const std::uint64_t end = range->offset + range->size;
    const std::uint64_t bytes = ceilDivide(end - first, File::kDirectUnit) * File::kDirectUnit;
    Memory memory = spare(bytes);
    lock.unlock();
    if (!memory.bytes) memory = allocated(bytes);
    // The last block of a file is seldom whole, and left to whoever asks for it.
    const bool read = memory.bytes && range->file->readAt(first, {memory.bytes.get(), bytes}).has_value();
    lock.lock();
    range->memory = std::move(memory);
    range->state = read ? State::ready : State::failed;
    m_read.notify_all();
  }
}

}  // namespace masu::io
