// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/division.h"

#include <unordered_map>

#include "core/base/hash.h"
#include "core/base/permutation.h"
#include "core/manifest/draw/group_split.h"

namespace masu::manifest {

namespace {

/// The part whose range of [0, 1) a random word falls into.
std::size_t partOf(const Shares& shares, std::uint64_t word) {
  double place = static_cast<double>(word >> 11U) * 0x1p-53;
  std::size_t last = 0;
  for (std::size_t part = 0; part < shares.size(); ++part) {
    if (shares[part] <= 0) continue;
    last = part;
    if (place < shares[part]) return part;
    place -= shares[part];
  }
  return last;
}

Result<void> checkMemory(const store::Dataset& dataset, std::uint64_t taken, std::uint64_t allowed) {
  if (taken <= allowed) return {};
  return fail(beyondMemory(dataset, MASU_TEXT("core", "the groups of its samples"), taken, allowed));
}

Result<void> checkEnoughGroups(const GroupTable& table, const Shares& shares) {
  const std::size_t groups = table.groups();
  const auto parts = static_cast<std::size_t>(std::ranges::count_if(shares, [](double share) { return share > 0; }));
  if (groups == 0 || groups >= parts) return {};
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core",
                "There are {0} groups for {1} parts, so that some would stay empty; ask for fewer, or for other "
                "groups."),
      {std::to_string(groups), std::to_string(parts)});
}

}  // namespace

Result<void> divideSamples(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                           store::Assignment& assignment) {
  std::vector<std::uint64_t> sizes;
  const SplitKeys byClass = keys.with(keys.labels, nullptr);
  MASU_CHECK(forEachUnassigned(dataset, byClass, assignment, [&](std::uint64_t, std::size_t code, auto) {
    if (code >= sizes.size()) sizes.resize(code + 1);
    ++sizes[code];
  }));
  QuotaDivider divider(division.shares);
  std::vector<std::uint64_t> urns;
  for (const std::uint64_t size : sizes) {
    const Quota quota = divider.divide(size);
    urns.insert(urns.end(), quota.begin(), quota.end());
  }
  return drawFromUrns(dataset, keys, division, std::move(sizes), std::move(urns), assignment);
}

/// As many tickets for each part as its quota says, so that one pass with no memory a sample does it (Knuth, TAOCP 2,
/// 3.4.2 S).
Result<void> drawFromUrns(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                          std::vector<std::uint64_t> sizes, std::vector<std::uint64_t> urns,
                          store::Assignment& assignment) {
  const std::size_t parts = division.shares.size();
  const std::uint64_t key = mix64(division.seed);
  const SplitKeys byClass = keys.with(keys.labels, nullptr);
  return forEachUnassigned(dataset, byClass, assignment, [&](std::uint64_t sample, std::size_t code, auto) {
    std::uint64_t ticket = below(mix64(key + sample * 0x9E3779B97F4A7C15ULL), sizes[code]--);
    std::uint64_t* urn = urns.data() + code * parts;
    std::size_t part = 0;
    while (ticket >= urn[part]) ticket -= urn[part++];
    --urn[part];
    assignment[sample] = division.marks[part];
  });
}

Result<void> divideGroups(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                          store::Assignment& assignment) {
  GroupTable table;
  const auto check = [&]() -> Result<void> {
    const std::uint64_t names = keys.groups->memoryBytes();
    table.limit(keys.memoryBytes - std::min(names, keys.memoryBytes));
    return checkMemory(dataset, table.memoryBytes() + names, keys.memoryBytes);
  };
  MASU_CHECK(check());
  MASU_CHECK(forEachUnassigned(
      dataset, keys, assignment,
      [&](std::uint64_t, std::size_t code, std::int32_t group) { table.add(group, code); }, check));
  table.finish();
  MASU_CHECK(check());
  if (division.everyPart) MASU_CHECK(checkEnoughGroups(table, division.shares));
  const std::vector<GroupPlace> places = placeGroups(table, division.shares, division.seed);

  // Neighbours mostly share a group, so the last place found is asked first.
  auto place = places.begin();
  return forEachUnassigned(
      dataset, keys.with(nullptr, keys.groups), assignment,
      [&](std::uint64_t sample, std::size_t, std::int32_t group) {
        if (place->group != group) {
          place = std::lower_bound(places.begin(), places.end(), group,
                                   [](const GroupPlace& a, std::int32_t b) { return a.group < b; });
        }
        assignment[sample] = division.marks[place->part];
      });
}

Result<void> divideByHash(const store::Dataset& dataset, const SplitKeys& keys, const Division& division,
                          store::Assignment& assignment) {
  const std::uint64_t key = mix64(division.seed);
  if (keys.groups != nullptr) {
    constexpr std::uint64_t kBytesEach = 48;  // a node and a bucket of the table
    std::unordered_map<std::int32_t, store::Split> marks;
    const auto taken = [&] { return marks.size() * kBytesEach + keys.groups->memoryBytes(); };
    return forEachUnassigned(
        dataset, keys.with(nullptr, keys.groups), assignment,
        [&](std::uint64_t sample, std::size_t, std::int32_t group) {
          const auto [known, fresh] = marks.try_emplace(group);
          if (fresh) {
            const std::uint64_t word = mix64(hash64(keys.groups->textOf(group)) ^ key);
            known->second = division.marks[partOf(division.shares, word)];
          }
          assignment[sample] = known->second;
        },
        [&] { return checkMemory(dataset, taken(), keys.memoryBytes); });
  }
  MASU_TRY(auto origins, OriginReader::open(dataset));
  std::vector<std::uint64_t> sources;
  for (const store::SourceFile& source : dataset.meta().sources) sources.push_back(hash64(source.path) ^ key);
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    if (keys.stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] != kUnassigned) continue;
      const std::uint64_t word = mix64(sources[block[i].source] + block[i].position * 0x9E3779B97F4A7C15ULL);
      assignment[first + i] = division.marks[partOf(division.shares, word)];
    }
  }
  return {};
}

}  // namespace masu::manifest
