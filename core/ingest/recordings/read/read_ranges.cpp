// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/read_ranges.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/base/hash.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/io/file_stamp.h"

namespace masu::ingest {
namespace {

static_assert(std::is_trivially_copyable_v<ChannelTally>);

/// Without device and inode, which machines number as they like.
std::optional<std::uint64_t> stateOf(const std::filesystem::path& file) {
  const auto stamp = io::stampOf(file);
  if (!stamp) return std::nullopt;
  const std::array<std::uint64_t, 2> shown{stamp->bytes, static_cast<std::uint64_t>(stamp->changed)};
  return hash64(std::as_bytes(std::span(shown)));
}

/// Of a recording in several files. Nothing where one of them is not there.
std::optional<std::uint64_t> bothOf(std::optional<std::uint64_t> one, std::optional<std::uint64_t> other) {
  if (!one || !other) return std::nullopt;
  const std::array<std::uint64_t, 2> both{*one, *other};
  return hash64(std::as_bytes(std::span(both)));
}

/// What has to be the same for the same values to come out.
std::uint64_t hashOf(const ReadKey& key, std::uint64_t bytes) {
  const std::array<std::uint64_t, 3> all{key.state, static_cast<std::uint64_t>(key.type), bytes};
  return hash64(std::as_bytes(std::span(all)));
}

io::SourcePlace placeOf(const waveform::Window& window) {
  return {static_cast<std::uint32_t>(window.recording), window.start};
}

/// Whether a read was given what the range's file has of it.
bool restoreFound(const io::RangeFiles::Found& found, const ReadKey& key, const RecordingValues& to) {
  if (!found.entry || found.entry->length != key.window.present) return false;
  if (found.entry->fromHash != hashOf(key, to.values.size())) return false;
  const auto state = found.reader->read(*found.entry);
  if (!state || state->size() != to.values.size() + to.tallies.size_bytes()) return false;
  std::vector<ChannelTally> tallies(to.tallies.size());
  std::memcpy(static_cast<void*>(tallies.data()), state->data() + to.values.size(), to.tallies.size_bytes());
  std::ranges::copy(std::span(*state).first(to.values.size()), to.values.begin());
  for (std::size_t c = 0; c < tallies.size(); ++c) to.tallies[c].merge(tallies[c]);
  return true;
}

}  // namespace

std::optional<std::uint64_t> RecordingStates::of(std::uint64_t recording) {
  if (m_last == recording) return m_state;
  m_last = recording;
  const std::filesystem::path path = m_plan.root / m_plan.recordings().files[recording].path;
  m_state = stateOf(path);
  for (const std::filesystem::path& file : m_plan.recordings().files[recording].named)
    m_state = bothOf(m_state, stateOf(file));
  const auto member = m_state ? std::nullopt : memberPath(path);
  if (!member) return m_state;
  const auto [known, fresh] = m_archives.try_emplace(member->archive);
  if (fresh) known->second = stateOf(member->archive);
  m_state = known->second;
  return m_state;
}

Result<void> appendRead(io::RangeWriter& writer, const ReadKey& key, const RecordingValues& read) {
  const auto tallies = std::as_bytes(read.tallies);
  std::vector<std::byte> state(read.values.size() + tallies.size());
  std::ranges::copy(tallies, std::ranges::copy(read.values, state.begin()).out);
  const io::SourcePlace place = placeOf(key.window);
  return writer.append({.source = place.source,
                        .offset = place.offset,
                        .length = key.window.present,
                        .fromHash = hashOf(key, read.values.size())},
                       state);
}

ReadRanges::ReadRanges(std::vector<io::SourcePlace> firsts, io::RangeSource files)
    : m_files(std::move(firsts), std::move(files)) {}

bool ReadRanges::take(const ReadKey& key, const std::stop_token& stop, const RecordingValues& to) {
  const io::RangeFiles::Found found = m_files.find(placeOf(key.window), stop);
  if (restoreFound(found, key, to)) return true;
  if (found.isMade) m_left += to.values.size();
  return false;
}

}  // namespace masu::ingest
