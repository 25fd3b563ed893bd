// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

#include "core/loader/batch/batch.h"

namespace masu::loader {

/// How large the arrays of a batch are; 0 for one that the dataset does not have.
struct BatchShape {
  std::uint64_t samples = 0;
  std::uint64_t values = 0;      ///< features a sample
  std::uint64_t narrow = 0;      ///< bytes of a feature where they stay as they are stored; 0: they are floats
  std::uint64_t categories = 0;  ///< a sample
  std::uint64_t targets = 0;     ///< a sample
  std::uint64_t shares = 0;      ///< classes that a sample has shares of
  bool labels = false;
  bool weights = false;

  std::uint64_t floats() const { return narrow > 0 ? 0 : values; }  ///< a sample
  std::uint64_t bytes() const;
};

/// The arrays of one batch in one allocation, each beginning on a cache line.
class BatchBuffer {
 public:
  /// With a `beforeFree` the allocation is of whole pages, which nothing else is in.
  explicit BatchBuffer(const BatchShape& shape, BeforeFree beforeFree = {});
  ~BatchBuffer();
  BatchBuffer(const BatchBuffer&) = delete;
  BatchBuffer& operator=(const BatchBuffer&) = delete;

  std::span<const std::byte> slab() const { return m_slab; }

  std::span<std::uint64_t> indices;
  std::span<float> features;
  std::span<std::byte> narrow;
  std::span<std::int64_t> categories;
  std::span<std::int64_t> labels;
  std::span<float> targets;
  std::span<float> shares;
  std::span<float> weights;

 private:
  BeforeFree m_beforeFree;
  std::span<std::byte> m_slab;
};

/// Lends buffers and takes them back, so that steady streaming allocates no memory for values.
/// Threads: all members; a buffer may come back from any thread. Lifetime: buffers keep the pool alive. One that comes
/// back in a process that was forked off stays where it is: a thread of the other process may have had the lock.
class BatchPool : public std::enable_shared_from_this<BatchPool> {
 public:
  /// Keeps at most `spare` buffers that nobody uses. `beforeFree`: see BatchBuffer.
  BatchPool(const BatchShape& shape, std::size_t spare, BeforeFree beforeFree = {})
      : m_shape(shape), m_spare(spare), m_beforeFree(std::move(beforeFree)) {}

  const BatchShape& shape() const { return m_shape; }
  std::shared_ptr<BatchBuffer> take();

 private:
  void giveBack(std::unique_ptr<BatchBuffer> buffer);

  const BatchShape m_shape;
  const std::size_t m_spare;
  const BeforeFree m_beforeFree;
  const pid_t m_process = getpid();
  std::mutex m_mutex;
  std::vector<std::unique_ptr<BatchBuffer>> m_free;
};

}  // namespace masu::loader
