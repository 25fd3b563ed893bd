// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch/batch_pool.h"

#include <new>

#include <unistd.h>

namespace masu::loader {

namespace {

constexpr std::size_t kAlignment = 64;

/// 4 KiB, 16 or 64, as the processor's kernel was built.
std::size_t pageSize() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t padded(std::uint64_t bytes, std::size_t alignment = kAlignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::size_t alignmentFor(const BeforeFree& beforeFree) {
  return beforeFree ? pageSize() : kAlignment;
}

}  // namespace

std::uint64_t BatchShape::bytes() const {
  return padded(samples * sizeof(std::uint64_t)) + padded(samples * floats() * sizeof(float)) +
         padded(samples * values * narrow) + padded(samples * categories * sizeof(std::int64_t)) +
         padded(labels ? samples * sizeof(std::int64_t) : 0) + padded(samples * targets * sizeof(float)) +
         padded(samples * shares * sizeof(float)) + padded(weights ? samples * sizeof(float) : 0);
}

BatchBuffer::BatchBuffer(const BatchShape& shape, BeforeFree beforeFree) : m_beforeFree(std::move(beforeFree)) {
  const std::size_t alignment = alignmentFor(m_beforeFree);
  const std::size_t bytes = padded(shape.bytes(), alignment);
  m_slab = {static_cast<std::byte*>(::operator new[](bytes, std::align_val_t(alignment))), bytes};
  std::byte* next = m_slab.data();
  const auto place = [&](auto& array, std::uint64_t count) {
    using Value = typename std::remove_reference_t<decltype(array)>::element_type;
    array = {reinterpret_cast<Value*>(next), count};
    next += padded(count * sizeof(Value));
  };
  place(indices, shape.samples);
  place(features, shape.samples * shape.floats());
  place(narrow, shape.samples * shape.values * shape.narrow);
  place(categories, shape.samples * shape.categories);
  place(labels, shape.labels ? shape.samples : 0);
  place(targets, shape.samples * shape.targets);
  place(shares, shape.samples * shape.shares);
  place(weights, shape.weights ? shape.samples : 0);
}

BatchBuffer::~BatchBuffer() {
  if (m_beforeFree) m_beforeFree(m_slab);
  ::operator delete[](m_slab.data(), std::align_val_t(alignmentFor(m_beforeFree)));
}

std::shared_ptr<BatchBuffer> BatchPool::take() {
  std::unique_ptr<BatchBuffer> buffer;
  {
    const std::lock_guard lock(m_mutex);
    if (!m_free.empty()) {
      buffer = std::move(m_free.back());
      m_free.pop_back();
    }
  }
  if (!buffer) buffer = std::make_unique<BatchBuffer>(m_shape, m_beforeFree);
  return {buffer.release(),
          [pool = shared_from_this()](BatchBuffer* back) { pool->giveBack(std::unique_ptr<BatchBuffer>(back)); }};
}

void BatchPool::giveBack(std::unique_ptr<BatchBuffer> buffer) {
  if (m_process != getpid()) {
    buffer.release();  // NOLINT: see the class
    return;
  }
  {
    const std::lock_guard lock(m_mutex);
    if (m_free.size() < m_spare) {
      m_free.push_back(std::move(buffer));
      return;
    }
  }
  buffer.reset();  // without the lock, as what is done before it is freed may wait for a thread that takes one
}

}  // namespace masu::loader
