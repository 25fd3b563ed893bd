// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/group_split.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/permutation.h"

namespace masu::manifest {

namespace {

using Cell = GroupTable::Cell;
constexpr std::size_t kNowhere = 255;
constexpr int kSweeps = 16;
/// What exchanges may look at: a fraction of a second.
constexpr std::size_t kMostCells = std::size_t{1} << 24U;

/// The cells of one group, and its place.
struct Group {
  std::span<const Cell> cells;
  std::uint64_t samples = 0;
  std::size_t part = kNowhere;
};

std::vector<Group> groupsOf(const GroupTable& table) {
  std::vector<Group> groups;
  groups.reserve(table.groups());
  const std::span<const Cell> cells = table.cells();
  for (std::size_t begin = 0; begin < cells.size();) {
    std::size_t end = begin;
    Group group;
    while (end < cells.size() && cells[end].group == cells[begin].group) group.samples += cells[end++].samples;
    group.cells = cells.subspan(begin, end - begin);
    groups.push_back(group);
    begin = end;
  }
  return groups;
}

/// Large groups first, since they are hardest to fit; sizes within a factor of two count as equal, so that the seed
/// decides.
std::vector<std::size_t> seededOrder(const std::vector<Group>& groups, std::uint64_t seed) {
  const Permutation permutation(groups.size(), mix64(seed));
  std::vector<std::size_t> order(groups.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = permutation(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::bit_width(groups[a].samples) > std::bit_width(groups[b].samples);
  });
  return order;
}

/// How far the parts are from their targets, class by class, while groups come and go.
class Balance {
 public:
  Balance(const GroupTable& table, const Shares& shares)
      : m_shares(shares), m_held(shares.size()), m_groups(shares.size()) {
    for (const Cell& cell : table.cells()) {
      if (cell.classCode >= m_total.size()) m_total.resize(cell.classCode + std::size_t{1});
      m_total[cell.classCode] += static_cast<double>(cell.samples);
    }
    for (auto& held : m_held) held.resize(m_total.size());
  }

  void move(Group& group, std::size_t to) {
    for (const Cell& cell : group.cells) {
      const auto samples = static_cast<double>(cell.samples);
      if (group.part < kNowhere) m_held[group.part][cell.classCode] -= samples;
      m_held[to][cell.classCode] += samples;
    }
    if (group.part < kNowhere) --m_groups[group.part];
    ++m_groups[to];
    group.part = to;
  }

  /// The share of its target that a part still lacks, averaged over the samples of a group.
  double need(const Group& group, std::size_t part) const {
    double need = 0;
    for (const Cell& cell : group.cells) {
      const double target = m_shares[part] * m_total[cell.classCode];
      const double weight = static_cast<double>(cell.samples) / m_total[cell.classCode];
      need += weight * (target - m_held[part][cell.classCode]) / target;
    }
    return need;
  }

  /// What the sum of squared shortfalls, each relative to its target, would change by if the group moved. Below 0 is
  /// better.
  double gain(const Group& group, std::size_t to) const {
    double change = 0;
    for (const Cell& cell : group.cells) {
      const auto samples = static_cast<double>(cell.samples);
      const double total = m_total[cell.classCode];
      const double here = m_held[group.part][cell.classCode] - m_shares[group.part] * total;
      const double there = m_held[to][cell.classCode] - m_shares[to] * total;
      change += (samples * samples - 2 * here * samples) / (m_shares[group.part] * total * total);
      change += (samples * samples + 2 * there * samples) / (m_shares[to] * total * total);
    }
    return change;
  }

  /// True where no whole sample is missing anywhere.
  bool met() const {
    for (std::size_t part = 0; part < m_shares.size(); ++part) {
      for (std::size_t code = 0; code < m_total.size(); ++code) {
        if (std::abs(m_held[part][code] - m_shares[part] * m_total[code]) >= 1) return false;
      }
    }
    return true;
  }

  bool usable(std::size_t part) const { return m_shares[part] > 0; }
  bool lastOne(std::size_t part) const { return m_groups[part] == 1; }

