// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/edf/edf_header.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/table/number_text.h"
#include "core/waveform/recording/channel_names.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::size_t kFixedBytes = 256;   // before what is said of signals
constexpr std::size_t kSignalBytes = 256;  // for each of them
constexpr std::string_view kBdfVersion =
    "\xFF"
    "BIOSEMI";

std::optional<std::uint64_t> countFrom(std::string_view text, std::uint64_t most) {
  const auto value = decimalFrom(text);
  if (!value || *value < 0 || *value > static_cast<double>(most) || *value != std::floor(*value)) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

/// The fields of a header by their places. What is said of signals is field by field, not signal by signal.
class HeaderText {
 public:
  explicit HeaderText(std::string bytes) : m_bytes(std::move(bytes)) {}

  bool isBdf() const { return m_bytes.starts_with(kBdfVersion); }
  std::string_view reserved() const { return field(192, 44); }
  std::string_view headerBytes() const { return field(184, 8); }
  std::string_view records() const { return field(236, 8); }
  std::string_view duration() const { return field(244, 8); }
  std::string_view signalCount() const { return field(252, 4); }

  std::string_view label(std::size_t signal) const { return ofSignal(signal, 0, 16); }
  std::string_view unit(std::size_t signal) const { return ofSignal(signal, 96, 8); }
  std::string_view physicalMin(std::size_t signal) const { return ofSignal(signal, 104, 8); }
  std::string_view physicalMax(std::size_t signal) const { return ofSignal(signal, 112, 8); }
  std::string_view digitalMin(std::size_t signal) const { return ofSignal(signal, 120, 8); }
  std::string_view digitalMax(std::size_t signal) const { return ofSignal(signal, 128, 8); }
  std::string_view samples(std::size_t signal) const { return ofSignal(signal, 216, 8); }

 private:
  std::string_view field(std::size_t at, std::size_t width) const {
    return trimmedField(std::string_view(m_bytes).substr(at, width));
  }
  /// `before`: the bytes a signal has in the fields ahead of this one.
  std::string_view ofSignal(std::size_t signal, std::size_t before, std::size_t width) const {
    const std::size_t signals = m_bytes.size() / kSignalBytes - 1;
    return field(kFixedBytes + signals * before + signal * width, width);
  }

  std::string m_bytes;
};

class HeaderReader {
 public:
  HeaderReader(const io::File& file, std::uint64_t size) : m_file(file), m_size(size), m_path(file.path().string()) {}

  Result<EdfHeader> read();

 private:
  tl::unexpected<Error> damaged(const char* text, std::vector<Argument> arguments) const {
    arguments.insert(arguments.begin(), m_path);
    return fail(Errc::damaged, text, std::move(arguments), {m_path});
  }
  Result<void> readSignal(const HeaderText& text, std::size_t place);
  Result<void> readRange(const HeaderText& text, std::size_t place, EdfSignal& signal) const;
  void nameSignals();
  Result<void> settleSize(const HeaderText& text);

  const io::File& m_file;
  std::uint64_t m_size;
  std::string m_path;
  EdfHeader m_header;
};

Result<EdfHeader> HeaderReader::read() {
  constexpr std::uint64_t kMostSignals = 9999;
  const std::size_t headBytes = std::min<std::uint64_t>(m_size, kFixedBytes);
  std::string head(headBytes, '\0');
  MASU_CHECK(m_file.readAt(0, std::as_writable_bytes(std::span(head))));
  if (!isEdf(std::as_bytes(std::span(head)))) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is not an EDF or BDF file."), {m_path}, {m_path});
  }
  if (headBytes < kFixedBytes) return damaged(MASU_TEXT("core", "{0} is cut short: its header is not whole."), {});
  const HeaderText front(std::move(head));
  const auto count = countFrom(front.signalCount(), kMostSignals);
  if (!count || *count == 0) {
    return damaged(MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the number of its signals."),
                   {utf8From(front.signalCount())});
  }
  m_header.bytes = kFixedBytes + *count * kSignalBytes;
  if (m_size < m_header.bytes) return damaged(MASU_TEXT("core", "{0} is cut short: its header is not whole."), {});
  std::string whole(m_header.bytes, '\0');
  MASU_CHECK(m_file.readAt(0, std::as_writable_bytes(std::span(whole))));
  const HeaderText text(std::move(whole));
  m_header.sampleBytes = text.isBdf() ? 3 : 2;
  const std::string_view kind = text.reserved();
  m_header.plus = kind.starts_with("EDF+") || kind.starts_with("BDF+");
  m_header.gapped = m_header.plus && kind.substr(4).starts_with('D');
  const auto duration = decimalFrom(text.duration());
  if (!duration && !text.duration().empty()) {
    return damaged(MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the duration of a record."),
                   {utf8From(text.duration())});
  }
  m_header.duration = std::max(0., duration.value_or(0));
  for (std::size_t place = 0; place < *count; ++place) MASU_CHECK(readSignal(text, place));
  nameSignals();
  MASU_CHECK(settleSize(text));
  return std::move(m_header);
}

