#include "core/store/file_reading.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/hash.h"
#include "core/io/file.h"
#include "core/store/dataset_writer.h"
#include "core/store/file_trial.h"
#include "core/store/filters.h"
#include "core/store/layout.h"
#include "core/store/meta_json.h"
#include "core/store/superblock.h"

namespace masu::store {

namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

template <class Enum>
std::optional<Enum> valueNamed(std::string_view text, std::initializer_list<Enum> values) {
  for (const Enum value : values) {
    if (name(value) == text) return value;
  }
  return std::nullopt;
}

/// True where the address and everything behind it up to `bytes` lies in the file, without overflow.
bool inside(std::uint64_t address, std::uint64_t bytes, std::uint64_t fileBytes) {
  return address <= fileBytes && bytes <= fileBytes - address;
}

herr_t collectName(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

/// Reads one file; its members are what every step needs.
class Reader {
 public:
  Reader(const std::filesystem::path& path, std::uint64_t fileBytes) : m_path(path) { m_content.bytes = fileBytes; }

  Result<FileContent> readDataset();
  Result<FileContent> readPart(const std::vector<ObjectInfo>& objects);

 private:
  Error malformed(const std::string& object) const;
  Result<bool> exists(const std::string& path) const;
  Result<std::vector<std::string>> linksOf(const char* group) const;
  template <class T>
  Result<std::vector<T>> readFlat(const std::string& path, hid_t type) const;
  Result<void> checkVersion() const;
  Result<void> checkNoPart() const;
  Result<void> readHeading();
  Result<void> readMeta();
  Result<void> readParts();
  Result<void> readObjects();
  Result<void> readKept();
  Result<void> checkLength(const ObjectInfo& object) const;
  Result<void> readObject(ObjectInfo info);
  Result<void> readExtent(ObjectInfo info);
  Result<Handle> openObject(ObjectInfo& info) const;
  Result<void> readShape(hid_t dataset, ObjectInfo& info) const;
  Result<void> readChunking(hid_t dataset, ObjectInfo& info) const;
  Result<void> locate(hid_t dataset, Extent& extent) const;
  Result<void> locateChunks(Extent& extent) const;

  const std::filesystem::path& m_path;
  Handle m_id;
  FileContent m_content;
};

Result<FileContent> Reader::readDataset() {
  MASU_TRY(m_id, hdf5::openFinished(m_path));
  MASU_CHECK(checkVersion());
  MASU_CHECK(checkNoPart());
  MASU_CHECK(readHeading());
  MASU_CHECK(readMeta());
  MASU_CHECK(readParts());
  if (m_content.parts.empty()) MASU_CHECK(readObjects());
  return std::move(m_content);
}

Result<FileContent> Reader::readPart(const std::vector<ObjectInfo>& objects) {
  MASU_TRY(m_id, hdf5::openFinished(m_path));
  MASU_CHECK(checkVersion());
  MASU_TRY(m_content.meta.uuid, hdf5::readText(m_id.get(), layout::kUuidAttribute, m_path));
  for (const ObjectInfo& object : objects) {
    MASU_TRY(const bool there, exists(layout::pathOf(object)));
    if (there) MASU_CHECK(readExtent({.name = object.name, .element = object.element}));
  }
  return std::move(m_content);
}

Result<void> Reader::readObjects() {
  for (const std::string_view object : layout::kObjects) {
    MASU_TRY(const bool there, exists(std::string(object)));
    if (there) {
      const Element element = object == "origin"           ? Element::origin
                              : object == layout::kWindows ? Element::window
                                                           : Element::number;
      MASU_CHECK(readObject({.name = std::string(object), .element = element}));
    }
  }
  MASU_TRY(const bool pyramid, exists(layout::kPyramidGroup));
  if (pyramid) {
    MASU_TRY(const auto levels, linksOf(layout::kPyramidGroup));
    for (const std::string& level : levels)
      MASU_CHECK(readObject({.name = std::string(layout::kPyramidPrefix) + level}));
  }
  MASU_TRY(const bool keptAny, exists("kept"));
  return keptAny ? readKept() : Result<void>();
}

Result<void> Reader::readKept() {
  MASU_TRY(const auto keptLinks, linksOf("kept"));
  for (const std::string& link : keptLinks) {
    const std::string column = std::string(layout::kKeptPrefix) + layout::columnName(link);
    const std::string path = "kept/" + link;
    MASU_TRY(const Handle object, own(H5Oopen(m_id.get(), path.c_str(), H5P_DEFAULT), H5Oclose, m_path));
    if (H5Iget_type(object.get()) != H5I_GROUP) {
      MASU_CHECK(readObject({.name = column}));
      continue;
    }
    MASU_CHECK(readObject({.name = column, .element = Element::textEnds}));
    MASU_TRY(const bool anyText, exists(path + "/bytes"));
    if (anyText) MASU_CHECK(readObject({.name = column, .element = Element::textBytes}));
  }
  return {};
}

Result<bool> Reader::exists(const std::string& path) const {
  // Each group on the way needs asking: the library calls it a failure where one is missing. A failure is damage.
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const htri_t there = H5Lexists(m_id.get(), path.substr(0, end).c_str(), H5P_DEFAULT);
    if (there < 0) return fail(hdf5::lastError(m_path));
    if (there == 0) return false;
  }
  return true;
}

Error Reader::malformed(const std::string& object) const {
  return {Errc::format,
          MASU_TEXT("core", "The object {0} of {1} is not as the dataset format says. Import again."),
          {object, m_path.string()},
          {m_path.string(), 0, 0}};
}

Result<std::vector<std::string>> Reader::linksOf(const char* group) const {
  MASU_TRY(const Handle opened, own(H5Gopen2(m_id.get(), group, H5P_DEFAULT), H5Gclose, m_path));
  std::vector<std::string> links;
  MASU_CHECK(check(H5Literate(opened.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collectName, &links), m_path));
  return links;
}

template <class T>
Result<std::vector<T>> Reader::readFlat(const std::string& path, hid_t type) const {
  MASU_TRY(const Handle dataset, own(H5Dopen2(m_id.get(), path.c_str(), H5P_DEFAULT), H5Dclose, m_path));
  MASU_TRY(const Handle space, own(H5Dget_space(dataset.get()), H5Sclose, m_path));
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (count < 0 || static_cast<std::uint64_t>(count) > m_content.bytes / sizeof(T)) return fail(malformed(path));
  std::vector<T> values(static_cast<std::size_t>(count));
  MASU_CHECK(check(H5Dread(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), m_path));
  return values;
}

Result<void> Reader::checkVersion() const {
  const hid_t root = m_id.get();
  const Source where{m_path.string(), 0, 0};
  const htri_t marked = H5Aexists(root, layout::kFormatAttribute);
  if (marked < 0) return fail(hdf5::lastError(m_path));
  if (marked == 0) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is an HDF5 file, but no dataset of Masu. Import it first."),
                {m_path.string()}, where);
  }
  MASU_TRY(const std::uint64_t version, hdf5::readNumber(root, layout::kFormatAttribute, m_path));
  if (version > layout::kFormatVersion) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} was written by a later Masu: its format is {1}, this program reads up to {2}. "
                          "Install a newer Masu."),
                {m_path.string(), std::to_string(version), std::to_string(layout::kFormatVersion)}, where);
  }
  return {};
}

