#include "core/io/mapped_file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "core/io/file.h"

namespace masu::io {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  MASU_TRY(const File file, File::openRead(path));
  MASU_TRY(const std::uint64_t size, file.size());
  MappedFile mapped;
  mapped.m_path = path;
  if (size == 0) return mapped;  // mmap refuses an empty range
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (data == MAP_FAILED) return fail(Error::fromErrno(errno, path));
  mapped.m_data = static_cast<const std::byte*>(data);
  mapped.m_size = size;
  return mapped;
}

MappedFile::~MappedFile() {
  if (m_data != nullptr) ::munmap(const_cast<std::byte*>(m_data), m_size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_data(std::exchange(other.m_data, nullptr)),
      m_size(std::exchange(other.m_size, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  MappedFile taken(std::move(other));
  std::swap(m_path, taken.m_path);
  std::swap(m_data, taken.m_data);
  std::swap(m_size, taken.m_size);
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
  static const auto kPage = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (offset >= m_size) return;
  // Only pages that lie wholly inside: a neighbour may still read the rest of those at the edges.
  const std::uint64_t end = std::min<std::uint64_t>(m_size, offset + std::min<std::uint64_t>(size, m_size));
  const std::uint64_t first = (offset + kPage - 1) / kPage * kPage;
  const std::uint64_t last = end == m_size ? end : end / kPage * kPage;
  if (first < last) ::madvise(const_cast<std::byte*>(m_data) + first, last - first, MADV_DONTNEED);
}

}  // namespace masu::io
