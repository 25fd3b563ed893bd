// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#include "core/base/units.h"
#include "core/io/confinement.h"
#include "core/io/large_buffer.h"

namespace masu::io {

namespace {

// Linux moves at most 0x7ffff000 bytes a call; a round number below it keeps the offsets aligned.
constexpr std::size_t kLargestTransfer = std::size_t{1} << 30;
/// What is read past the page cache at once: above what a disk needs for its full rate.
constexpr std::size_t kUncachedBytes = LargeBuffer::kUnit;

Result<int> openDescriptor(const std::filesystem::path& path, int flags) {
  int descriptor = -1;
  int failed = 0;
  unconfined([&] {
    do {
      descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    } while (descriptor < 0 && errno == EINTR);
    failed = errno;
  });
  if (descriptor < 0) return fail(Error::fromErrno(failed, path));
  return descriptor;
}

/// The same for writing: not through a link, which may lead to a file that belongs to somebody else.
Result<int> openForWriting(const std::filesystem::path& path, int flags) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} is a symbolic link, through which Masu does not write. Remove it, or choose another "
                          "folder."),
                {path.string()}, {path.string()});
  }
  return openDescriptor(path, flags | O_NOFOLLOW);
}

bool areWholeBlocks(std::uint64_t offset, std::span<const std::byte> memory) {
  return (offset | memory.size() | reinterpret_cast<std::uintptr_t>(memory.data())) % File::kDirectUnit == 0;
}

}  // namespace

Result<File> File::openRead(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe that nobody writes to would wait for ever; it means nothing for a regular file.
  MASU_TRY(const int descriptor, openDescriptor(path, O_RDONLY | O_NONBLOCK));
  File file(path, descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return fail(Error::fromErrno(errno, path));
  if (S_ISDIR(status.st_mode)) return fail(Error::fromErrno(EISDIR, path));
  if (!S_ISREG(status.st_mode)) {
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} is a pipe or a device. Save its content to a file first."),
                {path.string()}, {path.string()});
  }
  return file;
}

Result<File> File::openUncached(const std::filesystem::path& path) {
  MASU_TRY(File file, openRead(path));
  file.setDirect(true);
  file.m_uncached = (::fcntl(file.m_descriptor, F_GETFL) & O_DIRECT) != 0;
  return file;
}

Result<File> File::create(const std::filesystem::path& path) {
  MASU_TRY(const int descriptor, openForWriting(path, O_RDWR | O_CREAT | O_TRUNC));
  return File(path, descriptor);
}

