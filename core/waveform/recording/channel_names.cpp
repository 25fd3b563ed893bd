// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/channel_names.h"

#include <utility>

namespace masu::waveform {

std::string ChannelNames::unique(std::string name, std::size_t place) {
  if (name.empty()) name = "c" + std::to_string(place + 1);
  std::string unique = name;
  for (int again = ++m_uses[name]; again > 1; again = ++m_uses[name]) {
    unique = name + " (" + std::to_string(again) + ")";
    if (m_uses.try_emplace(unique, 1).second) break;
  }
  return unique;
}

}  // namespace masu::waveform
