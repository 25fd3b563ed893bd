// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::ui {

/// Some samples of one class.
struct ClassMembers {
  std::size_t code = 0;                ///< in DatasetMeta::classes
  std::uint64_t count = 0;             ///< of all its samples
  std::vector<std::uint64_t> samples;  ///< in ascending order, spread evenly over all of them where they are fewer
};

/// The classes that have samples among those shown, each with some of its own, so that a view of ten billion samples
/// fits into memory. `shows` says whether a sample counts. Reads the labels once, in blocks. Errors: cancelled; labels
/// that cannot be read. Requires: a dataset whose labels are classes. Threads: any.
Result<std::vector<ClassMembers>> classMembersOf(const store::Dataset& dataset,
                                                 const std::function<bool(std::uint64_t sample)>& shows,
                                                 const JobContext& job);

/// Keeps some of a series of samples whose length is not known beforehand: every 2^n-th, with n as small as `most`
/// allows.
class EvenSpread {
 public:
  /// Requires: most > 1.
  explicit EvenSpread(std::size_t most) : m_most(most) {}

  void add(std::uint64_t sample);
  std::uint64_t count() const { return m_count; }
  std::vector<std::uint64_t> take() { return std::move(m_kept); }

 private:
  std::size_t m_most;
  std::uint64_t m_count = 0;
  std::uint64_t m_step = 1;
  std::vector<std::uint64_t> m_kept;
};

}  // namespace masu::ui
