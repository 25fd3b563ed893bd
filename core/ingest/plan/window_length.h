// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace masu::ingest {

/// The length of a window, or the way from one to the next: counted in frames, or given as a time, which becomes frames
/// once the rate is known. Invariant: one of both is above 0 and finite, the other 0.
struct WindowLength {
  std::uint64_t frames = 0;
  double seconds = 0;

  bool operator==(const WindowLength&) const = default;
};

/// The longest window, as no sample is larger than 4 GiB.
inline constexpr std::uint64_t kMostWindowFrames = 0xFFFFFFFF;

/// A length as people write it: "1024" or "1,024" frames, or a time with its unit, such as "0.5 s", "500ms" or "2 min".
/// `name` says in a refusal what the length is of. Errors: it is neither, nothing, or more than kMostWindowFrames.
Result<WindowLength> windowLengthFrom(std::string_view text, std::string_view name);

/// As windowLengthFrom() takes it, and means the same: "4096", "0.5 s".
std::string windowLengthText(const WindowLength& length);

}  // namespace masu::ingest
