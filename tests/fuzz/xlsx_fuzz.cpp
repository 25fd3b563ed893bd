// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, read as the parts of an Excel workbook: rows and cells come in their order, none of them is empty, each is
// UTF-8, and a second reading gives the same. A ZIP archive is made of the parts here, since what changes one that is
// packed is found by its checksums: the input is a sheet, the shared texts, the styles and the workbook, with a byte
// 0xFF between them; what is missing is that of a plain workbook.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/crc32.h"
#include "core/csv/detection/encoding.h"
#include "core/io/workbook/sheet_reader.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using fuzz::require;

namespace {

struct Part {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view kRoots =
    R"(<Relationships><Relationship Id="r" Type="/officeDocument" Target="xl/workbook.xml"/></Relationships>)";
constexpr std::string_view kRelations =
    R"(<Relationships><Relationship Id="r0" Type="/worksheet" Target="s.xml"/>)"
    R"(<Relationship Id="r1" Type="/sharedStrings" Target="t.xml"/>)"
    R"(<Relationship Id="r2" Type="/styles" Target="/xl/y.xml"/></Relationships>)";
constexpr std::string_view kWorkbook =
    R"(<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r0"/></sheets></workbook>)";

void append(std::string& to, std::uint64_t value, int bytes) {
  constexpr int kBits = 64;
  for (int bit = 0; bit < 8 * bytes; bit += 8) to += static_cast<char>(bit < kBits ? value >> bit & 0xFF : 0);
}

/// What the header of a member and its entry in the directory have in common.
void appendMember(std::string& to, const Part& part) {
  const auto size = static_cast<std::uint32_t>(part.text.size());
  append(to, 20, 2);  // version
  append(to, 0, 8);   // flags, stored, time
  append(to, crc32(0, std::as_bytes(std::span(part.text))), 4);
  append(to, size, 4);
  append(to, size, 4);
  append(to, part.name.size(), 2);
  append(to, 0, 2);
}

std::string archiveOf(const std::vector<Part>& parts) {
  std::string archive;
  std::string directory;
  for (const Part& part : parts) {
    append(directory, 0x02014B50, 4);
    append(directory, 20, 2);
    appendMember(directory, part);
    append(directory, 0, 10);  // comment, disk, attributes
    append(directory, archive.size(), 4);
    directory += part.name;
    append(archive, 0x04034B50, 4);
    appendMember(archive, part);
    archive += part.name;
    archive += part.text;
  }
  const std::size_t begin = archive.size();
  archive += directory;
  append(archive, 0x06054B50, 4);
  append(archive, 0, 4);
  append(archive, parts.size(), 2);
  append(archive, parts.size(), 2);
  append(archive, directory.size(), 4);
  append(archive, begin, 4);
  append(archive, 0, 2);
  return archive;
}

/// All cells, and what the reading ended with.
std::string readAll(const io::File& file) {
  auto archive = io::ArchiveReader::open(file);
  require(archive && !archive->members().empty());
  const auto book = io::readWorkbook(*archive, "fuzz");
  if (!book || book->sheets.empty()) return book ? "none" : book.error().message.english();
  constexpr std::uint64_t kLongest = 2000;
  auto reader = io::SheetReader::open(std::move(*archive), *book, 0, kLongest);
  if (!reader) return reader.error().message.english();
  std::string all;
  std::uint64_t row = 0;
  for (auto read = reader->next(); !read || *read; read = reader->next()) {
    if (!read) return all + read.error().message.english();
    require(reader->row() > row && !reader->cells().empty());
    row = reader->row();
    std::int64_t column = -1;
    std::size_t bytes = 0;
    for (const io::SheetCell& cell : reader->cells()) {
      const std::string_view text = reader->text(cell);
      require(cell.column > column && !text.empty() && csv::isUtf8(text));
      column = cell.column;
      bytes += text.size();
      all += std::to_string(row) + ':' + std::to_string(column) + '=' + std::string(text) + '\n';
    }
    require(bytes <= kLongest);
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::array<std::string_view, 4> given{};
  given.back() = kWorkbook;
  for (std::string_view& part : given) {
    const std::size_t end = std::min(rest.find('\xFF'), rest.size());
    if (!rest.empty()) part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<Part> parts = {{"[Content_Types].xml", "<Types/>"},
                             {"_rels/.rels", kRoots},
                             {"xl/workbook.xml", given[3]},
                             {"xl/_rels/workbook.xml.rels", kRelations},
                             {"xl/s.xml", given[0]},
                             {"xl/t.xml", given[1].empty() ? "<sst/>" : given[1]},
                             {"xl/y.xml", given[2].empty() ? "<styleSheet/>" : given[2]}};
  const std::string archive = archiveOf(parts);
  const io::File file = fuzz::fileOf(reinterpret_cast<const std::uint8_t*>(archive.data()), archive.size());
  require(readAll(file) == readAll(file));
  return 0;
}
