// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/large_buffer.h"
#include "core/loader/cache/storage_plan.h"
#include "core/loader/order/sequence.h"

namespace masu::loader {

/// What groups are filled from. Lifetime: borrows all of it.
struct GroupSource {
  const store::Dataset& dataset;
  const StreamFields& fields;
  const PerField<Residency>& residencies;
  const Sequence& sequence;
};

/// Makes room for so many values, which may hold anything, and for no more: a vector that grows doubles, and has
/// three times the memory while it moves, but groups are as large as the memory allows.
template <class Value>
void resizeExactly(std::vector<Value>& values, std::uint64_t count) {
  if (count > values.capacity()) std::vector<Value>().swap(values);
  values.resize(count);
}

/// The samples of some consecutive positions of an epoch, brought into memory task by task.
/// Threads: tasks may run together, but none of those from opening() on before all of those below it are done. Once all
/// are done, const calls are safe together.
class Group {
 public:
  virtual ~Group() = default;

  std::uint32_t epoch() const { return m_epoch->epoch(); }
  std::uint64_t first() const { return m_first; }
  std::uint64_t samples() const { return m_samples; }
  const std::byte* base(Field field) const { return m_bytes[indexOf(field)].data(); }

  /// Which samples are at positions [first() + within, … + samples.size()), and the row of each below base().
  virtual void locate(std::uint64_t within, std::span<std::uint64_t> samples, std::span<std::uint64_t> rows) const = 0;

  virtual std::size_t opening() const { return 0; }
  virtual std::size_t tasks() const = 0;
  /// Errors: a chunk that cannot be read.
  virtual Result<void> load(std::size_t task) = 0;

 protected:
  std::shared_ptr<const EpochOrder> m_epoch;
  std::uint64_t m_first = 0;
  std::uint64_t m_samples = 0;
  PerField<io::LargeBuffer> m_bytes;
};

}  // namespace masu::loader
