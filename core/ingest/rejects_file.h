#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/csv/record_splitter.h"
#include "core/ingest/import_plan.h"
#include "core/ingest/load.h"
#include "core/ingest/reject.h"
#include "core/io/atomic_file.h"

namespace masu::ingest {

/// The CSV of what an import turned away: source, line, byte offset, column, reason, text. Appears when committed, and
/// only when there is something in it. Threads: one at a time. Lifetime: borrows the plan.
class RejectsFile {
 public:
  /// Errors: the file is there and may not be replaced.
  static Result<RejectsFile> prepare(const ImportPlan& plan, const LoadOptions& options);

  /// `text` is the block that the reject counts its offsets from; with OnError::fail the reject is the failure.
  Result<void> add(const Reject& reject, std::uint32_t source, const csv::Block& block);

  /// With nothing in it, a file of an earlier import is removed instead.
  Result<void> commit();
  /// Takes a committed file back, when what it belongs to came to nothing.
  void withdraw();

  const std::filesystem::path& path() const { return m_path; }
  std::uint64_t count() const { return m_count; }
  std::vector<RejectCount> reasons() const;

 private:
  RejectsFile(const ImportPlan& plan, std::filesystem::path path, bool overwrite)
      : m_plan(&plan), m_path(std::move(path)), m_overwrite(overwrite) {}

  const ImportPlan* m_plan;
  std::filesystem::path m_path;
  bool m_overwrite;
  std::optional<io::AtomicFile> m_file;
  std::uint64_t m_count = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> m_reasons;
};

}  // namespace masu::ingest
