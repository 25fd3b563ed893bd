// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_file.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/ascii.h"
#include "core/waveform/recording/field_text.h"
#include "core/waveform/signal/signal_choice.h"
#include "core/waveform/wfdb/wfdb_annotations.h"
#include "core/waveform/wfdb/wfdb_header.h"
#include "core/waveform/wfdb/wfdb_samples.h"

namespace masu::waveform {
namespace {

/// A record that several recordings read from: one for each rate.
struct OpenWfdb {
  std::string path;
  WfdbHeader header;  ///< with the number of frames, which is not 0
  std::vector<WfdbSamples> files;
  std::vector<Annotation> annotations;
};

/// Signals of one rate, at that rate.
class WfdbRecording final : public RecordingSource {
 public:
  WfdbRecording(std::shared_ptr<const OpenWfdb> record, const SignalPlaces& places, std::vector<std::string> leftOut);

  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }

 private:
  /// Signals that are read together: of one file, and equally late in it.
  struct Pass {
    std::size_t file = 0;
    std::uint64_t skew = 0;
    std::shared_ptr<WfdbReader> reader;  ///< one for all passes of a file, each of which would hold a block of it
    std::vector<std::size_t> channels;
  };
  /// Frames of the recording: so many from the one numbered `inFrame` of a frame of the file.
  struct Block {
    std::uint64_t stored = 0;  ///< the first frame of the file
    std::uint64_t storedCount = 0;
    std::uint64_t inFrame = 0;
    std::uint64_t count = 0;
  };

  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out);
  template <class T>
  Result<void> readPass(Pass& pass, const Block& block, std::span<T> out);

  std::shared_ptr<const OpenWfdb> m_record;
  std::vector<const WfdbSignal*> m_signals;
  std::uint64_t m_frameSamples;  ///< of each of the signals
  std::vector<Pass> m_passes;
  std::uint64_t m_mostStored = std::numeric_limits<std::uint32_t>::max();  ///< frames of the files at a time
  RecordingInfo m_info;
};

WfdbRecording::WfdbRecording(std::shared_ptr<const OpenWfdb> record, const SignalPlaces& places,
                             std::vector<std::string> leftOut)
    : m_record(std::move(record)), m_frameSamples(m_record->header.signals[places.front()].samples) {
  const WfdbHeader& header = m_record->header;
  bool hasUnits = false;
  for (const std::size_t place : places) {
    const WfdbSignal& signal = header.signals[place];
    const auto belongs = [&](const Pass& pass) { return pass.file == signal.file && pass.skew == signal.skew; };
    auto pass = std::ranges::find_if(m_passes, belongs);
    if (pass == m_passes.end()) {
      const auto sibling = std::ranges::find(m_passes, signal.file, &Pass::file);
      auto reader = sibling != m_passes.end() ? sibling->reader
                                              : std::make_shared<WfdbReader>(m_record->files[signal.file]);
      m_mostStored = std::min(m_mostStored, reader->blockFrames());
      m_passes.push_back({signal.file, signal.skew, std::move(reader), {}});
      pass = std::prev(m_passes.end());
    }
    pass->channels.push_back(m_signals.size());
    m_signals.push_back(&signal);
    m_info.channels.push_back(signal.label);
    m_info.units.push_back(signal.unit);
    hasUnits = hasUnits || !signal.unit.empty();
  }
  if (!hasUnits) m_info.units.clear();
  m_info.native = table::DType::f64;  // physical values are quotients
  m_info.frames = header.frames * m_frameSamples;
  m_info.rate = header.rate * static_cast<double>(m_frameSamples);
  m_info.leftOut = std::move(leftOut);
  m_info.annotations = m_record->annotations;
}

template <class T>
Result<void> WfdbRecording::readPass(Pass& pass, const Block& block, std::span<T> out) {
  const std::size_t width = m_signals.size();
  const WfdbFile& layout = m_record->header.files[pass.file];
  const std::optional<std::int64_t> missing = wfdbMissing(layout.format);
  const std::uint64_t rest = m_record->header.frames - block.stored;  // no less than storedCount
  const std::uint64_t there = std::min(block.storedCount, rest - std::min(rest, pass.skew));
  std::span<const std::int64_t> values;
  if (there > 0) {
    MASU_TRY(values, pass.reader->read(block.stored + pass.skew, there));
  }
  for (const std::size_t channel : pass.channels) {
    const WfdbSignal& signal = *m_signals[channel];
    std::uint64_t frame = 0;
    std::uint64_t inFrame = block.inFrame;
    for (std::uint64_t i = 0; i < block.count; ++i) {
      double value = std::numeric_limits<double>::quiet_NaN();
      if (frame < there) {
        const std::int64_t stored = values[frame * layout.samples + signal.offset + inFrame];
        if (stored != missing) value = signal.valueOf(stored);
      }
      out[i * width + channel] = static_cast<T>(value);
      if (++inFrame < m_frameSamples) continue;
      inFrame = 0;
      ++frame;
    }
  }
  return {};
}

template <class T>
Result<void> WfdbRecording::readAs(std::uint64_t first, std::span<T> out) {
  const std::size_t width = m_signals.size();
  if (first > m_info.frames || out.size() / width > m_info.frames - first) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: it cannot be read at frame {1} of {2}."),
                {m_record->path, std::to_string(first), std::to_string(m_info.frames)}, {m_record->path});
  }
  while (!out.empty()) {
    Block block{.stored = first / m_frameSamples, .inFrame = first % m_frameSamples};
    const std::uint64_t wanted = out.size() / width;
    block.storedCount = std::min(m_mostStored, (block.inFrame + wanted - 1) / m_frameSamples + 1);
    block.count = std::min(wanted, block.storedCount * m_frameSamples - block.inFrame);
    for (Pass& pass : m_passes) MASU_CHECK(readPass(pass, block, out));
    out = out.subspan(block.count * width);
    first += block.count;
  }
  return {};
}

