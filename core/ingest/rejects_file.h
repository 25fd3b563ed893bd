#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/byte_record.h"
#include "core/base/result.h"
#include "core/csv/record_splitter.h"
#include "core/ingest/import_plan.h"
#include "core/ingest/load.h"
#include "core/ingest/reject.h"
#include "core/store/dataset_writer.h"

namespace masu::ingest {

/// The CSV of what an import turned away: source, line, byte offset, column, reason, text. It grows with the dataset,
/// as its companion, and appears when committed, only when there is something in it. Threads: one at a time. Lifetime:
/// borrows the plan and the writer.
class RejectsFile {
 public:
  /// Errors: the file is there and may not be replaced; its folder is missing or read-only.
  static Result<RejectsFile> prepare(const ImportPlan& plan, const LoadOptions& options);
  /// Before anything else is called.
  void attach(store::DatasetWriter& writer) { m_writer = &writer; }

  /// `text` is the block that the reject counts its offsets from; with OnError::fail the reject is the failure.
  Result<void> add(const Reject& reject, std::uint32_t source, const csv::Block& block);

  /// With nothing in it, a file of an earlier import is removed instead.
  Result<void> commit();
  /// Takes a committed file back, when what it belongs to came to nothing.
  void withdraw();

  const std::filesystem::path& path() const { return m_path; }
  std::uint64_t count() const { return m_count; }
  std::vector<RejectCount> reasons() const;

  void save(ByteWriter& state) const;
  void restore(ByteReader& state);

 private:
  RejectsFile(const ImportPlan& plan, std::filesystem::path path, bool overwrite)
      : m_plan(&plan), m_path(std::move(path)), m_overwrite(overwrite) {}
  Result<bool> isThereAlready() const;

  const ImportPlan* m_plan;
  std::filesystem::path m_path;
  bool m_overwrite;
  store::DatasetWriter* m_writer = nullptr;
  std::uint64_t m_count = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> m_reasons;
};

}  // namespace masu::ingest
