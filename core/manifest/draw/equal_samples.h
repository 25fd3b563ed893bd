// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manifest/draw/division.h"

namespace masu::manifest {

/// Divides the unassigned samples whose stored content another unassigned sample has, too: equal ones go to the same
/// part, so that no part is tested on what another learned. Parts get a content at random, by what is left of their
/// quota (of every class, with keys.labels), the contents of most samples first; the rest of the unassigned samples is
/// left for divideRest(). Contents are compared by 96-bit hashes, out of core. A pure function of samples and division.
/// Memory: at most 256 MiB of keys.memoryBytes for hashes, and 48 bytes for each sample that repeats another. Errors:
/// so many of those that they do not fit (Errc::outOfMemory).
class EqualDivision {
 public:
  static Result<EqualDivision> divide(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                                      store::Assignment& assignment);

  /// The samples without an equal, so that the shares are met as near as the equal ones allow.
  Result<void> divideRest(store::Assignment& assignment) const;

 private:
  /// A sample whose content others have.
  struct Repeat {
    std::uint64_t sample = 0;
    std::uint32_t run = 0;
    std::uint32_t code = 0;
  };
  EqualDivision(const store::Dataset& dataset, const SplitKeys& keys, const Division& division)
      : m_dataset(dataset), m_keys(keys.with(keys.labels, nullptr)), m_division(division) {}

  Result<void> findRepeats(const store::Assignment& assignment);
  Result<void> countClasses(const store::Assignment& assignment);
  std::size_t partFor(std::span<const Repeat> run, std::uint64_t word) const;
  void placeRuns(store::Assignment& assignment);
  std::int64_t& left(std::uint32_t code, std::size_t part) { return m_left[code * m_division.shares.size() + part]; }

  const store::Dataset& m_dataset;
  SplitKeys m_keys;
  const Division& m_division;
  std::vector<Repeat> m_repeats;
  std::vector<std::uint64_t> m_contents;  ///< of each run
  std::vector<std::uint64_t> m_sizes;     ///< unassigned samples of each class
  std::vector<std::int64_t> m_left;       ///< [class × parts + part]: what is left of the quotas
};

}  // namespace masu::manifest
