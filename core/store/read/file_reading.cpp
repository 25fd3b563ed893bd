// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/file_reading.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/hash.h"
#include "core/base/named_value.h"
#include "core/io/file.h"
#include "core/store/format/layout.h"
#include "core/store/format/meta.h"
#include "core/store/hdf5/opened_file.h"
#include "core/store/hdf5/sandboxed_read.h"
#include "core/store/read/dataset_opening.h"

namespace masu::store {

namespace {

using hdf5::Handle;
using hdf5::own;

/// Reads one file; its members are what every step needs.
class Reader {
 public:
  explicit Reader(const OpenedFile& file) : m_file(file), m_path(file.path()) { m_content.bytes = file.bytes(); }

  Result<FileContent> readDataset();
  Result<FileContent> readPart(const std::vector<ObjectInfo>& objects);

 private:
  Result<void> checkVersion() const;
  Result<void> checkNoPart() const;
  Result<void> readHeading();
  Result<void> readMeta();
  Result<void> readParts();
  Result<void> readStructureSum();
  Result<void> readObjects();
  Result<void> readKept();
  Result<void> checkLength(const ObjectInfo& object) const;
  Result<void> readObject(ObjectInfo info);
  Result<void> takeExtent(ObjectInfo info);

  const OpenedFile& m_file;
  const std::filesystem::path& m_path;
  FileContent m_content;
};

Result<FileContent> Reader::readDataset() {
  MASU_CHECK(checkVersion());
  MASU_CHECK(checkNoPart());
  MASU_CHECK(readHeading());
  MASU_CHECK(readMeta());
  MASU_CHECK(readParts());
  if (m_content.parts.empty()) MASU_CHECK(readObjects());
  MASU_CHECK(readStructureSum());
  // The edits of labels are beside the splits.
  MASU_TRY(m_content.linkedSplits, m_file.linkedFile("splits"));
  return std::move(m_content);
}

Result<FileContent> Reader::readPart(const std::vector<ObjectInfo>& objects) {
  MASU_CHECK(checkVersion());
  MASU_TRY(m_content.meta.uuid, hdf5::readText(m_file.id(), layout::kUuidAttribute, m_path));
  for (const ObjectInfo& object : objects) {
    MASU_TRY(const bool there, m_file.exists(layout::pathOf(object)));
    if (there) MASU_CHECK(takeExtent({.name = object.name, .element = object.element}));
  }
  MASU_CHECK(readStructureSum());
  return std::move(m_content);
}

Result<void> Reader::readObjects() {
  for (const std::string_view object : layout::kObjects) {
    MASU_TRY(const bool there, m_file.exists(std::string(object)));
    if (there) {
      const Element element = object == "origin"           ? Element::origin
                              : object == layout::kWindows ? Element::window
                                                           : Element::number;
      MASU_CHECK(readObject({.name = std::string(object), .element = element}));
    }
  }
  MASU_TRY(const bool pyramid, m_file.exists(layout::kPyramidGroup));
  if (pyramid) {
    MASU_TRY(const auto levels, m_file.linksOf(layout::kPyramidGroup));
    for (const std::string& level : levels)
      MASU_CHECK(readObject({.name = std::string(layout::kPyramidPrefix) + level}));
  }
  MASU_TRY(const bool keptAny, m_file.exists("kept"));
  return keptAny ? readKept() : Result<void>();
}

Result<void> Reader::readKept() {
  MASU_TRY(const auto keptLinks, m_file.linksOf("kept"));
  for (const std::string& link : keptLinks) {
    const std::string column = std::string(layout::kKeptPrefix) + layout::columnName(link);
    const std::string path = std::string(layout::kKeptPrefix) + link;
    MASU_TRY(const bool there, m_file.exists(path));
    if (!there) return fail(m_file.malformed(path));
    MASU_TRY(const Handle object, own(H5Oopen(m_file.id(), path.c_str(), H5P_DEFAULT), H5Oclose, m_path));
    if (H5Iget_type(object.get()) != H5I_GROUP) {
      MASU_CHECK(readObject({.name = column}));
      continue;
    }
    MASU_CHECK(readObject({.name = column, .element = Element::textEnds}));
    MASU_TRY(const bool anyText, m_file.exists(path + "/bytes"));
    if (anyText) MASU_CHECK(readObject({.name = column, .element = Element::textBytes}));
  }
  return {};
}

Result<void> Reader::checkVersion() const {
  const hid_t root = m_file.id();
  const Location where{m_path.string(), 0, 0};
  const htri_t marked = H5Aexists(root, layout::kFormatAttribute);
  if (marked < 0) return fail(hdf5::lastError(m_path));
  if (marked == 0) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is an HDF5 file, but not a dataset of Masu. Import it first."),
                {m_path.string()}, where);
  }
  MASU_TRY(const std::uint64_t version, hdf5::readNumber(root, layout::kFormatAttribute, m_path));
  if (version > layout::kNewestFormat) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} was written by a later Masu: its format is {1}, this program reads up to {2}. "
                          "Install a newer Masu."),
                {m_path.string(), std::to_string(version), std::to_string(layout::kNewestFormat)}, where);
  }
  return {};
}

