// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/workers/part_import.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "core/flow/machine.h"
#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/workers/shared_work.h"
#include "core/io/workers/shared_job.h"
#include "core/store/staging/staging_directory.h"
#include "core/store/write/dataset_writer.h"
#include "core/store/write/worker_terms.h"

namespace masu::ingest {

namespace {

namespace fs = std::filesystem;

Result<void> checkAsked(const LoadOptions& options) {
  MASU_CHECK(store::checkPartBytes(options.write.partBytes));
  if (!options.write.overwrite) return {};
  const std::string target = options.target.string();
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "An import by several workers does not replace a dataset: a worker that starts late would "
                        "replace what the others made. Remove {0}, or import without --part."),
              {target}, {target});
}

/// The join resumes what is left of an import of the target, so that it has to be of this one.
Result<void> checkLeft(const ImportPlan& plan, const LoadOptions& options, const SharedWork& work) {
  const fs::path& target = options.target;
  const auto left = store::interruptedImport(target);
  if (!left || work.isIdentity(left->identity)) return {};
  auto same = checkInterrupted(left, target, identityOf(plan, options.write.partBytes));
  if (same) return {};
  Error& other = same.error();
  other.message = {MASU_TEXT("core", "{0} An import by several workers always resumes: remove {1} to begin again."),
                   {other.message, store::StagingDirectory::pathFor(target).string()}};
  return fail(std::move(other));
}

/// Of a load that joins what workers have made.
LoadOptions optionsOfJoin(const LoadOptions& options, const JobContext& job) {
  LoadOptions join = options;
  join.write.resume = true;
  join.write.stop = job.stop;
  join.write.progress = &job.progress;
  return join;
}

/// An import as its workers share it.
class PartImport final : public io::SharedJob {
 public:
  PartImport(const ImportPlan& plan, const LoadOptions& options, const ImportPart& part,
             std::unique_ptr<SharedWork> work, const JobContext& job)
      : m_plan(plan),
        m_options(optionsOfJoin(options, job)),
        m_work(std::move(work)),
        m_folder(options.target, termsOf(plan, options, part.sizes), m_work->ranges(), part.patience) {}

  Result<ImportPartReport> run(const JobContext& job);

  const char* stage() const override { return MASU_TEXT("core", "Importing"); }
  std::uint64_t ranges() const override { return m_work->ranges(); }
  std::uint64_t bytes() const override { return m_work->bytes(); }
  bool joinsAhead() const override { return true; }
  bool isFinal(Errc failure) const override { return !isResumable(failure); }
  Result<bool> isThere() const override {
    return store::isWritten(m_options.target, m_options.write.partBytes,
                            [this](const store::DatasetMeta& meta) { return m_work->isDataset(meta); });
  }
  Result<void> checkPlace() const override;
  Result<void> make(std::uint64_t range, const fs::path& file, const JobContext& job) override {
    return m_work->make(range, file, m_folder, job);
  }
  Result<void> join(const io::RangeSource& files, const JobContext& job) override;

 private:
  const ImportPlan& m_plan;
  LoadOptions m_options;
  std::unique_ptr<SharedWork> m_work;
  ImportPartReport m_report;
  io::WorkerFolder m_folder;
};

Result<void> PartImport::checkPlace() const {
  MASU_CHECK(m_work->checkRejects(m_options));
  return checkLeft(m_plan, m_options, *m_work);
}

Result<void> PartImport::join(const io::RangeSource& files, const JobContext& job) {
  MASU_TRY(SharedWork::Joined imported, m_work->join(files, m_options, m_folder, job));
  m_report.import = std::move(imported.report);
  m_report.bytesParsedAgain = imported.bytesAgain;
  return {};
}

Result<ImportPartReport> PartImport::run(const JobContext& job) {
  MASU_TRY(const io::WorkerReport done, io::shareJob(*this, m_folder, m_options.target, job));
  m_report.ranges = m_work->ranges();
  m_report.parsed = done.made;
  m_report.whole = done.complete ? ImportPartReport::Import::complete : ImportPartReport::Import::finishing;
  return m_report;
}

}  // namespace

Result<ImportPartReport> importPart(const ImportPlan& plan, const LoadOptions& options, const ImportPart& part,
                                    const Resources& resources, const JobContext& job) {
  MASU_CHECK(checkAsked(options));
  const Resources resolved = flow::resolve(resources);
  MASU_TRY(auto work, plan.ofRecordings() ? sharedRecordings(plan, options, part.sizes, resolved)
                                          : sharedTable(plan, options, part.sizes, resolved));
  return PartImport(plan, options, part, std::move(work), job).run(job);
}

io::WorkerTerms termsOf(const ImportPlan& plan, const LoadOptions& options, const RangeSizes& sizes) {
  std::error_code unknown;
  const fs::path target = fs::absolute(options.target, unknown).lexically_normal();
  const fs::path rejects = fs::absolute(rejectsPathOf(options), unknown).lexically_normal();
  return store::workerTerms(
      {.target = options.target,
       .partBytes = options.write.partBytes,
       .rest = "bytes of a range " + std::to_string(sizes.rangeBytes) + "\nbytes of a block " +
               std::to_string(sizes.blockBytes) + "\nrejects " +
               rejects.lexically_relative(target.parent_path()).string() + "\n" +
               identityOf(plan, options.write.partBytes) + "\n",
       .otherRest = MASU_TEXT("core",
                              "The import of {0} that other workers have begun has other sources or options, or "
                              "another version of Masu. Use the same ones, or remove {1} to begin again.")});
}

}  // namespace masu::ingest
