// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/frame_file.h"

#include <algorithm>
#include <cstring>

namespace masu::store {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

bool SparseBytes::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::uint64_t skipped = offset % kPageBytes;
    const auto part = bytes.first(std::min<std::uint64_t>(bytes.size(), kPageBytes - skipped));
    std::ranges::copy(part, m_pages[offset / kPageBytes].begin() + static_cast<std::ptrdiff_t>(skipped));
    bytes = bytes.subspan(part.size());
    offset += part.size();
  }
  m_size = std::max(m_size, offset);
  return true;
}

bool SparseBytes::readAt(std::uint64_t offset, std::span<std::byte> out) const {
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
  return true;
}

FrameFile::FrameFile(std::filesystem::path file)
    : m_file(std::move(file)), m_bytes(std::make_shared<SparseBytes>()) {}

Result<FrameFile> FrameFile::create(const std::filesystem::path& file, const hdf5::FileProperties& properties) {
  FrameFile frame(file);
  const hid_t access = properties.access.get();
  const std::shared_ptr<io::Hdf5Bytes> bytes = frame.m_bytes;
  if (!io::useBytes(access, bytes)) return fail(hdf5::lastError(file));
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
  return hdf5::closeWritten(m_root, m_file);
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
