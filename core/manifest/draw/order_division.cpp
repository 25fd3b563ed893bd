// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <charconv>
#include <cmath>
#include <map>

#include "core/manifest/draw/division.h"
#include "core/manifest/samples/dataset_rows.h"

namespace masu::manifest {

namespace {

/// Unsigned keys in the order of the numbers they stand for.
std::uint64_t keyOf(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  return (bits >> 63U) != 0 ? ~bits : bits | (std::uint64_t{1} << 63U);
}

/// The same of a whole number of i64.
std::uint64_t keyOf(const std::string& digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63U);
}

bool isWhole(const table::FilterColumn& column) {
  return column.stored == table::DType::i64;
}

/// Calls body(sample, key) for every open sample that has a value, and `missing` for the others.
template <class Body, class Missing>
Result<void> forEachKey(DatasetRows& rows, const table::FilterColumn& column, const store::Assignment& assignment,
                        Body&& body, Missing&& missing) {
  const std::uint64_t block = rows.blockSamples();
  for (std::uint64_t first = 0; first < assignment.size(); first += block) {
    const std::uint64_t count = std::min<std::uint64_t>(block, assignment.size() - first);
    MASU_TRY(const table::FilterValues values, rows.values(column, first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] != kUnassigned) continue;
      if (isWhole(column) ? values.texts[i].empty() : std::isnan(values.numbers[i])) {
        missing(first + i);
      } else {
        body(first + i, isWhole(column) ? keyOf(values.texts[i]) : keyOf(values.numbers[i]));
      }
    }
  }
  return {};
}

/// Moves a cut that would part `equal` samples of one key, `before` of which come before it: to their nearer end, or
/// with a gap to the end that makes the gap larger.
void keepTogether(Cut& cut, std::uint64_t before, std::uint64_t equal, bool gap) {
  if (before == 0) return;
  cut.afterKey = gap ? cut.mark != store::Split::unused : 2 * before >= equal;
  cut.rank = cut.rank - before + (cut.afterKey ? equal : 0);
}

/// Finds the keys at the cuts' ranks by radix selection, 16 bits a pass: sorting would need the keys in memory. No cut
/// is between samples of one key then.
Result<void> findKeys(DatasetRows& rows, const table::FilterColumn& column, const store::Assignment& assignment,
                      bool gap, std::vector<Cut>& cuts) {
  std::vector<std::uint64_t> left;
  for (const Cut& cut : cuts) left.push_back(cut.rank);
  for (unsigned shift = 48;; shift -= 16) {
    // Cuts that agree so far share a count of what follows.
    std::map<std::uint64_t, std::vector<std::uint64_t>> counts;
    for (const Cut& cut : cuts) counts.try_emplace(cut.key, std::vector<std::uint64_t>(65536));
    const std::uint64_t known = shift == 48 ? 0 : ~std::uint64_t{0} << (shift + 16);
    MASU_CHECK(forEachKey(
        rows, column, assignment,
        [&](std::uint64_t, std::uint64_t key) {
          const auto found = counts.find(key & known);
          if (found != counts.end()) ++found->second[(key >> shift) & 0xFFFFU];
        },
        [](std::uint64_t) {}));
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      const std::vector<std::uint64_t>& histogram = counts.at(cuts[c].key);
      std::uint64_t digit = 0;
      while (digit < 0xFFFF && left[c] >= histogram[digit]) left[c] -= histogram[digit++];
      cuts[c].key |= digit << shift;
      if (shift == 0) keepTogether(cuts[c], left[c], histogram[digit], gap);
    }
    if (shift == 0) return {};
  }
}

bool isEmpty(const std::vector<Cut>& cuts, std::size_t part, std::uint64_t size) {
  return (part + 1 < cuts.size() ? cuts[part + 1].rank : size) <= cuts[part].rank;
}

/// Whether a part that was to get samples has none, since equal values are in another.
bool isPartLost(const std::vector<Cut>& asked, const std::vector<Cut>& cuts, std::uint64_t size) {
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    if (cuts[c].mark != store::Split::unused && !isEmpty(asked, c, size) && isEmpty(cuts, c, size)) return true;
  }
  return false;
}

/// How many samples each key has; empty where there are more keys than kMostKeys.
Result<std::map<std::uint64_t, std::uint64_t>> countKeys(DatasetRows& rows, const table::FilterColumn& column,
                                                         const store::Assignment& assignment) {
  constexpr std::size_t kMostKeys = 65536;
  std::map<std::uint64_t, std::uint64_t> counts;
  bool few = true;
  MASU_CHECK(forEachKey(
      rows, column, assignment,
      [&](std::uint64_t, std::uint64_t key) {
        if (few) ++counts[key];
        few = few && counts.size() <= kMostKeys;
      },
      [](std::uint64_t) {}));
  if (!few) counts.clear();
  return counts;
}

