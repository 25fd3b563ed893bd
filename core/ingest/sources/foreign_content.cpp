// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/foreign_content.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ascii.h"
#include "core/base/json_fault.h"
#include "core/io/archive_reader.h"

namespace masu::ingest {

namespace {

using namespace std::string_view_literals;

/// What most formats of tables, documents and packed files need: to be turned into something else by another program.
struct Mark {
  std::string_view bytes;
  std::string_view name;
};

/// Tables in columns. Programs that read them write CSV, too.
constexpr std::array kConvertible = {
    Mark{"PAR1"sv, "Parquet"},      Mark{"ARROW1"sv, "Arrow"}, Mark{"FEA1"sv, "Feather"},
    Mark{"ORC\x0A"sv, "ORC"},       Mark{"Obj\x01"sv, "Avro"}, Mark{"$FL2"sv, "SPSS"},
    Mark{"<stata_dta>"sv, "Stata"}, Mark{"RDX2\n"sv, "R"},     Mark{"RDX3\n"sv, "R"}};
constexpr std::array kDocuments = {Mark{"\x89PNG\r\n"sv, "PNG"}, Mark{"\xFF\xD8\xFF"sv, "JPEG"},
                                   Mark{"GIF87a"sv, "GIF"}, Mark{"GIF89a"sv, "GIF"}};
constexpr std::array kPacked = {Mark{"\xFD\x37zXZ\0"sv, "xz"}, Mark{"7z\xBC\xAF\x27\x1C"sv, "7-Zip"},
                                Mark{"Rar!\x1A\x07"sv, "RAR"}};
/// Where marks are that no file begins with.
constexpr std::size_t kBzipMark = 4;
constexpr std::size_t kWaveMark = 8;
constexpr std::size_t kTarMark = 257;
constexpr std::array kRecordings = {Mark{"\x89HDF\r\n\x1A\n"sv, "HDF5"}, Mark{"\x93NUMPY"sv, "NumPy"},
                                    Mark{"fLaC"sv, "FLAC"}, Mark{"OggS"sv, "Ogg"}};

template <std::size_t N>
std::string_view nameIn(const std::array<Mark, N>& marks, std::string_view head) {
  const auto mark = std::ranges::find_if(marks, [&](const Mark& each) { return head.starts_with(each.bytes); });
  return mark == marks.end() ? std::string_view() : mark->name;
}

/// A ZIP archive that an office program wrote: its first member is one that its standard asks for.
std::optional<Message> officeArchive(std::string_view head, const std::string& file) {
  constexpr std::size_t kName = 30;  // after the first member's header
  if (!io::isArchive(std::as_bytes(std::span(head)))) return std::nullopt;
  const std::string_view first = head.substr(std::min(kName, head.size()));
  const auto begins = [&](std::string_view name) { return first.starts_with(name); };
  const bool isOpenXml = begins("[Content_Types].xml") || begins("_rels/") || begins("docProps/") || begins("xl/");
  const bool isText = head.find("word/") != head.npos || head.find("ppt/") != head.npos;
  if (isOpenXml && !isText) {
    return Message{MASU_TEXT("core",
                             "{0} is an Excel workbook of a kind that is not read: a binary one (.xlsb), or one within "
                             "another file. Unpack it, or save it as .xlsx, and import that."),
                   {file}};
  }
  if (!isOpenXml && !begins("mimetypeapplication/vnd.oasis.opendocument")) return std::nullopt;
  return Message{MASU_TEXT("core",
                           "{0} is a document of an office program, not a text table. Save the table that is meant as "
                           "CSV, and import that."),
                 {file}};
}

std::string_view skipBlanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// The first complete lines that hold something, comments apart.
std::vector<std::string_view> firstLines(std::string_view text, bool whole, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !whole) break;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = skipBlanks(line);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = skipBlanks(line); !line.empty(); line = skipBlanks(line)) {
    words.push_back(line.substr(0, line.find_first_of(" \t")));
    line.remove_prefix(words.back().size());
  }
  return words;
}

