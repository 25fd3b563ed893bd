// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/edits/edits_hdf5.h"

#include <algorithm>

#include <hdf5.h>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/io/atomic_file.h"
#include "core/store/codec/chunk_codec.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/frame_file.h"
#include "core/store/hdf5/opened_file.h"
#include "core/store/hdf5/sandboxed_read.h"
#include "core/store/hdf5/types.h"

namespace masu::store::edits {

namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

constexpr std::uint64_t kVersion = 1;
constexpr const char* kVersionAttribute = "masu_edits";
constexpr const char* kCountAttribute = "editions";
constexpr const char* kGroup = "editions";
constexpr std::uint64_t kMostEditions = 1'000'000;
constexpr std::uint64_t kChunkElements = std::uint64_t{1} << 20U;

std::string groupOf(std::uint64_t edition) {
  return std::string(kGroup) + '/' + std::to_string(edition);
}

/// Of all that is stored of an edition beside its edit, which its hash covers. Texts come last, after their lengths.
std::uint64_t noteSum(const EditionNote& note) {
  std::string text;
  for (const std::uint64_t number : {note.number, note.base, std::uint64_t{note.returns ? 1U : 0U}, note.time,
                                     note.changed, std::uint64_t{note.what.size()}, std::uint64_t{note.hash.size()}})
    text += std::to_string(number) + ' ';
  return hash64(text + note.what + note.hash);
}

/// A value of the file that is a one-dimensional list of whole numbers, at most so many.
template <class Number>
Result<std::vector<Number>> readNumbers(const OpenedFile& file, const std::string& path, hid_t type,
                                        std::uint64_t most) {
  MASU_TRY(const bool there, file.exists(path));
  if (!there) return std::vector<Number>();
  MASU_TRY(const Handle dataset, file.openDataset(path));
  MASU_TRY(const Handle space, own(H5Dget_space(dataset.get()), H5Sclose, file.path()));
  MASU_TRY(const Handle stored, own(H5Dget_type(dataset.get()), H5Tclose, file.path()));
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  const bool isList = H5Sget_simple_extent_ndims(space.get()) == 1 && H5Tget_class(stored.get()) == H5T_INTEGER;
  if (!isList || count < 0 || static_cast<std::uint64_t>(count) > most) return fail(file.malformed(path));
  std::vector<Number> numbers(static_cast<std::size_t>(count));
  MASU_CHECK(check(H5Dread(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), file.path()));
  return numbers;
}

Result<std::vector<std::string>> classesIn(const OpenedFile& file, std::uint64_t edition) {
  const std::string path = groupOf(edition) + "/classes";
  MASU_TRY(const auto bytes, file.readFlat<char>(path, H5T_NATIVE_UINT8));
  try {
    return nlohmann::json::parse(bytes.begin(), bytes.end()).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    return fail(file.malformed(path));
  }
}

Result<LabelEdit> editIn(const OpenedFile& file, std::uint64_t edition, std::uint64_t samples) {
  const std::string group = groupOf(edition);
  LabelEdit edit;
  MASU_TRY(edit.classes, classesIn(file, edition));
  MASU_TRY(edit.recoded,
           readNumbers<std::uint32_t>(file, group + "/recoded", H5T_NATIVE_UINT32, kMostRecoded));
  MASU_TRY(auto gaps, readNumbers<std::uint8_t>(file, group + "/samples", H5T_NATIVE_UINT8,
                                                SampleGaps::mostBytes(samples)));
  auto places = SampleGaps::of(std::move(gaps), samples);
  if (!places) return fail(file.malformed(group + "/samples"));
  edit.samples = std::move(*places);
  MASU_TRY(edit.codes, readNumbers<std::uint32_t>(file, group + "/labels", H5T_NATIVE_UINT32, samples));
  return edit;
}

Result<EditionNote> noteIn(const OpenedFile& file, std::uint64_t edition) {
  const std::filesystem::path& path = file.path();
  const std::string name = groupOf(edition);
  MASU_TRY(const bool there, file.exists(name));
  if (!there) return fail(file.malformed(name));
  MASU_TRY(const Handle group, own(H5Gopen2(file.id(), name.c_str(), H5P_DEFAULT), H5Gclose, path));
  EditionNote note;
  note.number = edition;
  MASU_TRY(note.base, hdf5::readNumber(group.get(), "base", path));
  MASU_TRY(note.what, hdf5::readText(group.get(), "what", path));
  MASU_TRY(note.time, hdf5::readNumber(group.get(), "time", path));
  MASU_TRY(note.changed, hdf5::readNumber(group.get(), "changed", path));
  MASU_TRY(note.hash, hdf5::readText(group.get(), "hash", path));
  MASU_TRY(const bool edits, file.exists(name + "/classes"));
  note.returns = !edits;
  MASU_TRY(const std::uint64_t sum, hdf5::readNumber(group.get(), "checksum", path));
  note.damaged = sum != noteSum(note);
  return note;
}

Result<Heading> headingIn(const OpenedFile& file) {
  const std::filesystem::path& path = file.path();
  Heading heading;
  MASU_TRY(const std::uint64_t version, hdf5::readNumber(file.id(), kVersionAttribute, path));
  if (version > kVersion) {
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} was written by a later version of Masu: use that one."),
                {path.string()}, {path.string()});
  }
  MASU_TRY(heading.uuid, hdf5::readText(file.id(), layout::kUuidAttribute, path));
  MASU_TRY(heading.samples, hdf5::readNumber(file.id(), layout::kSamplesAttribute, path));
  MASU_TRY(const std::uint64_t editions, hdf5::readNumber(file.id(), kCountAttribute, path));
  if (editions > kMostEditions) return fail(file.malformed("/"));
  for (std::uint64_t edition = 1; edition <= editions; ++edition) {
    MASU_TRY(EditionNote note, noteIn(file, edition));
    heading.editions.push_back(std::move(note));
  }
  return heading;
}

