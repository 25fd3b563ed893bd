// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/line_matcher.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace masu::manifest {

namespace {

constexpr std::size_t kNamed = 20;
/// Marks a sample that no line named yet. Never leaves finish().
constexpr auto kUnassigned = static_cast<store::Split>(255);

auto key(const store::Origin& origin) {
  return std::tuple(origin.source, origin.position);
}

}  // namespace

SourceNames::SourceNames(const std::vector<store::SourceFile>& sources) {
  const auto add = [](Names& names, std::string name, std::uint32_t source) {
    const auto [entry, fresh] = names.try_emplace(std::move(name), source);
    if (!fresh) entry->second = kNone;
  };
  for (std::uint32_t s = 0; s < sources.size(); ++s) {
    const std::filesystem::path path(sources[s].path);
    add(m_paths, sources[s].path, s);
    add(m_baseNames, path.filename().string(), s);
    add(m_stems, path.stem().string(), s);
  }
}

std::uint32_t SourceNames::find(const Names& names, std::string_view name) {
  const auto found = names.find(std::string(name));
  return found == names.end() ? kNone : found->second;
}

std::uint32_t SourceNames::byPath(std::string_view path) const {
  return find(m_paths, path);
}

std::uint32_t SourceNames::byAnyName(std::string_view name) const {
  const std::uint32_t exact = find(m_paths, name);
  if (exact != kNone) return exact;
  if (name.starts_with("./")) name.remove_prefix(2);
  for (const Names* names : {&m_paths, &m_baseNames, &m_stems}) {
    const std::uint32_t source = find(*names, name);
    if (source != kNone) return source;
  }
  return kNone;
}

Result<LineMatcher> LineMatcher::begin(const store::Dataset& dataset) {
  MASU_TRY(auto origins, OriginReader::open(dataset));
  return LineMatcher(dataset, std::move(origins));
}

LineMatcher::LineMatcher(const store::Dataset& dataset, OriginReader origins)
    : m_dataset(&dataset), m_origins(std::move(origins)), m_assignment(dataset.samples(), kUnassigned) {}

Result<store::Origin> LineMatcher::originOf(std::uint64_t sample) {
  const std::uint64_t first = sample / kBlockSamples * kBlockSamples;
  if (first != m_blockFirst) {
    m_blockFirst = kNoSample;
    MASU_TRY(m_block, m_origins.read(first, std::min<std::uint64_t>(kBlockSamples, m_assignment.size() - first)));
    m_blockFirst = first;
  }
  return m_block[sample - first];
}

/// The sample number of a line is right when the list was written from this dataset, and saves the index.
Result<std::uint64_t> LineMatcher::find(std::uint64_t sample, const store::Origin& origin) {
  if (sample < m_assignment.size()) {
    MASU_TRY(const store::Origin stored, originOf(sample));
    if (key(stored) == key(origin)) return sample;
  }
  MASU_CHECK(buildIndex());
  const auto [first, last] =
      std::equal_range(m_index.begin(), m_index.end(), Indexed{origin, 0},
                       [](const Indexed& a, const Indexed& b) { return key(a.origin) < key(b.origin); });
  return last - first == 1 ? first->sample : kNoSample;
}

Result<void> LineMatcher::buildIndex() {
  if (!m_index.empty()) return {};
  m_index.reserve(m_assignment.size());
  for (std::uint64_t sample = 0; sample < m_assignment.size(); ++sample) {
    MASU_TRY(const store::Origin origin, originOf(sample));
    m_index.push_back({origin, sample});
  }
  std::sort(m_index.begin(), m_index.end(),
            [](const Indexed& a, const Indexed& b) { return key(a.origin) < key(b.origin); });
  return {};
}

Result<bool> LineMatcher::placeSample(store::Split split, std::uint64_t sample, const store::Origin& origin) {
  MASU_TRY(const std::uint64_t found, find(sample, origin));
  if (found == kNoSample || m_assignment[found] != kUnassigned) return false;
  m_assignment[found] = split;
  return true;
}

void LineMatcher::placeSource(store::Split split, std::uint32_t source, UnmatchedLine line) {
  if (source == SourceNames::kNone || m_sources.contains(source)) {
    addUnmatched(std::move(line));
  } else {
    m_sources.emplace(source, Claim{split, std::move(line)});
  }
}

void LineMatcher::addUnmatched(UnmatchedLine line) {
  if (m_unmatched.size() < kNamed) m_unmatched.push_back(std::move(line));
  ++m_unmatchedCount;
}

Result<void> LineMatcher::applySources() {
  std::unordered_map<std::uint32_t, bool> clashes;
  for (std::uint64_t sample = 0; sample < m_assignment.size() && !m_sources.empty(); ++sample) {
    MASU_TRY(const store::Origin origin, originOf(sample));
    const auto claim = m_sources.find(origin.source);
    if (claim == m_sources.end()) continue;
    if (m_assignment[sample] == kUnassigned) {
      m_assignment[sample] = claim->second.split;
    } else if (!std::exchange(clashes[origin.source], true)) {
      addUnmatched(claim->second.line);
    }
  }
  return {};
}

Result<store::Assignment> LineMatcher::finish() {
  MASU_CHECK(applySources());
  if (m_unmatchedCount == 0) {
    std::replace(m_assignment.begin(), m_assignment.end(), kUnassigned, store::Split::unused);
    return std::move(m_assignment);
  }
  std::string named;
  for (const UnmatchedLine& line : m_unmatched) {
    if (!named.empty()) named += "; ";
    named += line.file + ":" + std::to_string(line.line) + " \"" + line.text + "\"";
  }
  const UnmatchedLine& first = m_unmatched.front();
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "Nothing was changed. Lines that fit no sample of {1}, or one that is listed already: {0}. "
                        "The first are {2}."),
              {std::to_string(m_unmatchedCount), m_dataset->path().filename().string(), named},
              {first.file, first.line});
}

}  // namespace masu::manifest
