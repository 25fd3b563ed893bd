// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/record_splitter.h"

#include <algorithm>

#include "core/csv/structure/line_ends.h"

namespace masu::csv {

namespace {

/// Of a scan that goes beside another one.
constexpr std::uint64_t kFirstStep = 64;

/// Where the first line ends; the size where it does not. No more of the text is looked at than a few lines of that
/// length.
std::size_t lineEnd(std::string_view text) {
  std::size_t step = 64;
  for (std::size_t from = 0; from < text.size(); from += step, step *= 2) {
    const std::string_view window = text.substr(from, step);
    const std::size_t end = std::min(window.find('\n'), window.find('\r'));
    if (end != std::string_view::npos) return from + end;
  }
  return text.size();
}

}  // namespace

RecordSplitter::RecordSplitter(std::string_view text, std::uint64_t start, std::uint64_t firstLine, const Marks& marks,
                               std::uint64_t longest, bool insideLine, const StructureKernel* kernel)
    : m_text(text),
      m_offset(start),
      m_line(firstLine),
      m_insideLine(insideLine),
      m_marks(marks),
      m_longest(std::clamp(longest, kLeastLongestRecord, kMostLongestRecord)),
      m_kernel(kernel != nullptr ? kernel : &structureKernelFor(marks)) {}

/// Whether a scan that is at `place` before byte `at` goes on as that of the record that was given up before.
bool RecordSplitter::joinsEndless(std::uint64_t at, Place place) {
  if (at < m_endless.at || at >= m_endless.to) return false;
  const std::string_view passed = m_text.substr(m_endless.at, at - m_endless.at);
  m_endless.place = m_kernel->findRecordEnds(passed.data(), passed.size(), m_endless.place, m_marks).place;
  m_endless.at = at;
  return m_endless.place == place;
}

/// As far as the longest record, a piece after the other until one has the end of a record. Where the scan of a record
/// that was given up has been already, pieces are short at first: both are soon at the same place, as a rule inside
/// quotes after the first line end, and from there to the end of that scan there is none.
RecordEnds RecordSplitter::findEnds(std::uint64_t begin, std::uint64_t piece) {
  const std::string_view rest = m_text.substr(begin);
  const std::uint64_t most = std::min<std::uint64_t>(rest.size(), m_longest);
  const std::uint64_t known = m_endless.to - std::min(m_endless.to, begin);
  std::uint64_t step = std::min(kFirstStep, piece);
  std::uint64_t lines = 0;
  std::string_view skipped;
  RecordEnds found;
  for (std::uint64_t from = 0; from < most;) {
    std::uint64_t end = std::min(from + (from < known ? step : piece), most);
    while (end < most && rest[end - 1] == '\r') ++end;
    const RecordEnds next = m_kernel->findRecordEnds(rest.data() + from, end - from, found.place, m_marks);
    // Whose lines matter only now: counting them each time would take as long as scanning them.
    const bool endsInCells = found.endsInCells || next.endsInCells;
    if (next.last != 0) found = {next.place, from + next.last, lines + lineEndsIn(skipped) + next.lines};
    found.place = next.place;
    found.endsInCells = endsInCells;
    const bool joins = joinsEndless(begin + end, found.place);
    // Before the lines of the piece are counted, which takes several times as long as finding its records.
    if (found.last != 0 && (joins || end >= std::min(known, piece))) return found;
    if (end < most) lines += lineEndsIn(rest.substr(from, end - from));
    from = end;
    if (joins) {
      found.place = m_endless.end;
      found.endsInCells = true;
      // With a line feed that belongs to a line end before it.
      skipped = rest.substr(from, known - from);
      if (known < most && rest[known] == '\n' && rest[known - 1] == '\r') skipped.remove_suffix(1);
      from = known;
    }
    step = std::min(2 * step, piece);
  }
  if (found.last == 0) m_endless = {begin, Place::fieldStart, begin + most, found.place};
  return found;
}

/// What is wrong with the record that begins there; `found`: the ends of it and of others after, where there are any.
RecordError RecordSplitter::flawAt(std::uint64_t begin, std::uint64_t piece, RecordEnds& found) {
  found = findEnds(begin, piece);
  const bool whole = m_text.size() - begin <= m_longest;
  const bool quoted = found.place == Place::quoted || found.place == Place::escapedQuoted;
  if (found.last != 0 || (whole && !quoted)) return RecordError::none;
  return whole ? RecordError::quoteNeverCloses : RecordError::recordTooLong;
}

/// Steps over a line, or over as much of it as a block may have.
void RecordSplitter::giveUpLine(std::uint64_t piece, Block& block) {
  const std::string_view rest = m_text.substr(m_offset);
  const std::string_view front = rest.substr(0, piece);
  const std::size_t end = lineEnd(front);
  m_insideLine = end == front.size() && front.size() < rest.size();
  block.lines = m_insideLine ? 0 : 1;
  block.bytes = rest.substr(0, m_insideLine ? end : std::min(end + 1, rest.size()));
  if (!m_insideLine) takeLineFeed(block);
}

/// As many of the lines below as have the same flaw and room in the block.
void RecordSplitter::giveUpMore(std::uint64_t piece, Block& block) {
  while (!m_insideLine) {
    const std::uint64_t begin = m_offset + block.bytes.size();
    if (begin >= m_limit) return;
    const std::uint64_t room = piece - std::min<std::uint64_t>(piece, block.bytes.size());
    const std::string_view front = m_text.substr(begin, room);
    const std::size_t end = lineEnd(front);
    RecordEnds found;
    if (end == front.size() || flawAt(begin, piece, found) != block.flaw) return;
    block.bytes = m_text.substr(m_offset, block.bytes.size() + end + 1);
    takeLineFeed(block);
    ++block.lines;
    ++block.givenUp;
  }
}

/// A line feed belongs to the carriage return before it.
void RecordSplitter::takeLineFeed(Block& block) const {
  const std::string_view rest = m_text.substr(m_offset);
  const std::size_t length = block.bytes.size();
  if (length < rest.size() && rest[length - 1] == '\r' && rest[length] == '\n')
    block.bytes = rest.substr(0, length + 1);
}

/// Where the first record ends that does at the limit or after it. `end`: of the records that were found, beyond it.
std::uint64_t RecordSplitter::endAtLimit(std::uint64_t end) const {
  const std::string_view records = m_text.substr(m_offset, end - m_offset);
  std::size_t at = 0;
  Place place = Place::fieldStart;
  for (std::size_t to = m_limit - m_offset; at < records.size(); to = at + 1) {
    // A line feed belongs to the carriage return before it.
    while (to < records.size() && records[to - 1] == '\r') ++to;
    const RecordEnds found = m_kernel->findRecordEnds(records.data() + at, to - at, place, m_marks);
    if (found.last != 0 && at + found.last >= m_limit - m_offset) return m_offset + at + found.last;
    place = found.place;
    at = to;
  }
  return end;
}

bool RecordSplitter::next(std::uint64_t target, Block& block) {
  if (m_offset >= m_text.size()) return false;
  const std::uint64_t piece = std::clamp<std::uint64_t>(target, 1, m_longest);
  block.givenUp = 0;
  block.endsInCells = false;
  if (m_insideLine) {
    block.flaw = RecordError::restOfLine;
    giveUpLine(piece, block);
  } else {
    RecordEnds found;
    block.flaw = flawAt(m_offset, piece, found);
    if (block.flaw == RecordError::none) {
      block.lines = found.lines;
      block.endsInCells = found.endsInCells;
      block.bytes = found.last == 0 ? m_text.substr(m_offset) : m_text.substr(m_offset, found.last);
      if (m_limit > m_offset && block.bytes.size() > m_limit - m_offset) {
        block.bytes = m_text.substr(m_offset, endAtLimit(m_offset + block.bytes.size()) - m_offset);
        block.lines = lineEndsIn(block.bytes);
      }
      takeLineFeed(block);
    } else {
      giveUpLine(piece, block);
      block.givenUp = 1;
      giveUpMore(piece, block);
    }
  }
  block.number = m_number++;
  block.offset = m_offset;
  block.firstLine = m_line;
  m_offset += block.bytes.size();
  m_line += block.lines;
  return true;
}

}  // namespace masu::csv
