#include "core/shards/bundle.h"

#include <algorithm>

#include "core/io/archive_writer.h"
#include "core/io/file.h"

namespace masu::shards {

Format bundledFormat(const store::Dataset& dataset) {
  return dataset.meta().kind == store::SampleKind::table ? Format::csv : Format::npy;
}

std::uint64_t bundleOverhead(const std::vector<std::string>& paths) {
  // A member's local header and its entry in the directory, each with the sizes of Zip64, and what ends the archive.
  constexpr std::uint64_t kMemberBytes = 30 + 20 + 46 + 20;
  constexpr std::uint64_t kEndBytes = 22 + 56 + 20;
  std::uint64_t bytes = kEndBytes;
  for (const std::string& path : paths) bytes += kMemberBytes + 2 * path.size();
  return bytes;
}

Result<void> packBundle(const std::filesystem::path& folder, const std::vector<std::string>& paths,
                        const std::filesystem::path& archive, const JobContext& job) {
  constexpr std::uint64_t kBlock = 4 << 20;
  std::uint64_t total = 0;
  std::error_code ignored;
  for (const std::string& path : paths) total += std::filesystem::file_size(folder / path, ignored);
  job.progress.begin(MASU_TEXT("core", "Packing the bundle"), total, Progress::Unit::bytes);
  MASU_TRY(io::ArchiveWriter writer, io::ArchiveWriter::create(archive));
  std::vector<std::byte> buffer;
  for (const std::string& path : paths) {
    MASU_TRY(const io::File file, io::File::openRead(folder / path));
    MASU_TRY(const std::uint64_t size, file.size());
    MASU_CHECK(writer.begin(path, io::ArchiveWriter::Method::stored));
    for (std::uint64_t at = 0; at < size; at += buffer.size()) {
      if (job.stopRequested()) return fail(Error::cancelled());
      buffer.resize(std::min(kBlock, size - at));
      MASU_CHECK(file.readAt(at, buffer));
      MASU_CHECK(writer.append(buffer));
      job.progress.add(buffer.size());
    }
    MASU_CHECK(writer.end());
  }
  return writer.finish();
}

}  // namespace masu::shards
