// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace masu::waveform {

/// Makes the names that a file gives its channels unique: "T8-P8", "T8-P8 (2)". Cost: a look-up a name, however many
/// are alike.
class ChannelNames {
 public:
  /// `place`: of the channel in its file, from 0; one without a name is called after it, c1, c2 …
  std::string unique(std::string name, std::size_t place);

 private:
  std::unordered_map<std::string, int> m_uses;
};

}  // namespace masu::waveform