Result<void> probeHeading(const std::filesystem::path& path, const std::stop_token& stop) {
  const auto read = [](const std::filesystem::path& tried) -> Result<void> {
    MASU_TRY(const OpenedFile file, OpenedFile::open(tried));
    MASU_CHECK(headingIn(file));
    return {};
  };
  return readSandboxed({&path, 1}, "edits", read, stop);
}

/// A list in compressed chunks, which the filters of the HDF5 library alone can read.
Result<void> writePacked(hid_t root, const std::string& path, hid_t type, std::span<const std::byte> bytes,
                         const std::filesystem::path& file) {
  if (bytes.empty()) return {};
  const std::uint64_t width = H5Tget_size(type);
  const hsize_t count = bytes.size() / width;
  const hsize_t chunk = std::min<hsize_t>(count, kChunkElements);
  MASU_TRY(const Handle space, own(H5Screate_simple(1, &count, nullptr), H5Sclose, file));
  MASU_TRY(const Handle properties, own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, file));
  MASU_CHECK(check(H5Pset_obj_track_times(properties.get(), false), file));
  MASU_CHECK(check(H5Pset_chunk(properties.get(), 1, &chunk), file));
  MASU_CHECK(hdf5::setFilters(properties.get(), Compression::gzip, file));
  MASU_TRY(const Handle dataset,
           own(H5Dcreate2(root, path.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT), H5Dclose,
               file));
  std::vector<std::byte> padded(chunk * width);
  for (hsize_t first = 0; first < count; first += chunk) {
    const auto part = bytes.subspan(first * width, std::min<hsize_t>(chunk, count - first) * width);
    std::ranges::fill(std::ranges::copy(part, padded.begin()).out, padded.end(), std::byte{});
    const ChunkCodec::Encoded encoded = ChunkCodec::ofThread().encode(padded, width);
    MASU_CHECK(check(H5Dwrite_chunk(dataset.get(), H5P_DEFAULT, encoded.mask, &first, encoded.bytes.size(),
                                    encoded.bytes.data()),
                     file));
  }
  return {};
}

hid_t storedType(table::DType type) {
  switch (table::sizeOf(type)) {
    case sizeof(std::uint8_t):
      return H5T_STD_U8LE;
    case sizeof(std::uint16_t):
      return H5T_STD_U16LE;
    default:
      return H5T_STD_U32LE;
  }
}