Result<void> Reader::checkNoPart() const {
  if (H5Aexists(m_id.get(), layout::kPartOfAttribute) <= 0) return {};
  MASU_TRY(const std::string whole, hdf5::readText(m_id.get(), layout::kPartOfAttribute, m_path));
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is only a part of a dataset. Open {1}, which stands for all its parts."),
              {m_path.string(), (m_path.parent_path() / whole).string()}, {m_path.string(), 0, 0});
}

Result<void> Reader::readHeading() {
  const hid_t root = m_id.get();
  DatasetMeta& meta = m_content.meta;
  MASU_TRY(meta.uuid, hdf5::readText(root, layout::kUuidAttribute, m_path));
  if (H5Aexists(root, layout::kParentAttribute) > 0) {
    MASU_TRY(meta.parent, hdf5::readText(root, layout::kParentAttribute, m_path));
  }
  MASU_TRY(const std::string kind, hdf5::readText(root, layout::kKindAttribute, m_path));
  MASU_TRY(const std::string target, hdf5::readText(root, layout::kTargetAttribute, m_path));
  const auto knownKind = valueNamed(kind, {SampleKind::table, SampleKind::waveform, SampleKind::image});
  const auto knownTarget = valueNamed(target, {Target::none, Target::classes, Target::values});
  if (!knownKind || !knownTarget) return fail(malformed("/"));
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
  for (const char* document : {"recipe", "sources", "columns", "classes", "dictionaries", "groups"}) {
    const std::string path = std::string("meta/") + document;
    MASU_TRY(const bool there, exists(path));
    if (!there) continue;
    MASU_TRY(const auto bytes, readFlat<char>(path, H5T_NATIVE_UINT8));
    documents[document] = std::string(bytes.begin(), bytes.end());
  }
  return readDocuments(documents, m_path.string(), m_content.meta);
}

