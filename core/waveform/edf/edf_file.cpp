// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/edf/edf_file.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/table/number_text.h"
#include "core/waveform/edf/edf_header.h"
#include "core/waveform/signal/joined_recording.h"
#include "core/waveform/signal/resampled.h"

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

using Places = std::vector<std::size_t>;  ///< of signals in a header

/// Signals of one rate, at that rate.
class EdfRecording final : public RecordingSource {
 public:
  EdfRecording(std::shared_ptr<const OpenEdf> edf, const Places& places, std::vector<std::string> leftOut);

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

EdfRecording::EdfRecording(std::shared_ptr<const OpenEdf> edf, const Places& places, std::vector<std::string> leftOut)
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

std::string rateText(double rate) {
  return table::numberText(rate, table::DType::f64);
}

/// Which signals of a file become the recording, and which do not.
class SignalChoice {
 public:
  /// `rate`: to bring all to; 0: their own.
  SignalChoice(const EdfHeader& header, const std::vector<std::string>& asked, double rate, std::string path)
      : m_header(header), m_asked(asked), m_rate(rate), m_path(std::move(path)) {
    for (std::size_t i = 0; i < header.signals.size(); ++i) {
      if (!header.signals[i].annotations) m_there.push_back(i);
    }
  }

  Result<void> choose() {
    if (m_there.empty()) {
      return fail(Errc::format, MASU_TEXT("core", "{0} holds annotations alone, and no signal."), {m_path}, {m_path});
    }
    if (!m_asked.empty()) {
      MASU_CHECK(takeAsked());
    } else if (m_rate != 0) {
      takeConvertible();
    }
    if (m_taken.empty()) takeMostCommon();
    return m_rate == 0 ? checkOneRate() : Result<void>();
  }

  const Places& taken() const { return m_taken; }
  std::vector<std::string> leftOut() const;

 private:
  std::uint64_t samplesOf(std::size_t place) const { return m_header.signals[place].samples; }
  double rateOf(std::size_t place) const { return m_header.rateOf(samplesOf(place)); }
  Result<void> takeAsked();
  void takeConvertible();
  void takeMostCommon();
  Result<void> checkOneRate() const;

  const EdfHeader& m_header;
  const std::vector<std::string>& m_asked;
  double m_rate;
  std::string m_path;
  Places m_there;
  Places m_taken;
};

Result<void> SignalChoice::takeAsked() {
  for (const std::string& name : m_asked) {
    const auto found = std::ranges::find(m_there, name, [&](std::size_t i) { return m_header.signals[i].label; });
    if (found == m_there.end()) {
      std::string labels;
      for (const std::size_t i : m_there) labels += (labels.empty() ? "" : ", ") + m_header.signals[i].label;
      return fail(Errc::notFound, MASU_TEXT("core", "{0} has no channel {1}. It has {2}."), {m_path, name, labels},
                  {m_path});
    }
    m_taken.push_back(*found);
  }
  return {};
}

void SignalChoice::takeConvertible() {
  std::ranges::copy_if(m_there, std::back_inserter(m_taken),
                       [&](std::size_t i) { return rateOf(i) == m_rate || canResample(rateOf(i), m_rate); });
}

void SignalChoice::takeMostCommon() {
  std::map<std::uint64_t, std::size_t> counts;
  for (const std::size_t i : m_there) ++counts[samplesOf(i)];
  std::pair<std::size_t, std::uint64_t> best;
  for (const auto& [samples, count] : counts) best = std::max(best, {count, samples});
  std::ranges::copy_if(m_there, std::back_inserter(m_taken),
                       [&](std::size_t i) { return samplesOf(i) == best.second; });
}

Result<void> SignalChoice::checkOneRate() const {
  const auto samples = [&](std::size_t i) { return samplesOf(i); };
  const auto [least, most] = std::ranges::minmax_element(m_taken, {}, samples);
  if (samples(*least) == samples(*most)) return {};
  if (m_header.duration <= 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The channels asked of {0} differ in rate. Ask for channels of one rate."), {m_path},
                {m_path});
  }
  std::string rates;
  for (const std::size_t i : m_taken) {
    rates += (rates.empty() ? "" : ", ") + m_header.signals[i].label + " " + rateText(rateOf(i));
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The channels asked of {0} differ in rate: {1} a second. Ask for channels of one rate, or for "
                        "a rate to bring them to, such as {2}."),
              {m_path, rates, rateText(rateOf(*most))}, {m_path});
}

std::vector<std::string> SignalChoice::leftOut() const {
  std::vector<std::string> labels;
  for (const std::size_t i : m_there) {
    if (std::ranges::find(m_taken, i) == m_taken.end()) labels.push_back(m_header.signals[i].label);
  }
  return labels;
}

Result<std::unique_ptr<RecordingSource>> recordingOf(const std::shared_ptr<const OpenEdf>& edf, const Places& places,
                                                     const std::vector<std::string>& leftOut, double rate) {
  auto recording = std::make_unique<EdfRecording>(edf, places, leftOut);
  const double own = recording->info().rate;
  if (rate == 0 || own == rate) return recording;
  if (canResample(own, rate)) return resampled(std::move(recording), rate);
  const std::string path = edf->file.path().string();
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The channel {1} of {0} has {2} samples a second and cannot be brought to {3}: rates are whole "
                        "numbers up to 1000000, at most 256 times apart."),
              {path, recording->info().channels.front(), rateText(own), rateText(rate)}, {path});
}

/// One recording for all signals of a rate, which are then joined in the order asked for.
Result<std::unique_ptr<RecordingSource>> joinedOf(const std::shared_ptr<const OpenEdf>& edf, const Places& taken,
                                                  const std::vector<std::string>& leftOut, double rate) {
  std::vector<Places> groups;
  std::vector<ChannelPlace> places;
  const auto samplesOf = [&](std::size_t i) { return edf->header.signals[i].samples; };
  for (const std::size_t i : taken) {
    const auto group = std::ranges::find(groups, samplesOf(i), [&](const Places& g) { return samplesOf(g.front()); });
    const auto part = static_cast<std::size_t>(group - groups.begin());
    if (group == groups.end()) groups.emplace_back();
    places.push_back({part, groups[part].size()});
    groups[part].push_back(i);
  }
  if (groups.size() == 1) return recordingOf(edf, taken, leftOut, rate);
  std::vector<std::unique_ptr<RecordingSource>> parts;
  for (const Places& group : groups) {
    MASU_TRY(auto part, recordingOf(edf, group, leftOut, rate));
    parts.push_back(std::move(part));
  }
  return joined(std::move(parts), std::move(places));
}

}  // namespace

Result<std::unique_ptr<RecordingSource>> openEdf(io::File file, const RecordingRequest& request) {
  MASU_TRY(EdfHeader header, readEdfHeader(file));
  MASU_TRY(EdfNotes notes, readEdfNotes(file, header));
  const auto edf = std::make_shared<const OpenEdf>(OpenEdf{std::move(file), std::move(header), std::move(notes)});
  const double rate = edf->header.duration > 0 ? request.rate : 0;
  SignalChoice choice(edf->header, request.channels, rate, edf->file.path().string());
  MASU_CHECK(choice.choose());
  return joinedOf(edf, choice.taken(), choice.leftOut(), rate);
}

}  // namespace masu::waveform