/// Opens all files, and finds out how many frames there are.
Result<void> openFiles(OpenWfdb& record, const OpenNamed& open) {
  WfdbHeader& header = record.header;
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  for (const WfdbFile& layout : header.files) {
    MASU_TRY(io::File file, openNamedFile(open, layout.name, record.path));
    MASU_TRY(WfdbSamples samples, openWfdbSamples(std::move(file), layout));
    if (samples.frames < header.frames) {
      return fail(
          Errc::damaged,
          MASU_TEXT("core", "{0} is cut short: {1} has {2} bytes, which hold {3} of the {4} frames that are stated."),
          {record.path, utf8From(layout.name), std::to_string(samples.bytes), std::to_string(samples.frames),
           std::to_string(header.frames)},
          {record.path});
    }
    shortest = std::min(shortest, samples.frames);
    record.files.push_back(std::move(samples));
  }
  if (header.frames == 0) header.frames = shortest;
  if (header.frames == 0) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {record.path}, {record.path});
  }
  for (std::size_t i = 0; i < header.files.size(); ++i) {
    std::vector<std::int64_t> initials;
    std::vector<std::uint64_t> widths;
    for (const WfdbSignal& signal : header.signals) {
      if (signal.file != i) continue;
      initials.push_back(signal.initial);
      widths.push_back(signal.samples);
    }
    MASU_CHECK(sumDifferences(record.files[i], header.frames, initials, widths));
  }
  return {};
}

/// Adds up the stored integers of all frames, whatever a signal's skew.
Result<void> verify(const OpenWfdb& record) {
  const WfdbHeader& header = record.header;
  std::vector<std::uint16_t> sums(header.signals.size(), 0);
  for (std::size_t i = 0; i < header.files.size(); ++i) {
    WfdbReader reader(record.files[i]);
    const std::uint64_t width = header.files[i].samples;
    for (std::uint64_t first = 0; first < header.frames; first += reader.blockFrames()) {
      const std::uint64_t frames = std::min(reader.blockFrames(), header.frames - first);
      MASU_TRY(const std::span<const std::int64_t> values, reader.read(first, frames));
      for (std::size_t s = 0; s < header.signals.size(); ++s) {
        const WfdbSignal& signal = header.signals[s];
        if (signal.file != i || !signal.checksum) continue;
        for (std::uint64_t frame = 0; frame < frames; ++frame) {
          for (const std::int64_t value : values.subspan(frame * width + signal.offset, signal.samples))
            sums[s] = static_cast<std::uint16_t>(sums[s] + static_cast<std::uint16_t>(value));
        }
      }
    }
  }
  for (std::size_t s = 0; s < header.signals.size(); ++s) {
    const WfdbSignal& signal = header.signals[s];
    if (!signal.checksum || *signal.checksum == sums[s]) continue;
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "{0} is damaged: the checksum of its channel {1} is {2}, where its header states {3}. Fetch "
                          "{4} again."),
                {record.path, signal.label, std::to_string(static_cast<std::int16_t>(sums[s])),
                 std::to_string(static_cast<std::int16_t>(*signal.checksum)), utf8From(header.files[signal.file].name)},
                {record.path});
  }
  return {};
}

/// The reference annotations of the record, where their file is beside the header.
Result<void> readAnnotations(OpenWfdb& record, const OpenNamed& open) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
  std::string name = record.path.substr(record.path.rfind('/') + 1);
  name.resize(std::min(name.size(), lowerCase(name).rfind(".hea")));
  auto file = open(name + ".atr");
  if (!file && file.error().code == Errc::notFound) return {};
  if (!file) return fail(std::move(file.error()));
  MASU_TRY(const std::string bytes, io::readText(*file, kMostBytes));
  MASU_TRY(record.annotations, readWfdbAnnotations(bytes, file->path().string(), record.header.rate));
  return {};
}

}  // namespace

Result<std::unique_ptr<RecordingSource>> openWfdb(const io::File& header, const RecordingRequest& request,
                                                  const OpenNamed& open) {
  constexpr std::uint64_t kMostText = std::uint64_t{16} << 20;
  OpenWfdb opened{.path = header.path().string(), .header = {}, .files = {}, .annotations = {}};
  MASU_TRY(const std::string text, io::readText(header, kMostText));
  MASU_TRY(opened.header, readWfdbHeader(text, opened.path));
  const bool isCounted = opened.header.frames > 0;  // else checksums are of nobody knows how many samples
  MASU_CHECK(openFiles(opened, open));
  if (request.verify && isCounted) MASU_CHECK(verify(opened));
  MASU_CHECK(readAnnotations(opened, open));
  const auto record = std::make_shared<const OpenWfdb>(std::move(opened));
  std::vector<RatedSignal> rated;
  for (const WfdbSignal& signal : record->header.signals) {
    rated.push_back({signal.label, signal.samples, record->header.rate * static_cast<double>(signal.samples)});
  }
  MASU_TRY(const SignalChoice choice, chooseSignals(rated, request.channels, request.rate, record->path));
  return joinedSignals(rated, choice.taken, request.rate, record->path, [&](const SignalPlaces& places) {
    return std::make_unique<WfdbRecording>(record, places, choice.leftOut);
  });
}

}  // namespace masu::waveform
