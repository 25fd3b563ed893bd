// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/json_table.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/csv/detection/encoding.h"
#include "core/csv/json/json_record.h"
#include "core/csv/structure/dialect.h"
#include "core/csv/structure/line_ends.h"
#include "core/ingest/sources/recent_facts.h"
#include "core/ingest/sources/recording_name.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/sources/text_pieces.h"
#include "core/io/file_stamp.h"
#include "core/io/scratch_folder.h"
#include "core/io/scratch_writer.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

/// Of a line that is not a record so much is kept, to be shown.
constexpr std::size_t kShownBytes = std::size_t{16} << 10;

bool isBlank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::uint64_t longestIn(const TextDecoding& decoding) {
  return std::clamp(decoding.longestRecord, csv::kLeastLongestRecord, csv::kMostLongestRecord);
}

/// The places of keys among the columns.
using Places = std::unordered_map<std::string_view, std::size_t>;

/// Collects the keys. Names stay where they are, since others are views of them.
class KeyFinder {
 public:
  KeyFinder(const fs::path& path, std::uint64_t longest) : m_path(path), m_longest(longest) {}

  Result<void> add(const csv::JsonRecord& record, std::uint64_t line);
  Result<JsonKeys> finish();
  void addFault() { ++m_lines; }

 private:
  const fs::path& m_path;
  std::uint64_t m_longest;
  std::unordered_map<std::string, std::size_t> m_places;
  JsonKeys m_keys;
  std::uint64_t m_lines = 0;
  std::string m_name;  ///< the field of a new key
};

Result<void> KeyFinder::add(const csv::JsonRecord& record, std::uint64_t line) {
  ++m_lines;
  m_keys.tableBytes += record.bytes();
  for (const csv::JsonRecord::Cell& cell : record.cells()) {
    const auto [place, fresh] = m_places.try_emplace(std::string(record.key(cell)), m_places.size());
    if (!fresh) continue;
    // As the header has it: one that is longer than a record may be would not be read.
    m_name.clear();
    csv::appendJsonField(m_name, place->first);
    m_keys.keyBytes += m_name.size() + 1;
    if (m_places.size() > kMostColumns) return fail(tooManyColumns(m_path));
    if (m_keys.keyBytes <= m_longest) continue;
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The keys of {0} are longer than {1} bytes together, the limit of --longest-record (line "
                          "{2}). Check that they name columns, or allow more."),
                {m_path.string(), std::to_string(m_longest), std::to_string(line)}, {m_path.string(), line, 0});
  }
  if (const auto nested = record.nestedCell(); nested && m_keys.nestedLine == 0) {
    m_keys.nestedKey = record.key(record.cells()[*nested]);
    m_keys.nestedLine = line;
  }
  return {};
}

Result<JsonKeys> KeyFinder::finish() {
  if (m_places.empty()) {
    return fail(Errc::format,
                MASU_TEXT("core",
                          "No line of {0} is a JSON object with keys, as JSON Lines have one each. If it is a table "
                          "all the same, name its delimiter by --delimiter."),
                {m_path.string()}, {m_path.string(), 0, 0});
  }
  m_keys.names.resize(m_places.size());
  for (const auto& [name, place] : m_places) m_keys.names[place] = name;
  m_keys.tableBytes += m_keys.keyBytes + m_lines * m_keys.names.size();
  return std::move(m_keys);
}

Result<JsonKeys> findKeys(const fs::path& path, const TextDecoding& decoding) {
  MASU_TRY(TextPieces pieces, TextPieces::open(path));
  MASU_CHECK(pieces.decodeFrom(decoding.encoding, path.string()));
  LineCutter lines(longestIn(decoding));
  KeyFinder finder(path, longestIn(decoding));
  csv::JsonRecord record;
  for (std::string utf8;;) {
    MASU_TRY(const bool read, pieces.next(utf8));
    if (!read) break;
    lines.give(utf8, !pieces.hasMore());
    while (lines.next()) {
      if (isBlank(lines.line())) continue;
      if (lines.isTooLong() || record.read(lines.line()) != csv::JsonFault::none)
        finder.addFault();
      else
        MASU_CHECK(finder.add(record, lines.number()));
    }
  }
  return finder.finish();
}

