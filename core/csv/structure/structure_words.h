// SPDX-License-Identifier: GPL-3.0-or-later
// The word-wise scan, written once for every instruction set. Included by structure_avx2.cpp and structure_avx512.cpp
// inside their target region, in an unnamed namespace, so that no code compiled for a newer processor leaks into
// others. `Word` gives one bit a byte: equal(c) for 64 bytes. putPositions(bits, base, next) writes base + i for every
// bit i, gives the end of what it wrote, and may write over up to kSpareEnds entries behind that.

/// Bit i is set when an odd number of bits 0 … i are set: the product with all ones, without carries.
inline std::uint64_t prefixXor(std::uint64_t bits) {
  const __m128i all = _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(bits)), _mm_set1_epi8(-1), 0);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(all));
}

struct WordEnds {
  std::uint64_t fields = 0;   ///< delimiters and line ends outside quotes
  std::uint64_t records = 0;  ///< the line ends among them
};

/// A word where quotes stand in places that the parity of quotes does not explain: byte by byte.
inline WordEnds stepThrough(const char* data, unsigned size, const Marks& marks, Place& place) {
  WordEnds found;
  for (unsigned i = 0; i < size; ++i) {
    const Event event = step(place, data[i], marks);
    if (event == Event::none) continue;
    found.fields |= std::uint64_t{1} << i;
    if (event == Event::recordEnd) found.records |= std::uint64_t{1} << i;
  }
  return found;
}

/// What stands in a word, inside quotes too.
struct WordMarks {
  std::uint64_t returns = 0;
  std::uint64_t lines = 0;  ///< every CR and LF
  std::uint64_t quotes = 0;
};

template <class Word>
inline WordEnds scanWord(const char* data, unsigned size, const Marks& marks, Place& place, WordMarks& seen) {
  const Word word(data, size);
  const std::uint64_t valid = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
  seen.returns = word.equal('\r') & valid;
  seen.lines = (word.equal('\n') & valid) | seen.returns;
  seen.quotes = marks.quote == '\0' ? 0 : word.equal(marks.quote) & valid;
  const std::uint64_t lines = seen.lines;
  const std::uint64_t quotes = seen.quotes;
  const std::uint64_t delimiters = word.equal(marks.delimiter) & valid;
  const std::uint64_t ends = delimiters | lines;
  const std::uint64_t lastBit = std::uint64_t{1} << (size - 1);
  if (quotes == 0) {
    if (place == Place::quoted) return {};
    // Most words of most files end here. A blank at the word's end may belong to a run that hands "start" on.
    const bool blank = marks.trimBlanks && marks.isBlank(data[size - 1]);
    if ((ends & lastBit) != 0 || !blank) {
      place = (ends & lastBit) != 0 ? Place::fieldStart : Place::unquoted;
      return {ends, lines};
    }
  }

  const std::uint64_t inside =
      quotes == 0 ? 0 : prefixXor(quotes) ^ (place == Place::quoted ? ~std::uint64_t{0} : std::uint64_t{0});
  const std::uint64_t outsideEnds = ends & ~inside;
  // A blank run that begins at a field's start hands "start of field" on to the byte behind the run: the carry of an
  // addition runs through it.
  const std::uint64_t starts = (outsideEnds << 1) | (place == Place::fieldStart ? 1 : 0);
  std::uint64_t blanks = 0;
  if (marks.trimBlanks) {
    blanks = word.equal(' ') | word.equal('\t');
    blanks &= ~delimiters & ~inside & valid;
  }
  std::uint64_t behind = 0;
  const bool carried = __builtin_add_overflow(starts & blanks, blanks, &behind);
  const std::uint64_t fresh = (starts | behind) & ~blanks;

  if (quotes != 0) {
    const std::uint64_t allowed = fresh | (quotes << 1) | (place == Place::afterQuote ? 1 : 0);
    if ((quotes & inside & ~allowed) != 0) return stepThrough(data, size, marks, place);
  }
  if ((inside & lastBit) != 0)
    place = Place::quoted;
  else if ((quotes & lastBit) != 0)
    place = Place::afterQuote;
  else if ((outsideEnds & lastBit) != 0)
    place = Place::fieldStart;
  else if (size == 64 ? carried : (behind >> size & 1) != 0)
    place = Place::fieldStart;
  else
    place = Place::unquoted;
  return {outsideEnds, outsideEnds & lines};
}