/// One value of JSON, an object or an array, over the whole text or up to where the sample ends.
bool isJsonDocument(std::string_view head, bool whole) {
  std::string_view text = skipBlanks(head);
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::string_view next = skipBlanks(text.substr(1));
  const std::string_view allowed = text.front() == '{' ? "\"}"sv : "{[\"-0123456789]"sv;
  if (next.empty() || allowed.find(next.front()) == allowed.npos) return false;
  const std::optional<TextPlace> fault = jsonFault(text);
  if (!fault || whole) return !fault;
  // The end of the sample may cut a string or a character; whatever is wrong before it shows that the text is not JSON.
  constexpr std::uint64_t kCut = 2;  // what was read last, or the end after it
  std::string_view before = text;
  for (std::uint64_t line = 1; line < fault->line; ++line)
    before.remove_prefix(std::min(before.find('\n'), before.size() - 1) + 1);
  return before.find('\n') == before.npos && fault->column + kCut > before.size();
}

bool isNumber(std::string_view word) {
  double value = 0;
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

/// "1 3:0.5 17:2": a label, then numbered values in order, several in some line. Hours and minutes look alike, so not
/// all values may be two digits.
bool isSvmlight(std::string_view head, bool whole) {
  constexpr std::size_t kLines = 50;
  std::size_t pairs = 0;
  std::size_t times = 0;
  bool several = false;
  for (std::string_view line : firstLines(head, whole, kLines)) {
    line = line.substr(0, line.find('#'));
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.empty() || !isNumber(words.front())) return false;
    std::int64_t last = -1;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t colon = words[i].find(':');
      if (colon == std::string_view::npos || !isNumber(words[i].substr(colon + 1))) return false;
      const std::string_view name = words[i].substr(0, colon);
      if (name == "qid") continue;
      std::int64_t index = 0;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
      if (name.empty() || error != std::errc() || end != name.data() + name.size() || index <= last) return false;
      several = several || last >= 0;
      last = index;
      ++pairs;
      times += colon + 3 == words[i].size() && words[i].find_first_not_of("0123456789", colon + 1) == words[i].npos;
    }
  }
  return several && pairs > times;
}

/// "100 2 360 650000": a record of so many signals; then a line of each: its file, and the number of its format.
bool isWfdbHeader(std::string_view head, bool whole) {
  constexpr std::array kFormats = {"8", "16", "24", "32", "61", "80", "160", "212", "310", "311", "508", "516", "524"};
  constexpr std::size_t kMostSignals = 64;
  const std::vector<std::string_view> lines = firstLines(head, whole, kMostSignals + 1);
  const std::vector<std::string_view> record = lines.empty() ? std::vector<std::string_view>() : wordsOf(lines.front());
  std::size_t signals = 0;
  if (record.size() < 2 || std::from_chars(record[1].data(), record[1].data() + record[1].size(), signals).ptr !=
                               record[1].data() + record[1].size())
    return false;
  if (signals == 0 || lines.size() < 2 || (signals < kMostSignals && whole && lines.size() != signals + 1))
    return false;
  return std::all_of(lines.begin() + 1, lines.end(), [&](std::string_view line) {
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.size() < 2 || (words[0].find('.') == words[0].npos && words[0] != "~")) return false;
    const std::string_view format = words[1].substr(0, words[1].find_first_of("x:+"));
    return std::ranges::find(kFormats, format) != kFormats.end();
  });
}

/// Of text with marks of its own.
std::optional<Message> markedText(std::string_view text, const std::string& file) {
  constexpr std::size_t kProlog = 1024;
  const std::string front = lowerCase(skipBlanks(text.substr(0, kProlog)));
  const bool isMarkup = front.starts_with('<');
  if (isMarkup && (front.starts_with("<!doctype html") || front.find("<html") != front.npos)) {
    return Message{MASU_TEXT("core",
                             "{0} is an HTML page, not a text table. If it was downloaded, the server may have sent "
                             "a message instead of the file: open it in a browser."),
                   {file}};
  }
  if (front.starts_with("<?xml"))
    return Message{MASU_TEXT("core", "{0} is XML, not a text table. Convert it to CSV first."), {file}};
  if (text.starts_with("version https://git-lfs.github.com/")) {
    return Message{MASU_TEXT("core", "{0} only names a file that Git LFS keeps elsewhere. Fetch it by git lfs pull."),
                   {file}};
  }
  if (text.starts_with("Brain Vision ") || text.starts_with("BrainVision ")) {
    return Message{MASU_TEXT("core",
                             "{0} describes a BrainVision recording and is not a text table. Import its header (.vhdr) "
                             "with --as recordings."),
                   {file}};
  }
  return std::nullopt;
}