/// What the keys of a source depend on beside its file: encoding, and bytes of a record.
using KeysQuestion = std::pair<std::string, std::uint64_t>;
RecentFacts<KeysQuestion, JsonKeys> knownKeys(256, std::uint64_t{4} << 20);

/// Writes the records of a table.
class TableWriter {
 public:
  /// `longest`: bytes of a record, at most; also of one that shows a line which is not one.
  TableWriter(const fs::path& path, const JsonKeys& keys, std::uint64_t longest, io::ScratchWriter copy)
      : m_path(path),
        m_shown(std::min<std::uint64_t>(kShownBytes, longest / 8)),
        m_copy(std::move(copy)),
        m_cells(keys.names.size(), kNone) {
    for (const std::string& name : keys.names) m_places.emplace(name, m_places.size());
    for (std::size_t i = 0; i < keys.names.size(); ++i) {
      if (i > 0) m_text += ',';
      csv::appendJsonField(m_text, keys.names[i]);
    }
    endRecord(0);
  }

  Result<void> add(const LineCutter& line);
  Result<io::MappedFile> finish();
  std::uint64_t size() const { return m_copy.size() + m_text.size(); }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  Result<void> addCells();
  void endRecord(std::size_t begin);

  const fs::path& m_path;
  std::size_t m_shown;  ///< of a line that is not a record
  io::ScratchWriter m_copy;
  Places m_places;
  std::vector<std::size_t> m_cells;  ///< of the record at hand, for each column
  csv::JsonRecord m_record;
  std::string m_text;  ///< of the record at hand, and of the header before it
};

/// An empty line would not be a record.
void TableWriter::endRecord(std::size_t begin) {
  if (m_text.size() == begin) m_text += "\"\"";
  m_text += '\n';
}

Result<void> TableWriter::addCells() {
  const auto cells = m_record.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto place = m_places.find(m_record.key(cells[i]));
    if (place == m_places.end()) {
      return fail(Errc::damaged, MASU_TEXT("core", "{0} has changed while it was read. Import it again."),
                  {m_path.string()}, {m_path.string(), 0, 0});
    }
    m_cells[place->second] = i;
  }
  const std::size_t begin = m_text.size();
  for (std::size_t column = 0; column < m_cells.size(); ++column) {
    if (column > 0) m_text += ',';
    if (m_cells[column] != kNone) m_text += m_record.field(cells[m_cells[column]]);
    m_cells[column] = kNone;
  }
  endRecord(begin);
  return {};
}

Result<void> TableWriter::add(const LineCutter& line) {
  if (isBlank(line.line())) {
    m_text += '\n';
  } else {
    const csv::JsonFault fault = line.isTooLong() ? csv::JsonFault::tooLong : m_record.read(line.line());
    if (fault == csv::JsonFault::none) {
      MASU_CHECK(addCells());
    } else {
      const bool detailed = fault == csv::JsonFault::keyTwice || fault == csv::JsonFault::numberTooLarge;
      const std::string_view detail = detailed ? m_record.detail() : std::string_view();
      csv::appendJsonFault(m_text, fault, detail.substr(0, m_shown), line.line().substr(0, m_shown), m_cells.size());
      m_text += '\n';
    }
  }
  MASU_CHECK(m_copy.append(m_text));
  m_text.clear();
  return {};
}

Result<io::MappedFile> TableWriter::finish() {
  MASU_CHECK(m_copy.append(m_text));
  return m_copy.finish();
}

}  // namespace

void LineCutter::give(std::string_view piece, bool last) {
  m_rest = piece;
  m_last = last;
}