Result<void> writeEdition(hid_t root, const EditionNote& note, const std::optional<LabelEdit>& edit,
                          const std::filesystem::path& file) {
  const std::string name = groupOf(note.number);
  MASU_CHECK(hdf5::makeGroups(root, name, file));
  {
    MASU_TRY(const Handle group, own(H5Gopen2(root, name.c_str(), H5P_DEFAULT), H5Gclose, file));
    MASU_CHECK(hdf5::writeNumber(group.get(), "base", note.base, file));
    MASU_CHECK(hdf5::writeText(group.get(), "what", note.what, file));
    MASU_CHECK(hdf5::writeNumber(group.get(), "time", note.time, file));
    MASU_CHECK(hdf5::writeNumber(group.get(), "changed", note.changed, file));
    MASU_CHECK(hdf5::writeText(group.get(), "hash", note.hash, file));
    MASU_CHECK(hdf5::writeNumber(group.get(), "checksum", noteSum(note), file));
  }
  if (!edit) return {};
  const std::string classes = classesText(edit->classes);
  MASU_CHECK(
      hdf5::writeFlat(root, name + "/classes", H5T_STD_U8LE, classes.size(), classes.data(), file));
  MASU_CHECK(writePacked(root, name + "/recoded", H5T_STD_U32LE, packCodes(edit->recoded, table::DType::u32), file));
  MASU_CHECK(
      writePacked(root, name + "/samples", H5T_STD_U8LE, std::as_bytes(std::span(edit->samples.bytes())), file));
  const table::DType type = codeTypeFor(edit->classes.size());
  return writePacked(root, name + "/labels", storedType(type), packCodes(edit->codes, type), file);
}

/// The groups of the editions that there are, as they are, right or wrong.
Result<void> copyEditions(hid_t root, const std::filesystem::path& from) {
  MASU_TRY(const OpenedFile old, OpenedFile::open(from));
  return check(H5Ocopy(old.id(), kGroup, root, kGroup, H5P_DEFAULT, H5P_DEFAULT), from);
}

}  // namespace

Result<Heading> readHeading(const std::filesystem::path& path, const std::stop_token& stop) {
  MASU_CHECK(probeHeading(path, stop));
  const hdf5::Lock lock;
  MASU_TRY(const OpenedFile file, OpenedFile::open(path));
  return headingIn(file);
}

Result<void> probe(const std::filesystem::path& path, std::span<const std::uint64_t> editions, std::uint64_t samples) {
  if (editions.empty()) return {};
  const auto read = [&](const std::filesystem::path& tried) -> Result<void> {
    MASU_TRY(const OpenedFile file, OpenedFile::open(tried));
    for (const std::uint64_t edition : editions) MASU_CHECK(editIn(file, edition, samples));
    return {};
  };
  return readSandboxed({&path, 1}, "edits to " + std::to_string(editions.back()), read);
}

Result<LabelEdit> readEdit(const std::filesystem::path& path, std::uint64_t edition, std::uint64_t samples) {
  const hdf5::Lock lock;
  MASU_TRY(const OpenedFile file, OpenedFile::open(path));
  return editIn(file, edition, samples);
}

Result<void> write(const std::filesystem::path& target, const Heading& heading, const EditionNote& note,
                   const std::optional<LabelEdit>& edit) {
  MASU_TRY(io::AtomicFile file, io::AtomicFile::create(target, io::Overwrite::yes));
  {
    const hdf5::Lock lock;
    MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(target));
    MASU_TRY(FrameFile frame, FrameFile::create(target, properties));
    MASU_CHECK(hdf5::writeNumber(frame.root(), kVersionAttribute, kVersion, target));
    MASU_CHECK(hdf5::writeText(frame.root(), layout::kUuidAttribute, heading.uuid, target));
    MASU_CHECK(hdf5::writeNumber(frame.root(), layout::kSamplesAttribute, heading.samples, target));
    MASU_CHECK(hdf5::writeNumber(frame.root(), kCountAttribute, note.number, target));
    if (!heading.editions.empty()) MASU_CHECK(copyEditions(frame.root(), target));
    MASU_CHECK(writeEdition(frame.root(), note, edit, target));
    MASU_CHECK(frame.close());
    MASU_CHECK(frame.copyTo(file.file()));
  }
  MASU_CHECK(file.commit());
  trustFile(target);
  return {};
}

}  // namespace masu::store::edits
