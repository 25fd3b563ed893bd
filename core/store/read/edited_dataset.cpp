// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/edited_dataset.h"

#include <algorithm>
#include <utility>

#include "core/base/hash.h"
#include "core/store/edits/label_overlay.h"
#include "core/store/format/convert.h"
#include "core/store/read/label_editions.h"

namespace masu::store {

namespace {

constexpr const char* kLabels = "labels";

class EditedDataset final : public Dataset {
 public:
  EditedDataset(std::shared_ptr<const DatasetFile> file, LabelEdition edition, LabelOverlay overlay)
      : m_file(std::move(file)),
        m_edition(std::move(edition)),
        m_overlay(std::move(overlay)),
        m_meta(m_file->meta()),
        m_objects(m_file->objects()) {
    m_meta.classes = m_overlay.classes();
    const table::DType needed = codeTypeFor(m_meta.classes.size());
    for (ObjectInfo& object : m_objects) {
      if (object.name != kLabels) continue;
      m_stored = object;
      // Never a narrower one: the codes in the file pass through it.
      if (table::sizeOf(needed) > table::sizeOf(object.dtype)) object.dtype = needed;
      m_type = object.dtype;
    }
  }

  const std::filesystem::path& path() const override { return m_file->path(); }
  const std::string& uuid() const override { return m_file->uuid(); }
  LabelEdition edition() const override { return m_edition; }
  std::uint64_t samples() const override { return m_file->samples(); }
  const DatasetMeta& meta() const override { return m_meta; }
  const std::vector<ObjectInfo>& objects() const override { return m_objects; }
  const std::vector<ObjectInfo>& storedObjects() const override { return m_file->storedObjects(); }
  std::uint64_t fileBytes() const override { return m_file->fileBytes(); }
  std::vector<std::filesystem::path> partFiles() const override { return m_file->partFiles(); }
  std::uint64_t partBytes() const override { return m_file->partBytes(); }
  std::vector<std::string> uncovered() const override { return m_file->uncovered(); }
  Result<void> compareStructure() const override { return m_file->compareStructure(); }

  Result<void> read(const ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                    std::span<std::byte> out) const override {
    if (object.name != kLabels) return m_file->read(object, first, count, out);
    return overlaid(first, out,
                    [&](std::span<std::byte> stored) { return m_file->read(m_stored, first, count, stored); });
  }
  Result<std::vector<std::string>> readTexts(std::string_view keptName, std::uint64_t first,
                                             std::uint64_t count) const override {
    return m_file->readTexts(keptName, first, count);
  }
  Result<void> readChunk(const ObjectInfo& object, std::uint64_t chunk, std::span<std::byte> out) const override {
    if (object.name != kLabels) return m_file->readChunk(object, chunk, out);
    return overlaid(chunk * m_stored.chunkSamples, out,
                    [&](std::span<std::byte> stored) { return m_file->readChunk(m_stored, chunk, stored); });
  }
  void prefetchChunk(const ObjectInfo& object, std::uint64_t chunk) const override {
    m_file->prefetchChunk(object.name == kLabels ? m_stored : object, chunk);
  }
  Result<bool> chunkIntact(const ObjectInfo& object, std::uint64_t chunk) const override {
    return m_file->chunkIntact(object, chunk);
  }
  Result<std::vector<std::uint64_t>> chunkSums(const ObjectInfo& object) const override;

 private:
  template <class Read>
  Result<void> overlaid(std::uint64_t first, std::span<std::byte> out, const Read& read) const;

  std::shared_ptr<const DatasetFile> m_file;
  LabelEdition m_edition;
  LabelOverlay m_overlay;
  DatasetMeta m_meta;
  std::vector<ObjectInfo> m_objects;
  ObjectInfo m_stored;  ///< the labels as the files have them
  table::DType m_type = table::DType::u8;
};

/// `read` reads the labels as stored; `out` has room for them as they are.
template <class Read>
Result<void> EditedDataset::overlaid(std::uint64_t first, std::span<std::byte> out, const Read& read) const {
  if (m_type == m_stored.dtype) {
    MASU_CHECK(read(out));
  } else {
    std::vector<std::byte> stored(out.size() / table::sizeOf(m_type) * m_stored.elementBytes());
    MASU_CHECK(read(stored));
    convert(m_stored.dtype, stored, m_type, out);
  }
  m_overlay.lay(first, m_type, out);
  return {};
}

Result<std::vector<std::uint64_t>> EditedDataset::chunkSums(const ObjectInfo& object) const {
  MASU_TRY(std::vector<std::uint64_t> sums, m_file->chunkSums(object));
  if (object.name != kLabels) return sums;
  std::vector<std::byte> codes;
  for (std::uint64_t chunk = 0; chunk < sums.size(); ++chunk) {
    const std::uint64_t first = chunk * object.chunkSamples;
    const std::uint64_t count = std::min(object.chunkSamples, object.samples - first);
    codes.resize(count * table::sizeOf(m_type));
    MASU_CHECK(read(object, object.first + first, count, codes));
    sums[chunk] = hash64(codes);
  }
  return sums;
}

Error withoutClasses(const DatasetFile& file, const EditsFile& edits) {
  return {Errc::unsupported,
          MASU_TEXT("core", "{0} holds edits of classes, but the labels of {1} are not classes. Move it away."),
          {edits.path().string(), file.path().string()},
          {edits.path().string(), 0, 0}};
}

Result<EditsFile> editsOf(const DatasetFile& file, const std::stop_token& stop) {
  return EditsFile::open(EditsFile::pathFor(file.path(), file.linkedSplits()), file.uuid(), file.samples(),
                         file.meta().classes.size(), stop);
}

Result<std::shared_ptr<const Dataset>> at(std::shared_ptr<const DatasetFile> file, const EditsFile& edits,
                                          std::uint64_t edition) {
  if (edition == 0) return std::shared_ptr<const Dataset>(std::move(file));
  if (file->meta().target != Target::classes || file->find(kLabels) == nullptr)
    return fail(withoutClasses(*file, edits));
  LabelOverlay overlay(file->samples(), file->meta().classes);
  MASU_CHECK(edits.replay(edition, [&](const LabelEdit& edit) { overlay.apply(edit); }));
  return std::make_shared<const EditedDataset>(std::move(file), edits.editionOf(edition), std::move(overlay));
}

}  // namespace

Result<std::shared_ptr<const Dataset>> withEdits(std::shared_ptr<const DatasetFile> file, const std::stop_token& stop) {
  MASU_TRY(const EditsFile edits, editsOf(*file, stop));
  return at(std::move(file), edits, edits.current().number);
}

Result<EditsFile> openEdits(const std::filesystem::path& dataset, const std::stop_token& stop) {
  MASU_TRY(const auto file, DatasetFile::open(dataset, Checking::onFirstRead, Caching::whereItHelps, stop));
  return editsOf(*file, stop);
}

Result<std::shared_ptr<const Dataset>> openEdition(const std::filesystem::path& dataset, std::uint64_t edition,
                                                   const std::stop_token& stop) {
  MASU_TRY(auto file, DatasetFile::open(dataset, Checking::onFirstRead, Caching::whereItHelps, stop));
  MASU_TRY(const EditsFile edits, editsOf(*file, stop));
  return at(std::move(file), edits, edition);
}

}  // namespace masu::store
