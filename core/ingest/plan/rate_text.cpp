// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/rate_text.h"

#include <array>
#include <charconv>
#include <string>

namespace masu::ingest {
namespace {

struct Unit {
  std::string_view name;
  double hertz;
};
constexpr std::array<Unit, 7> kUnits = {
    {{"", 1}, {"hz", 1}, {"khz", 1e3}, {"k", 1e3}, {"mhz", 1e6}, {"frames/s", 1}, {"/s", 1}}};

constexpr std::string_view kDigits = "0123456789";

/// Without blanks, no-break ones too, without the commas between groups of three digits, and in lower case.
std::string plain(std::string_view text) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool group = c == ',' && i > 0 && kDigits.find(text[i - 1]) != std::string_view::npos &&
                       i + 3 < text.size() &&
                       text.substr(i + 1, 3).find_first_not_of(kDigits) == std::string_view::npos &&
                       (i + 4 == text.size() || kDigits.find(text[i + 4]) == std::string_view::npos);
    if (c == ' ' || c == '\t' || group) continue;
    if (text.substr(i, 2) == "\u00a0") {
      ++i;
      continue;
    }
    made += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return made;
}

}  // namespace

Result<double> rateFrom(std::string_view text) {
  const std::string asked = plain(text);
  double number = 0;
  const auto [parsed, error] = std::from_chars(asked.data(), asked.data() + asked.size(), number);
  if (error == std::errc()) {
    const std::string_view unit = std::string_view(asked).substr(static_cast<std::size_t>(parsed - asked.data()));
    for (const Unit& known : kUnits) {
      const double rate = number * known.hertz;
      if (known.name == unit && rate > 0 && rate <= kMaxRate) return rate;
    }
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "A rate is a number of frames a second above 0 and up to 1,000,000,000, such as 300, 44100 Hz "
                        "or 44.1 kHz, not '{0}'."),
              {std::string(text)});
}

}  // namespace masu::ingest
