// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/read/channel_values.h"
#include "core/ingest/recordings/read/read_ranges.h"
#include "core/ingest/sources/source_opener.h"
#include "core/waveform/recording/recording_source.h"
#include "core/waveform/signal/windows.h"

namespace masu::ingest {

/// A recording's failure in two or three words, for counting.
std::string_view reasonOf(Errc code);

/// Where the plan's channels are among those of a recording, in the plan's order; those that it lacks are left out.
std::vector<std::size_t> channelPlaces(const ImportPlan& plan, const waveform::RecordingInfo& info);

/// What a sample of a recording is worth in the plan: itself, or what it is on the plan's scale where that is another.
double plannedValue(const ImportPlan& plan, const waveform::RecordingInfo& info, double sample);

/// Reads windows as a dataset stores them: the plan's channels one after the other, in its type, padded with silence to
/// the length that `out` has room for.
/// Windows of one recording that overlap are read from the file once, if they come in order.
/// Threads: one at a time each. Lifetime: borrows the plan and what was read before.
class WindowReader {
 public:
  /// `memory`: as of SourceOpener.
  WindowReader(const ImportPlan& plan, const ReadBefore& before, std::uint64_t memory)
      : m_plan(plan), m_before(before), m_states(plan), m_opener(memory) {}

  /// `window.recording` counts plan.recordings().files. `tallies` has one entry a channel.
  /// Requires: out.size() is a multiple of channels × size of plan.dtype, with room for window.present frames.
  /// Errors: the file cannot be read, is damaged, or changed since the plan was made.
  Result<void> read(const waveform::Window& window, std::span<std::byte> out, std::span<ChannelTally> tallies);

 private:
  /// The frames [start, start + count) of the open recording, interleaved.
  template <class T>
  struct Frames {
    std::vector<T> values;
    std::uint64_t start = 0;
    std::uint64_t count = 0;
  };

  bool takeRead(const waveform::Window& window, std::span<std::byte> out, std::span<ChannelTally> tallies);
  Result<void> open(std::uint64_t recording);
  template <class T>
  Result<void> fetch(Frames<T>& frames, const waveform::Window& window);
  ChannelShape shapeOf(std::uint64_t present, std::size_t rowBytes) const;
  /// False where the values are to be converted: nothing was stored.
  bool storeAsIs(const waveform::Window& window, std::span<std::byte> out, std::span<ChannelTally> tallies) const;
  template <class T>
  void store(const Frames<T>& frames, std::span<std::byte> out, std::span<ChannelTally> tallies) const;

  const ImportPlan& m_plan;
  ReadBefore m_before;
  RecordingStates m_states;
  SourceOpener m_opener;
  std::unique_ptr<waveform::RecordingSource> m_source;
  std::uint64_t m_recording = 0;
  std::vector<std::size_t> m_channels;  ///< where the plan's channels are among the recording's
  bool m_exact = false;
  Frames<float> m_floats;
  Frames<double> m_doubles;
};

}  // namespace masu::ingest
