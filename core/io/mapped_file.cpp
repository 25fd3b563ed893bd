// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/mapped_file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/file.h"

namespace masu::io {

namespace {

std::int64_t modified(const struct stat& status) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  MASU_TRY(const File file, File::openRead(path));
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) return fail(Error::fromErrno(errno, path));
  const auto size = static_cast<std::size_t>(status.st_size);
  MappedFile mapped;
  mapped.m_path = path;
  mapped.m_device = status.st_dev;
  mapped.m_inode = status.st_ino;
  mapped.m_modified = modified(status);
  if (size == 0) return mapped;  // mmap refuses an empty range
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (data == MAP_FAILED) return fail(Error::fromErrno(errno, path));
  mapped.m_data = static_cast<const std::byte*>(data);
  mapped.m_size = size;
  mapped.m_guard = std::make_unique<const MappingGuard>(mapped.m_data, size);
  return mapped;
}

Result<void> MappedFile::check(const std::filesystem::path& shown) const {
  const std::string name = shown.string();
  // By its name, since a descriptor for each of thousands of files would be too many. Where another file has the name
  // now, the mapped one is as it was: it only lost its name.
  struct stat now {};
  const bool isThere = ::stat(m_path.c_str(), &now) == 0 && now.st_dev == m_device && now.st_ino == m_inode;
  const auto size = static_cast<std::uint64_t>(now.st_size);
  if (isThere && (size < m_size || (size == m_size && modified(now) != m_modified))) {
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "{0} was truncated or overwritten while it was read. Start again once no other program "
                          "writes to it."),
                {name}, {name, 0, 0});
  }
  if (m_guard == nullptr || !m_guard->failed()) return {};
  return fail(Errc::io,
              MASU_TEXT("core",
                        "{0} could not be read: its disk or network reported an error, or the file was truncated."),
              {name}, {name, 0, 0});
}

MappedFile::~MappedFile() {
  m_guard.reset();
  if (m_data != nullptr) ::munmap(const_cast<std::byte*>(m_data), m_size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_data(std::exchange(other.m_data, nullptr)),
      m_size(std::exchange(other.m_size, 0)),
      m_device(other.m_device),
      m_inode(other.m_inode),
      m_modified(other.m_modified),
      m_guard(std::move(other.m_guard)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  MappedFile taken(std::move(other));
  std::swap(m_path, taken.m_path);
  std::swap(m_data, taken.m_data);
  std::swap(m_size, taken.m_size);
  std::swap(m_device, taken.m_device);
  std::swap(m_inode, taken.m_inode);
  std::swap(m_modified, taken.m_modified);
  std::swap(m_guard, taken.m_guard);
  return *this;
}

void MappedFile::adviseSequential() const {
  if (m_data != nullptr) ::madvise(const_cast<std::byte*>(m_data), m_size, MADV_SEQUENTIAL);
}

void MappedFile::bringIn(std::uint64_t offset, std::uint64_t size) const {
  // Linux maps what it has of so many bytes around one that is touched (fault_around_bytes). MADV_POPULATE_READ does
  // that, too, but then looks at each page, under a lock that threads contend for.
  constexpr std::uint64_t kAround = std::uint64_t{64} << 10;
  if (offset >= m_size) return;
  const std::uint64_t end = offset + std::min<std::uint64_t>(size, m_size - offset);
  for (std::uint64_t at = offset; at < end; at = (at / kAround + 1) * kAround)
    static_cast<void>(const_cast<const volatile std::byte*>(m_data)[at]);
}

void MappedFile::release(std::uint64_t offset, std::uint64_t size) const {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (offset >= m_size) return;
  // Only pages that are wholly inside: a neighbour may still read the rest of those at the edges.
  const std::uint64_t end = std::min<std::uint64_t>(m_size, offset + std::min<std::uint64_t>(size, m_size));
  const std::uint64_t first = (offset + page - 1) / page * page;
  const std::uint64_t last = end == m_size ? end : end / page * page;
  if (first < last) ::madvise(const_cast<std::byte*>(m_data) + first, last - first, MADV_DONTNEED);
}

}  // namespace masu::io
