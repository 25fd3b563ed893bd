// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch/batch_pool.h"

#include <new>

namespace masu::loader {

namespace {

constexpr std::size_t kAlignment = 64;

std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

std::uint64_t BatchShape::bytes() const {
  return padded(samples * sizeof(std::uint64_t)) + padded(samples * floats() * sizeof(float)) +
         padded(samples * values * narrow) + padded(samples * categories * sizeof(std::int64_t)) +
         padded(labels ? samples * sizeof(std::int64_t) : 0) + padded(samples * targets * sizeof(float)) +
         padded(samples * shares * sizeof(float)) + padded(weights ? samples * sizeof(float) : 0);
}

void BatchBuffer::Free::operator()(std::byte* memory) const {
  ::operator delete[](memory, std::align_val_t(kAlignment));
}

BatchBuffer::BatchBuffer(const BatchShape& shape)
    : m_memory(static_cast<std::byte*>(::operator new[](shape.bytes(), std::align_val_t(kAlignment)))) {
  std::byte* next = m_memory.get();
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

std::shared_ptr<BatchBuffer> BatchPool::take() {
  std::unique_ptr<BatchBuffer> buffer;
  {
    const std::lock_guard lock(m_mutex);
    if (!m_free.empty()) {
      buffer = std::move(m_free.back());
      m_free.pop_back();
    }
  }
  if (!buffer) buffer = std::make_unique<BatchBuffer>(m_shape);
  return {buffer.release(),
          [pool = shared_from_this()](BatchBuffer* back) { pool->giveBack(std::unique_ptr<BatchBuffer>(back)); }};
}

void BatchPool::giveBack(std::unique_ptr<BatchBuffer> buffer) {
  const std::lock_guard lock(m_mutex);
  if (m_free.size() < m_spare) m_free.push_back(std::move(buffer));
}

}  // namespace masu::loader
