// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace masu::io {

/// An open file addressed by position. Owns the descriptor.
/// Threads: readAt and writeAt may run together from any thread; they share no position.
/// Errors name the file and say what to do (full disk, read-only, cut short).
class File {
 public:
  static Result<File> openRead(const std::filesystem::path& path);
  /// The same, but readAt() asks the disk past the page cache, where the file system can. For files that memory does
  /// not hold: their pages would only push each other out. A thread that reads so keeps 2 MiB for it.
  static Result<File> openUncached(const std::filesystem::path& path);
  /// Creates the file, or empties the one that is there. Errors: it is a symbolic link, as for the two below.
  static Result<File> create(const std::filesystem::path& path);
  /// A file without a name in a folder, for what need not outlast the process: the kernel takes it away on closing,
  /// or when the process dies. path() and messages show `name`, or the folder where that is empty.
  static Result<File> createUnnamed(const std::filesystem::path& folder, const std::filesystem::path& name = {});
  /// The same in memory, under the name of what it will hold: messages and path() show that.
  static Result<File> createInMemory(const std::filesystem::path& name);
  static Result<File> openReadWrite(const std::filesystem::path& path);
  /// The same; a file that is not there is created, empty.
  static Result<File> openOrCreate(const std::filesystem::path& path);

  File() = default;
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  const std::filesystem::path& path() const { return m_path; }
  /// A path that opens this file as long as it is open, for libraries that take nothing else.
  std::filesystem::path openPath() const;
  int descriptor() const { return m_descriptor; }
  bool isOpen() const { return m_descriptor >= 0; }
  /// Whether openUncached() got what it asked for.
  bool isUncached() const { return m_uncached; }

  Result<std::uint64_t> size() const;
  /// Reads the front of the file, at most so many bytes: what is asked of it from now on, and size(), do not call
  /// the kernel. For small files that several readers look at in turn. Requires: nobody writes to it. Threads: before
  /// any other call.
  Result<void> holdFront(std::size_t most);
  /// What is held; empty where nothing is.
  std::span<const std::byte> front() const { return {m_front.get(), m_held}; }
  /// Fills `out` wholly; a file that ends before is Errc::damaged.
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const;
  /// Advises the kernel that a range will be read soon, so that the disk brings it meanwhile. Next to nothing is done
  /// where its first byte is in memory already. Never fails: it is advice.
  void willNeed(std::uint64_t offset, std::uint64_t size) const;
  Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes) const;
  /// Reserves disk space, so that a full disk shows at once and not in the middle. The size of the file stays.
  Result<void> reserve(std::uint64_t offset, std::uint64_t size) const;
  Result<void> resize(std::uint64_t size) const;
  /// Whether reads and writes go past the page cache from now on; where the file system cannot, they go through it as
  /// before. Requires: then that offsets, sizes and addresses in memory are multiples of kDirectUnit.
  void setDirect(bool direct) const;
  static constexpr std::size_t kDirectUnit = 4096;
  /// Asks the kernel to begin what sync() waits for.
  void startWriteback() const;
  Result<void> sync() const;
  void close();

 private:
  friend class AtomicFile;

  Result<void> readUncached(std::uint64_t offset, std::span<std::byte> out) const;
  Error endsAt(std::uint64_t offset) const;

  File(std::filesystem::path path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}

  std::filesystem::path m_path;
  int m_descriptor = -1;
  bool m_uncached = false;
  std::unique_ptr<std::byte[]> m_front;  ///< null: nothing is held
  std::size_t m_held = 0;
  std::uint64_t m_size = 0;  ///< where something is held
};

/// Makes the names in a directory durable after a rename. Errors: as for File::sync.
Result<void> syncDirectory(const std::filesystem::path& directory);

/// The whole of a small file as text. Errors: above `limit` bytes it is Errc::unsupported.
Result<std::string> readText(const File& file, std::uint64_t limit = 64U << 20U);
Result<std::string> readText(const std::filesystem::path& path, std::uint64_t limit = 64U << 20U);

/// Reads `size` bytes of a file from `at` on, a megabyte at a time, and hands each block to body(done, block), where
/// `done` bytes went before it. Errors: the file is shorter or cannot be read; the first of `body`.
template <class Body>
Result<void> eachBlock(const File& file, std::uint64_t at, std::uint64_t size, Body&& body) {
  constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20U;
  std::vector<std::byte> block(std::min(size, kBlockBytes));
  for (std::uint64_t done = 0; done < size; done += block.size()) {
    const auto part = std::span(block).first(std::min<std::uint64_t>(block.size(), size - done));
    MASU_CHECK(file.readAt(at + done, part));
    MASU_CHECK(body(done, std::span<const std::byte>(part)));
  }
  return {};
}

/// Lets this process open so many files beside those it has, as far as the system permits: the limit that it begins
/// with is often 1,024. Threads: any. Errors: the system permits fewer.
Result<void> allowOpenFiles(std::uint64_t more);

}  // namespace masu::io
