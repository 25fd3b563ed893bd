// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/csv/detection/transcoder.h"
#include "core/ingest/sources/source_bytes.h"

namespace masu::ingest {

/// The text of a source from front to back as UTF-8, unpacked and decoded, piece by piece. Threads: one at a time.
class TextPieces {
 public:
  /// Reads the first piece, by which the encoding is detected. Errors: no such file, a damaged packed file.
  static Result<TextPieces> open(const std::filesystem::path& path);

  /// What next() will decode, as it is in the source.
  std::string_view coming() const { return {reinterpret_cast<const char*>(m_piece.data()), m_length}; }
  /// Whether that is all of the source.
  bool isWhole() const { return m_length < m_piece.size(); }
  bool isPlain() const { return m_source.isPlain(); }

  /// From now on pieces are decoded from that encoding. Errors: one that this machine does not know.
  Result<void> decodeFrom(const std::string& encoding, const std::string& file);

  /// Replaces `utf8` by the next piece; false at the end. Errors: damaged content.
  Result<bool> next(std::string& utf8);
  /// Whether another piece follows.
  bool hasMore() const { return m_length > 0; }

  /// Of the source's bytes, as it is stored: how many the pieces so far took, and all.
  std::uint64_t taken() const { return m_taken; }
  std::uint64_t size() const { return m_source.size(); }
  /// What it unpacks to, where that is known.
  std::optional<std::uint64_t> unpackedSize() const { return m_source.unpackedSize(); }

 private:
  explicit TextPieces(SourceBytes source) : m_source(std::move(source)) {}

  Result<void> readPiece();

  SourceBytes m_source;
  std::optional<csv::Transcoder> m_transcoder;
  std::vector<std::byte> m_piece;
  std::size_t m_length = 0;
  std::uint64_t m_taken = 0;
};

}  // namespace masu::ingest
