// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/read_hash.h"

#include <algorithm>

#include "core/ingest/journal/resume_check.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/table/parse/source_fields.h"

namespace masu::ingest {

void ReadHash::add(const BlockFeed::Item& item) {
  const csv::Block& block = item.block;
  if (m_ranges.empty() || m_ranges.back().source != item.source) {
    if (!m_ranges.empty()) m_ranges.back().hash = m_hasher.digest();
    m_hasher.reset();
    m_ranges.push_back({item.source, block.offset, block.offset, 0});
  }
  m_hasher.update(std::as_bytes(std::span(block.bytes)));
  m_ranges.back().end = block.offset + block.bytes.size();
}

std::vector<ReadHash::Range> ReadHash::ranges() const {
  std::vector<Range> ranges = m_ranges;
  if (!ranges.empty()) ranges.back().hash = m_hasher.digest();
  return ranges;
}

std::uint64_t ReadHash::digest() const {
  ByteWriter all;
  for (const Range& range : ranges()) {
    all.put(range.source);
    all.put(range.hash);
  }
  return hash64(all.bytes());
}

void ReadHash::save(ByteWriter& out) const {
  out.put(ranges());
}

void ReadHash::restore(ByteReader& in) {
  in.get(m_ranges);
}

Result<void> ReadHash::compareRange(const ImportPlan& plan, const Range& range, const JobContext& job) {
  constexpr std::uint64_t kStep = std::uint64_t{1} << 20U;
  const std::filesystem::path path = plan.root / plan.sources[range.source].path;
  MASU_TRY(const TableSource source, openTable(path, dialectOf(plan, range.source)));
  const std::string_view text = source.text();
  m_hasher.reset();
  for (std::uint64_t at = range.begin; at < std::min<std::uint64_t>(range.end, text.size()); at += kStep) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min({kStep, range.end - at, text.size() - at});
    m_hasher.update(std::as_bytes(std::span(text.substr(at, count))));
    source.file.release(at, count);
    job.progress.add(count);
  }
  if (range.end <= text.size() && m_hasher.digest() == range.hash) return {};
  return fail(editedSource(path.string()));
}

Result<void> ReadHash::compare(const ImportPlan& plan, const BlockFeed::Position& place, const JobContext& job) {
  const bool sound = !m_ranges.empty() && m_ranges.back().source == place.source &&
                     m_ranges.back().end == place.offset && place.source < plan.sources.size();
  if (!sound) return fail(damagedJournal());
  std::uint64_t bytes = 0;
  for (const Range& range : m_ranges) bytes += range.end - std::min(range.begin, range.end);
  job.progress.begin(MASU_TEXT("core", "Comparing what was read before"), bytes, Progress::Unit::bytes);
  for (const Range& range : m_ranges) {
    if (range.source >= plan.sources.size() || range.begin > range.end) return fail(damagedJournal());
    MASU_CHECK(compareRange(plan, range, job));
  }
  return {};
}

}  // namespace masu::ingest