Result<void> Reader::readParts() {
  MASU_TRY(const bool there, exists(layout::kPartsDocument));
  if (!there) return {};
  MASU_TRY(const auto bytes, readFlat<char>(layout::kPartsDocument, H5T_NATIVE_UINT8));
  MASU_TRY(PartList list, partListFrom(std::string_view(bytes.data(), bytes.size()), m_path));
  m_content.parts = std::move(list.parts);
  for (ObjectInfo& object : list.objects) {
    MASU_CHECK(checkLength(object));
    m_content.objects.push_back(std::move(object));
  }
  return {};
}

Result<void> Reader::checkLength(const ObjectInfo& object) const {
  if (!layout::hasOwnLength(object) && object.samples != m_content.samples)
    return fail(malformed(layout::pathOf(object)));
  return {};
}

Result<void> Reader::readObject(ObjectInfo info) {
  MASU_CHECK(readExtent(std::move(info)));
  m_content.objects.push_back(m_content.extents.back().info);
  return checkLength(m_content.objects.back());
}

Result<Handle> Reader::openObject(ObjectInfo& info) const {
  const std::string path = layout::pathOf(info);
  MASU_TRY(Handle dataset, own(H5Dopen2(m_id.get(), path.c_str(), H5P_DEFAULT), H5Dclose, m_path));
  MASU_TRY(const Handle type, own(H5Dget_type(dataset.get()), H5Tclose, m_path));
  MASU_CHECK(hdf5::recogniseType(type.get(), info, m_path));
  MASU_CHECK(readShape(dataset.get(), info));
  return dataset;
}

Result<void> Reader::readExtent(ObjectInfo info) {
  const std::string path = layout::pathOf(info);
  MASU_TRY(const Handle dataset, openObject(info));
  MASU_CHECK(readChunking(dataset.get(), info));
  Extent extent;
  extent.info = std::move(info);
  MASU_CHECK(locate(dataset.get(), extent));
  const std::string checksums = std::string(layout::kChecksumsGroup) + "/" + path;
  MASU_TRY(const bool checked, exists(checksums));
  if (checked) {
    MASU_TRY(extent.checksums, readFlat<std::uint64_t>(checksums, H5T_NATIVE_UINT64));
    if (extent.checksums.size() != extent.info.chunks()) return fail(malformed(checksums));
  }
  m_content.extents.push_back(std::move(extent));
  return {};
}

Result<void> Reader::readShape(hid_t dataset, ObjectInfo& info) const {
  MASU_TRY(const Handle space, own(H5Dget_space(dataset), H5Sclose, m_path));
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 1) return fail(malformed(info.name));
  std::vector<hsize_t> dimensions(static_cast<std::size_t>(rank));
  MASU_CHECK(check(H5Sget_simple_extent_dims(space.get(), dimensions.data(), nullptr), m_path));
  info.samples = dimensions[0];
  info.sampleShape.assign(dimensions.begin() + 1, dimensions.end());
  // So that the product over a sample, and that over all, do not overflow.
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 60U;
  std::uint64_t room = kLargest / info.elementBytes();
  for (const hsize_t dimension : dimensions) {
    if (dimension == 0 || dimension > room) return fail(malformed(info.name));
    room /= dimension;
  }
  return {};
}

