// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/table_text.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/encoding_guess.h"
#include "core/csv/detection/transcoder.h"
#include "core/ingest/sources/foreign_content.h"
#include "core/ingest/sources/json_table.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/space_aligned.h"
#include "core/ingest/sources/tagged_table.h"
#include "core/ingest/sources/text_pieces.h"
#include "core/io/file.h"
#include "core/io/scratch_folder.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

/// Binary data of a known format is named. No encoding makes a text of it.
Result<void> checkText(std::string_view piece, const std::string& file) {
  if (auto foreign = foreignBinary(piece.substr(0, kForeignBytes), file)) {
    return fail(Errc::format, std::move(foreign->text), std::move(foreign->arguments), {file, 0, 0});
  }
  return {};
}

/// Writes the pieces to a copy in UTF-8: as the CSV that a `tagged` text stands for, else, where that is asked for,
/// with one blank between words.
Result<void> copyText(TextPieces& pieces, const TextDecoding& decoding, TaggedTable* tagged, std::uint64_t limit,
                      const std::filesystem::path& path, TableText& text) {
  const io::ScratchRoom room(path);
  if (limit == std::numeric_limits<std::uint64_t>::max()) MASU_CHECK(room.checkFor(pieces.unpackedSize().value_or(0)));
  MASU_TRY(const io::File copy, io::File::createUnnamed(io::scratchFolder()));
  MASU_CHECK(pieces.decodeFrom(decoding.encoding, path.string()));
  BlankSqueezer squeezer;
  std::string utf8;
  std::string changed;
  std::uint64_t written = 0;
  while (written < limit) {
    MASU_TRY(const bool read, pieces.next(utf8));
    if (!read) break;
    if (tagged != nullptr || decoding.aligned) {
      changed.clear();
      if (tagged == nullptr)
        squeezer.append(utf8, changed);
      else
        MASU_CHECK(tagged->append(utf8, !pieces.hasMore(), changed));
      utf8.swap(changed);
    }
    if (pieces.hasMore() && written + utf8.size() >= limit) {
      utf8.resize(std::min(utf8.find_last_of("\r\n"), utf8.size() - 1) + 1);
      text.share = static_cast<double>(pieces.taken()) / static_cast<double>(pieces.size());
    }
    MASU_CHECK(room.checkMore(written, utf8.size()));
    MASU_CHECK(room.named(copy.writeAt(written, std::as_bytes(std::span(utf8)))));
    written += utf8.size();
  }
  MASU_TRY(text.file, io::MappedFile::open(copy.openPath()));
  return {};
}

}  // namespace

bool readsMadeCsv(const csv::Dialect& dialect) {
  return dialect.delimiter == ',' && dialect.quote == '"' && dialect.escape == '\0' && dialect.decimal == '.' &&
         !dialect.aligned && !dialect.jsonLines;
}

Result<TableText> openTableText(const std::filesystem::path& path, const TextDecoding& decoding, std::uint64_t limit) {
  if (const auto sheet = sheetPath(path)) return openSheetTable(path, *sheet, decoding, limit);
  TableText text;
  MASU_TRY(TextPieces pieces, TextPieces::open(path));
  MASU_CHECK(checkText(pieces.coming(), path.string()));
  const bool found = decoding.encoding.empty();
  text.encoding = found ? csv::guessEncoding(pieces.coming(), pieces.isWhole()) : decoding.encoding;
  if (found && !csv::isUtf8Name(text.encoding)) text.foreignLine = csv::firstForeignLine(pieces.coming());
  if (decoding.jsonLines) return openJsonTable(path, {text.encoding, false, true, decoding.longestRecord}, limit);
  const auto format = taggedFormat(pieces.coming());
  if (pieces.isPlain() && !decoding.aligned && !format && csv::isUtf8Name(text.encoding)) {
    MASU_TRY(text.file, io::MappedFile::open(path));
    return text;
  }
  std::shared_ptr<TaggedTable> tagged;
  if (format) tagged = std::make_shared<TaggedTable>(*format, path, decoding.longestRecord);
  text.decoded = true;
  MASU_CHECK(
      copyText(pieces, {.encoding = text.encoding, .aligned = decoding.aligned}, tagged.get(), limit, path, text));
  text.tagged = std::move(tagged);
  return text;
}

Result<TableText> openTableText(const io::File& file, const std::string& encoding) {
  MASU_TRY(const std::uint64_t size, file.size());
  std::string piece(std::min<std::uint64_t>(size, kPieceBytes), '\0');
  MASU_CHECK(file.readAt(0, std::as_writable_bytes(std::span(piece))));
  MASU_CHECK(checkText(piece, file.path().string()));
  if (const auto format = taggedFormat(piece)) {
    return fail(
        Errc::format,
        MASU_TEXT("core",
                  "{0} is in the format {1}, a table of which each row is a sample. Import it with --as table."),
        {file.path().string(), std::string(name(*format))}, {file.path().string(), 0, 0});
  }
  TableText text;
  text.encoding = encoding.empty() ? csv::guessEncoding(piece, piece.size() == size) : encoding;
  if (csv::isUtf8Name(text.encoding)) {
    MASU_TRY(text.file, io::MappedFile::open(file.openPath()));
    return text;
  }
  text.decoded = true;
  MASU_TRY(csv::Transcoder transcoder, csv::Transcoder::open(text.encoding, file.path().string()));
  MASU_TRY(const io::File copy, io::File::createInMemory(file.path()));
  std::string utf8;
  std::uint64_t written = 0;
  for (std::uint64_t at = 0; at < size; at += piece.size()) {
    piece.resize(std::min<std::uint64_t>(size - at, kPieceBytes));
    MASU_CHECK(file.readAt(at, std::as_writable_bytes(std::span(piece))));
    utf8.clear();
    transcoder.append(piece, at + piece.size() == size, utf8);
    MASU_CHECK(copy.writeAt(written, std::as_bytes(std::span(utf8))));
    written += utf8.size();
  }
  MASU_TRY(text.file, io::MappedFile::open(copy.openPath()));
  return text;
}

}  // namespace masu::ingest