Result<File> File::createUnnamed(const std::filesystem::path& folder, const std::filesystem::path& name) {
  const std::filesystem::path& shown = name.empty() ? folder : name;
  auto unnamed = openDescriptor(folder, O_TMPFILE | O_RDWR);
  if (unnamed) return File(shown, *unnamed);
  // Network and FAT file systems know no files without names: there it has one for a moment.
  int descriptor = -1;
  unconfined([&] {
    std::string brief = folder / ".masu-XXXXXX";
    descriptor = ::mkostemp(brief.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(brief.c_str());
  });
  if (descriptor < 0) return fail(std::move(unnamed.error()));
  return File(shown, descriptor);
}

Result<File> File::createInMemory(const std::filesystem::path& name) {
  const int descriptor = ::memfd_create("masu", MFD_CLOEXEC);
  if (descriptor < 0) return fail(Error::fromErrno(errno, name));
  return File(name, descriptor);
}

Result<File> File::openReadWrite(const std::filesystem::path& path) {
  MASU_TRY(const int descriptor, openForWriting(path, O_RDWR));
  return File(path, descriptor);
}

Result<File> File::openOrCreate(const std::filesystem::path& path) {
  MASU_TRY(const int descriptor, openForWriting(path, O_RDWR | O_CREAT));
  return File(path, descriptor);
}

File::~File() {
  close();
}

File::File(File&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_uncached(other.m_uncached),
      m_front(std::move(other.m_front)),
      m_held(std::exchange(other.m_held, 0)),
      m_size(other.m_size) {}

File& File::operator=(File&& other) noexcept {
  if (this != &other) {
    close();
    m_path = std::move(other.m_path);
    m_descriptor = std::exchange(other.m_descriptor, -1);
    m_uncached = other.m_uncached;
    m_front = std::move(other.m_front);
    m_held = std::exchange(other.m_held, 0);
    m_size = other.m_size;
  }
  return *this;
}

void File::close() {
  // Never repeated after EINTR: Linux has freed the number by then, and another thread may hold it.
  if (m_descriptor >= 0) ::close(std::exchange(m_descriptor, -1));
}

std::filesystem::path File::openPath() const {
  return "/proc/self/fd/" + std::to_string(m_descriptor);
}

Result<std::uint64_t> File::size() const {
  if (m_front) return m_size;
  struct stat status {};
  if (::fstat(m_descriptor, &status) != 0) return fail(Error::fromErrno(errno, m_path));
  return static_cast<std::uint64_t>(status.st_size);
}

Result<void> File::holdFront(std::size_t most) {
  MASU_TRY(const std::uint64_t whole, size());
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, whole));
  auto front = std::make_unique_for_overwrite<std::byte[]>(wanted);
  MASU_CHECK(readAt(0, {front.get(), wanted}));
  m_front = std::move(front);
  m_held = wanted;
  m_size = whole;
  return {};
}

Error File::endsAt(std::uint64_t offset) const {
  return {Errc::damaged,
          MASU_TEXT("core", "{0} ends at byte {1}, where more was expected: it was cut short."),
          {m_path.string(), std::to_string(offset)},
          {m_path.string(), 0, 0}};
}

/// Through memory of the thread's own where need be: the disk gives whole blocks to whole pages only.
Result<void> File::readUncached(std::uint64_t offset, std::span<std::byte> out) const {
  thread_local LargeBuffer memory(kUncachedBytes);
  while (!out.empty()) {
    const std::size_t skipped = offset % kDirectUnit;
    const std::size_t wanted = std::min(kUncachedBytes, ceilDivide(skipped + out.size(), kDirectUnit) * kDirectUnit);
    const auto got = ::pread(m_descriptor, memory.data(), wanted, static_cast<off_t>(offset - skipped));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(Error::fromErrno(errno, m_path));
    if (static_cast<std::size_t>(got) <= skipped) return fail(endsAt(offset));
    const std::size_t count = std::min(static_cast<std::size_t>(got) - skipped, out.size());
    std::copy_n(memory.data() + skipped, count, out.begin());
    out = out.subspan(count);
    offset += count;
  }
  return {};
}

