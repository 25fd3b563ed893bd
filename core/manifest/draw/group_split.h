// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/manifest/draw/quotas.h"

namespace masu::manifest {

/// How many samples of each class each group holds, as a sparse table that grows by runs of one group. A pair that
/// comes again takes another cell until the table is sorted and merged, which it is whenever it has doubled.
/// Memory: memoryBytes(), and 2 MiB while it is small.
class GroupTable {
 public:
  /// Requires: classCode < 2^32.
  void add(std::int32_t group, std::uint64_t classCode, std::uint64_t samples = 1);
  void finish();
  /// What memoryBytes() may become. A table that is beyond that stays so, and counts nothing any more.
  void limit(std::uint64_t memoryBytes) { m_limit = memoryBytes; }
  /// What it and placeGroups() take for the (group, class) pairs that were found when it was merged last; while the
  /// table grows, spare cells take less than placing will.
  std::uint64_t memoryBytes() const { return m_merged * (sizeof(Cell) + kBytesPlaced); }
  /// How often it was sorted and merged: for tests, to which no number of cells shows that its cost is linear.
  std::uint64_t merges() const { return m_merges; }

  struct Cell {
    std::int32_t group = 0;
    std::uint32_t classCode = 0;
    std::uint64_t samples = 0;
  };
  /// Sorted by group, then class. Requires: finish() was called.
  const std::vector<Cell>& cells() const { return m_cells; }
  /// Requires: as cells().
  std::size_t groups() const;

 private:
  /// A group as it is placed, its rank and its place.
  static constexpr std::uint64_t kBytesPlaced = 56;

  void flush();
  void makeRoom();
  bool isBeyondLimit() const { return memoryBytes() > m_limit; }
  /// One cell for each group and class.
  void mergeCells();

  std::vector<Cell> m_cells;
  // The run under way: samples of each class, and which classes occurred.
  std::int32_t m_group = 0;
  std::vector<std::uint64_t> m_run;
  std::vector<std::uint32_t> m_classes;
  std::size_t m_room = std::size_t{1} << 16U;  ///< cells
  std::uint64_t m_merged = 0;                  ///< cells after the last merge
  std::uint64_t m_merges = 0;
  std::uint64_t m_limit = std::numeric_limits<std::uint64_t>::max();
};

/// The part that one group goes to.
struct GroupPlace {
  std::int32_t group = 0;
  std::uint8_t part = 0;
};

/// Puts whole groups into parts so that the share of every class comes as near to the shares asked for as groups allow:
/// large groups first, in seeded order, each to the part that lacks its classes most; then single groups move, and two
/// of different parts change places, while that helps. Returns the groups in ascending order. Requires: a finished
/// table, at most 255 shares that sum to 1.
std::vector<GroupPlace> placeGroups(const GroupTable& table, const Shares& shares, std::uint64_t seed);

}  // namespace masu::manifest
