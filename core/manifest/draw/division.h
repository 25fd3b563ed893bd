// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manifest/draw/quotas.h"
#include "core/manifest/draw/unassigned.h"

namespace masu::manifest {

/// Divides the unassigned samples of an assignment into parts, each of which gets a mark of its own.
/// Requires: as many marks as shares; shares that sum to 1.
struct Division {
  Shares shares;
  std::vector<store::Split> marks;
  std::uint64_t seed = 0;
  bool everyPart = false;  ///< refuse fewer groups than parts
};

/// Sample by sample, per class where keys.labels is given: counts are by largest remainder, and each assignment with
/// these counts is equally likely.
Result<void> divideSamples(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                           store::Assignment& assignment);

/// Draws the unassigned samples out of one urn a class, so that each part gets what its urn holds of it: [class × parts
/// + part], and `sizes` samples of each class in all. Requires: as many unassigned samples of each class.
Result<void> drawFromUrns(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                          std::vector<std::uint64_t> sizes, std::vector<std::uint64_t> urns,
                          store::Assignment& assignment);

/// Whole groups, as near to the shares (of every class, with keys.labels) as groups allow.
/// Errors: fewer groups than parts, where every part must get one.
Result<void> divideGroups(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                          store::Assignment& assignment);

/// Each group by a hash of its name, or without keys.groups each sample by its source and position: samples that join
/// later move none of those that are there. Shares are met on average.
Result<void> divideByHash(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                          store::Assignment& assignment);

/// In ascending order of a column, or of positions within each source ("position"); `gap` samples between neighbouring
/// parts are left unused, as are samples whose value is missing. Samples of equal values stay in one part, so that
/// sizes are as near to the shares as they allow and a gap may be larger. Errors: no such column, a column of texts;
/// gaps that leave nothing; so few values that a part would be empty. Returns what each gap left unused.
Result<std::vector<OrderGap>> divideInOrder(const store::Dataset& dataset, const std::string& column, std::uint64_t gap,
                                            const Division& division, store::Assignment& assignment);

/// How cuts find their values. By radix selection: exact, four passes over the column, half a megabyte a cut whatever
/// the column holds. Only where that leaves a part without samples, since equal values stay together, all cuts are
/// placed between values: that looks at the values around each cut, so it needs a count of every one, which a column of
/// distinct values has no memory for. A column of more than 65,536 values is refused then.

/// A place in the order of all samples: where samples change their mark.
struct Cut {
  std::uint64_t rank = 0;  ///< the first sample that is marked so
  store::Split mark = store::Split::unused;
  std::uint64_t key = 0;  ///< its key, so far as known
  bool afterKey = false;  ///< the mark begins after the samples of that key, not with them
};

/// Where marks change among `size` samples in order, gaps taken out of what is divided. Begins at rank 0; empty without
/// samples. Errors: gaps that leave nothing.
Result<std::vector<Cut>> cutsOf(const Division& division, std::uint64_t size, std::uint64_t gap);

/// The gaps among cuts of `size` samples in order, added to those of the same neighbours.
void addGaps(const std::vector<Cut>& cuts, std::uint64_t size, std::vector<OrderGap>& gaps);

/// divideInOrder() by positions: the gaps of all sources.
Result<std::vector<OrderGap>> divideByPosition(const store::Dataset& dataset, std::uint64_t gap,
                                               const Division& division, store::Assignment& assignment);

}  // namespace masu::manifest