Result<void> Reader::checkNoPart() const {
  if (H5Aexists(m_file.id(), layout::kPartOfAttribute) <= 0) return {};
  MASU_TRY(const std::string whole, hdf5::readText(m_file.id(), layout::kPartOfAttribute, m_path));
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is only a part of a dataset. Open {1}, which refers to all its parts."),
              {m_path.string(), (m_path.parent_path() / whole).string()}, {m_path.string(), 0, 0});
}

Result<void> Reader::readHeading() {
  const hid_t root = m_file.id();
  DatasetMeta& meta = m_content.meta;
  MASU_TRY(meta.uuid, hdf5::readText(root, layout::kUuidAttribute, m_path));
  if (H5Aexists(root, layout::kParentAttribute) > 0) {
    MASU_TRY(meta.parent, hdf5::readText(root, layout::kParentAttribute, m_path));
  }
  MASU_TRY(const std::string kind, hdf5::readText(root, layout::kKindAttribute, m_path));
  MASU_TRY(const std::string target, hdf5::readText(root, layout::kTargetAttribute, m_path));
  const auto knownKind = valueNamed({SampleKind::table, SampleKind::waveform, SampleKind::image}, kind);
  const auto knownTarget = valueNamed({Target::none, Target::classes, Target::values}, target);
  if (!knownKind || !knownTarget) return fail(m_file.malformed("/"));
  meta.kind = *knownKind;
  meta.target = *knownTarget;
  MASU_TRY(m_content.samples, hdf5::readNumber(root, layout::kSamplesAttribute, m_path));
  MASU_TRY(meta.records, hdf5::readNumber(root, layout::kRecordsAttribute, m_path));
  MASU_TRY(meta.rejected, hdf5::readNumber(root, layout::kRejectedAttribute, m_path));
  MASU_TRY(meta.dropped, hdf5::readNumber(root, layout::kDroppedAttribute, m_path));
  if (H5Aexists(root, layout::kWindowAttribute) > 0) {
    MASU_TRY(meta.window, hdf5::readNumber(root, layout::kWindowAttribute, m_path));
    MASU_TRY(const std::uint64_t silence, hdf5::readNumber(root, layout::kSilenceAttribute, m_path));
    meta.silence = static_cast<std::int64_t>(silence);
  }
  if (H5Aexists(root, layout::kShuffleAttribute) > 0) {
    MASU_TRY(meta.shuffleSeed, hdf5::readNumber(root, layout::kShuffleAttribute, m_path));
  }
  MASU_TRY(const std::uint64_t trainMean, hdf5::readNumber(root, layout::kTrainMeanAttribute, m_path));
  meta.missingByTrainMean = trainMean != 0;
  return {};
}

Result<void> Reader::readMeta() {
  std::map<std::string, std::string> documents;
  for (const char* document : {"recipe", "sources", "columns", "classes", "dictionaries", "groups", "padding"}) {
    const std::string path = std::string("meta/") + document;
    MASU_TRY(const bool there, m_file.exists(path));
    if (!there) continue;
    MASU_TRY(const auto bytes, m_file.readFlat<char>(path, H5T_NATIVE_UINT8));
    documents[document] = std::string(bytes.begin(), bytes.end());
  }
  MASU_CHECK(readDocuments(documents, m_path.string(), m_content.meta));
  if (m_content.meta.paddedWindows.value_or(0) > m_content.samples) return fail(m_file.malformed("meta/padding"));
  return {};
}

