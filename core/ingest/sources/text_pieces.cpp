// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/text_pieces.h"

#include <span>

namespace masu::ingest {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

}  // namespace

Result<TextPieces> TextPieces::open(const std::filesystem::path& path) {
  MASU_TRY(SourceBytes source, SourceBytes::open(path));
  TextPieces pieces(std::move(source));
  pieces.m_piece.resize(kPieceBytes);
  MASU_CHECK(pieces.readPiece());
  return pieces;
}

Result<void> TextPieces::readPiece() {
  for (m_length = 0; m_length < m_piece.size();) {
    MASU_TRY(const std::size_t read, m_source.read(std::span(m_piece).subspan(m_length)));
    if (read == 0) break;
    m_length += read;
  }
  return {};
}

Result<void> TextPieces::decodeFrom(const std::string& encoding, const std::string& file) {
  m_transcoder.reset();
  if (csv::isUtf8Name(encoding)) return {};
  MASU_TRY(csv::Transcoder opened, csv::Transcoder::open(encoding, file));
  m_transcoder.emplace(std::move(opened));
  return {};
}

Result<bool> TextPieces::next(std::string& utf8) {
  utf8.clear();
  if (m_length == 0) return false;
  if (m_transcoder)
    m_transcoder->append(coming(), isWhole(), utf8);
  else
    utf8 = coming();
  m_taken = m_source.consumed();
  MASU_CHECK(readPiece());
  return true;
}

}  // namespace masu::ingest
