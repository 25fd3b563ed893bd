#include "core/store/plain_writer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

#include <stdlib.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "core/io/each_block.h"
#include "core/store/dataset_writer.h"
#include "core/store/description.h"
#include "core/store/hdf5_types.h"
#include "core/store/layout.h"

namespace masu::store {

namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

/// Bytes of the file that the library left empty.
struct Hole {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// Makes the file without its values and checksums: a scratch file with holes in their place.
class Frame {
 public:
  static Result<Frame> make(const std::filesystem::path& file, const std::vector<ObjectInfo>& objects,
                            std::uint64_t samples, const DatasetMeta& meta);

  const io::File& bytes() const { return m_bytes; }
  std::uint64_t size() const { return m_size; }
  /// The values of the objects in their order, then their checksums; by address.
  const std::vector<Hole>& holes() const { return m_holes; }

 private:
  explicit Frame(std::filesystem::path file) : m_file(std::move(file)) {}
  Result<void> build(const std::vector<ObjectInfo>& objects, std::uint64_t samples, const DatasetMeta& meta);
  Result<Handle> createFile();
  Result<void> leaveOut(hid_t root, const std::string& path, hid_t type, const std::vector<hsize_t>& dimensions);

  std::filesystem::path m_file;  ///< for messages
  io::File m_bytes;
  std::uint64_t m_size = 0;
  std::vector<Hole> m_holes;
};

Result<Frame> Frame::make(const std::filesystem::path& file, const std::vector<ObjectInfo>& objects,
                          std::uint64_t samples, const DatasetMeta& meta) {
  Frame frame(file);
  {
    const hdf5::Lock lock;
    MASU_CHECK(frame.build(objects, samples, meta));
  }
  MASU_TRY(frame.m_size, frame.m_bytes.size());
  std::uint64_t end = 0;
  for (const Hole& hole : frame.m_holes) {
    if (hole.address < end || hole.address > frame.m_size || hole.bytes > frame.m_size - hole.address) {
      return fail(Errc::internal, MASU_TEXT("core", "HDF5 did not lay the objects of {0} one behind the other."),
                  {file.string()});
    }
    end = hole.address + hole.bytes;
  }
  return frame;
}

/// The library wants a name, which nobody else needs once the file is open.
Result<Handle> Frame::createFile() {
  // Values begin where processors like to load them, for those who map the file. Everything is aligned: the library fills
  // gaps that alignment leaves with what need not be, and the order would be lost.
  constexpr hsize_t kAlignment = 64;
  MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(m_file));
  const hid_t access = properties.access.get();
  MASU_CHECK(check(H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18), m_file));
  MASU_CHECK(check(H5Pset_alignment(access, 1, kAlignment), m_file));
  MASU_CHECK(check(H5Pset_small_data_block_size(access, 0), m_file));
  std::string name = io::scratchFolder() / "masu-frame-XXXXXX";
  const int made = ::mkstemp(name.data());
  if (made < 0) return fail(Error::fromErrno(errno, name));
  ::close(made);
  auto opened = own(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, properties.creation.get(), access), H5Fclose, m_file);
  auto bytes = io::File::openRead(name);
  std::error_code ignored;
  std::filesystem::remove(name, ignored);
  MASU_TRY(m_bytes, std::move(bytes));
  return opened;
}

Result<void> Frame::build(const std::vector<ObjectInfo>& objects, std::uint64_t samples, const DatasetMeta& meta) {
  const std::filesystem::path& file = m_file;
  MASU_TRY(const Handle opened, createFile());
  const hid_t root = opened.get();
  for (const ObjectInfo& object : objects) {
    MASU_TRY(const Handle type, hdf5::typeOf(object, file));
    MASU_CHECK(leaveOut(root, layout::pathOf(object), type.get(), hdf5::dimensionsOf(object, object.samples)));
  }
  const auto features = std::ranges::find_if(objects, layout::holdsFeatures);
  const Description description{.meta = meta,
                                .version = layout::kFormatVersion,
                                .samples = samples,
                                .splitsName = {},
                                .features = features == objects.end() ? nullptr : &*features};
  MASU_CHECK(description.write(root, file));
  for (const ObjectInfo& object : objects) {
    const std::string path = std::string(layout::kChecksumsGroup) + "/" + layout::pathOf(object);
    MASU_CHECK(leaveOut(root, path, H5T_STD_U64LE, {object.chunks()}));
  }
  return check(H5Fflush(root, H5F_SCOPE_LOCAL), file);
}

