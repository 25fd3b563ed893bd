// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/brainvision/brainvision_header.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/whole_number.h"
#include "core/waveform/brainvision/brainvision_text.h"
#include "core/waveform/recording/channel_names.h"
#include "core/waveform/recording/field_text.h"
#include "core/waveform/recording/named_file.h"
#include "core/waveform/recording/recording_request.h"

namespace masu::waveform {
namespace {

constexpr std::string_view kCommon = "common infos";
constexpr std::string_view kBinary = "binary infos";
constexpr std::string_view kMicrovolt = "\xC2\xB5V";

class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& path) : m_text(text), m_path(path) {}

  Result<BrainVisionHeader> read();

 private:
  tl::unexpected<Error> refused(const char* text, std::vector<Argument> arguments = {}) const {
    arguments.insert(arguments.begin(), m_path);
    return fail(Errc::unsupported, text, std::move(arguments), {m_path});
  }
  tl::unexpected<Error> wrong(std::string_view name, std::string_view value) const {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: its header gives \"{1}\" as {2}."),
                {m_path, utf8From(value), std::string(name)}, {m_path});
  }
  /// A number that may be left out.
  Result<std::uint64_t> count(std::string_view section, std::string_view name) const {
    const std::string_view text = m_text.value(section, lowerCase(name));
    const auto number = text.empty() ? std::optional<std::uint64_t>(0) : wholeNumber(text);
    if (!number) return wrong(name, text);
    return *number;
  }
  Result<std::string> named(std::string_view name) const;
  Result<void> readCommon();
  Result<void> readBinary();
  Result<void> readChannels();

  BrainVisionText m_text;
  const std::string& m_path;
  BrainVisionHeader m_header;
};

Result<BrainVisionHeader> HeaderReader::read() {
  MASU_CHECK(readCommon());
  MASU_CHECK(readBinary());
  MASU_CHECK(readChannels());
  return std::move(m_header);
}

/// A file that the header names; $b stands for the header's own name.
Result<std::string> HeaderReader::named(std::string_view name) const {
  constexpr std::string_view kOwnName = "$b";
  std::string file(m_text.value(kCommon, lowerCase(name)));
  if (file.empty()) return file;
  if (const std::size_t at = file.find(kOwnName); at != std::string::npos) {
    std::string own = m_path.substr(m_path.rfind('/') + 1);
    own.resize(std::min(own.size(), lowerCase(own).rfind(".vhdr")));
    file.replace(at, kOwnName.size(), own);
  }
  MASU_CHECK(checkNamedFile(file, m_path));
  return utf8From(file);
}

Result<void> HeaderReader::readCommon() {
  if (const std::string_view format = m_text.value(kCommon, "dataformat"); lowerCase(format) != "binary") {
    return refused(MASU_TEXT("core",
                             "{0} stores its samples as {1}, which is not read: only BINARY is. Export the recording "
                             "in binary form."),
                   {"\"" + utf8From(format) + "\""});
  }
  const std::string_view type = m_text.value(kCommon, "datatype");
  if (!type.empty() && lowerCase(type) != "timedomain") {
    return refused(MASU_TEXT("core", "{0} holds data of the type {1}, which is not read: only TIMEDOMAIN is."),
                   {"\"" + utf8From(type) + "\""});
  }
  const std::string_view orientation = m_text.value(kCommon, "dataorientation");
  m_header.vectorized = lowerCase(orientation) == "vectorized";
  if (!m_header.vectorized && lowerCase(orientation) != "multiplexed") return wrong("DataOrientation", orientation);
  const std::string_view interval = m_text.value(kCommon, "samplinginterval");
  const auto microseconds = decimalFrom(interval);
  if (!microseconds || *microseconds <= 0 || !std::isfinite(1e6 / *microseconds)) {
    return wrong("SamplingInterval", interval);
  }
  m_header.rate = 1e6 / *microseconds;
  MASU_TRY(m_header.frames, count(kCommon, "DataPoints"));
  const std::string_view segmentation = m_text.value(kCommon, "segmentationtype");
  if (!segmentation.empty() && lowerCase(segmentation) != "notsegmented") {
    MASU_TRY(m_header.segmentFrames, count(kCommon, "SegmentDataPoints"));
  }
  MASU_TRY(m_header.data, named("DataFile"));
  MASU_TRY(m_header.markers, named("MarkerFile"));
  if (m_header.data.empty()) return wrong("DataFile", "");
  return {};
}