Result<void> Reader::readChunking(hid_t dataset, ObjectInfo& info) const {
  MASU_TRY(const Handle properties, own(H5Dget_create_plist(dataset), H5Pclose, m_path));
  std::vector<hsize_t> chunk(info.sampleShape.size() + 1);
  if (H5Pget_layout(properties.get()) == H5D_CONTIGUOUS) {
    // Of a plain file: readers take as much at once as chunks would hold.
    info.chunkSamples = std::min(chunkSamplesFor(info.sampleBytes()), info.samples);
    return H5Pget_external_count(properties.get()) == 0 ? Result<void>() : fail(malformed(info.name));
  }
  if (H5Pget_layout(properties.get()) != H5D_CHUNKED) return fail(malformed(info.name));
  MASU_CHECK(check(H5Pget_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()), m_path));
  info.chunkSamples = chunk[0];
  // The library keeps a chunk below 4 GiB.
  if (!std::equal(info.sampleShape.begin(), info.sampleShape.end(), chunk.begin() + 1))
    return fail(malformed(info.name));
  const std::optional<Compression> compression = hdf5::compressionOf(properties.get());
  if (!compression) return fail(malformed(info.name));
  info.compression = *compression;
  return {};
}

Result<void> Reader::locate(hid_t dataset, Extent& extent) const {
  const ObjectInfo& info = extent.info;
  if (info.compression != Compression::none) return locateChunks(extent);
  if (const haddr_t address = H5Dget_offset(dataset); address != HADDR_UNDEF) {
    extent.address = address;
    const bool lies = inside(address, info.samples * info.sampleBytes(), m_content.bytes);
    return lies ? Result<void>() : fail(malformed(info.name));
  }
  std::vector<hsize_t> offset(info.sampleShape.size() + 1);
  std::array<haddr_t, 2> ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    offset[0] = i == 0 ? 0 : (info.chunks() - 1) * info.chunkSamples;
    unsigned mask = 0;
    hsize_t size = 0;
    MASU_CHECK(check(H5Dget_chunk_info_by_coord(dataset, offset.data(), &mask, &ends[i], &size), m_path));
  }
  const std::uint64_t chunkBytes = info.chunkSamples * info.sampleBytes();
  extent.address = ends[0];
  const bool lies = info.chunks() <= m_content.bytes / chunkBytes &&
                    inside(extent.address, info.chunks() * chunkBytes, m_content.bytes);
  if (!lies || ends[1] != ends[0] + (info.chunks() - 1) * chunkBytes) return fail(malformed(info.name));
  return {};
}

Result<void> Reader::locateChunks(Extent& extent) const {
  const std::string path = std::string(layout::kChunkIndexGroup) + "/" + layout::pathOf(extent.info);
  MASU_TRY(const Handle type, hdf5::chunkEntryType(m_path));
  MASU_TRY(extent.chunks, readFlat<hdf5::ChunkEntry>(path, type.get()));
  // Deflate makes nothing smaller than to 1 / 1032, LZ4 to 1 / 255 and Zstandard to 1 / 32768 (128 KiB in a block of 4
  // bytes), so that a chunk's memory is bounded by what the file really holds.
  const std::uint64_t mostInflation = extent.info.compression == Compression::zstd ? 40000 : 1100;
  const std::uint64_t chunkBytes = extent.info.chunkSamples * extent.info.sampleBytes();
  const bool inFile = std::ranges::all_of(extent.chunks, [&](const hdf5::ChunkEntry& chunk) {
    return inside(chunk.address, chunk.size, m_content.bytes) && chunk.size >= chunkBytes / mostInflation;
  });
  if (!inFile || extent.chunks.size() != extent.info.chunks()) return fail(malformed(path));
  return {};
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

Result<FileContent> readDatasetFile(const std::filesystem::path& path) {
  MASU_TRY(const io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t size, checkSuperblock(file));
  const auto read = [&]() -> Result<void> {
    MASU_CHECK(Reader(path, size).readDataset());
    return {};
  };
  MASU_CHECK(tryFile(path, read));
  const hdf5::Lock lock;
  return Reader(path, size).readDataset();
}

Result<FileContent> readPartFile(const std::filesystem::path& path, const std::vector<ObjectInfo>& objects) {
  MASU_TRY(const io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t size, checkSuperblock(file));
  const hdf5::Lock lock;
  return Reader(path, size).readPart(objects);
}

}  // namespace masu::store