Result<void> Frame::leaveOut(hid_t root, const std::string& path, hid_t type, const std::vector<hsize_t>& dimensions) {
  const std::filesystem::path& file = m_file;
  const int rank = static_cast<int>(dimensions.size());
  MASU_TRY(const Handle space, own(H5Screate_simple(rank, dimensions.data(), nullptr), H5Sclose, file));
  MASU_TRY(const Handle properties, own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, file));
  MASU_CHECK(check(H5Pset_obj_track_times(properties.get(), false), file));
  MASU_CHECK(check(H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY), file));
  MASU_CHECK(check(H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER), file));
  if (const auto slash = path.rfind('/'); slash != std::string::npos) {
    MASU_CHECK(hdf5::makeGroups(root, path.substr(0, slash), file));
  }
  MASU_TRY(const Handle dataset,
           own(H5Dcreate2(root, path.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT), H5Dclose,
               file));
  const haddr_t address = H5Dget_offset(dataset.get());
  if (address == HADDR_UNDEF) return fail(hdf5::lastError(file));
  m_holes.push_back({address, H5Dget_storage_size(dataset.get())});
  return {};
}

class FrontToBack final : public PlainWriter {
 public:
  FrontToBack(std::vector<ObjectInfo> objects, Frame frame, Sink sink)
      : m_objects(std::move(objects)), m_frame(std::move(frame)), m_sink(std::move(sink)) {}

  std::uint64_t fileBytes() const override { return m_frame.size(); }
  Result<void> append(std::span<const std::byte> values) override;
  Result<void> finish() override;

 private:
  Result<void> copyUpTo(std::uint64_t address);
  Result<void> appendWithin(std::span<const std::byte> values);
  void sum(std::span<const std::byte> values);

  std::vector<ObjectInfo> m_objects;
  Frame m_frame;
  Sink m_sink;
  std::size_t m_object = 0;      ///< whose values come
  std::uint64_t m_done = 0;      ///< bytes of it
  std::uint64_t m_position = 0;  ///< in the file
  Hasher64 m_hasher;             ///< of the chunk that is under way
  std::vector<std::vector<std::uint64_t>> m_checksums{1};
};

/// What the library wrote.
Result<void> FrontToBack::copyUpTo(std::uint64_t address) {
  const auto hand = [&](std::uint64_t, std::span<const std::byte> bytes) { return m_sink(bytes); };
  MASU_CHECK(io::eachBlock(m_frame.bytes(), m_position, address - m_position, hand));
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
  const Hole& hole = m_frame.holes()[m_object];
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

Result<void> FrontToBack::finish() {
  assert(m_object == m_objects.size());
  for (std::size_t i = 0; i < m_objects.size(); ++i) {
    const Hole& hole = m_frame.holes()[m_objects.size() + i];
    MASU_CHECK(copyUpTo(hole.address));
    MASU_CHECK(m_sink(std::as_bytes(std::span(m_checksums[i]))));
    m_position += hole.bytes;
  }
  return copyUpTo(m_frame.size());
}

}  // namespace

Result<std::unique_ptr<PlainWriter>> PlainWriter::create(const std::filesystem::path& file,
                                                         std::vector<ObjectInfo> objects, std::uint64_t samples,
                                                         const DatasetMeta& meta, Sink sink) {
  for (ObjectInfo& object : objects) {
    object.chunkSamples = std::min(chunkSamplesFor(object.sampleBytes()), object.samples);
  }
  MASU_TRY(Frame frame, Frame::make(file, objects, samples, meta));
  return std::make_unique<FrontToBack>(std::move(objects), std::move(frame), std::move(sink));
}

}  // namespace masu::store
