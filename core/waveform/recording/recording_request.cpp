// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/recording_request.h"

#include <charconv>

namespace masu::waveform {
namespace {

template <class T>
bool readNumber(std::string_view text, T& value) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
}

/// The text before the first comma, which is taken away with it.
std::string_view nextPart(std::string_view& text) {
  const std::size_t comma = text.find(',');
  const std::string_view part = text.substr(0, comma);
  text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  return part;
}

}  // namespace

Result<RawLayout> rawLayoutFrom(std::string_view text) {
  RawLayout layout;
  std::string_view rest = text;
  std::string_view type = nextPart(rest);
  if (type.starts_with('>')) layout.bigEndian = true;
  if (type.starts_with('>') || type.starts_with('<')) type.remove_prefix(1);
  const auto known = table::dtypeFrom(type);
  const std::string_view channels = nextPart(rest);
  const bool counted = channels.empty() || readNumber(channels, layout.channels);
  const bool header = rest.empty() || readNumber(rest, layout.header);
  if (known && counted && header && layout.channels >= 1 && layout.channels <= kMostChannels) {
    layout.type = *known;
    return layout;
  }
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core",
                "'{0}' is not a layout of raw samples. It is TYPE,CHANNELS,HEADER: a type such as i16 (>i16 for big "
                "endian), the number of interleaved channels, and the number of bytes before the first sample."),
      {std::string(text)});
}

std::string rawLayoutText(const RawLayout& layout) {
  std::string text = layout.bigEndian ? ">" : "";
  text += std::string(table::name(layout.type)) + ',' + std::to_string(layout.channels);
  if (layout.header > 0) text += ',' + std::to_string(layout.header);
  return text;
}

}  // namespace masu::waveform
