// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace masu::manifest {

/// Samples that follow each other and carry the same tag.
struct TaggedRun {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint32_t tag = 0;
};

/// Runs of samples in ascending order, packed into bytes: one a run of a single sample that is close after the last,
/// two or three where runs are longer or tags many. Samples between runs carry no tag.
/// Invariant: runs ascend, do not touch with the same tag, and none is empty. Threads: const calls are safe together.
class TaggedRuns {
 public:
  enum class Tags { none, some };
  explicit TaggedRuns(Tags tags = Tags::none) : m_tagged(tags == Tags::some) {}

  /// Appends a run, joining it to the last where that has the same tag.
  /// Requires: first >= end(); no tag where there are none.
  void append(std::uint64_t first, std::uint64_t count, std::uint32_t tag = 0);

  /// Gives back what was reserved for more.
  void trim();

  std::uint64_t samples() const { return m_samples; }
  /// After the last sample.
  std::uint64_t end() const { return m_last.first + m_last.count; }
  /// What they take in memory.
  std::uint64_t bytes() const { return m_packed.capacity() + m_marks.capacity() * sizeof(Mark); }

  /// Walks over the runs in order. Lifetime: borrows the runs, which must not grow meanwhile.
  class Cursor {
   public:
    explicit Cursor(const TaggedRuns& runs) : m_runs(&runs) {}
    /// False at the end.
    bool next(TaggedRun& run);
    /// The next run is the one that holds this sample, or the first after it. Quick where it is ahead and near.
    void seek(std::uint64_t sample);
    /// Samples in the runs passed so far.
    std::uint64_t passed() const { return m_passed; }

   private:
    friend class TaggedRuns;
    const TaggedRuns* m_runs;
    std::size_t m_offset = 0;
    std::uint64_t m_end = 0;  ///< of the run before
    std::uint64_t m_passed = 0;
    bool m_done = false;
  };

  /// The sample that has `index` samples before it. Requires: index < samples().
  std::uint64_t at(std::uint64_t index) const;

 private:
  /// Where a run begins in m_packed, so that a walk may begin there.
  struct Mark {
    std::size_t offset = 0;
    std::uint64_t end = 0;
    std::uint64_t passed = 0;
  };
  void pack(const TaggedRun& run);

  bool m_tagged;
  /// All runs but the last, seven bits a byte (LEB128). With tags: the tag, whether there is a gap, and whether it is
  /// longer than one sample; the gap. Without: the gap, and whether it is longer. Then what it is longer by, less one.
  std::vector<std::uint8_t> m_packed;
  std::vector<Mark> m_marks;
  std::uint64_t m_packedRuns = 0;
  std::uint64_t m_packedEnd = 0;
  std::uint64_t m_packedSamples = 0;
  std::uint64_t m_samples = 0;
  TaggedRun m_last;
};

}  // namespace masu::manifest