Result<void> File::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset < m_held) {
    const auto held = front().subspan(static_cast<std::size_t>(offset));
    const std::size_t count = std::min(held.size(), out.size());
    std::copy_n(held.begin(), count, out.begin());
    out = out.subspan(count);
    offset += count;
  }
  while (!out.empty()) {
    if (m_uncached && !areWholeBlocks(offset, out)) return readUncached(offset, out);
    const auto got =
        ::pread(m_descriptor, out.data(), std::min(out.size(), kLargestTransfer), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(Error::fromErrno(errno, m_path));
    if (got == 0) return fail(endsAt(offset));
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

void File::willNeed(std::uint64_t offset, std::uint64_t size) const {
  if (size == 0 || offset < m_held) return;
  std::byte first{};
  const iovec there{&first, 1};
  // What is not in memory is refused instead of waited for.
  if (::preadv2(m_descriptor, &there, 1, static_cast<off_t>(offset), RWF_NOWAIT) == 1) return;
  ::posix_fadvise(m_descriptor, static_cast<off_t>(offset), static_cast<off_t>(size), POSIX_FADV_WILLNEED);
}

Result<void> File::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const auto put =
        ::pwrite(m_descriptor, bytes.data(), std::min(bytes.size(), kLargestTransfer), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(Error::fromErrno(errno, m_path));
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
  return {};
}

Result<void> File::reserve(std::uint64_t offset, std::uint64_t size) const {
  if (size == 0) return {};
  int failed = 0;
  do {
    failed = ::fallocate(m_descriptor, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset), static_cast<off_t>(size)) == 0
                 ? 0
                 : errno;
  } while (failed == EINTR);
  if (failed == 0) return {};
  if (failed != EOPNOTSUPP && failed != ENOSYS) return fail(Error::fromErrno(failed, m_path));
  // A file system that cannot reserve can still report that the space is not there.
  struct statvfs disk {};
  if (::fstatvfs(m_descriptor, &disk) != 0) return fail(Error::fromErrno(errno, m_path));
  if (size > std::uint64_t{disk.f_bavail} * disk.f_frsize) return fail(Error::fromErrno(ENOSPC, m_path));
  return {};
}

Result<void> File::resize(std::uint64_t size) const {
  int failed = 0;
  do {
    failed = ::ftruncate(m_descriptor, static_cast<off_t>(size)) == 0 ? 0 : errno;
  } while (failed == EINTR);
  if (failed != 0) return fail(Error::fromErrno(failed, m_path));
  return {};
}

void File::setDirect(bool direct) const {
  const int flags = ::fcntl(m_descriptor, F_GETFL);
  if (flags >= 0) ::fcntl(m_descriptor, F_SETFL, direct ? flags | O_DIRECT : flags & ~O_DIRECT);
}

void File::startWriteback() const {
  // A hint: where it fails, sync() does all of it and reports why.
  ::sync_file_range(m_descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}

Result<void> File::sync() const {
  if (::fsync(m_descriptor) != 0) return fail(Error::fromErrno(errno, m_path));
  return {};
}

Result<void> syncDirectory(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory.empty() ? std::filesystem::path(".") : directory;
  MASU_TRY(const int descriptor, openDescriptor(path, O_RDONLY | O_DIRECTORY));
  const int failed = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some network and FUSE file systems know no sync of a directory; the rename is as durable as it gets there.
  if (failed != 0 && failed != EINVAL && failed != ENOTSUP) return fail(Error::fromErrno(failed, path));
  return {};
}

Result<std::string> readText(const File& file, std::uint64_t limit) {
  MASU_TRY(const std::uint64_t size, file.size());
  if (size > limit) {
    const std::string path = file.path().string();
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} has {1} bytes; at most {2} are expected here."),
                {path, std::to_string(size), std::to_string(limit)}, {path});
  }
  std::string text(size, '\0');
  MASU_CHECK(file.readAt(0, std::as_writable_bytes(std::span(text))));
  return text;
}

Result<std::string> readText(const std::filesystem::path& path, std::uint64_t limit) {
  MASU_TRY(const File file, File::openRead(path));
  return readText(file, limit);
}

Result<void> allowOpenFiles(std::uint64_t more) {
  /// What a process may have open already.
  constexpr rlim_t kOthers = 512;
  rlimit limits{};
  if (::getrlimit(RLIMIT_NOFILE, &limits) != 0) return {};
  const rlim_t needed = more + kOthers;
  if (needed <= limits.rlim_cur) return {};
  if (needed > limits.rlim_max) {
    return fail(
        Errc::unsupported,
        MASU_TEXT("core",
                  "This takes {0} open files, and the system permits {1}. Keep fewer columns, or raise the limit "
                  "(ulimit -n)."),
        {std::to_string(needed), std::to_string(limits.rlim_max)});
  }
  limits.rlim_cur = needed;
  if (::setrlimit(RLIMIT_NOFILE, &limits) != 0) return fail(Error::fromErrno(errno, "/proc/self/limits"));
  return {};
}

}  // namespace masu::io
