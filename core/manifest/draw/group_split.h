// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/manifest/draw/quotas.h"

namespace masu::manifest {

/// How many samples of each class each group holds, as a sparse table that grows by runs of one group.
/// Memory: up to 48 bytes for every (group, class) that occurs while it grows.
class GroupTable {
 public:
  /// Requires: classCode < 2^32.
  void add(std::int32_t group, std::uint64_t classCode, std::uint64_t samples = 1);
  void finish();
  /// Gives back what the table does not need, in time that grows with the table.
  void compact();
  /// What it takes now, and what placeGroups() takes beside it at most. Before compact() it may be several times what
  /// the groups need.
  std::uint64_t memoryBytes() const { return m_cells.capacity() * sizeof(Cell) + m_cells.size() * kBytesPlaced; }

  struct Cell {
    std::int32_t group = 0;
    std::uint32_t classCode = 0;
    std::uint64_t samples = 0;
  };
  /// Sorted by group, then class. Requires: finish() was called.
  const std::vector<Cell>& cells() const { return m_cells; }

 private:
  /// A group as it is placed, its rank and its place.
  static constexpr std::uint64_t kBytesPlaced = 56;

  void flush();
  /// One cell for each group and class.
  void mergeCells();

  std::vector<Cell> m_cells;
  // The run under way: samples of each class, and which classes occurred.
  std::int32_t m_group = 0;
  std::vector<std::uint64_t> m_run;
  std::vector<std::uint32_t> m_classes;
  std::size_t m_compactAt = std::size_t{1} << 16U;
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
