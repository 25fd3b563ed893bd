// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/plain_writer.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/hash.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/frame_file.h"
#include "core/store/hdf5/types.h"
#include "core/store/write/dataset_header.h"

namespace masu::store {

namespace {

using hdf5::check;
using hdf5::Handle;

/// Lays the file out without its values and checksums: the holes are the values of the objects in their order, then
/// their checksums, then that of the rest; by address.
Result<void> build(FrameFile& frame, const std::filesystem::path& file, const std::vector<ObjectInfo>& objects,
                   std::uint64_t samples, const DatasetMeta& meta) {
  for (const ObjectInfo& object : objects) {
    MASU_TRY(const Handle type, hdf5::typeOf(object, file));
    MASU_CHECK(frame.leaveOut(layout::pathOf(object), type.get(), hdf5::dimensionsOf(object, object.samples)));
  }
  const auto features = std::ranges::find_if(objects, layout::holdsFeatures);
  const DatasetHeader description{.meta = meta,
                                  .version = formatOf(objects, layout::kFormatVersion),
                                  .samples = samples,
                                  .splitsName = {},
                                  .features = features == objects.end() ? nullptr : &*features};
  MASU_CHECK(description.write(frame.root(), file));
  for (const ObjectInfo& object : objects) {
    const std::string path = std::string(layout::kChecksumsGroup) + "/" + layout::pathOf(object);
    MASU_CHECK(frame.leaveOut(path, H5T_STD_U64LE, {object.chunks()}));
  }
  MASU_CHECK(frame.leaveOut(layout::kStructureObject, H5T_STD_U64LE, {1}));
  return frame.close();
}

Result<FrameFile> makeFrame(const std::filesystem::path& file, const std::vector<ObjectInfo>& objects,
                            std::uint64_t samples, const DatasetMeta& meta) {
  // Values begin where processors like to load them, for those who map the file. Everything is aligned: the library
  // fills gaps that alignment leaves with what need not be, and the order would be lost.
  constexpr hsize_t kAlignment = 64;
  const hdf5::Lock lock;
  MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(file));
  const hid_t access = properties.access.get();
  MASU_CHECK(check(H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18), file));
  MASU_CHECK(check(H5Pset_alignment(access, 1, kAlignment), file));
  MASU_CHECK(check(H5Pset_small_data_block_size(access, 0), file));
  MASU_TRY(FrameFile frame, FrameFile::create(file, properties));
  MASU_CHECK(build(frame, file, objects, samples, meta));
  std::uint64_t end = 0;
  for (const FrameFile::Hole& hole : frame.holes()) {
    if (hole.address < end || hole.address > frame.size() || hole.bytes > frame.size() - hole.address) {
      return fail(Errc::internal, MASU_TEXT("core", "HDF5 did not lay the objects of {0} out one after the other."),
                  {file.string()});
    }
    end = hole.address + hole.bytes;
  }
  return frame;
}

class FrontToBack final : public PlainWriter {
 public:
  FrontToBack(std::vector<ObjectInfo> objects, FrameFile frame, Sink sink)
      : m_objects(std::move(objects)), m_frame(std::move(frame)), m_sink(std::move(sink)) {}

  std::uint64_t fileBytes() const override { return m_frame.size(); }
  Result<void> append(std::span<const std::byte> values) override;
  Result<void> finish() override;

 private:
  Result<void> copyUpTo(std::uint64_t address);
  Result<void> appendWithin(std::span<const std::byte> values);
  void sum(std::span<const std::byte> values);
  Result<std::uint64_t> structureSum() const;

  std::vector<ObjectInfo> m_objects;
  FrameFile m_frame;
  Sink m_sink;
  std::size_t m_object = 0;      ///< whose values come
  std::uint64_t m_done = 0;      ///< bytes of it
  std::uint64_t m_position = 0;  ///< in the file
  Hasher64 m_hasher;             ///< of the current chunk
  std::vector<std::vector<std::uint64_t>> m_checksums{1};
};

