// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/byte_record.h"
#include "core/base/result.h"
#include "core/csv/structure/record_splitter.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/journal/reject.h"
#include "core/ingest/plan/import_plan.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

/// Where the rejects of an import are listed.
std::filesystem::path rejectsPathOf(const LoadOptions& options);

/// Errors: the folder for them is missing or read-only; a file is there and may not be replaced, unless an import that
/// is resumed may have put it there (`mayBeThere`).
Result<void> checkRejectsPlace(const LoadOptions& options, bool mayBeThere);

/// The CSV of what an import turned away: source, line, byte offset, column, reason, text. It grows with the dataset,
/// as its companion, and appears when committed, only when there is something in it. Threads: one at a time. Lifetime:
/// borrows the plan, the options and the writer.
class RejectsFile {
 public:
  /// Errors: as for checkRejectsPlace(), before there is a writer that could resume something.
  static Result<RejectsFile> prepare(const ImportPlan& plan, const LoadOptions& options);
  /// Before anything else is called. Errors: the file exists, and the writer has nothing to resume.
  Result<void> attach(store::DatasetWriter& writer);

  /// `block` is the text that the reject counts its offsets from, and `cursor` its; with OnError::fail the reject is
  /// the failure.
  Result<void> add(const Reject& reject, std::uint32_t source, const csv::Block& block, LineCursor& cursor);

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
  RejectsFile(const ImportPlan& plan, const LoadOptions& options)
      : m_plan(&plan), m_options(&options), m_path(rejectsPathOf(options)) {}
  bool mayReplace() const { return m_options->write.overwrite; }
  Result<bool> isThereAlready() const;

  const ImportPlan* m_plan;
  const LoadOptions* m_options;
  std::filesystem::path m_path;
  store::DatasetWriter* m_writer = nullptr;
  std::uint64_t m_count = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> m_reasons;
};

}  // namespace masu::ingest
