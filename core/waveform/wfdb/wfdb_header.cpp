// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_header.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_set>

#include "core/base/ascii.h"
#include "core/base/whole_number.h"
#include "core/table/number_text.h"
#include "core/waveform/recording/channel_names.h"
#include "core/waveform/recording/field_text.h"
#include "core/waveform/recording/named_file.h"
#include "core/waveform/recording/recording_request.h"

namespace masu::waveform {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::uint64_t kMostFrameSamples = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostSkew = std::uint64_t{1} << 32;

/// Takes the lines that hold something, comments apart, one after the other.
std::optional<std::string_view> nextLine(std::string_view& text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = withoutBlanks(line);
    if (!line.empty() && !line.starts_with('#')) return line;
  }
  return std::nullopt;
}

/// Takes the field that a line begins with; empty at its end.
std::string_view nextField(std::string_view& line) {
  const std::string_view field = line.substr(0, line.find_first_of(kBlanks));
  line = withoutBlanks(line.substr(field.size()));
  return field;
}

std::optional<std::int64_t> integerFrom(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The number of the format and what is bound to it: 212x2:3+24.
struct FormatField {
  std::uint64_t format = 0;
  std::uint64_t samples = 1;
  std::uint64_t skew = 0;
  std::uint64_t offset = 0;
};

std::optional<FormatField> formatFrom(std::string_view text) {
  constexpr std::string_view kModifiers = "x:+";
  FormatField field;
  std::uint64_t* target = &field.format;
  while (true) {
    const std::size_t end = std::min(text.find_first_of(kModifiers), text.size());
    const auto number = wholeNumber(text.substr(0, end));
    if (!number) return std::nullopt;
    *target = *number;
    if (end == text.size()) return field;
    target = text[end] == 'x' ? &field.samples : text[end] == ':' ? &field.skew : &field.offset;
    text.remove_prefix(end + 1);
  }
}

/// The gain and what is bound to it: 200(1024)/mV.
struct GainField {
  std::string_view gain;
  std::string_view baseline;  ///< empty where there is none
  std::string_view unit;
};

std::optional<GainField> gainFrom(std::string_view text) {
  GainField field;
  field.gain = text.substr(0, text.find_first_of("(/"));
  text.remove_prefix(field.gain.size());
  if (text.starts_with('(')) {
    const std::size_t end = text.find(')');
    if (end == std::string_view::npos) return std::nullopt;
    field.baseline = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  }
  if (!text.empty() && !text.starts_with('/')) return std::nullopt;
  if (!text.empty()) field.unit = text.substr(1);
  return field;
}

class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& path) : m_text(text), m_path(path) {}

  Result<WfdbHeader> read();

 private:
  tl::unexpected<Error> failed(Errc code, const char* text, std::vector<Argument> arguments = {}) const {
    arguments.insert(arguments.begin(), m_path);
    return fail(code, text, std::move(arguments), {m_path});
  }
  tl::unexpected<Error> noNumber(std::string_view text, std::size_t place) const {
    return failed(Errc::damaged,
                  MASU_TEXT("core",
                            "{0} is damaged: its header gives \"{1}\" in the line of signal {2}, where a number is "
                            "expected."),
                  {utf8From(text), std::to_string(place + 1)});
  }
  Result<std::uint64_t> readRecord(std::string_view line);
  Result<void> readSignal(std::string_view line, std::size_t place);
  Result<void> readUnits(std::string_view rest, std::size_t place, WfdbSignal& signal);
  Result<void> placeInFile(const std::string& name, const FormatField& format, WfdbSignal& signal, std::size_t place);

  std::string_view m_text;
  const std::string& m_path;
  WfdbHeader m_header;
  std::uint64_t m_frameSamples = 0;  ///< of all files
  std::unordered_set<std::string> m_named;  ///< names of files: thousands may be
  ChannelNames m_names;
};

Result<WfdbHeader> HeaderReader::read() {
  const auto record = nextLine(m_text);
  if (!record) return failed(Errc::format, MASU_TEXT("core", "{0} is not the header of a WFDB record."));
  MASU_TRY(const std::uint64_t count, readRecord(*record));
  for (std::size_t place = 0; place < count; ++place) {
    const auto line = nextLine(m_text);
    if (!line) {
      return failed(Errc::damaged,
                    MASU_TEXT("core", "{0} is cut short: it describes {1} of the {2} signals that it states."),
                    {std::to_string(place), std::to_string(count)});
    }
    MASU_CHECK(readSignal(*line, place));
  }
  return std::move(m_header);
}

/// NAME SIGNALS [RATE[/COUNTER[(BASE)]] [SAMPLES [TIME [DATE]]]]
Result<std::uint64_t> HeaderReader::readRecord(std::string_view line) {
  if (nextField(line).find('/') != std::string_view::npos) {
    return failed(Errc::unsupported,
                  MASU_TEXT("core",
                            "{0} describes a record of several segments, which is not read as one. Import the records "
                            "that its lines name: each has a header of its own."));
  }
  const std::string_view countText = nextField(line);
  const auto count = wholeNumber(countText);
  if (!count || *count > kMostChannels) {
    return failed(Errc::damaged,
                  MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the number of its signals."),
                  {utf8From(countText)});
  }
  if (*count == 0) return failed(Errc::noSamples, MASU_TEXT("core", "{0} describes a record without signals."));
  if (std::string_view rateText = nextField(line); !rateText.empty()) {
    rateText = rateText.substr(0, rateText.find('/'));
    const auto rate = decimalFrom(rateText);
    if (!rate || *rate <= 0) {
      return failed(Errc::damaged,
                    MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as its sampling frequency."),
                    {utf8From(rateText)});
    }
    m_header.rate = *rate;
  }
  if (const std::string_view framesText = nextField(line); !framesText.empty()) {
    const auto frames = wholeNumber(framesText);
    if (!frames) {
      return failed(Errc::damaged,
                    MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the number of samples a signal."),
                    {utf8From(framesText)});
    }
    m_header.frames = *frames;
  }
  return *count;
}

