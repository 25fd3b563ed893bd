// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/source_check.h"

#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/shards/restore/export_files.h"
#include "core/shards/restore/restore.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

/// The exports that sources are of. An index is read once, however many of its shards are sources.
class Exports {
 public:
  /// The export of a folder, or of a bundle; null where there is none.
  Result<ExportFiles*> at(const fs::path& place) {
    const auto [found, isNew] = m_known.try_emplace(place);
    if (isNew && isExport(place)) {
      MASU_TRY(ExportFiles files, ExportFiles::open(place));
      found->second.emplace(std::move(files));
    }
    return found->second ? &*found->second : nullptr;
  }

 private:
  std::map<fs::path, std::optional<ExportFiles>> m_known;
};

/// Shards that are to be compared, and the export that they are of.
struct Listed {
  ExportFiles* files = nullptr;
  std::vector<ShardFile> shards;
};

/// The shards at a path below the folder of their export, "." for all; or below that path, where it is a folder.
Listed shardsAt(ExportFiles& files, const std::string& path) {
  Listed listed{&files, {}};
  for (const ShardInfo& shard : files.index().shards) {
    for (const ShardFile& file : shard.files) {
      if (path == "." || file.path == path || file.path.starts_with(path + '/')) listed.shards.push_back(file);
    }
  }
  return listed;
}

/// A source can be an export, one of its folders, or a shard in one of these.
Result<Listed> shardsOf(const fs::path& source, Exports& exports) {
  constexpr int kLevelsAbove = 2;
  std::error_code ignored;
  fs::path whole = fs::absolute(source, ignored).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  const bool bundle = isBundle(whole);
  fs::path place = whole;
  for (int level = 0; level <= kLevelsAbove && place.has_relative_path(); ++level, place = place.parent_path()) {
    if (level == 0 && !bundle && !fs::is_directory(place, ignored)) continue;
    MASU_TRY(ExportFiles* const files, exports.at(place));
    if (files != nullptr) return shardsAt(*files, whole.lexically_relative(place).generic_string());
  }
  return Listed();
}

Result<void> compare(ExportFiles& files, const ShardFile& exported, const JobContext& job) {
  const auto count = [&job](std::uint64_t bytes) -> Result<void> {
    if (job.stopRequested()) return fail(Error::cancelled());
    job.progress.add(bytes);
    return {};
  };
  MASU_TRY(const ShardFile found, files.describe(exported.path, count));
  if (found.bytes == exported.bytes && found.sha256 == exported.sha256) return {};
  return fail(notAsExported(files.placeOf(exported.path)));
}

}  // namespace

Error notAsExported(const fs::path& file) {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "{0} is not the shard that was exported: its bytes or its SHA-256 differ from the index. Bring "
                    "back the right file, or export it again."),
          {file.string()},
          {file.string()}};
}

Result<void> checkExportSources(std::span<const fs::path> sources, const JobContext& job) {
  Exports exports;
  std::vector<Listed> all;
  std::uint64_t bytes = 0;
  for (const fs::path& source : sources) {
    MASU_TRY(Listed listed, shardsOf(source, exports));
    for (const ShardFile& shard : listed.shards) bytes += shard.bytes;
    if (!listed.shards.empty()) all.push_back(std::move(listed));
  }
  if (all.empty()) return {};
  job.progress.begin(MASU_TEXT("core", "Comparing files"), bytes, Progress::Unit::bytes);
  for (const Listed& listed : all) {
    for (const ShardFile& shard : listed.shards) MASU_CHECK(compare(*listed.files, shard, job));
  }
  return {};
}

}  // namespace masu::shards
