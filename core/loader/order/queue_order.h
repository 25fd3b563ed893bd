// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace masu::loader {

/// How large the buffer of a `queue` shuffle is.
struct QueueShape {
  std::uint64_t capacity = 0;     ///< samples it is filled to
  std::uint64_t minimumLeft = 0;  ///< below capacity; samples at which it is filled again
  std::uint64_t reach = 0;        ///< positions after the furthest that may still be asked for; the order is not its
};

/// The order of one epoch under the classic shuffle buffer: filled to its capacity in stored order, drawn from at
/// random until only the minimum is left, filled again, and drawn empty at the end. A pure function of (samples,
/// capacity, minimum left, key), though one position is known only after those before it.
/// Threads: all members. Cost: some nanoseconds a position asked for within `reach`; one further back starts over.
/// Memory: 8 bytes a sample of the capacity and of the reach.
class QueueOrder {
 public:
  /// Requires: shape.minimumLeft < shape.capacity.
  QueueOrder(std::uint64_t samples, const QueueShape& shape, std::uint64_t key);

  /// The ranks at positions [first, first + out.size()). Requires: these are below `samples`.
  void ranksAt(std::uint64_t first, std::span<std::uint64_t> out);

 private:
  void restart();
  std::uint64_t draw();

  const std::uint64_t m_samples;
  const QueueShape m_shape;
  const std::uint64_t m_key;
  std::mutex m_mutex;
  std::vector<std::uint64_t> m_buffer;
  std::uint64_t m_read = 0;         ///< ranks that went into the buffer
  std::deque<std::uint64_t> m_out;  ///< the last ranks drawn
  std::uint64_t m_drawn = 0;
};

}  // namespace masu::loader