/// FILE FORMAT[xSAMPLES][:SKEW][+OFFSET] [GAIN[(BASELINE)][/UNIT] [… [DESCRIPTION]]]
Result<void> HeaderReader::readSignal(std::string_view line, std::size_t place) {
  const std::string name(nextField(line));
  const std::string_view formatText = nextField(line);
  const auto format = formatFrom(formatText);
  if (!format || format->samples == 0 || format->samples > kMostFrameSamples || format->skew > kMostSkew) {
    return failed(Errc::damaged,
                  MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as the format of signal {2}."),
                  {utf8From(formatText), std::to_string(place + 1)});
  }
  if (std::ranges::find(kWfdbFormats, format->format) == std::end(kWfdbFormats)) {
    return failed(Errc::unsupported,
                  MASU_TEXT("core",
                            "Signal {2} of {0} is stored in the format {1}, which is not read: formats 8, 16, 24, 32, "
                            "61, 80, 160, 212, 310 and 311 are. Convert the record by xform of the WFDB software."),
                  {std::to_string(format->format), std::to_string(place + 1)});
  }
  WfdbSignal signal;
  MASU_CHECK(placeInFile(name, *format, signal, place));
  MASU_CHECK(readUnits(line, place, signal));
  m_header.signals.push_back(std::move(signal));
  return {};
}

Result<void> HeaderReader::placeInFile(const std::string& name, const FormatField& format, WfdbSignal& signal,
                                       std::size_t place) {
  auto& files = m_header.files;
  if (files.empty() || files.back().name != name) {
    MASU_CHECK(checkNamedFile(name, m_path));
    if (!m_named.insert(name).second) {
      return failed(
          Errc::damaged,
          MASU_TEXT("core", "{0} is damaged: signal {1} comes out of {2}, whose other signals do not precede it."),
          {std::to_string(place + 1), utf8From(name)});
    }
    files.push_back({name, static_cast<unsigned>(format.format), format.offset, 0});
  }
  WfdbFile& file = files.back();
  if (file.format != format.format || file.offset != format.offset) {
    return failed(Errc::damaged,
                  MASU_TEXT("core",
                            "{0} is damaged: signal {1} has another format or offset than the signals before it in "
                            "{2}."),
                  {std::to_string(place + 1), utf8From(name)});
  }
  signal.file = files.size() - 1;
  signal.samples = format.samples;
  signal.skew = format.skew;
  signal.offset = file.samples;
  file.samples += format.samples;
  m_frameSamples += format.samples;
  if (m_frameSamples <= kMostFrameSamples) return {};
  return failed(Errc::unsupported,
                MASU_TEXT("core", "{0} describes frames of more than {1} samples, which are not read."),
                {std::to_string(kMostFrameSamples)});
}

/// [GAIN[(BASELINE)][/UNIT] [RESOLUTION [ZERO [INITIAL [CHECKSUM [BLOCK [DESCRIPTION]]]]]]]
Result<void> HeaderReader::readUnits(std::string_view rest, std::size_t place, WfdbSignal& signal) {
  const std::string_view gainText = nextField(rest);
  const auto field = gainFrom(gainText);
  double gain = 0;  // none
  if (!gainText.empty()) {
    const auto number = field && !field->gain.empty() ? decimalFrom(field->gain) : std::nullopt;
    if (!number) return noNumber(gainText, place);
    gain = *number;
  }
  nextField(rest);               // the resolution: the stored integers are what they are
  std::int64_t numbers[3] = {};  // zero, initial value, checksum
  bool given[3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string_view text = nextField(rest);
    if (text.empty()) break;
    const auto number = integerFrom(text);
    if (!number) return noNumber(text, place);
    numbers[i] = *number;
    given[i] = true;
  }
  nextField(rest);  // the size of blocks on a tape
  constexpr std::int64_t kMostInitial = std::numeric_limits<std::int32_t>::max();
  signal.baseline = static_cast<double>(numbers[0]);
  signal.initial = given[1] ? numbers[1] : numbers[0];
  if (signal.initial > kMostInitial || signal.initial < -kMostInitial) {
    return noNumber(std::to_string(signal.initial), place);
  }
  if (numbers[2] != 0) signal.checksum = static_cast<std::uint16_t>(numbers[2]);
  if (gain != 0) {
    signal.gain = gain;
    signal.unit = field->unit.empty() ? "mV" : utf8From(field->unit);
  }
  if (field && !field->baseline.empty()) {
    const auto baseline = decimalFrom(field->baseline);
    if (!baseline) return noNumber(field->baseline, place);
    signal.baseline = *baseline;
  }
  signal.label = m_names.unique(utf8From(rest), place);
  constexpr std::int64_t kLargest = std::int64_t{1} << 31;
  const double largest = std::max(std::fabs(signal.valueOf(kLargest)), std::fabs(signal.valueOf(-kLargest)));
  if (largest <= static_cast<double>(std::numeric_limits<float>::max())) return {};
  return failed(Errc::damaged, MASU_TEXT("core", "{0} is damaged: by the limits in its header signal {1} reaches {2}."),
                {std::to_string(place + 1), table::numberText(largest, table::DType::f64)});
}

}  // namespace

Result<WfdbHeader> readWfdbHeader(std::string_view text, const std::string& path) {
  return HeaderReader(text, path).read();
}

}  // namespace masu::waveform
