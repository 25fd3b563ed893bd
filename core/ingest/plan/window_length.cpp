// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/window_length.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/ascii.h"
#include "core/table/number_text.h"

namespace masu::ingest {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr Unit kUnits[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"h", 3600}};

/// Counts are shown in groups of three, so they are taken as they are shown. Nothing where commas are elsewhere.
std::optional<std::string> withoutGroups(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between = i > 0 && (text.size() - i) % 4 == 0;
    if ((text[i] == ',') != between) return std::nullopt;
    if (!between) digits += text[i];
  }
  return digits;
}

/// Nothing where the text is not a whole number; the largest number stands for all beyond it.
std::optional<std::uint64_t> countFrom(std::string_view text) {
  const std::string digits = text.find(',') == text.npos ? std::string(text) : withoutGroups(text).value_or("");
  const char* end = digits.data() + digits.size();
  std::uint64_t count = 0;
  const auto [parsed, error] = std::from_chars(digits.data(), end, count);
  if (parsed != end || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc() ? count : ~std::uint64_t{0};
}

/// Nothing where the text is not a number with a unit of time, or the number is not finite.
std::optional<double> secondsFrom(std::string_view text) {
  const char* end = text.data() + text.size();
  double value = 0;
  const auto [parsed, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  const std::string_view name = withoutBlanks({parsed, static_cast<std::size_t>(end - parsed)});
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return value * unit.seconds;
  }
  return std::nullopt;
}

}  // namespace

Result<WindowLength> windowLengthFrom(std::string_view text, std::string_view name) {
  const std::string_view asked = withoutBlanks(text);
  const auto frames = countFrom(asked);
  if (frames && *frames > kMostWindowFrames) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} cannot be {1} frames: at most {2} can be stored."),
                {std::string(name), std::string(asked), std::to_string(kMostWindowFrames)});
  }
  if (frames && *frames > 0) return WindowLength{.frames = *frames};
  const auto seconds = secondsFrom(asked);
  if (seconds && *seconds > 0 && std::isfinite(*seconds)) return WindowLength{.seconds = *seconds};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} takes a number of frames above 0, or a time with its unit such as 2s, 500ms or 1min, not "
                        "'{1}'."),
              {std::string(name), std::string(text)});
}

std::string windowLengthText(const WindowLength& length) {
  if (length.frames > 0) return std::to_string(length.frames);
  return table::numberText(length.seconds, table::DType::f64) + " s";
}

}  // namespace masu::ingest