Result<void> HeaderReader::readBinary() {
  const std::string_view format = m_text.value(kBinary, "binaryformat");
  const std::string lower = lowerCase(format);
  if (lower == "int_16") {
    m_header.type = ElementType::i16;
  } else if (lower == "int_32") {
    m_header.type = ElementType::i32;
  } else if (lower == "ieee_float_32") {
    m_header.type = ElementType::f32;
  } else {
    return refused(MASU_TEXT("core",
                             "{0} stores its samples in the binary format {1}, which is not read: INT_16, INT_32 and "
                             "IEEE_FLOAT_32 are."),
                   {"\"" + utf8From(format) + "\""});
  }
  const std::string_view order = m_text.value(kBinary, "usebigendianorder");
  m_header.bigEndian = lowerCase(order) == "yes";
  if (!order.empty() && !m_header.bigEndian && lowerCase(order) != "no") return wrong("UseBigEndianOrder", order);
  for (const std::string_view name : {"SegmentHeaderSize", "TrailerSize", "ChannelOffset"}) {
    MASU_TRY(const std::uint64_t bytes, count(kBinary, name));
    if (bytes == 0) continue;
    return refused(MASU_TEXT("core",
                             "{0} states {1} = {2}, which is not read: samples have to follow each other without a "
                             "gap. Export the recording again."),
                   {std::string(name), std::to_string(bytes)});
  }
  MASU_TRY(m_header.offset, count(kBinary, "DataOffset"));
  return {};
}

/// ChN=NAME,REFERENCE,RESOLUTION,UNIT
Result<void> HeaderReader::readChannels() {
  MASU_TRY(const std::uint64_t channels, count(kCommon, "NumberOfChannels"));
  if (channels == 0 || channels > kMostChannels) {
    return wrong("NumberOfChannels", m_text.value(kCommon, "numberofchannels"));
  }
  ChannelNames names;
  for (std::size_t place = 0; place < channels; ++place) {
    const std::string key = "Ch" + std::to_string(place + 1);
    std::string_view line = m_text.value("channel infos", lowerCase(key));
    if (line.empty()) return wrong(key, line);
    BrainVisionChannel channel;
    channel.label = names.unique(utf8From(nextBrainVisionField(line)), place);
    nextBrainVisionField(line);  // the reference
    const std::string resolution = nextBrainVisionField(line);
    channel.unit = utf8From(nextBrainVisionField(line));
    if (channel.unit.empty()) channel.unit = kMicrovolt;
    const auto value = decimalFrom(resolution);
    constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max()) / 4294967296.;
    if (!resolution.empty() && (!value || *value == 0 || std::fabs(*value) > kLargest)) return wrong(key, resolution);
    channel.resolution = value.value_or(1);
    m_header.channels.push_back(std::move(channel));
  }
  return {};
}

/// The lines of markers by their numbers.
std::multimap<std::uint64_t, std::string_view> markerLines(const BrainVisionText::Section& lines) {
  std::multimap<std::uint64_t, std::string_view> markers;
  for (const auto& [name, line] : lines) {
    if (!name.starts_with("mk")) continue;
    if (const auto number = wholeNumber(std::string_view(name).substr(2))) markers.emplace(*number, line);
  }
  return markers;
}

}  // namespace

Result<BrainVisionHeader> readBrainVisionHeader(std::string_view text, const std::string& path) {
  if (brainVisionKind(text) != BrainVisionKind::header) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is not the header of a BrainVision recording of version 1 or 2."),
                {path}, {path});
  }
  return HeaderReader(text, path).read();
}

/// MkN=TYPE,DESCRIPTION,FIRST FRAME FROM 1,FRAMES,CHANNEL[,DATE]
Result<BrainVisionMarkers> readBrainVisionMarkers(std::string_view text, const std::string& path, double rate,
                                                  std::uint64_t frames) {
  if (brainVisionKind(text) != BrainVisionKind::markers) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is not a file of BrainVision markers of version 1 or 2."), {path},
                {path});
  }
  const BrainVisionText parsed(text);
  const BrainVisionText::Section& lines = parsed.section("marker infos");
  if (lines.size() > BrainVisionText::kMostLines) {
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} holds more than a million markers."), {path}, {path});
  }
  BrainVisionMarkers markers;
  for (auto [number, rest] : markerLines(lines)) {
    const std::string type = nextBrainVisionField(rest);
    const std::string description = nextBrainVisionField(rest);
    const auto place = wholeNumber(nextBrainVisionField(rest));
    const auto length = wholeNumber(nextBrainVisionField(rest));
    if (!place || *place == 0 || *place > frames) {
      return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: its marker {1} is at none of the {2} frames."),
                  {path, "Mk" + std::to_string(number), std::to_string(frames)}, {path});
    }
    const std::uint64_t first = *place - 1;
    if (lowerCase(type) == "new segment") {
      if (first > 0) markers.starts.push_back(first);
      continue;
    }
    const std::uint64_t covered = std::min(length.value_or(0), frames - first);
    markers.annotations.push_back({static_cast<double>(first) / rate,
                                   covered > 1 ? static_cast<double>(covered) / rate : 0,
                                   utf8From(description.empty() ? type : description)});
  }
  std::ranges::stable_sort(markers.annotations, {}, &Annotation::onset);
  std::ranges::sort(markers.starts);
  markers.starts.erase(std::ranges::unique(markers.starts).begin(), markers.starts.end());
  return markers;
}

}  // namespace masu::waveform
