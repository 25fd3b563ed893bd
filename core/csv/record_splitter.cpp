#include "core/csv/record_splitter.h"

#include <algorithm>

namespace masu::csv {

namespace {

/// Lines that end in a text, which no CR and its LF are cut apart by.
std::uint64_t linesIn(std::string_view text) {
  const auto ends = [&](std::size_t i) {
    return text[i] == '\r' || (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'));
  };
  std::uint64_t lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) lines += ends(i) ? 1 : 0;
  return lines;
}

}  // namespace

RecordSplitter::RecordSplitter(std::string_view text, std::uint64_t start, std::uint64_t firstLine, const Marks& marks,
                               std::uint64_t longest, bool insideLine)
    : m_text(text),
      m_offset(start),
      m_line(firstLine),
      m_insideLine(insideLine),
      m_marks(marks),
      m_longest(std::clamp(longest, kLeastLongestRecord, kMostLongestRecord)),
      m_kernel(&structureKernelFor(marks)) {}

/// As far as the longest record, a piece after the other until one has the end of a record.
RecordEnds RecordSplitter::findEnds(std::string_view rest, std::uint64_t piece) const {
  const std::uint64_t most = std::min<std::uint64_t>(rest.size(), m_longest);
  RecordEnds found;
  std::uint64_t lines = 0;
  for (std::uint64_t from = 0; from < most;) {
    std::uint64_t end = std::min(from + piece, most);
    while (end < most && rest[end - 1] == '\r') ++end;
    found = m_kernel->findRecordEnds(rest.data() + from, end - from, found.place, m_marks);
    if (found.last != 0) {
      found.last += from;
      found.lines += lines;
      return found;
    }
    if (end < most) lines += linesIn(rest.substr(from, end - from));
    from = end;
  }
  return found;
}

/// Steps over a line, or over as much of it as a block may have.
void RecordSplitter::giveUpLine(std::string_view rest, std::uint64_t piece, Block& block) {
  const std::string_view front = rest.substr(0, piece);
  std::size_t end = std::min(front.find('\n'), front.size());
  end = std::min(front.substr(0, end).find('\r'), end);
  m_insideLine = end == front.size() && front.size() < rest.size();
  block.lines = m_insideLine ? 0 : 1;
  block.bytes = rest.substr(0, m_insideLine ? end : std::min(end + 1, rest.size()));
}

bool RecordSplitter::next(std::uint64_t target, Block& block) {
  if (m_offset >= m_text.size()) return false;
  const std::string_view rest = m_text.substr(m_offset);
  const std::uint64_t piece = std::clamp<std::uint64_t>(target, 1, m_longest);
  block.flaw = Flaw::none;
  if (m_insideLine) {
    block.flaw = Flaw::restOfLine;
    giveUpLine(rest, piece, block);
  } else {
    const RecordEnds found = findEnds(rest, piece);
    const bool quoted = found.place == Place::quoted || found.place == Place::escapedQuoted;
    block.lines = found.lines;
    block.bytes = rest.substr(0, found.last);
    if (found.last == 0 && rest.size() <= m_longest && !quoted) {
      block.bytes = rest;
    } else if (found.last == 0) {
      block.flaw = rest.size() <= m_longest ? Flaw::quoteNeverCloses : Flaw::recordTooLong;
      giveUpLine(rest, piece, block);
    }
  }
  const std::size_t length = block.bytes.size();
  const bool apart = !m_insideLine && length < rest.size() && rest[length - 1] == '\r' && rest[length] == '\n';
  if (apart) block.bytes = rest.substr(0, length + 1);
  block.number = m_number++;
  block.offset = m_offset;
  block.firstLine = m_line;
  m_offset += block.bytes.size();
  m_line += block.lines;
  return true;
}

}  // namespace masu::csv
