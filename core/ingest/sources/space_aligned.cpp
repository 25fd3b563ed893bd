// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/space_aligned.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/csv/structure/line_ends.h"
#include "core/io/file.h"

namespace masu::ingest {

namespace {

std::size_t wordsIn(std::string_view line) {
  std::size_t words = 0;
  for (std::size_t i = 0; i < line.size(); ++i) words += line[i] != ' ' && (i == 0 || line[i - 1] == ' ') ? 1 : 0;
  return words;
}

}  // namespace

bool isAligned(std::string_view head) {
  constexpr std::size_t kLines = 50;
  constexpr std::size_t kFaults = 10;  // one line in so many may have other words
  if (head.find_first_of(",;|\t\"") != std::string_view::npos) return false;
  std::map<std::size_t, std::size_t> counts;
  std::size_t lines = 0;
  bool wide = false;
  while (!head.empty() && lines < kLines) {
    const std::size_t end = head.find_first_of("\r\n");
    // The last line of a sample may be cut.
    if (end == std::string_view::npos && lines > 1) break;
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    const std::size_t words = wordsIn(line);
    if (words == 0) continue;
    ++counts[words];
    ++lines;
    wide = wide || line.find("  ") != std::string_view::npos || line.front() == ' ';
  }
  if (lines < 2 || !wide) return false;
  const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
  return most->first > 1 && (lines - most->second) * kFaults <= lines;
}

void BlankSqueezer::append(std::string_view from, std::string& to) {
  for (const char c : from) {
    if (c == ' ') {
      m_apart = m_inLine;
      continue;
    }
    if (m_apart && !csv::isLineEnd(c)) to += ' ';
    to += c;
    m_apart = false;
    m_inLine = !csv::isLineEnd(c);
  }
}

Result<TableText> oneBlankApart(const TableText& text, const std::filesystem::path& path) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
  const std::string_view from(reinterpret_cast<const char*>(text.file.bytes().data()), text.file.bytes().size());
  MASU_TRY(const io::File copy, io::File::createInMemory(path));
  BlankSqueezer squeezer;
  std::string piece;
  std::uint64_t written = 0;
  for (std::size_t at = 0; at < from.size(); at += kPieceBytes) {
    piece.clear();
    squeezer.append(from.substr(at, kPieceBytes), piece);
    MASU_CHECK(copy.writeAt(written, std::as_bytes(std::span(piece))));
    written += piece.size();
  }
  MASU_CHECK(text.file.check(path));
  TableText aligned;
  aligned.encoding = text.encoding;
  aligned.decoded = true;
  aligned.share = text.share;
  MASU_TRY(aligned.file, io::MappedFile::open(copy.openPath()));
  return aligned;
}

}  // namespace masu::ingest