Result<void> HeaderReader::readSignal(const HeaderText& text, std::size_t place) {
  constexpr std::uint64_t kMostSamples = 99'999'999;  // that eight digits spell
  EdfSignal signal;
  signal.label = utf8From(text.label(place));
  signal.annotations = signal.label == "EDF Annotations" || signal.label == "BDF Annotations";
  const auto samples = countFrom(text.samples(place), kMostSamples);
  if (!samples || *samples == 0) {
    return damaged(
        MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the number of samples a record of signal {2}."),
        {utf8From(text.samples(place)), std::to_string(place + 1)});
  }
  signal.samples = *samples;
  signal.offset = m_header.recordBytes;
  m_header.recordBytes += *samples * m_header.sampleBytes;
  if (!signal.annotations) {
    signal.unit = utf8From(text.unit(place));
    MASU_CHECK(readRange(text, place, signal));
  }
  m_header.signals.push_back(std::move(signal));
  return {};
}

Result<void> HeaderReader::readRange(const HeaderText& text, std::size_t place, EdfSignal& signal) const {
  const std::string_view texts[] = {text.physicalMin(place), text.physicalMax(place), text.digitalMin(place),
                                    text.digitalMax(place)};
  double limits[4] = {};
  bool known = true;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto value = decimalFrom(texts[i]);
    if (!value && !texts[i].empty()) {
      return damaged(MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as a limit of signal {2}."),
                     {utf8From(texts[i]), std::to_string(place + 1)});
    }
    known = known && value;
    limits[i] = value.value_or(0);
  }
  if (!known || limits[0] == limits[1] || limits[2] == limits[3]) {
    signal.unit.clear();
    return {};
  }
  signal.physicalMin = limits[0];
  signal.digitalMin = limits[2];
  signal.gain = (limits[1] - limits[0]) / (limits[3] - limits[2]);
  const std::int32_t highest = m_header.sampleBytes == 3 ? 0x7FFFFF : 0x7FFF;
  const double largest = std::max(std::fabs(signal.valueOf(highest)), std::fabs(signal.valueOf(-highest - 1)));
  if (largest <= static_cast<double>(std::numeric_limits<float>::max())) return {};
  return damaged(MASU_TEXT("core", "{0} is damaged: by the limits in its header signal {1} reaches {2}."),
                 {std::to_string(place + 1), table::numberText(largest, table::DType::f64)});
}

void HeaderReader::nameSignals() {
  ChannelNames names;
  for (std::size_t place = 0; place < m_header.signals.size(); ++place) {
    EdfSignal& signal = m_header.signals[place];
    if (!signal.annotations) signal.label = names.unique(std::move(signal.label), place);
  }
}

/// A header of another length than its signals need is believed only if the file's size fits no other way.
Result<void> HeaderReader::settleSize(const HeaderText& text) {
  constexpr std::uint64_t kMostRecords = 99'999'999;
  const auto declaredBytes = countFrom(text.headerBytes(), m_size);
  const auto declared = countFrom(text.records(), kMostRecords);
  if (!declared && text.records() != "-1") {
    return damaged(MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the number of its records."),
                   {utf8From(text.records())});
  }
  const auto fits = [&](std::uint64_t headerBytes) {
    const std::uint64_t rest = m_size - headerBytes;
    return declared && rest % m_header.recordBytes == 0 && rest / m_header.recordBytes == *declared;
  };
  if (declaredBytes != m_header.bytes && !fits(m_header.bytes)) {
    if (!declaredBytes || *declaredBytes < m_header.bytes || !fits(*declaredBytes)) {
      return damaged(
          MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as its own length, where {2} signals need {3}."),
          {utf8From(text.headerBytes()), std::to_string(m_header.signals.size()), std::to_string(m_header.bytes)});
    }
    m_header.bytes = *declaredBytes;
  }
  const std::uint64_t present = (m_size - m_header.bytes) / m_header.recordBytes;
  m_header.records = declared.value_or(present);
  const std::vector<Argument> counts{std::to_string(present), std::to_string(m_header.records)};
  if (present < m_header.records) {
    return damaged(MASU_TEXT("core", "{0} is cut short: it holds {1} of the {2} whole records its header promises."),
                   counts);
  }
  if (present > m_header.records) {
    return damaged(MASU_TEXT("core", "{0} is damaged: it has {1} records, but its header states {2}."), counts);
  }
  if (present == 0) return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {m_path}, {m_path});
  return {};
}

}  // namespace

double EdfHeader::rateOf(std::uint64_t samples) const {
  constexpr double kRounding = 1e-12;
  if (duration <= 0) return 0;
  const double rate = static_cast<double>(samples) / duration;
  const double whole = std::round(rate);
  // 0.3 is not a binary number: 9 samples in it are to be 30 a second.
  return std::fabs(rate - whole) <= kRounding * rate ? whole : rate;
}

bool isEdf(std::span<const std::byte> head) {
  constexpr std::size_t kVersionBytes = 8;
  constexpr std::size_t kHeaderBytesAt = 184;
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.size() < kVersionBytes) return false;
  if (text.starts_with(kBdfVersion)) return true;
  if (text.front() != '0' ||
      text.substr(1, kVersionBytes - 1).find_first_not_of(std::string_view(" \0", 2)) != std::string_view::npos) {
    return false;
  }
  // A text may begin like that, too.
  return text.size() < kHeaderBytesAt + 8 || decimalFrom(trimmedField(text.substr(kHeaderBytesAt, 8))).has_value();
}

Result<EdfHeader> readEdfHeader(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  return HeaderReader(file, size).read();
}

}  // namespace masu::waveform
