// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/table/time_text.h"

namespace masu::table {

/// A moment of which no part is rounded away: a double of seconds since 1970 has no room for microseconds.
struct Moment {
  std::int64_t seconds = 0;  ///< since 1970-01-01T00:00:00 UTC
  double fraction = 0;       ///< of a second, from 0 to 1
  int decimals = 0;          ///< of the second, as the text has them
  bool dated = true;         ///< its text has a date, and is not a time of day alone

  /// Seconds after `origin`, which is in seconds since 1970.
  double since(double origin) const;
  /// By how far since() misses it; 0 where all decimals of the text read back.
  double lossSince(double origin) const;
};

/// Reads what parseTime() reads.
bool parseMoment(std::string_view text, DateOrder order, Moment& moment);

/// Whether a moment belongs in a column of times of that kind.
constexpr bool isOfKind(const Moment& moment, TimeKind kind) {
  return kind == TimeKind::any || moment.dated == (kind == TimeKind::dated);
}

/// Whether a fraction of a second is kept by a double of seconds since 1970: halves, quarters … 1/1024.
bool isCoarse(double seconds);

}  // namespace masu::table
