// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/io/file.h"
#include "core/io/read_ahead.h"
#include "core/store/read/code_limits.h"
#include "core/store/read/dataset.h"
#include "core/store/read/dataset_opening.h"
#include "core/store/read/verified_chunks.h"
#include "core/store/read/windowed_features.h"

namespace masu::store {

/// Whether whole chunks are read through the system's page cache.
enum class Caching {
  whereItHelps,  ///< not where memory holds less than half of the dataset
  never,
};

/// A dataset in one file or several, read by position.
class DatasetFile : public Dataset {
 public:
  /// As it was imported, without edits of its labels: Dataset::open() has those.
  static Result<std::shared_ptr<const DatasetFile>> open(const std::filesystem::path& path, Checking checking,
                                                         Caching caching = Caching::whereItHelps,
                                                         const std::stop_token& stop = {});

  const std::filesystem::path& path() const override { return m_path; }
  const std::string& uuid() const override { return m_content.meta.uuid; }
  std::uint64_t samples() const override { return m_content.samples; }
  const DatasetMeta& meta() const override { return m_content.meta; }
  const std::vector<ObjectInfo>& objects() const override { return m_objects; }
  const std::vector<ObjectInfo>& storedObjects() const override { return m_stored; }
  std::uint64_t fileBytes() const override { return m_content.bytes; }
  std::vector<std::filesystem::path> partFiles() const override;
  std::uint64_t partBytes() const override { return m_content.partBytes; }
  std::vector<std::string> uncovered() const override;
  Result<void> compareStructure() const override;

  Result<void> read(const ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                    std::span<std::byte> out) const override;
  Result<std::vector<std::string>> readTexts(std::string_view keptName, std::uint64_t first,
                                             std::uint64_t count) const override;
  Result<void> readChunk(const ObjectInfo& object, std::uint64_t chunk, std::span<std::byte> out) const override;
  void prefetchChunk(const ObjectInfo& object, std::uint64_t chunk) const override;
  Result<bool> chunkIntact(const ObjectInfo& object, std::uint64_t chunk) const override;
  Result<std::vector<std::uint64_t>> chunkSums(const ObjectInfo& object) const override;
  /// The name of the splits file that the dataset links to; empty where it has no link.
  const std::string& linkedSplits() const { return m_content.linkedSplits; }
  /// One of storedObjects()' checksums, one a chunk; empty where the file has none.
  std::span<const std::uint64_t> checksums(const ObjectInfo& object) const;

 private:
  DatasetFile(std::filesystem::path path, DatasetContent content)
      : m_path(std::move(path)), m_content(std::move(content)) {}

  using Files = std::vector<io::File>;

  Result<void> openFiles(Caching caching);
  /// What whole chunks of an object are read from.
  const Files& chunkFiles(const ObjectInfo& object) const;
  void expect(const io::File& file, std::uint64_t address, std::uint64_t size) const;
  Result<void> readBytes(const io::File& file, std::uint64_t address, std::span<std::byte> out) const;
  const StoredObject* storedOf(std::string_view name, Element element) const;
  Result<void> checkRange(const ObjectInfo& known, std::uint64_t first, std::uint64_t count) const;
  Result<const StoredObject*> checkedRange(const ObjectInfo& object, std::uint64_t first, std::uint64_t count) const;
  Result<void> readCut(std::uint64_t first, std::uint64_t count, std::span<std::byte> out) const;
  Result<void> readStored(const Files& files, const StoredObject& object, std::uint64_t first,
                          std::span<std::byte> out) const;
  Result<void> readExtent(const Files& files, const Extent& extent, std::uint64_t first,
                          std::span<std::byte> out) const;
  Result<void> readRaw(const Files& files, const Extent& extent, std::uint64_t first, std::span<std::byte> out) const;
  Result<void> readCompressed(const Files& files, const Extent& extent, std::uint64_t first, std::span<std::byte> out,
                              bool verified) const;
  Result<void> decodeChunk(const Files& files, const Extent& extent, std::uint64_t chunk,
                           std::span<std::byte> out) const;
  /// `samples` are those of an uncompressed extent from `first` on: chunks that are not whole among them are read once
  /// more.
  Result<void> verify(const Extent& extent, std::uint64_t first, std::span<const std::byte> samples) const;
  Result<void> verifyChunk(const Extent& extent, std::uint64_t chunk, std::span<const std::byte> content) const;
  const Extent* extentFor(const ObjectInfo& stored) const;
  /// Errors: a code, an index or a window that points at nothing.
  Result<void> checkCodes(const ObjectInfo& extent, std::uint64_t chunk, std::span<const std::byte> content) const;
  Error damaged(const ObjectInfo& object, std::uint64_t first, std::uint64_t count) const;

  std::filesystem::path m_path;
  DatasetContent m_content;
  Files m_files;                               ///< beside m_content.files
  Files m_uncached;                            ///< the same past the page cache; empty where that is of no use
  std::unique_ptr<io::ReadAhead> m_ahead;      ///< beside m_uncached
  std::unique_ptr<VerifiedChunks> m_verified;
  Checking m_checking = Checking::onFirstRead;
  CodeLimits m_limits;
  std::vector<ObjectInfo> m_stored;            ///< of the extents of all objects
  std::vector<ObjectInfo> m_objects;
  std::optional<WindowedFeatures> m_cuts;  ///< where features are cut on reading
};

}  // namespace masu::store
