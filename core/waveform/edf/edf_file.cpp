// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/edf/edf_file.h"

#include <algorithm>
#include <utility>

#include "core/waveform/edf/edf_header.h"
#include "core/waveform/signal/signal_choice.h"

namespace masu::waveform {
namespace {

std::int32_t storedAt(const std::byte* sample, std::uint32_t bytes) {
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < bytes; ++i) value |= std::to_integer<std::uint32_t>(sample[i]) << (8 * i);
  const std::uint32_t unused = 32 - 8 * bytes;
  return static_cast<std::int32_t>(value << unused) >> unused;
}

/// A file that several recordings read from: one for each rate.
struct OpenEdf {
  io::File file;
  EdfHeader header;
  EdfNotes notes;
};

/// Signals of one rate, at that rate.
class EdfRecording final : public RecordingSource {
 public:
  EdfRecording(std::shared_ptr<const OpenEdf> edf, const SignalPlaces& places, std::vector<std::string> leftOut);

  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }

 private:
  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out);
  Result<const std::byte*> samplesOf(const EdfSignal& signal, std::uint64_t record, std::uint64_t first,
                                     std::uint64_t count);

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  std::shared_ptr<const OpenEdf> m_edf;
  std::vector<const EdfSignal*> m_signals;
  std::uint64_t m_recordFrames;
  RecordingInfo m_info;
  bool m_wholeRecords = false;     ///< small records of which much is wanted are read at once
  std::uint64_t m_record = kNone;  ///< the one in m_bytes
  std::vector<std::byte> m_bytes;
};

EdfRecording::EdfRecording(std::shared_ptr<const OpenEdf> edf, const SignalPlaces& places,
                           std::vector<std::string> leftOut)
    : m_edf(std::move(edf)), m_recordFrames(m_edf->header.signals[places.front()].samples) {
  constexpr std::uint64_t kSmallRecord = 1U << 20U;
  constexpr std::uint64_t kMuch = 4;  // a quarter
  const EdfHeader& header = m_edf->header;
  bool hasUnits = false;
  for (const std::size_t place : places) {
    const EdfSignal& signal = header.signals[place];
    m_signals.push_back(&signal);
    m_info.channels.push_back(signal.label);
    m_info.units.push_back(signal.unit);
    hasUnits = hasUnits || !signal.unit.empty();
  }
  if (!hasUnits) m_info.units.clear();
  m_info.native = table::DType::f64;  // physical values are quotients
  m_info.frames = header.records * m_recordFrames;
  m_info.rate = header.rateOf(m_recordFrames);
  m_info.leftOut = std::move(leftOut);
  m_info.annotations = m_edf->notes.annotations;
  if (m_edf->notes.runs.size() > 1) {
    for (const Segment& run : m_edf->notes.runs) {
      m_info.segments.push_back({run.first * m_recordFrames, run.frames * m_recordFrames});
    }
  }
  const std::uint64_t wanted = m_recordFrames * header.sampleBytes * places.size();
  m_wholeRecords = header.recordBytes <= kSmallRecord && wanted * kMuch >= header.recordBytes;
}

/// Lifetime: until the next call.
Result<const std::byte*> EdfRecording::samplesOf(const EdfSignal& signal, std::uint64_t record, std::uint64_t first,
                                                 std::uint64_t count) {
  const EdfHeader& header = m_edf->header;
  const std::uint64_t inRecord = signal.offset + first * header.sampleBytes;
  const std::uint64_t begin = header.bytes + record * header.recordBytes;
  if (!m_wholeRecords) {
    m_bytes.resize(count * header.sampleBytes);
    MASU_CHECK(m_edf->file.readAt(begin + inRecord, m_bytes));
    return m_bytes.data();
  }
  if (record != m_record) {
    m_record = kNone;
    m_bytes.resize(header.recordBytes);
    MASU_CHECK(m_edf->file.readAt(begin, m_bytes));
    m_record = record;
  }
  return m_bytes.data() + inRecord;
}

template <class T>
Result<void> EdfRecording::readAs(std::uint64_t first, std::span<T> out) {
  constexpr std::uint64_t kMostFrames = 65536;  // of one channel at a time
  const std::size_t width = m_signals.size();
  const std::uint32_t sampleBytes = m_edf->header.sampleBytes;
  if (first > m_info.frames || out.size() / width > m_info.frames - first) {
    const std::string path = m_edf->file.path().string();
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: it cannot be read at frame {1} of {2}."),
                {path, std::to_string(first), std::to_string(m_info.frames)}, {path});
  }
  while (!out.empty()) {
    const std::uint64_t inRecord = first % m_recordFrames;
    const std::uint64_t frames = std::min({out.size() / width, m_recordFrames - inRecord, kMostFrames});
    for (std::size_t channel = 0; channel < width; ++channel) {
      const EdfSignal& signal = *m_signals[channel];
      MASU_TRY(const std::byte* samples, samplesOf(signal, first / m_recordFrames, inRecord, frames));
      for (std::uint64_t i = 0; i < frames; ++i) {
        out[i * width + channel] = static_cast<T>(signal.valueOf(storedAt(samples + i * sampleBytes, sampleBytes)));
      }
    }
    out = out.subspan(frames * width);
    first += frames;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<RecordingSource>> openEdf(io::File file, const RecordingRequest& request) {
  const std::string path = file.path().string();
  MASU_TRY(EdfHeader header, readEdfHeader(file));
  MASU_TRY(EdfNotes notes, readEdfNotes(file, header));
  const auto edf = std::make_shared<const OpenEdf>(OpenEdf{std::move(file), std::move(header), std::move(notes)});
  std::vector<RatedSignal> rated;
  SignalPlaces inHeader;  // of those that are not annotations
  for (std::size_t i = 0; i < edf->header.signals.size(); ++i) {
    const EdfSignal& signal = edf->header.signals[i];
    if (signal.annotations) continue;
    rated.push_back({signal.label, signal.samples, edf->header.rateOf(signal.samples)});
    inHeader.push_back(i);
  }
  if (rated.empty()) {
    return fail(Errc::format, MASU_TEXT("core", "{0} holds annotations alone, and no signal."), {path}, {path});
  }
  const double rate = edf->header.duration > 0 ? request.rate : 0;
  MASU_TRY(const SignalChoice choice, chooseSignals(rated, request.channels, rate, path));
  return joinedSignals(rated, choice.taken, rate, path, [&](const SignalPlaces& places) {
    SignalPlaces signals;
    for (const std::size_t place : places) signals.push_back(inHeader[place]);
    return std::make_unique<EdfRecording>(edf, signals, choice.leftOut);
  });
}

}  // namespace masu::waveform