Result<void> Reader::readParts() {
  MASU_TRY(const bool there, m_file.exists(layout::kPartsDocument));
  if (!there) return {};
  MASU_TRY(const auto bytes, m_file.readFlat<char>(layout::kPartsDocument, H5T_NATIVE_UINT8));
  MASU_TRY(PartList list, partListFrom(std::string_view(bytes.data(), bytes.size()), m_path));
  m_content.parts = std::move(list.parts);
  m_content.partBytes = list.partBytes;
  for (ObjectInfo& object : list.objects) {
    MASU_CHECK(checkLength(object));
    m_content.objects.push_back(std::move(object));
  }
  return {};
}

Result<void> Reader::readStructureSum() {
  MASU_TRY(const bool there, m_file.exists(layout::kStructureObject));
  if (!there) return {};
  MASU_TRY(const OpenedFile::Flat flat, m_file.openFlat(layout::kStructureObject, sizeof(std::uint64_t)));
  MASU_TRY(const auto sums, m_file.readFlat<std::uint64_t>(layout::kStructureObject, H5T_NATIVE_UINT64));
  const haddr_t address = H5Dget_offset(flat.dataset.get());
  if (sums.size() != 1 || address == HADDR_UNDEF) return fail(m_file.malformed(layout::kStructureObject));
  m_content.structure = StructureSum{address, sums.front()};
  return {};
}

Result<void> Reader::checkLength(const ObjectInfo& object) const {
  if (!layout::hasOwnLength(object) && object.samples != m_content.samples)
    return fail(m_file.malformed(layout::pathOf(object)));
  return {};
}

Result<void> Reader::takeExtent(ObjectInfo info) {
  MASU_TRY(Extent extent, readExtent(m_file, std::move(info)));
  m_content.extents.push_back(std::move(extent));
  return {};
}

Result<void> Reader::readObject(ObjectInfo info) {
  MASU_CHECK(takeExtent(std::move(info)));
  m_content.objects.push_back(m_content.extents.back().info);
  return checkLength(m_content.objects.back());
}

}  // namespace

std::string FileContent::fingerprint() const {
  Hasher64 hasher;
  for (const Extent& extent : extents) {
    std::string shape = layout::pathOf(extent.info) + ' ' + std::string(table::name(extent.info.dtype));
    for (const std::uint64_t length : extent.info.sampleShape) shape += ' ' + std::to_string(length);
    shape += ": " + std::to_string(extent.info.samples) + " by " + std::to_string(extent.info.chunkSamples) + '\n';
    hasher.update(std::as_bytes(std::span(shape)));
    hasher.update(std::as_bytes(std::span(extent.checksums)));
  }
  return hex64(hasher.digest());
}

Result<FileContent> readDatasetFile(const std::filesystem::path& path, const std::stop_token& stop) {
  const auto read = [&path]() -> Result<FileContent> {
    MASU_TRY(const OpenedFile opened, OpenedFile::open(path));
    return Reader(opened).readDataset();
  };
  {
    MASU_TRY(const io::File file, io::File::openRead(path));
    MASU_CHECK(checkSuperblock(file));
  }
  const auto probe = [&](const std::filesystem::path&) -> Result<void> {
    MASU_CHECK(read());
    return {};
  };
  MASU_CHECK(readSandboxed({&path, 1}, "dataset", probe, stop));
  const hdf5::Lock lock;
  return read();
}

Result<FileContent> readPartFile(const std::filesystem::path& path, const std::vector<ObjectInfo>& objects) {
  {
    MASU_TRY(const io::File file, io::File::openRead(path));
    MASU_CHECK(checkSuperblock(file));
  }
  const hdf5::Lock lock;
  MASU_TRY(const OpenedFile opened, OpenedFile::open(path));
  return Reader(opened).readPart(objects);
}

Result<void> tryPartFiles(std::span<const std::filesystem::path> files, const std::vector<ObjectInfo>& objects,
                          const std::stop_token& stop) {
  const auto probe = [&objects](const std::filesystem::path& path) -> Result<void> {
    MASU_CHECK(readPartFile(path, objects));
    return {};
  };
  return readSandboxed(files, "part", probe, stop);
}

}  // namespace masu::store
