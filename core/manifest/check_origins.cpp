#include <array>
#include <bit>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "core/manifest/check_parts.h"

namespace masu::manifest {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// Follows the windows of one recording in ascending order: per split, the last one that began.
struct Windows {
  std::array<std::uint64_t, store::kSplitCount> last = {kNever, kNever, kNever, kNever};
  std::uint64_t previous = 0;
  bool ascending = true;

  /// True where a window of another split reaches into this one.
  bool overlaps(store::Split split, std::uint64_t position, std::uint64_t length) {
    bool found = false;
    for (std::size_t other = 1; other < last.size(); ++other) {
      const bool mine = other == static_cast<std::size_t>(split);
      if (!mine && last[other] != kNever && position - last[other] < length) found = true;
    }
    last[static_cast<std::size_t>(split)] = position;
    return found;
  }
};

struct Place {
  store::Origin origin;
  std::uint64_t sample = 0;
};

}  // namespace

Result<Check> checkOverlaps(const Checked& checked) {
  Check check;
  check.name = "overlapping_windows";
  const auto shape = checked.dataset.sampleShape();
  if (checked.dataset.meta().kind != store::SampleKind::waveform || shape.empty() ||
      checked.dataset.find("origin") == nullptr) {
    check.detail = {MASU_TEXT("core", "The samples are no windows of recordings."), {}};
    return check;
  }
  const std::uint64_t length = shape.back();
  MASU_TRY(auto origins, OriginReader::open(checked.dataset));
  std::vector<Windows> windows(checked.dataset.meta().sources.size());
  const auto forEach = [&](const auto& body) {
    return forEachBlock(checked, kBlockSamples, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
      MASU_TRY(const auto block, origins.read(first, count));
      for (std::uint64_t i = 0; i < count; ++i) {
        if (checked.splitOf(first + i) != store::Split::unused) body(Place{block[i], first + i});
      }
      return {};
    });
  };
  MASU_CHECK(forEach([&](const Place& place) {
    Windows& course = windows[place.origin.source];
    if (place.origin.position < course.previous) course.ascending = false;
    course.previous = place.origin.position;
  }));

  std::uint64_t overlapping = 0;
  std::string example;
  const auto judge = [&](const Place& place) {
    const store::Split split = checked.splitOf(place.sample);
    if (!windows[place.origin.source].overlaps(split, place.origin.position, length)) return;
    if (overlapping++ == 0) example = checked.dataset.meta().sources[place.origin.source].path;
  };
  std::vector<Place> unordered;
  MASU_CHECK(forEach([&](const Place& place) {
    if (windows[place.origin.source].ascending) {
      judge(place);
    } else {
      unordered.push_back(place);
    }
  }));
  std::ranges::sort(unordered, {},
                    [](const Place& place) { return std::tuple(place.origin.source, place.origin.position); });
  for (const Place& place : unordered) judge(place);

  check.passed = overlapping == 0;
  if (check.passed) {
    check.detail = {MASU_TEXT("core", "No window shares frames with one of another split."), {}};
    return check;
  }
  check.detail = {MASU_TEXT("core", "{0} windows share frames with a window of another split, in {1}, for one."),
                  {std::to_string(overlapping), example}};
  check.fix = {MASU_TEXT("core",
                         "Split by recording (--group source), or in order with a gap (--order position "
                         "--gap N)."),
               {}};
  return check;
}

Result<Check> checkGroups(const Checked& checked) {
  Check check;
  check.name = "groups_across_splits";
  const store::ObjectInfo* groups = checked.dataset.find("group");
  if (groups == nullptr) {
    check.detail = {MASU_TEXT("core", "The dataset has no groups."), {}};
    return check;
  }
  CodeReader reader(checked.dataset, *groups);
  std::unordered_map<std::int64_t, unsigned> sides;
  MASU_CHECK(forEachBlock(checked, kBlockSamples, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const auto codes, reader.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const store::Split split = checked.splitOf(first + i);
      if (split != store::Split::unused) sides[codes[i]] |= 1U << static_cast<unsigned>(split);
    }
    return {};
  }));
  std::uint64_t across = 0;
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  for (const auto& [group, mask] : sides) {
    if (std::has_single_bit(mask)) continue;
    ++across;
    lowest = std::min(lowest, group);
  }
  check.passed = across == 0;
  if (check.passed) {
    check.detail = {MASU_TEXT("core", "Each of {0} groups lies in one split."), {std::to_string(sides.size())}};
    return check;
  }
  const auto& names = checked.dataset.meta().groups;
  const auto index = static_cast<std::size_t>(lowest);
  check.detail = {
      MASU_TEXT(
          "core",
          "{0} of {1} groups lie in more than one split, {2}, for one: scores will tell how well a known group is "
          "recognised again."),
      {std::to_string(across), std::to_string(sides.size()),
       lowest >= 0 && index < names.size() ? names[index] : std::to_string(lowest)}};
  check.fix = {MASU_TEXT("core", "Split by group (--group group)."), {}};
  return check;
}

}  // namespace masu::manifest
