// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/csv/structure/structure.h"

namespace masu::csv {

enum class Event : std::uint8_t { none, fieldEnd, recordEnd };

/// One step of the machine that defines what a text means; the word-wise kernels are tested against it.
inline Event step(Place& place, char c, const Marks& marks) {
  const bool escape = marks.escape != '\0' && c == marks.escape;
  const bool quote = marks.quote != '\0' && c == marks.quote;
  switch (place) {
    case Place::escapedQuoted:
      place = Place::quoted;
      return Event::none;
    case Place::escapedUnquoted:
      place = Place::unquoted;
      return Event::none;
    case Place::quoted:
      if (escape)
        place = Place::escapedQuoted;
      else if (quote)
        place = Place::afterQuote;
      return Event::none;
    case Place::afterQuote:
      if (quote) {
        place = Place::quoted;
        return Event::none;
      }
      break;
    case Place::fieldStart:
      if (quote) {
        place = Place::quoted;
        return Event::none;
      }
      if (marks.trimBlanks && marks.isBlank(c)) return Event::none;
      break;
    case Place::unquoted:
      break;
  }
  if (escape) {
    place = Place::escapedUnquoted;
    return Event::none;
  }
  if (c == marks.delimiter) {
    place = Place::fieldStart;
    return Event::fieldEnd;
  }
  if (c == '\n' || c == '\r') {
    place = Place::fieldStart;
    return Event::recordEnd;
  }
  place = Place::unquoted;
  return Event::none;
}

}  // namespace masu::csv
