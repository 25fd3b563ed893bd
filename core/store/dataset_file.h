#pragma once

#include "core/io/file.h"
#include "core/store/dataset.h"
#include "core/store/dataset_opening.h"

namespace masu::store {

/// A dataset in one file, read by position.
class DatasetFile : public Dataset {
 public:
  DatasetFile(std::filesystem::path path, io::File file, DatasetContent content);

  const std::filesystem::path& path() const override { return m_path; }
  const std::string& uuid() const override { return m_content.meta.uuid; }
  std::uint64_t samples() const override { return m_content.samples; }
  const DatasetMeta& meta() const override { return m_content.meta; }
  const std::vector<ObjectInfo>& objects() const override { return m_objects; }
  std::uint64_t fileBytes() const override { return m_content.fileBytes; }

  Result<void> read(const ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                    std::span<std::byte> out) const override;
  Result<std::vector<std::string>> readTexts(std::string_view keptName, std::uint64_t first,
                                             std::uint64_t count) const override;
  Result<void> readChunk(const ObjectInfo& object, std::uint64_t chunk, std::span<std::byte> out) const override;
  Result<bool> chunkIntact(const ObjectInfo& object, std::uint64_t chunk) const override;

 private:
  const StoredObject* storedOf(std::string_view name, Element element) const;
  Result<const StoredObject*> checkedRange(const ObjectInfo& object, std::uint64_t first, std::uint64_t count) const;
  Result<void> readStored(const StoredObject& object, std::uint64_t first, std::span<std::byte> out) const;
  Result<void> readCompressed(const StoredObject& object, std::uint64_t first, std::span<std::byte> out) const;
  Result<void> decodeChunk(const StoredObject& object, std::uint64_t chunk, std::span<std::byte> out) const;
  Error damaged(const StoredObject& object, std::uint64_t chunk) const;

  std::filesystem::path m_path;
  io::File m_file;
  DatasetContent m_content;
  std::vector<ObjectInfo> m_objects;  ///< beside m_content.objects
};

}  // namespace masu::store
