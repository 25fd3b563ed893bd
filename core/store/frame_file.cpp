#include "core/store/frame_file.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <new>

namespace masu::store {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

namespace {

/// What the library keeps of an open file: its own part, which comes first, and ours.
struct FrameHandle {
  H5FD_t common{};
  SparseBytes* bytes = nullptr;
  haddr_t allocated = 0;
};

FrameHandle& ours(H5FD_t* file) {
  return *reinterpret_cast<FrameHandle*>(file);
}
const FrameHandle& ours(const H5FD_t* file) {
  return *reinterpret_cast<const FrameHandle*>(file);
}

H5FD_t* openFrame(const char*, unsigned, hid_t access, haddr_t) {
  const void* const info = H5Pget_driver_info(access);
  if (info == nullptr) return nullptr;
  auto* const handle = new (std::nothrow) FrameHandle;
  if (handle == nullptr) return nullptr;
  handle->bytes = *static_cast<SparseBytes* const*>(info);
  return &handle->common;
}

herr_t closeFrame(H5FD_t* file) {
  delete &ours(file);
  return 0;
}

int compareFrames(const H5FD_t* a, const H5FD_t* b) {
  const std::less<> less;
  if (less(ours(a).bytes, ours(b).bytes)) return -1;
  return less(ours(b).bytes, ours(a).bytes) ? 1 : 0;
}

herr_t featuresOf(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA |
           H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t allocatedEnd(const H5FD_t* file, H5FD_mem_t) {
  return ours(file).allocated;
}
herr_t setAllocatedEnd(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  ours(file).allocated = end;
  return 0;
}
haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t) {
  return ours(file).bytes->size();
}

herr_t readFrame(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* buffer) {
  ours(file).bytes->readAt(at, {static_cast<std::byte*>(buffer), size});
  return 0;
}

herr_t writeFrame(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* buffer) {
  try {
    ours(file).bytes->writeAt(at, {static_cast<const std::byte*>(buffer), size});
  } catch (const std::bad_alloc&) {
    return -1;
  }
  return 0;
}

herr_t truncateFrame(H5FD_t* file, hid_t, hbool_t) {
  ours(file).bytes->setSize(ours(file).allocated);
  return 0;
}

H5FD_class_t driverClass() {
  H5FD_class_t driver{};
  driver.name = "masu_frame";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(SparseBytes*);
  driver.open = openFrame;
  driver.close = closeFrame;
  driver.cmp = compareFrames;
  driver.query = featuresOf;
  driver.get_eoa = allocatedEnd;
  driver.set_eoa = setAllocatedEnd;
  driver.get_eof = endOfFile;
  driver.read = readFrame;
  driver.write = writeFrame;
  driver.truncate = truncateFrame;
  // Of all kinds of content none has a list of its own, as in the library's drivers of single files.
  const H5FD_mem_t map[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(map, driver.fl_map);
  return driver;
}

}  // namespace

void SparseBytes::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::uint64_t skipped = offset % kPageBytes;
    const auto part = bytes.first(std::min<std::uint64_t>(bytes.size(), kPageBytes - skipped));
    std::ranges::copy(part, m_pages[offset / kPageBytes].begin() + static_cast<std::ptrdiff_t>(skipped));
    bytes = bytes.subspan(part.size());
    offset += part.size();
  }
  m_size = std::max(m_size, offset);
}

void SparseBytes::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const std::uint64_t skipped = offset % kPageBytes;
    const auto part = out.first(std::min<std::uint64_t>(out.size(), kPageBytes - skipped));
    if (const auto page = m_pages.find(offset / kPageBytes); page == m_pages.end())
      std::ranges::fill(part, std::byte{});
    else
      std::memcpy(part.data(), page->second.data() + skipped, part.size());
    out = out.subspan(part.size());
    offset += part.size();
  }
}

FrameFile::FrameFile(std::filesystem::path file)
    : m_file(std::move(file)), m_bytes(std::make_unique<SparseBytes>()) {}

Result<FrameFile> FrameFile::create(const std::filesystem::path& file, const hdf5::FileProperties& properties) {
  static const H5FD_class_t driver = driverClass();
  static const hid_t registered = H5FDregister(&driver);
  FrameFile frame(file);
  const hid_t access = properties.access.get();
  const SparseBytes* const info = frame.m_bytes.get();
  MASU_CHECK(check(H5Pset_driver(access, registered, &info), file));
  MASU_TRY(frame.m_root,
           own(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, properties.creation.get(), access), H5Fclose, file));
  return frame;
}

Result<FrameFile::Hole> FrameFile::leaveOut(const std::string& path, hid_t type,
                                            const std::vector<hsize_t>& dimensions) {
  const int rank = static_cast<int>(dimensions.size());
  MASU_TRY(const Handle space, own(H5Screate_simple(rank, dimensions.data(), nullptr), H5Sclose, m_file));
  MASU_TRY(const Handle properties, own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, m_file));
  MASU_CHECK(check(H5Pset_obj_track_times(properties.get(), false), m_file));
  MASU_CHECK(check(H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY), m_file));
  MASU_CHECK(check(H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER), m_file));
  if (const auto slash = path.rfind('/'); slash != std::string::npos) {
    MASU_CHECK(hdf5::makeGroups(root(), path.substr(0, slash), m_file));
  }
  MASU_TRY(const Handle dataset,
           own(H5Dcreate2(root(), path.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
               H5Dclose, m_file));
  const haddr_t address = H5Dget_offset(dataset.get());
  if (address == HADDR_UNDEF) return fail(hdf5::lastError(m_file));
  return m_holes.emplace_back(Hole{address, H5Dget_storage_size(dataset.get())});
}

Result<void> FrameFile::close() {
  MASU_CHECK(check(H5Fflush(root(), H5F_SCOPE_LOCAL), m_file));
  m_root = Handle();
  return {};
}

Result<void> FrameFile::copy(std::uint64_t from, std::uint64_t to, const Sink& sink) const {
  constexpr std::uint64_t kBlockBytes = 64U << 10U;
  std::vector<std::byte> block(std::min(kBlockBytes, to - from));
  while (from < to) {
    const auto part = std::span(block).first(std::min<std::uint64_t>(block.size(), to - from));
    m_bytes->readAt(from, part);
    MASU_CHECK(sink(from, part));
    from += part.size();
  }
  return {};
}

Result<void> FrameFile::copyTo(const io::File& to) const {
  std::vector<Hole> holes = m_holes;
  std::ranges::sort(holes, {}, &Hole::address);
  holes.push_back({size(), 0});
  std::uint64_t from = 0;
  const Sink write = [&](std::uint64_t offset, std::span<const std::byte> bytes) { return to.writeAt(offset, bytes); };
  for (const Hole& hole : holes) {
    MASU_CHECK(copy(from, hole.address, write));
    from = hole.address + hole.bytes;
  }
  return to.resize(size());
}

}  // namespace masu::store
