// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/manifest/samples/tagged_runs.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// What a change took from the splits of a class, or gave to them.
struct ClassShift {
  std::uint32_t classCode = 0;
  std::array<std::int64_t, store::kSplitCount> by{};
};

/// Which samples went from where to where: enough to do it again and to take it back, without any reading.
/// Memory: two or three bytes a run of neighbours that went the same way. Threads: a value.
class Change {
 public:
  /// Samples that moved; 0 where all were there already.
  std::uint64_t samples() const { return m_runs.samples(); }
  bool empty() const { return samples() == 0; }
  std::uint64_t bytes() const { return m_runs.bytes() + m_classes.capacity() * sizeof(ClassShift); }
  const std::vector<ClassShift>& classes() const { return m_classes; }

  /// Calls body(first, count, from, to) in ascending order; with `back`, the other way round.
  template <class Body>
  void forEachRun(bool back, Body&& body) const {
    TaggedRuns::Cursor cursor(m_runs);
    for (TaggedRun run; cursor.next(run);) {
      const auto from = static_cast<store::Split>(run.tag & 3U);
      const auto to = static_cast<store::Split>(run.tag >> 2U);
      body(run.first, run.count, back ? to : from, back ? from : to);
    }
  }

 private:
  friend class ChangeRecorder;
  TaggedRuns m_runs{TaggedRuns::Tags::some};
  std::vector<ClassShift> m_classes;  ///< by class, those that changed
};

}  // namespace masu::manifest