/// What the library wrote.
Result<void> FrontToBack::copyUpTo(std::uint64_t address) {
  MASU_CHECK(m_frame.copy(m_position, address, [&](std::uint64_t, auto bytes) { return m_sink(bytes); }));
  m_position = address;
  return {};
}

void FrontToBack::sum(std::span<const std::byte> values) {
  const std::uint64_t chunk = m_objects[m_object].chunkSamples * m_objects[m_object].sampleBytes();
  for (std::uint64_t done = m_done; !values.empty();) {
    const auto piece = values.first(std::min<std::uint64_t>(values.size(), chunk - done % chunk));
    m_hasher.update(piece);
    done += piece.size();
    values = values.subspan(piece.size());
    if (done % chunk != 0 && done != m_frame.holes()[m_object].bytes) continue;
    m_checksums.back().push_back(m_hasher.digest());
    m_hasher.reset();
  }
}

Result<void> FrontToBack::appendWithin(std::span<const std::byte> values) {
  const FrameFile::Hole& hole = m_frame.holes()[m_object];
  MASU_CHECK(copyUpTo(std::max(m_position, hole.address)));
  sum(values);
  MASU_CHECK(m_sink(values));
  m_position += values.size();
  m_done += values.size();
  if (m_done < hole.bytes) return {};
  ++m_object;
  m_done = 0;
  m_checksums.emplace_back();
  return {};
}

Result<void> FrontToBack::append(std::span<const std::byte> values) {
  while (!values.empty()) {
    assert(m_object < m_objects.size());
    const std::uint64_t room = m_frame.holes()[m_object].bytes - m_done;
    const auto piece = values.first(std::min<std::uint64_t>(values.size(), room));
    MASU_CHECK(appendWithin(piece));
    values = values.subspan(piece.size());
  }
  return {};
}

/// As structureSumOf(), of a file that is not there to be read.
Result<std::uint64_t> FrontToBack::structureSum() const {
  Hasher64 hasher;
  const std::uint64_t size = m_frame.size();
  hasher.update(std::as_bytes(std::span(&size, 1)));
  const auto add = [&](std::uint64_t, std::span<const std::byte> bytes) -> Result<void> {
    hasher.update(bytes);
    return {};
  };
  std::uint64_t at = 0;
  const auto& holes = m_frame.holes();
  for (std::size_t i = 0; i < holes.size(); ++i) {
    MASU_CHECK(m_frame.copy(at, holes[i].address, add));
    const bool isSums = i >= m_objects.size() && i < 2 * m_objects.size();
    if (isSums) hasher.update(std::as_bytes(std::span(m_checksums[i - m_objects.size()])));
    at = holes[i].address + holes[i].bytes;
  }
  MASU_CHECK(m_frame.copy(at, size, add));
  return hasher.digest();
}

Result<void> FrontToBack::finish() {
  assert(m_object == m_objects.size());
  MASU_TRY(const std::uint64_t structure, structureSum());
  for (std::size_t i = 0; i < m_objects.size(); ++i) {
    const FrameFile::Hole& hole = m_frame.holes()[m_objects.size() + i];
    MASU_CHECK(copyUpTo(hole.address));
    MASU_CHECK(m_sink(std::as_bytes(std::span(m_checksums[i]))));
    m_position += hole.bytes;
  }
  MASU_CHECK(copyUpTo(m_frame.holes().back().address));
  MASU_CHECK(m_sink(std::as_bytes(std::span(&structure, 1))));
  m_position += sizeof structure;
  return copyUpTo(m_frame.size());
}

}  // namespace

Result<std::unique_ptr<PlainWriter>> PlainWriter::create(const std::filesystem::path& file,
                                                         std::vector<ObjectInfo> objects, std::uint64_t samples,
                                                         const DatasetMeta& meta, Sink sink) {
  for (ObjectInfo& object : objects) {
    object.chunkSamples = std::min(chunkSamplesFor(object.sampleBytes()), object.samples);
  }
  MASU_TRY(FrameFile frame, makeFrame(file, objects, samples, meta));
  return std::make_unique<FrontToBack>(std::move(objects), std::move(frame), std::move(sink));
}

}  // namespace masu::store
