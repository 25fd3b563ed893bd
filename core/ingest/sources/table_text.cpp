// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/table_text.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/transcoder.h"
#include "core/ingest/sources/foreign_content.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/ingest/sources/space_aligned.h"
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

class CopyMaker {
 public:
  explicit CopyMaker(SourceBytes source) : m_source(std::move(source)) {}

  /// Reads the first piece, by which the encoding is detected.
  Result<void> begin();
  Result<void> check(const std::string& file) const { return checkText(piece(), file); }
  std::uint64_t foreignLine() const { return csv::firstForeignLine(piece()); }
  std::string guess() const { return csv::guessEncoding(piece(), m_length < m_piece.size()); }
  Result<void> run(const TextDecoding& decoding, std::uint64_t limit, const std::filesystem::path& path,
                   TableText& text);

 private:
  Result<void> readPiece();
  std::string_view piece() const { return {reinterpret_cast<const char*>(m_piece.data()), m_length}; }

  SourceBytes m_source;
  std::vector<std::byte> m_piece = std::vector<std::byte>(kPieceBytes);
  std::size_t m_length = 0;
};

Result<void> CopyMaker::readPiece() {
  for (m_length = 0; m_length < m_piece.size();) {
    MASU_TRY(const std::size_t read, m_source.read(std::span(m_piece).subspan(m_length)));
    if (read == 0) break;
    m_length += read;
  }
  return {};
}

Result<void> CopyMaker::begin() {
  return readPiece();
}

Result<void> CopyMaker::run(const TextDecoding& decoding, std::uint64_t limit, const std::filesystem::path& path,
                            TableText& text) {
  const io::ScratchRoom room(path);
  if (limit == std::numeric_limits<std::uint64_t>::max())
    MASU_CHECK(room.checkFor(m_source.unpackedSize().value_or(0)));
  MASU_TRY(const io::File copy, io::File::createUnnamed(io::scratchFolder()));
  std::optional<csv::Transcoder> transcoder;
  if (!csv::isUtf8Name(decoding.encoding)) {
    MASU_TRY(csv::Transcoder opened, csv::Transcoder::open(decoding.encoding, path.string()));
    transcoder.emplace(std::move(opened));
  }
  BlankSqueezer squeezer;
  std::string utf8;
  std::string squeezed;
  std::uint64_t written = 0;
  bool more = m_length > 0;
  while (more && written < limit) {
    const bool last = m_length < m_piece.size();
    utf8.clear();
    if (transcoder)
      transcoder->append(piece(), last, utf8);
    else
      utf8 = piece();
    if (decoding.aligned) {
      squeezed.clear();
      squeezer.append(utf8, squeezed);
      utf8.swap(squeezed);
    }
    const std::uint64_t consumed = m_source.consumed();
    MASU_CHECK(readPiece());
    more = m_length > 0;
    if (more && written + utf8.size() >= limit) {
      utf8.resize(std::min(utf8.find_last_of("\r\n"), utf8.size() - 1) + 1);
      text.share = static_cast<double>(consumed) / static_cast<double>(m_source.size());
    }
    MASU_CHECK(room.checkMore(written, utf8.size()));
    MASU_CHECK(room.named(copy.writeAt(written, std::as_bytes(std::span(utf8)))));
    written += utf8.size();
  }
  MASU_TRY(text.file, io::MappedFile::open(copy.openPath()));
  return {};
}

}  // namespace

Result<TableText> openTableText(const std::filesystem::path& path, const TextDecoding& decoding, std::uint64_t limit) {
  TableText text;
  MASU_TRY(SourceBytes source, SourceBytes::open(path));
  const bool plain = source.isPlain();
  CopyMaker maker(std::move(source));
  MASU_CHECK(maker.begin());
  MASU_CHECK(maker.check(path.string()));
  text.encoding = decoding.encoding.empty() ? maker.guess() : decoding.encoding;
  if (decoding.encoding.empty() && !csv::isUtf8Name(text.encoding)) text.foreignLine = maker.foreignLine();
  if (plain && !decoding.aligned && csv::isUtf8Name(text.encoding)) {
    MASU_TRY(text.file, io::MappedFile::open(path));
    return text;
  }
  text.decoded = true;
  MASU_CHECK(maker.run({text.encoding, decoding.aligned}, limit, path, text));
  return text;
}

Result<TableText> openTableText(const io::File& file, const std::string& encoding) {
  MASU_TRY(const std::uint64_t size, file.size());
  std::string piece(std::min<std::uint64_t>(size, kPieceBytes), '\0');
  MASU_CHECK(file.readAt(0, std::as_writable_bytes(std::span(piece))));
  MASU_CHECK(checkText(piece, file.path().string()));
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
