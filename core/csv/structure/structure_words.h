// SPDX-License-Identifier: GPL-3.0-or-later
// The scan of a text word by word. Included where scan_word.h is, after it. putPositions(bits, base, next) writes
// base + i for every bit i, gives the end of what it wrote, and may write over up to kSpareEnds entries after that.

/// The place after bytes [first, at) that hold no quote, given the place before them.
inline Place placeAt(const char* data, std::size_t first, std::size_t at, Place before, const Marks& marks) {
  if (first == at) return before;
  std::size_t end = at;
  while (end > first && marks.trimBlanks && marks.isBlank(data[end - 1])) --end;
  if (end == first) return before == Place::fieldStart ? before : Place::unquoted;
  const char c = data[end - 1];
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
/// before the first other word.
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
      found.place = placeAt(data, first, at, found.place, marks);
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
