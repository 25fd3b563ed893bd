#include "core/store/dataset_opening.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/io/file.h"
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
  Reader(const std::filesystem::path& path, std::uint64_t fileBytes) : m_path(path) { m_content.fileBytes = fileBytes; }

  Result<DatasetContent> read();

 private:
  Error malformed(const std::string& object) const;
  Result<bool> exists(const std::string& path) const;
  Result<std::vector<std::string>> linksOf(const char* group) const;
  template <class T>
  Result<std::vector<T>> readFlat(const std::string& path, hid_t type) const;
  Result<void> readHeading();
  Result<void> readMeta();
  Result<void> readObject(ObjectInfo info);
  Result<void> readShape(hid_t dataset, ObjectInfo& info) const;
  Result<void> locate(hid_t dataset, StoredObject& object) const;
  Result<void> locateChunks(StoredObject& object) const;

  const std::filesystem::path& m_path;
  Handle m_id;
  DatasetContent m_content;
};

Result<DatasetContent> Reader::read() {
  MASU_TRY(m_id, hdf5::openFinished(m_path));
  MASU_CHECK(readHeading());
  MASU_CHECK(readMeta());
  for (const std::string_view object : layout::kObjects) {
    MASU_TRY(const bool there, exists(std::string(object)));
    if (there) {
      const Element element = object == "origin"           ? Element::origin
                              : object == layout::kWindows ? Element::window
                                                           : Element::number;
      MASU_CHECK(readObject({.name = std::string(object), .element = element}));
    }
  }
  MASU_TRY(const bool keptAny, exists("kept"));
  if (!keptAny) return std::move(m_content);
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
  return std::move(m_content);
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
  if (count < 0 || static_cast<std::uint64_t>(count) > m_content.fileBytes / sizeof(T)) return fail(malformed(path));
  std::vector<T> values(static_cast<std::size_t>(count));
  MASU_CHECK(check(H5Dread(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), m_path));
  return values;
}

Result<void> Reader::readHeading() {
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
  DatasetMeta& meta = m_content.meta;
  MASU_TRY(meta.uuid, hdf5::readText(root, layout::kUuidAttribute, m_path));
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

Result<void> Reader::readObject(ObjectInfo info) {
  const std::string path = layout::pathOf(info);
  MASU_TRY(const Handle dataset, own(H5Dopen2(m_id.get(), path.c_str(), H5P_DEFAULT), H5Dclose, m_path));
  MASU_TRY(const Handle type, own(H5Dget_type(dataset.get()), H5Tclose, m_path));
  MASU_CHECK(hdf5::recogniseType(type.get(), info, m_path));
  MASU_CHECK(readShape(dataset.get(), info));
  const bool longer = info.element == Element::textBytes || info.name == layout::kRecordings;
  if (!longer && info.samples != m_content.samples) return fail(malformed(path));
  StoredObject object;
  object.info = std::move(info);
  MASU_CHECK(locate(dataset.get(), object));
  const std::string checksums = std::string(layout::kChecksumsGroup) + "/" + path;
  MASU_TRY(const bool checked, exists(checksums));
  if (checked) {
    MASU_TRY(object.checksums, readFlat<std::uint64_t>(checksums, H5T_NATIVE_UINT64));
    if (object.checksums.size() != object.info.chunks()) return fail(malformed(checksums));
  }
  m_content.objects.push_back(std::move(object));
  return {};
}

Result<void> Reader::readShape(hid_t dataset, ObjectInfo& info) const {
  MASU_TRY(const Handle space, own(H5Dget_space(dataset), H5Sclose, m_path));
  MASU_TRY(const Handle properties, own(H5Dget_create_plist(dataset), H5Pclose, m_path));
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 1 || H5Pget_layout(properties.get()) != H5D_CHUNKED) return fail(malformed(info.name));
  std::vector<hsize_t> dimensions(static_cast<std::size_t>(rank));
  std::vector<hsize_t> chunk(dimensions.size());
  MASU_CHECK(check(H5Sget_simple_extent_dims(space.get(), dimensions.data(), nullptr), m_path));
  MASU_CHECK(check(H5Pget_chunk(properties.get(), rank, chunk.data()), m_path));
  info.samples = dimensions[0];
  info.chunkSamples = chunk[0];
  info.sampleShape.assign(dimensions.begin() + 1, dimensions.end());
  // The library keeps a chunk below 4 GiB, so with whole samples in each the product below cannot overflow.
  const bool wholeSamples = std::equal(dimensions.begin() + 1, dimensions.end(), chunk.begin() + 1);
  if (info.samples == 0 || !wholeSamples || info.sampleBytes() == 0) return fail(malformed(info.name));
  info.compression = H5Pget_nfilters(properties.get()) > 0 ? Compression::gzip : Compression::none;
  return {};
}

Result<void> Reader::locate(hid_t dataset, StoredObject& object) const {
  const ObjectInfo& info = object.info;
  if (info.compression != Compression::none) return locateChunks(object);
  std::vector<hsize_t> offset(info.sampleShape.size() + 1);
  std::array<haddr_t, 2> ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    offset[0] = i == 0 ? 0 : (info.chunks() - 1) * info.chunkSamples;
    unsigned mask = 0;
    hsize_t size = 0;
    MASU_CHECK(check(H5Dget_chunk_info_by_coord(dataset, offset.data(), &mask, &ends[i], &size), m_path));
  }
  const std::uint64_t chunkBytes = info.chunkSamples * info.sampleBytes();
  object.address = ends[0];
  const bool lies = info.chunks() <= m_content.fileBytes / chunkBytes &&
                    inside(object.address, info.chunks() * chunkBytes, m_content.fileBytes);
  if (!lies || ends[1] != ends[0] + (info.chunks() - 1) * chunkBytes) return fail(malformed(info.name));
  return {};
}

Result<void> Reader::locateChunks(StoredObject& object) const {
  const std::string path = std::string(layout::kChunkIndexGroup) + "/" + layout::pathOf(object.info);
  MASU_TRY(const Handle type, hdf5::chunkEntryType(m_path));
  MASU_TRY(object.chunks, readFlat<hdf5::ChunkEntry>(path, type.get()));
  // Deflate makes nothing smaller than to 1 / 1032, so that a chunk's memory is bounded by what the file really holds.
  constexpr std::uint64_t kMostInflation = 1100;
  const std::uint64_t chunkBytes = object.info.chunkSamples * object.info.sampleBytes();
  const bool inFile = std::ranges::all_of(object.chunks, [&](const hdf5::ChunkEntry& chunk) {
    return inside(chunk.address, chunk.size, m_content.fileBytes) && chunk.size >= chunkBytes / kMostInflation;
  });
  if (!inFile || object.chunks.size() != object.info.chunks()) return fail(malformed(path));
  return {};
}

}  // namespace

Result<DatasetContent> readContent(const std::filesystem::path& path) {
  MASU_TRY(const io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t size, checkSuperblock(file));
  const hdf5::Lock lock;
  return Reader(path, size).read();
}

}  // namespace masu::store
