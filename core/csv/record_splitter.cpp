#include "core/csv/record_splitter.h"

#include <algorithm>

namespace masu::csv {

namespace {

/// The first line with the byte that ends it.
std::uint64_t firstLine(std::string_view text) {
  const std::size_t end = text.find_first_of("\r\n");
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

RecordSplitter::RecordSplitter(std::string_view text, std::uint64_t start, std::uint64_t firstLine, const Marks& marks)
    : m_text(text), m_offset(start), m_line(firstLine), m_marks(marks), m_kernel(&structureKernelFor(marks)) {}

bool RecordSplitter::next(std::uint64_t target, Block& block) {
  if (m_offset >= m_text.size()) return false;
  const std::string_view rest = m_text.substr(m_offset);
  std::uint64_t size = std::clamp<std::uint64_t>(target, 1, kLongestRecord);
  RecordEnds found;
  // A longer stretch is scanned again from its start: the total stays below three times the record.
  for (;; size *= 2) {
    size = std::min<std::uint64_t>(size, rest.size());
    found = m_kernel->findRecordEnds(rest.data(), size, Place::fieldStart, m_marks);
    if (found.last != 0 || size == rest.size() || size >= kLongestRecord) break;
  }
  const bool wholeRest = size == rest.size();
  const bool quoted = found.place == Place::quoted || found.place == Place::escapedQuoted;
  block.flaw = found.last != 0 || (wholeRest && !quoted) ? Flaw::none
               : wholeRest                               ? Flaw::quoteNeverCloses
                                                         : Flaw::recordTooLong;
  std::uint64_t length = found.last != 0 ? found.last : rest.size();
  if (block.flaw != Flaw::none) {
    length = firstLine(rest);
    found.lines = 1;
  }
  if (length < rest.size() && rest[length - 1] == '\r' && rest[length] == '\n') ++length;
  block.number = m_number++;
  block.offset = m_offset;
  block.firstLine = m_line;
  block.lines = found.lines;
  block.bytes = rest.substr(0, length);
  m_offset += length;
  m_line += found.lines;
  return true;
}

}  // namespace masu::csv
