// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/byte_record.h"
#include "core/base/result.h"
#include "core/table/dtype.h"

namespace masu::store {

/// What a staging file holds durably.
struct StagedRecord {
  std::string file;  ///< in the staging directory; see stagingFileName()
  table::DType dtype = table::DType::f32;
  std::uint64_t chunkSamples = 0;
  std::uint64_t samples = 0;    ///< from the first on
  std::vector<std::byte> tail;  ///< of a compressed object: those after its last whole chunk
  std::uint64_t tailHash = 0;   ///< of an uncompressed one: hash64 of those
  std::uint64_t listHash = 0;   ///< hash64 of the entries of its whole chunks

  /// Beside the part: an entry for each whole chunk.
  std::string chunksFile() const { return file + ".chunks"; }
};

/// The name of the part that is made as the `number`th.
std::string stagingFileName(std::uint64_t number);

struct TextRecord {
  std::string keptName;
  StagedRecord ends;
  StagedRecord bytes;
};

/// How far an import came: everything that another process needs to resume it. Staging files may hold more than the
/// record says; that is written again.
struct JournalRecord {
  std::string identity;
  std::uint64_t samples = 0;  ///< finished ones, for people
  std::uint64_t parts = 0;    ///< files that were made: the next one's number
  std::vector<StagedRecord> objects;
  std::vector<TextRecord> texts;
  std::uint64_t sideFileBytes = 0;
  std::uint64_t sideFileHash = 0;
  std::vector<std::byte> state;  ///< of the writer's caller

  static constexpr const char* kFileName = "journal";
  static constexpr const char* kSideFileName = "companion";

  /// The files it speaks of, and its own.
  std::set<std::string> files() const;

  /// Replaces the record in a staging directory, so that at any moment the old or the new one is there, whole.
  Result<void> write(const std::filesystem::path& folder, bool sync) const;
  /// Nothing where there is none, where it is damaged or of another version, where it names files that no writer makes,
  /// or where one is missing.
  static std::optional<JournalRecord> read(const std::filesystem::path& folder);

 private:
  void putTo(ByteWriter& out) const;
  bool getFrom(ByteReader& in);
  bool isSound() const;
};

}  // namespace masu::store
