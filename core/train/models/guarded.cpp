// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/guarded.h"

#include <algorithm>
#include <string_view>

namespace masu::train {

std::string firstErrorLine(const std::string& what) {
  // LibTorch appends C++ frames after one of these marks, and puts TorchScript's trace before its last line.
  const std::size_t frames = std::min(what.find("\nException raised from"), what.find("\nframe #"));
  std::string_view message = std::string_view(what).substr(0, frames);
  // What its readers of files check begins with a place in its source.
  constexpr std::string_view kPlaceEnd = "] . ";
  if (message.starts_with("[enforce fail") && message.find(kPlaceEnd) != std::string_view::npos) {
    message.remove_prefix(message.find(kPlaceEnd) + kPlaceEnd.size());
  }
  std::size_t end = message.find_last_not_of(" \n\t");
  if (end == std::string_view::npos) return "LibTorch gave no reason";
  const std::size_t newline = message.find_last_of('\n', end);
  std::string_view line = message.substr(newline == std::string_view::npos ? 0 : newline + 1);
  line = line.substr(line.find_first_not_of(" \t"));
  end = line.find_last_not_of(" .\n\t");
  return std::string(line.substr(0, end + 1));
}

bool isOutOfMemory(const std::exception& thrown) {
  const std::string_view what = thrown.what();
  // TorchScript's interpreter passes on the words alone of what is thrown below it.
  const auto says = [&](std::string_view words) { return what.find(words) != std::string_view::npos; };
  return dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr || says("can't allocate memory") ||
         says("not enough memory") || says("std::bad_alloc");
}

Error thrownError(const std::exception& thrown, const std::string& text) {
  if (const auto* known = dynamic_cast<const ThrownError*>(&thrown)) return known->error();
  if (isOutOfMemory(thrown)) {
    return {Errc::outOfMemory,
            MASU_TEXT("core", "There is not enough memory for this training step: choose a smaller batch or model.")};
  }
  return {Errc::unsupported, text, {firstErrorLine(thrown.what())}};
}

}  // namespace masu::train
