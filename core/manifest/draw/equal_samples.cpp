// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/equal_samples.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/permutation.h"
#include "core/io/scratch_folder.h"
#include "core/manifest/samples/fingerprint_buckets.h"

namespace masu::manifest {

namespace {

constexpr std::uint64_t kFingerprintMemory = std::uint64_t{256} << 20U;
/// Of a sample that repeats another: its place in a vector that may just have grown, and its share of a run.
constexpr std::uint64_t kRepeatBytes = 48;

}  // namespace

Result<EqualDivision> EqualDivision::divide(const store::Dataset& dataset, const SplitKeys& keys,
                                            const Division& division, store::Assignment& assignment) {
  EqualDivision equal(dataset, keys, division);
  MASU_CHECK(equal.findRepeats(assignment));
  MASU_CHECK(equal.countClasses(assignment));
  equal.placeRuns(assignment);
  return equal;
}

Result<void> EqualDivision::findRepeats(const store::Assignment& assignment) {
  FingerprintReader reader(m_dataset);
  if (!reader.any()) return {};
  const std::uint64_t forHashes = std::min(kFingerprintMemory, m_keys.memoryBytes / 2);
  const std::uint64_t forRepeats = m_keys.memoryBytes - forHashes;
  MASU_TRY(auto buckets, FingerprintBuckets::begin(assignment.size(), forHashes, io::scratchFolder()));
  std::vector<Fingerprint> open;
  for (std::uint64_t first = 0; first < assignment.size(); first += reader.blockSamples()) {
    if (m_keys.stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(reader.blockSamples(), assignment.size() - first);
    MASU_TRY(const auto block, reader.read(first, count));
    open.clear();
    for (const Fingerprint& fingerprint : block) {
      if (assignment[fingerprint.sample] == kUnassigned) open.push_back(fingerprint);
    }
    MASU_CHECK(buckets.add(open));
  }
  return buckets.forEachBucket([&](std::vector<Fingerprint>& fingerprints) -> Result<void> {
    if (m_keys.stop.stop_requested()) return fail(Error::cancelled());
    std::ranges::sort(fingerprints, [](const Fingerprint& a, const Fingerprint& b) {
      return std::tie(a.content, a.more, a.sample) < std::tie(b.content, b.more, b.sample);
    });
    for (std::size_t begin = 0; begin < fingerprints.size();) {
      std::size_t end = begin + 1;
      while (end < fingerprints.size() && fingerprints[end].sameContent(fingerprints[begin])) ++end;
      if (end - begin > 1) {
        const auto run = static_cast<std::uint32_t>(m_contents.size());
        m_contents.push_back(fingerprints[begin].content);
        for (std::size_t i = begin; i < end; ++i) m_repeats.push_back({fingerprints[i].sample, run, 0});
      }
      begin = end;
      const std::uint64_t taken = m_repeats.size() * kRepeatBytes;
      if (taken <= forRepeats) continue;
      return fail(beyondMemory(m_dataset, MASU_TEXT("core", "its samples that repeat others"), taken, forRepeats));
    }
    return {};
  });
}

/// Quotas of every class, and the class of each sample that repeats another.
Result<void> EqualDivision::countClasses(const store::Assignment& assignment) {
  std::ranges::sort(m_repeats, {}, &Repeat::sample);
  auto repeat = m_repeats.begin();
  MASU_CHECK(forEachUnassigned(m_dataset, m_keys, assignment, [&](std::uint64_t sample, std::size_t code, auto) {
    if (code >= m_sizes.size()) m_sizes.resize(code + 1);
    ++m_sizes[code];
    if (repeat == m_repeats.end() || repeat->sample != sample) return;
    repeat->code = static_cast<std::uint32_t>(code);
    ++repeat;
  }));
  std::ranges::sort(m_repeats, {}, [](const Repeat& one) { return std::tuple(one.run, one.sample); });
  QuotaDivider divider(m_division.shares);
  for (const std::uint64_t size : m_sizes) {
    const Quota quota = divider.divide(size);
    m_left.insert(m_left.end(), quota.begin(), quota.end());
  }
  return {};
}

/// One of the parts that have room for all of a run, by how much room they have; where none has, the one with most.
std::size_t EqualDivision::partFor(std::span<const Repeat> run, std::uint64_t word) const {
  const std::size_t parts = m_division.shares.size();
  std::vector<std::uint64_t> room(parts);
  std::size_t most = 0;
  std::int64_t mostLeft = std::numeric_limits<std::int64_t>::min();
  for (std::size_t part = 0; part < parts; ++part) {
    if (m_division.shares[part] <= 0) continue;
    std::int64_t sum = 0;
    for (const Repeat& repeat : run) sum += m_left[repeat.code * parts + part];
    sum /= static_cast<std::int64_t>(run.size());
    if (sum > mostLeft) std::tie(most, mostLeft) = std::tuple(part, sum);
    if (sum >= static_cast<std::int64_t>(run.size())) room[part] = static_cast<std::uint64_t>(sum);
  }
  const std::uint64_t all = std::accumulate(room.begin(), room.end(), std::uint64_t{0});
  if (all == 0) return most;
  std::uint64_t ticket = below(word, all);
  std::size_t part = 0;
  while (ticket >= room[part]) ticket -= room[part++];
  return part;
}

void EqualDivision::placeRuns(store::Assignment& assignment) {
  std::vector<std::span<const Repeat>> runs;
  for (std::size_t begin = 0; begin < m_repeats.size();) {
    std::size_t end = begin + 1;
    while (end < m_repeats.size() && m_repeats[end].run == m_repeats[begin].run) ++end;
    runs.push_back(std::span(m_repeats).subspan(begin, end - begin));
    begin = end;
  }
  std::ranges::stable_sort(runs, std::ranges::greater(), [](const auto& run) { return run.size(); });
  const std::uint64_t key = mix64(m_division.seed);
  for (const std::span<const Repeat> run : runs) {
    const std::size_t part = partFor(run, mix64(key ^ m_contents[run.front().run]));
    for (const Repeat& repeat : run) {
      assignment[repeat.sample] = m_division.marks[part];
      --left(repeat.code, part);
      --m_sizes[repeat.code];
    }
  }
}

Result<void> EqualDivision::divideRest(store::Assignment& assignment) const {
  const std::size_t parts = m_division.shares.size();
  std::vector<std::uint64_t> urns(m_left.size());
  for (std::size_t code = 0; code < m_sizes.size(); ++code) {
    std::int64_t beyond = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::int64_t rest = m_left[code * parts + part];
      beyond += std::max<std::int64_t>(0, -rest);
      urns[code * parts + part] = static_cast<std::uint64_t>(std::max<std::int64_t>(0, rest));
    }
    // What a part got beyond its quota the others go without, those with most left first.
    for (; beyond > 0; --beyond) --*std::max_element(&urns[code * parts], &urns[code * parts] + parts);
  }
  return drawFromUrns(m_dataset, m_keys, m_division, m_sizes, std::move(urns), assignment);
}

}  // namespace masu::manifest