bool LineCutter::next() {
  if (m_whole) {
    m_line.clear();
    m_length = 0;
    m_whole = false;
  }
  if (m_afterReturn && !m_rest.empty()) {
    m_rest.remove_prefix(m_rest.front() == '\n' ? 1 : 0);
    m_afterReturn = false;
  }
  const std::size_t end = std::min(m_rest.find('\n'), m_rest.substr(0, m_rest.find('\n')).find('\r'));
  const std::string_view part = m_rest.substr(0, end);
  m_length += part.size();
  // Of what is longer the front is shown alone.
  const std::size_t most = isTooLong() ? std::max(m_line.size(), kShownBytes) : m_length;
  m_line += part.substr(0, most - m_line.size());
  if (end == std::string_view::npos) {
    m_rest = {};
    if (!m_last || m_length == 0) return false;
  } else {
    m_afterReturn = m_rest[end] == '\r';
    m_rest.remove_prefix(end + 1);
  }
  if (++m_number == 1) m_line.erase(0, csv::byteOrderMark(m_line));
  return m_whole = true;
}

Result<std::shared_ptr<const JsonKeys>> jsonKeys(const fs::path& path, const TextDecoding& decoding) {
  const auto member = memberPath(path);
  MASU_TRY(const io::FileStamp stamp, io::stampOf(member ? member->archive : path));
  const KeysQuestion question(decoding.encoding, longestIn(decoding));
  if (auto keys = knownKeys.find(path, stamp, question)) return keys;
  MASU_TRY(JsonKeys found, findKeys(path, decoding));
  const auto keys = std::make_shared<const JsonKeys>(std::move(found));
  knownKeys.keep(path, stamp, question, keys, keys->keyBytes);
  return keys;
}

Result<TableText> openJsonTable(const fs::path& path, const TextDecoding& decoding, std::uint64_t limit) {
  TableText text;
  text.encoding = decoding.encoding;
  text.decoded = true;
  MASU_TRY(text.json, jsonKeys(path, decoding));
  if (limit == std::numeric_limits<std::uint64_t>::max())
    MASU_CHECK(io::ScratchRoom(path).checkFor(text.json->tableBytes));
  MASU_TRY(io::ScratchWriter copy, io::ScratchWriter::open(path));
  MASU_TRY(TextPieces pieces, TextPieces::open(path));
  MASU_CHECK(pieces.decodeFrom(decoding.encoding, path.string()));
  TableWriter writer(path, *text.json, longestIn(decoding), std::move(copy));
  LineCutter lines(longestIn(decoding));
  bool full = false;
  for (std::string utf8; !full;) {
    const auto before = static_cast<double>(pieces.taken());
    MASU_TRY(const bool read, pieces.next(utf8));
    if (!read) break;
    lines.give(utf8, !pieces.hasMore());
    while (!full && lines.next()) {
      MASU_CHECK(writer.add(lines));
      full = writer.size() >= limit && (lines.left() > 0 || pieces.hasMore());
    }
    if (!full) continue;
    const double done = 1 - static_cast<double>(lines.left()) / static_cast<double>(utf8.size());
    text.share = (before + done * (static_cast<double>(pieces.taken()) - before)) / static_cast<double>(pieces.size());
  }
  MASU_TRY(text.file, writer.finish());
  return text;
}

bool hasJsonLinesName(const fs::path& path) {
  const std::string name = unpackedName(path);
  return name.ends_with(".jsonl") || name.ends_with(".ndjson");
}

bool holdsJsonLines(std::string_view head, bool whole) {
  constexpr int kLines = 3;
  csv::JsonRecord record;
  int objects = 0;
  while (!head.empty() && objects < kLines) {
    const std::size_t end = head.find_first_of("\r\n");
    if (end == std::string_view::npos && !whole) break;
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(csv::afterLine(head, 0));
    if (isBlank(line)) continue;
    if (!line.starts_with('{')) return false;
    // What is wrong with an object is said when it is imported.
    const csv::JsonFault fault = record.read(line);
    const bool isRecord = fault == csv::JsonFault::none && !record.cells().empty();
    if (!isRecord && fault != csv::JsonFault::keyTwice && fault != csv::JsonFault::numberTooLarge) return false;
    ++objects;
  }
  // A single object may be any document.
  return objects > (whole ? 1 : 0);
}

}  // namespace masu::ingest