/// Places the cuts, each as near to where it was asked for as leaves a value for every part that asked for samples.
/// False where there are fewer values than parts.
bool placeBetweenValues(const std::map<std::uint64_t, std::uint64_t>& counts, const std::vector<Cut>& asked,
                        std::uint64_t size, std::vector<Cut>& cuts) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;  // a key, and how many samples are before it
  std::uint64_t before = 0;
  for (const auto& [key, samples] : counts) {
    edges.emplace_back(key, before);
    before += samples;
  }
  std::size_t open = 0;  // parts without a value of their own yet, which as many edges are left for
  for (std::size_t c = 0; c < asked.size(); ++c) open += isEmpty(asked, c, size) ? 0 : 1;
  if (edges.size() < open) return false;
  std::size_t first = 0;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    const auto distance = [&](std::size_t at) {
      return std::max(edges[at].second, asked[c].rank) - std::min(edges[at].second, asked[c].rank);
    };
    std::size_t nearest = first;
    for (std::size_t at = first + 1; at + open <= edges.size(); ++at) {
      if (distance(at) < distance(nearest)) nearest = at;
    }
    cuts[c].key = edges[nearest].first;
    cuts[c].afterKey = false;
    cuts[c].rank = edges[nearest].second;
    const std::size_t own = isEmpty(asked, c, size) ? 0 : 1;
    first = nearest + own;
    open -= own;
  }
  return true;
}

/// Moves cuts so that no part is without samples that asked for some. False where there are too few values for that.
Result<bool> giveEachPartValues(DatasetRows& rows, const table::FilterColumn& column,
                                const store::Assignment& assignment, const std::vector<Cut>& asked, std::uint64_t size,
                                bool gap, std::vector<Cut>& cuts) {
  if (!isPartLost(asked, cuts, size)) return true;
  if (gap) return false;
  MASU_TRY(const auto counts, countKeys(rows, column, assignment));
  return placeBetweenValues(counts, asked, size, cuts);
}

Result<std::vector<OrderGap>> divideByColumn(const store::Dataset& dataset, const std::string& name, std::uint64_t gap,
                                             const Division& division, store::Assignment& assignment) {
  DatasetRows rows(dataset, nullptr, DatasetRows::Purpose::order);
  MASU_TRY(const table::FilterColumn column, rows.column(name, false));
  if (column.kind != table::FilterColumn::Kind::number && !isWhole(column)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The column {0} holds texts, which have no order in time; name one of numbers or "
                          "times, or position."),
                {name});
  }
  std::uint64_t size = 0;
  MASU_CHECK(forEachKey(
      rows, column, assignment, [&](std::uint64_t, std::uint64_t) { ++size; },
      [&](std::uint64_t sample) { assignment[sample] = store::Split::unused; }));
  MASU_TRY(std::vector<Cut> cuts, cutsOf(division, size, gap));
  if (cuts.empty()) return std::vector<OrderGap>();
  // A part that gets nothing may begin after the last sample.
  std::erase_if(cuts, [&](const Cut& cut) { return cut.rank >= size; });
  const std::vector<Cut> asked = cuts;
  MASU_CHECK(findKeys(rows, column, assignment, gap > 0, cuts));
  MASU_TRY(const bool each, giveEachPartValues(rows, column, assignment, asked, size, gap > 0, cuts));
  if (!each) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The column {0} has too few different values to divide by: samples of equal values stay in "
                          "one split, and one split would be empty. Order by a column that has more, or by position."),
                {name});
  }

  MASU_CHECK(forEachKey(
      rows, column, assignment,
      [&](std::uint64_t sample, std::uint64_t key) {
        store::Split mark = cuts.front().mark;
        for (const Cut& cut : cuts) {
          if (key > cut.key || (key == cut.key && !cut.afterKey)) mark = cut.mark;
        }
        assignment[sample] = mark;
      },
      [](std::uint64_t) {}));
  std::vector<OrderGap> gaps;
  addGaps(cuts, size, gaps);
  return gaps;
}

}  // namespace

Result<std::vector<OrderGap>> divideInOrder(const store::Dataset& dataset, const std::string& column, std::uint64_t gap,
                                            const Division& division, store::Assignment& assignment) {
  if (column == "position") return divideByPosition(dataset, gap, division, assignment);
  return divideByColumn(dataset, column, gap, division, assignment);
}

}  // namespace masu::manifest
