// SPDX-License-Identifier: GPL-3.0-or-later
// The scan of one word of 64 bytes, written once for every instruction set. Included by structure_avx2.cpp and
// structure_avx512.cpp inside their target region, in an unnamed namespace, so that no code compiled for a newer
// processor leaks into others. `Word` gives one bit a byte: equal(c) for 64 bytes.

/// Bit i is set when an odd number of bits 0 … i are set: the product with all ones, without carries.
inline std::uint64_t prefixXor(std::uint64_t bits) {
  const __m128i all = _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(bits)), _mm_set1_epi8(-1), 0);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(all));
}

struct WordEnds {
  std::uint64_t fields = 0;   ///< delimiters and line ends outside quotes
  std::uint64_t records = 0;  ///< the line ends among them
};

/// A word where quotes are in places that the parity of quotes does not explain: byte by byte.
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

/// What is in a word, inside quotes too.
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
  // A blank run that begins at a field's start hands "start of field" on to the byte after the run: the carry of an
  // addition runs through it.
  const std::uint64_t starts = (outsideEnds << 1) | (place == Place::fieldStart ? 1 : 0);
  std::uint64_t blanks = 0;
  if (marks.trimBlanks) {
    blanks = word.equal(' ') | word.equal('\t');
    blanks &= ~delimiters & ~inside & valid;
  }
  std::uint64_t after = 0;
  const bool carried = __builtin_add_overflow(starts & blanks, blanks, &after);
  const std::uint64_t fresh = (starts | after) & ~blanks;

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
  else if (size == 64 ? carried : (after >> size & 1) != 0)
    place = Place::fieldStart;
  else
    place = Place::unquoted;
  return {outsideEnds, outsideEnds & lines};
}