/// The place behind bytes [first, at) that hold no quote, given the place before them.
inline Place placeBehind(const char* data, std::size_t first, std::size_t at, Place before, const Marks& marks) {
  if (first == at) return before;
  std::size_t behind = at;
  while (behind > first && marks.trimBlanks && marks.isBlank(data[behind - 1])) --behind;
  if (behind == first) return before == Place::fieldStart ? before : Place::unquoted;
  const char c = data[behind - 1];
  return c == marks.delimiter || c == '\n' || c == '\r' ? Place::fieldStart : Place::unquoted;
}

/// What recordEndsByWords counts. A CRLF counts at its CR, also where a word ends between the two.
struct LineCount {
  std::uint64_t seen = 0;
  std::uint64_t afterReturn = 0;

  std::uint64_t add(std::uint64_t lines, std::uint64_t returns) {
    const std::uint64_t counted = lines & ~(((returns << 1) | afterReturn) & ~returns);
    afterReturn = returns >> 63;
    return counted;
  }
};

/// Words without a quote, outside quotes: every line end ends a record, and where fields begin does not matter. Stops
/// in front of the first other word.
template <class Word>
inline std::size_t plainWords(const char* data, std::size_t at, std::size_t size, const Marks& marks, LineCount& count,
                              RecordEnds& found) {
  for (; size - at >= 64; at += 64) {
    const Word word(data + at, 64);
    if (marks.quote != '\0' && word.equal(marks.quote) != 0) break;
    const std::uint64_t returns = word.equal('\r');
    const std::uint64_t lines = word.equal('\n') | returns;
    count.seen += static_cast<unsigned>(__builtin_popcountll(count.add(lines, returns)));
    const std::size_t last = at + 64 - static_cast<unsigned>(__builtin_clzll(lines | 1));
    found.last = lines != 0 ? last : found.last;
    found.lines = lines != 0 ? count.seen : found.lines;
  }
  return at;
}

template <class Word>
RecordEnds recordEndsByWords(const char* data, std::size_t size, Place from, const Marks& marks) {
  RecordEnds found{from};
  std::uint64_t within = 0;
  LineCount count;
  WordMarks seen;
  for (std::size_t at = 0; at < size; at += 64) {
    // Where quotes are, they are in nearly every word: looking ahead for those without would be in vain.
    if (seen.quotes == 0 && found.place != Place::quoted) {
      const std::size_t first = at;
      at = plainWords<Word>(data, at, size, marks, count, found);
      found.place = placeBehind(data, first, at, found.place, marks);
      if (at == size) break;
    }
    const auto width = static_cast<unsigned>(size - at < 64 ? size - at : 64);
    const WordEnds ends = scanWord<Word>(data + at, width, marks, found.place, seen);
    within |= seen.lines & ~ends.records;
    const std::uint64_t counted = count.add(seen.lines, seen.returns);
    if (ends.records != 0) {
      const auto last = 63U - static_cast<unsigned>(__builtin_clzll(ends.records));
      found.last = at + last + 1;
      const std::uint64_t upTo = last == 63 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last + 1)) - 1;
      found.lines = count.seen + static_cast<unsigned>(__builtin_popcountll(counted & upTo));
    }
    count.seen += static_cast<unsigned>(__builtin_popcountll(counted));
  }
  found.endsInCells = within != 0;
  return found;
}

template <class Word>
Place fieldEndsByWords(const char* data, std::size_t size, Place from, const Marks& marks, FieldEnds& out) {
  Place place = from;
  std::uint32_t* next = out.ends + out.fieldCount;
  for (std::size_t at = 0; at < size; at += 64) {
    const auto width = static_cast<unsigned>(size - at < 64 ? size - at : 64);
    WordMarks seen;
    const WordEnds ends = scanWord<Word>(data + at, width, marks, place, seen);
    const auto base = static_cast<std::uint32_t>(next - out.ends);
    for (std::uint64_t bits = ends.records; bits != 0; bits &= bits - 1) {
      const std::uint64_t upTo = bits ^ (bits - 1);
      out.recordEnds[out.recordCount++] = base + static_cast<std::uint32_t>(__builtin_popcountll(ends.fields & upTo));
    }
    next = putPositions(ends.fields, static_cast<std::uint32_t>(at), next);
  }
  out.fieldCount = static_cast<std::size_t>(next - out.ends);
  return place;
}
