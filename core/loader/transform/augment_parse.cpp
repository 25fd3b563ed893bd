// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ascii.h"
#include "core/loader/transform/augment.h"

namespace masu::loader {

namespace {

template <class Number>
bool parseNumber(std::string_view text, Number low, Number high, Number& to) {
  Number number{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return false;
  if (!(number >= low && number <= high)) return false;
  to = number;
  return true;
}

/// One factor, or LOW..HIGH.
bool parseGain(std::string_view text, AugmentSpec& spec) {
  const std::size_t dots = text.find("..");
  const std::string_view high = dots == std::string_view::npos ? text : text.substr(dots + 2);
  return parseNumber(text.substr(0, dots), -1e6, 1e6, spec.gainLow) && parseNumber(high, -1e6, 1e6, spec.gainHigh) &&
         spec.gainLow <= spec.gainHigh;
}

bool parseStep(std::string_view name, std::string_view figure, AugmentSpec& spec) {
  constexpr std::uint64_t kFarthest = std::numeric_limits<std::uint32_t>::max();
  if (name == "noise") return parseNumber(figure, 0.0, 1e6, spec.noise);
  if (name == "gain") return parseGain(figure, spec);
  if (name == "shift") return parseNumber<std::uint64_t>(figure, 0, kFarthest, spec.shift);
  if (name == "crop") return parseNumber(figure, 1e-6, 1.0, spec.crop);
  if (name == "mask") return parseNumber<std::uint64_t>(figure, 0, kFarthest, spec.mask);
  if (name == "drop") return parseNumber(figure, 0.0, 1.0, spec.drop);
  if (name == "mixup") return parseNumber(figure, 0.0, 100.0, spec.mixup);
  if (name == "flip") return parseNumber(figure, 0.0, 1.0, spec.flip);
  return false;
}

}  // namespace

Result<AugmentSpec> AugmentSpec::parse(std::string_view text) {
  AugmentSpec spec;
  std::vector<std::string_view> given;
  for (text = withoutBlanks(text); !text.empty(); text = withoutBlanks(text)) {
    const std::string_view step = text.substr(0, text.find(','));
    const std::size_t equals = step.find('=');
    const std::string_view name = withoutBlanks(step.substr(0, equals));
    if (std::ranges::find(given, name) != given.end()) {
      return fail(Errc::invalidArgument, MASU_TEXT("core", "The augmentation {0} is given twice; give it once."),
                  {std::string(name)});
    }
    given.push_back(name);
    if (equals == std::string_view::npos || !parseStep(name, withoutBlanks(step.substr(equals + 1)), spec)) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "\"{0}\" is not an augmentation; write one as "
                            "noise=0.05,gain=0.8..1.2,shift=100,crop=0.9,mask=200,drop=0.1,flip=0.5,mixup=0.2."),
                  {std::string(withoutBlanks(step))});
    }
    text.remove_prefix(std::min(text.size(), step.size() + 1));
  }
  return spec;
}

}  // namespace masu::loader
