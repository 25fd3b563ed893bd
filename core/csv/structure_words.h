// The word-wise scan, written once for every instruction set. Included by structure_avx2.cpp and structure_avx512.cpp
// inside their target region, in an unnamed namespace, so that no code compiled for a newer processor leaks into
// others. `Word` gives one bit a byte: equal(c) for 64 bytes.

/// Bit i is set when an odd number of bits 0 … i are set.
inline std::uint64_t prefixXor(std::uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
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

/// `lines` receives one bit for every CR and LF, inside quotes too.
template <class Word>
inline WordEnds scanWord(const char* data, unsigned size, const Marks& marks, Place& place, std::uint64_t& lines) {
  const Word word(data, size);
  const std::uint64_t valid = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
  lines = (word.equal('\n') | word.equal('\r')) & valid;
  const std::uint64_t delimiters = word.equal(marks.delimiter) & valid;
  const std::uint64_t quotes = marks.quote == '\0' ? 0 : word.equal(marks.quote) & valid;
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

template <class Word>
RecordEnds recordEndsByWords(const char* data, std::size_t size, Place from, const Marks& marks) {
  RecordEnds found{from, 0, 0};
  std::uint64_t seen = 0;
  std::uint64_t afterReturn = 0;
  for (std::size_t at = 0; at < size; at += 64) {
    const auto width = static_cast<unsigned>(size - at < 64 ? size - at : 64);
    std::uint64_t lines = 0;
    const WordEnds ends = scanWord<Word>(data + at, width, marks, found.place, lines);
    if (lines == 0) {
      afterReturn = 0;
      continue;
    }
    const Word word(data + at, width);
    const std::uint64_t returns = word.equal('\r') & lines;
    const std::uint64_t counted = lines & ~(((returns << 1) | afterReturn) & ~returns);
    afterReturn = returns >> 63;
    if (ends.records != 0) {
      const auto last = 63U - static_cast<unsigned>(__builtin_clzll(ends.records));
      found.last = at + last + 1;
      const std::uint64_t upTo = last == 63 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last + 1)) - 1;
      found.lines = seen + static_cast<unsigned>(__builtin_popcountll(counted & upTo));
    }
    seen += static_cast<unsigned>(__builtin_popcountll(counted));
  }
  return found;
}

template <class Word>
Place fieldEndsByWords(const char* data, std::size_t size, Place from, const Marks& marks, FieldEnds& out) {
  Place place = from;
  std::uint32_t* next = out.ends + out.fieldCount;
  for (std::size_t at = 0; at < size; at += 64) {
    const auto width = static_cast<unsigned>(size - at < 64 ? size - at : 64);
    std::uint64_t lines = 0;
    const WordEnds ends = scanWord<Word>(data + at, width, marks, place, lines);
    const auto base = static_cast<std::uint32_t>(next - out.ends);
    for (std::uint64_t bits = ends.records; bits != 0; bits &= bits - 1) {
      const std::uint64_t upTo = bits ^ (bits - 1);
      out.recordEnds[out.recordCount++] = base + static_cast<std::uint32_t>(__builtin_popcountll(ends.fields & upTo));
    }
    for (std::uint64_t bits = ends.fields; bits != 0; bits &= bits - 1) {
      *next++ = static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    }
  }
  out.fieldCount = static_cast<std::size_t>(next - out.ends);
  return place;
}