 private:
  Shares m_shares;
  std::vector<double> m_total;
  std::vector<std::vector<double>> m_held;
  std::vector<std::uint64_t> m_groups;
};

std::size_t neediest(const Balance& balance, const Group& group, const Shares& shares) {
  std::size_t best = kNowhere;
  double most = 0;
  for (std::size_t part = 0; part < shares.size(); ++part) {
    if (!balance.usable(part)) continue;
    const double need = balance.need(group, part);
    const bool better = best == kNowhere || need > most + 1e-12 || (need > most - 1e-12 && shares[part] > shares[best]);
    if (!better) continue;
    best = part;
    most = need;
  }
  return best;
}

/// Moves single groups while that brings shares nearer; a part never loses its last group.
bool sweep(Balance& balance, std::vector<Group>& groups, const std::vector<std::size_t>& order, const Shares& shares) {
  bool moved = false;
  for (const std::size_t index : order) {
    Group& group = groups[index];
    if (balance.lastOne(group.part)) continue;
    std::size_t best = group.part;
    double change = -1e-12;
    for (std::size_t part = 0; part < shares.size(); ++part) {
      if (part == group.part || !balance.usable(part)) continue;
      const double candidate = balance.gain(group, part);
      if (candidate >= change) continue;
      change = candidate;
      best = part;
    }
    if (best == group.part) continue;
    balance.move(group, best);
    moved = true;
  }
  return moved;
}

/// Exchanges groups of different parts while that brings shares nearer, which finds what no single move does: sizes
/// that differ by little. `left`: cells, or pairs of one part, that may still be looked at.
bool exchange(Balance& balance, std::vector<Group>& groups, const std::vector<std::size_t>& order, std::size_t& left) {
  bool moved = false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Group& one = groups[order[i]];
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      Group& other = groups[order[j]];
      const bool same = one.part == other.part;
      const std::size_t cells = same ? 1 : one.cells.size() + other.cells.size();
      if (left < cells) return moved;
      left -= cells;
      if (same) continue;
      const std::size_t home = one.part;
      const std::size_t away = other.part;
      const double change = balance.gain(one, away);
      balance.move(one, away);
      if (change + balance.gain(other, home) < -1e-12) {
        balance.move(other, home);
        moved = true;
      } else {
        balance.move(one, home);
      }
    }
  }
  return moved;
}

}  // namespace

void GroupTable::add(std::int32_t group, std::uint64_t classCode, std::uint64_t samples) {
  if (group != m_group) {
    flush();
    m_group = group;
  }
  if (classCode >= m_run.size()) m_run.resize(classCode + 1);
  if (m_run[classCode] == 0) m_classes.push_back(static_cast<std::uint32_t>(classCode));
  m_run[classCode] += samples;
}

void GroupTable::flush() {
  if (!isBeyondLimit() && m_cells.size() + m_classes.size() > m_room) makeRoom();
  for (const std::uint32_t code : m_classes) {
    const std::uint64_t samples = std::exchange(m_run[code], 0);
    if (!isBeyondLimit()) m_cells.push_back({m_group, code, samples});
  }
  m_classes.clear();
}

/// For as many cells again as there are: merging is seldom then, however little memory is left, and the table takes
/// 32 bytes a cell, and 64 while it moves to its new place, of the 72 that are counted for each.
void GroupTable::makeRoom() {
  mergeCells();
  const std::size_t room = 2 * (m_cells.size() + m_classes.size());
  if (isBeyondLimit() || room <= m_room) return;
  m_room = room;
  m_cells.reserve(m_room);
}

void GroupTable::finish() {
  flush();
  mergeCells();
  m_cells.shrink_to_fit();
}

std::size_t GroupTable::groups() const {
  std::size_t groups = 0;
  for (std::size_t i = 0; i < m_cells.size(); ++i) {
    groups += i == 0 || m_cells[i].group != m_cells[i - 1].group ? 1 : 0;
  }
  return groups;
}

void GroupTable::mergeCells() {
  std::sort(m_cells.begin(), m_cells.end(), [](const Cell& a, const Cell& b) {
    return a.group != b.group ? a.group < b.group : a.classCode < b.classCode;
  });
  std::size_t kept = 0;
  for (const Cell& cell : m_cells) {
    if (kept > 0 && m_cells[kept - 1].group == cell.group && m_cells[kept - 1].classCode == cell.classCode) {
      m_cells[kept - 1].samples += cell.samples;
    } else {
      m_cells[kept++] = cell;
    }
  }
  m_cells.resize(kept);
  m_merged = kept;
  ++m_merges;
}

std::vector<GroupPlace> placeGroups(const GroupTable& table, const Shares& shares, std::uint64_t seed) {
  std::vector<Group> groups = groupsOf(table);
  const std::vector<std::size_t> order = seededOrder(groups, seed);
  Balance balance(table, shares);
  for (const std::size_t index : order) balance.move(groups[index], neediest(balance, groups[index], shares));
  std::size_t left = kMostCells;
  for (int i = 0; i < kSweeps && !balance.met(); ++i) {
    const bool moved = sweep(balance, groups, order, shares);
    if (!exchange(balance, groups, order, left) && !moved) break;
  }

  std::vector<GroupPlace> places;
  places.reserve(groups.size());
  for (const Group& group : groups) {
    places.push_back({group.cells.front().group, static_cast<std::uint8_t>(group.part)});
  }
  return places;
}

}  // namespace masu::manifest
