#include "core/tasks/joined_rejects.h"

#include <algorithm>

#include "core/io/each_block.h"

namespace masu::tasks {

namespace {

/// Longer than any line that names columns.
constexpr std::size_t kHeadBytes = 256;

Result<std::string> firstLine(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  std::string head(std::min<std::uint64_t>(size, kHeadBytes), '\0');
  MASU_CHECK(file.readAt(0, std::as_writable_bytes(std::span(head))));
  return head.substr(0, head.find('\n') + 1);
}

Result<void> append(io::AtomicFile& to, const io::File& from, std::uint64_t at) {
  MASU_TRY(const std::uint64_t size, from.size());
  return io::eachBlock(from, at, size - at, [&](std::uint64_t, auto bytes) { return to.append(bytes); });
}

}  // namespace

Result<io::AtomicFile> joinedRejects(const std::filesystem::path& rejects, const std::filesystem::path& further) {
  MASU_TRY(const io::File added, io::File::openRead(further));
  MASU_TRY(io::AtomicFile joined, io::AtomicFile::create(rejects, io::Overwrite::yes));
  std::uint64_t skipped = 0;
  std::error_code ignored;
  if (std::filesystem::exists(rejects, ignored)) {
    MASU_TRY(const io::File before, io::File::openRead(rejects));
    MASU_TRY(const std::string columns, firstLine(before));
    MASU_TRY(const std::string addedColumns, firstLine(added));
    if (columns == addedColumns) skipped = columns.size();
    MASU_CHECK(append(joined, before, 0));
  }
  MASU_CHECK(append(joined, added, skipped));
  return joined;
}

}  // namespace masu::tasks
