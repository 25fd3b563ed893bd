// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <tuple>

#include "core/manifest/draw/division.h"

namespace masu::manifest {

namespace {

/// What a pass over the positions of one source finds.
struct SourcePass {
  std::uint64_t samples = 0;
  std::uint64_t last = 0;
  bool ascending = true;
  std::vector<Cut> cuts;
  std::size_t next = 0;  ///< the cut that comes next
};

/// The mark of the sample that comes `rank`-th. Requires: ranks are asked for in ascending order.
store::Split markAt(SourcePass& pass, std::uint64_t rank) {
  while (pass.next + 1 < pass.cuts.size() && pass.cuts[pass.next + 1].rank <= rank) ++pass.next;
  return pass.cuts[pass.next].mark;
}

template <class Body>
Result<void> forEachOrigin(const store::Dataset& dataset, const store::Assignment& assignment, Body&& body) {
  MASU_TRY(auto origins, OriginReader::open(dataset));
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] == kUnassigned) body(first + i, block[i]);
    }
  }
  return {};
}

/// Samples of sources that are not in order: 24 bytes each.
struct UnsortedSample {
  store::Origin origin;
  std::uint64_t sample = 0;
};

void markSorted(std::vector<UnsortedSample>& unsorted, std::vector<SourcePass>& passes, store::Assignment& assignment) {
  std::ranges::sort(unsorted, {}, [](const UnsortedSample& place) {
    return std::tuple(place.origin.source, place.origin.position, place.sample);
  });
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < unsorted.size(); ++i) {
    rank = i > 0 && unsorted[i - 1].origin.source == unsorted[i].origin.source ? rank + 1 : 0;
    assignment[unsorted[i].sample] = markAt(passes[unsorted[i].origin.source], rank);
  }
}

}  // namespace

Result<std::vector<Cut>> cutsOf(const Division& division, std::uint64_t size, std::uint64_t gap) {
  const auto used =
      static_cast<std::uint64_t>(std::ranges::count_if(division.shares, [](double share) { return share > 0; }));
  const std::uint64_t gaps = gap * (used - 1);
  if (size == 0) return std::vector<Cut>();
  if (used > 1 && (gap > size || gaps >= size)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A gap of {0} samples leaves nothing of {1} to divide; ask for a smaller one."),
                {std::to_string(gap), std::to_string(size)});
  }
  const Quota quota = QuotaDivider(division.shares).divide(size - gaps);
  std::vector<Cut> cuts;
  std::uint64_t rank = 0;
  for (std::size_t part = 0; part < quota.size(); ++part) {
    if (division.shares[part] <= 0) continue;
    if (!cuts.empty() && gap > 0) {
      cuts.push_back({rank, store::Split::unused});
      rank += gap;
    }
    cuts.push_back({rank, division.marks[part]});
    rank += quota[part];
  }
  return cuts;
}

void addGaps(const std::vector<Cut>& cuts, std::uint64_t size, std::vector<OrderGap>& gaps) {
  for (std::size_t c = 1; c + 1 < cuts.size(); ++c) {
    const std::uint64_t end = std::min(cuts[c + 1].rank, size);
    if (cuts[c].mark != store::Split::unused || end <= cuts[c].rank) continue;
    const OrderGap found{cuts[c - 1].mark, cuts[c + 1].mark, end - cuts[c].rank};
    const auto same = std::ranges::find_if(
        gaps, [&](const OrderGap& gap) { return gap.before == found.before && gap.after == found.after; });
    if (same == gaps.end()) {
      gaps.push_back(found);
    } else {
      same->samples += found.samples;
    }
  }
}

Result<std::vector<OrderGap>> divideByPosition(const store::Dataset& dataset, std::uint64_t gap,
                                               const Division& division, store::Assignment& assignment) {
  std::vector<SourcePass> passes(dataset.meta().sources.size());
  MASU_CHECK(forEachOrigin(dataset, assignment, [&](std::uint64_t, const store::Origin& origin) {
    SourcePass& pass = passes[origin.source];
    if (pass.samples++ > 0 && origin.position < pass.last) pass.ascending = false;
    pass.last = origin.position;
  }));
  std::vector<OrderGap> gaps;
  for (SourcePass& pass : passes) {
    MASU_TRY(pass.cuts, cutsOf(division, pass.samples, gap));
    addGaps(pass.cuts, pass.samples, gaps);
    pass.samples = 0;
  }
  std::vector<UnsortedSample> unsorted;
  MASU_CHECK(forEachOrigin(dataset, assignment, [&](std::uint64_t sample, const store::Origin& origin) {
    SourcePass& pass = passes[origin.source];
    if (pass.ascending) {
      assignment[sample] = markAt(pass, pass.samples++);
    } else {
      unsorted.push_back({origin, sample});
    }
  }));
  markSorted(unsorted, passes, assignment);
  return gaps;
}

}  // namespace masu::manifest
