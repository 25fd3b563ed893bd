// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/origin_order.h"

#include <tuple>

namespace masu::manifest {

namespace {

constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20U;

/// What a first pass finds out about a source.
struct SourceCourse {
  std::uint64_t previous = 0;
  std::uint64_t highest = 0;
  std::uint64_t samples = 0;
  bool ascending = true;

  void take(std::uint64_t position) {
    if (position < previous) ascending = false;
    previous = position;
    highest = std::max(highest, position);
    ++samples;
  }
};

/// A place in the order of all (source, position).
using Key = std::tuple<std::uint32_t, std::uint64_t>;

Key keyOf(const LocatedSample& located) {
  return {located.origin.source, located.origin.position};
}

/// Ends of ranges that hold some `held` samples each, where positions of a source are evenly spread.
std::vector<Key> stretchesOf(const std::vector<SourceCourse>& sources, std::uint64_t held) {
  std::vector<Key> ends;
  std::uint64_t inStretch = 0;
  for (std::uint32_t s = 0; s < sources.size(); ++s) {
    const SourceCourse& source = sources[s];
    if (source.ascending) continue;
    if (inStretch > 0 && inStretch + source.samples > held) {
      ends.emplace_back(s, 0);
      inStretch = 0;
    }
    const std::uint64_t parts = source.samples / held + 1;
    for (std::uint64_t part = 1; part < parts; ++part) ends.emplace_back(s, source.highest / parts * part);
    inStretch = parts > 1 ? held : inStretch + source.samples;
  }
  if (inStretch > 0) ends.emplace_back(static_cast<std::uint32_t>(sources.size()), 0);
  return ends;
}

template <class Body>
Result<void> forEachUsed(const CheckContext& context, OriginReader& origins, Body&& body) {
  return forEachBlock(context, kBlockSamples, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (context.splitOf(first + i) != store::Split::unused) body(LocatedSample{block[i], first + i});
    }
    return {};
  });
}

}  // namespace

Result<void> OriginOrder::forEach(const CheckContext& context,
                                  const std::function<void(const LocatedSample&)>& take) const {
  MASU_TRY(auto origins, OriginReader::open(context.dataset));
  std::vector<SourceCourse> sources(context.dataset.meta().sources.size());
  MASU_CHECK(forEachUsed(context, origins, [&](const LocatedSample& located) {
    sources[located.origin.source].take(located.origin.position);
  }));
  MASU_CHECK(forEachUsed(context, origins, [&](const LocatedSample& located) {
    if (sources[located.origin.source].ascending) take(located);
  }));
  // Half of what memory holds, as positions need not be evenly spread.
  const std::uint64_t held = std::max(m_memoryBytes, kLeastMemory) / sizeof(LocatedSample) / 2;
  Key begin{0, 0};
  std::vector<LocatedSample> places;
  for (const Key& end : stretchesOf(sources, held)) {
    places.clear();
    MASU_CHECK(forEachUsed(context, origins, [&](const LocatedSample& located) {
      if (!sources[located.origin.source].ascending && keyOf(located) >= begin && keyOf(located) < end)
        places.push_back(located);
    }));
    std::ranges::sort(places, {},
                      [](const LocatedSample& located) { return std::tuple(keyOf(located), located.sample); });
    for (const LocatedSample& located : places) take(located);
    begin = end;
  }
  return {};
}

}  // namespace masu::manifest