Message ofDocument(std::string_view name, const std::string& file) {
  return {MASU_TEXT("core", "{0} is a {1} file, not a text table. Export its data as CSV from where it was made."),
          {file, name}};
}

Message ofPacked(std::string_view name, const std::string& file) {
  return {MASU_TEXT("core", "{0} is packed by {1}, which is not unpacked here. Unpack it first."), {file, name}};
}

bool startsAt(std::string_view head, std::size_t place, std::string_view mark) {
  return head.size() > place && head.substr(place).starts_with(mark);
}

}  // namespace

std::optional<Message> foreignBinary(std::string_view head, const std::string& file) {
  if (head.starts_with("%PDF-")) return ofDocument("PDF", file);
  if (head.starts_with("BZh") && startsAt(head, kBzipMark, "1AY&SY")) return ofPacked("bzip2", file);
  // Some marks are words that may begin a table, too. All other formats have a NUL somewhere.
  if (head.find('\0') == head.npos) return std::nullopt;
  if (auto office = officeArchive(head, file)) return office;
  if (head.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) {
    if (head.find("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"sv) != head.npos) {
      return Message{MASU_TEXT("core",
                               "{0} is a document of Microsoft Office, such as an Excel workbook, and encrypted. Open "
                               "it with its password, save it without one, and import that."),
                     {file}};
    }
    return Message{MASU_TEXT("core",
                             "{0} is a document of Microsoft Office, such as an old Excel workbook (.xls), which is "
                             "not read. Save it as .xlsx, or the sheet that is meant as CSV, and import that."),
                   {file}};
  }
  if (head.starts_with("SQLite format 3\0"sv)) {
    return Message{MASU_TEXT("core",
                             "{0} is an SQLite database, not a text table. Export what is meant as CSV, e.g. by "
                             "sqlite3 -header -csv {0} 'SELECT * FROM …'."),
                   {file}};
  }
  if (const auto name = nameIn(kConvertible, head); !name.empty()) {
    return Message{MASU_TEXT("core",
                             "{0} is in the format {1}, not a text table. Convert it to CSV first, e.g. by DuckDB, "
                             "pandas or R."),
                   {file, name}};
  }
  if (const auto name = nameIn(kDocuments, head); !name.empty()) return ofDocument(name, file);
  const bool isTar = startsAt(head, kTarMark, "ustar");
  if (const auto name = isTar ? "tar"sv : nameIn(kPacked, head); !name.empty()) return ofPacked(name, file);
  const bool isWave = head.starts_with("RIFF") && startsAt(head, kWaveMark, "WAVE");
  if (const auto name = isWave ? "WAV"sv : nameIn(kRecordings, head); !name.empty()) {
    return Message{MASU_TEXT("core",
                             "{0} is in the format {1}, not a text table. If it holds recordings, import it with --as "
                             "recordings."),
                   {file, name}};
  }
  return std::nullopt;
}

std::optional<Message> foreignText(std::string_view head, bool whole, const std::string& file) {
  if (auto marked = markedText(head, file)) return marked;
  const std::string_view front = head.substr(0, kForeignBytes);
  whole = whole && front.size() == head.size();
  if (isJsonDocument(front, whole)) {
    return Message{MASU_TEXT("core",
                             "{0} is a JSON document, not a text table. Convert it to CSV first, e.g. by pandas or jq; "
                             "if it is a table all the same, name its delimiter by --delimiter."),
                   {file}};
  }
  if (isSvmlight(front, whole)) {
    return Message{MASU_TEXT("core",
                             "{0} looks like SVMlight (LIBSVM), which is not read. Convert it to CSV first, e.g. by "
                             "scikit-learn; if it is a table all the same, name its delimiter by --delimiter."),
                   {file}};
  }
  if (isWfdbHeader(front, whole)) {
    return Message{MASU_TEXT("core",
                             "{0} is the header of a WFDB recording, not a text table. Import it with --as recordings, "
                             "by a name that ends in .hea."),
                   {file}};
  }
  return std::nullopt;
}

}  // namespace masu::ingest
