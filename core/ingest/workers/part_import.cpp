// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/workers/part_import.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/stop_wait.h"
#include "core/flow/machine.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/workers/shared_work.h"
#include "core/ingest/workers/worker_folder.h"
#include "core/io/file.h"
#include "core/io/folder_claim.h"
#include "core/store/read/dataset.h"
#include "core/store/staging/staging_directory.h"
#include "core/store/write/dataset_writer.h"
#include "core/store/write/publish.h"

namespace masu::ingest {

namespace {

namespace fs = std::filesystem;

/// Between two looks at what others do.
constexpr std::chrono::milliseconds kPause(100);

Result<void> checkAsked(const LoadOptions& options) {
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

/// One worker.
class PartImport {
 public:
  PartImport(const ImportPlan& plan, const LoadOptions& options, const ImportPart& part,
             std::unique_ptr<SharedWork> work, const JobContext& job)
      : m_plan(plan),
        m_options(optionsOfJoin(options, job)),
        m_part(part),
        m_work(std::move(work)),
        m_job(job),
        m_folder(options.target, termsOf(plan, options, part.sizes), m_work->ranges(), part.patience) {
    m_report.ranges = m_work->ranges();
  }

  Result<ImportPartReport> run();

 private:
  Result<bool> isThere() const;
  Result<void> checkParts(const store::Dataset& dataset) const;
  Error damagedFolder() const;
  Result<void> work();
  Result<void> makeRanges();
  Result<void> make(io::WorkQueue::Claim& claim);
  Result<void> join();
  Result<std::vector<fs::path>> files();

  const ImportPlan& m_plan;
  LoadOptions m_options;
  const ImportPart& m_part;
  std::unique_ptr<SharedWork> m_work;
  const JobContext& m_job;
  ImportPartReport m_report;
  WorkerFolder m_folder;
};

/// Errors: the size of parts that is asked for makes other files of the dataset that is in its place.
Result<void> PartImport::checkParts(const store::Dataset& dataset) const {
  const std::uint64_t asked = m_options.write.partBytes;
  const std::uint64_t theirs = dataset.partBytes();
  if (dataset.partFiles().empty()) {
    // How large its one file might have been is not recorded, but one that is larger than a part would have been
    // divided. What describes the dataset does not count there (store::planParts()), nor what HDF5 takes for that.
    std::uint64_t described = store::kSmallestPart;
    for (const auto& [name, document] : store::documentsOf(dataset.meta())) described += document.size();
    if (asked == 0 || dataset.fileBytes() <= asked + described) return {};
  } else if (theirs == 0 || theirs == asked) {
    return {};
  }
  return fail(otherPartSize(m_options.target, asked, theirs, m_options.target));
}

/// Whether the dataset of this import is in its place. Errors: something else is, or it has parts of another size.
Result<bool> PartImport::isThere() const {
  std::error_code unknown;
  if (fs::is_regular_file(m_options.target, unknown)) {
    const auto dataset = store::Dataset::open(m_options.target);
    if (dataset && m_work->isDataset((*dataset)->meta())) {
      MASU_CHECK(checkParts(**dataset));
      return true;
    }
  }
  MASU_CHECK(store::checkTarget(m_options.target, false));
  return false;
}

Result<ImportPartReport> PartImport::run() {
  MASU_TRY(const bool before, isThere());
  if (before) {
    m_folder.removeFinished();
    m_report.whole = ImportPartReport::Import::complete;
    return m_report;
  }
  auto done = work();
  if (done) return m_report;
  // The others may have come to their end meanwhile, and removed what this one works with.
  const auto meanwhile = isThere();
  if (!meanwhile || !*meanwhile) return fail(std::move(done.error()));
  m_folder.noteFinished();
  m_report.whole = ImportPartReport::Import::complete;
  return m_report;
}

Result<void> PartImport::work() {
  // Of a place that cannot be written, or has something else in it, people learn before the work.
  MASU_CHECK(m_work->checkRejects(m_options));
  MASU_CHECK(checkLeft(m_plan, m_options, *m_work));
  MASU_CHECK(m_folder.enter());
  MASU_TRY(const bool meanwhile, isThere());
  m_report.whole = ImportPartReport::Import::complete;
  if (meanwhile) {
    m_folder.noteFinished();
    return {};
  }
  MASU_CHECK(makeRanges());
  return join();
}

Error PartImport::damagedFolder() const {
  const std::string target = m_options.target.string();
  return {Errc::damaged,
          MASU_TEXT("core",
                    "Another program changed files in the folder in which workers import {0}. Remove {1} to begin "
                    "again."),
          {target, m_folder.path().string()},
          {target}};
}

Result<void> PartImport::makeRanges() {
  constexpr int kLooks = 50;
  m_job.progress.begin(MASU_TEXT("core", "Importing"), m_work->bytes(), Progress::Unit::bytes);
  const std::uint64_t from = (m_part.part.number - 1) * m_work->ranges() / m_part.part.count;
  for (int lost = 0; lost < kLooks;) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(std::optional<io::WorkQueue::Claim> claim, m_folder.ranges().claim(from));
    if (claim) {
      MASU_CHECK(make(*claim));
      continue;
    }
    MASU_TRY(const io::WorkQueue::State state, m_folder.ranges().state());
    if (state.done.size() == m_work->ranges()) return {};
    // A token that is on its way may be seen nowhere, but not again and again.
    lost = state.free + state.claimed == 0 ? lost + 1 : 0;
    pauseFor(kPause, m_job.stop);
  }
  return fail(damagedFolder());
}

/// A range that another has claimed meanwhile is left to it.
Result<void> PartImport::make(io::WorkQueue::Claim& claim) {
  if (claim.piece() >= m_work->ranges()) return fail(damagedFolder());
  const fs::path file = m_folder.fileOf(claim.name());
  const auto complete = [&]() -> Result<bool> {
    MASU_CHECK(m_work->make(claim.piece(), file, m_folder, m_job));
    MASU_CHECK(io::syncDirectory(file.parent_path()));
    return claim.complete();
  };
  const Result<bool> done = complete();
  if (done && *done) {
    ++m_report.parsed;
    return {};
  }
  std::error_code ignored;
  fs::remove(file, ignored);
  return done ? Result<void>() : fail(done.error());
}

/// Beside the ranges.
Result<std::vector<fs::path>> PartImport::files() {
  MASU_TRY(const io::WorkQueue::State state, m_folder.ranges().state());
  std::vector<fs::path> paths(m_work->ranges());
  for (const auto& [piece, claim] : state.done) {
    if (piece < paths.size()) paths[piece] = m_folder.fileOf(claim);
  }
  return paths;
}

Result<void> PartImport::join() {
  MASU_TRY(std::optional<io::WorkQueue::Claim> claim, m_folder.join().claim(0));
  if (!claim) {
    MASU_TRY(const bool there, isThere());
    if (there) m_folder.noteFinished();
    if (!there) m_report.whole = ImportPartReport::Import::finishing;
    return {};
  }
  MASU_TRY(const auto made, files());
  Result<SharedWork::Joined> imported = SharedWork::Joined();
  // A process that a dead worker had started may have the target for a moment.
  io::attemptForAWhile([&] {
    imported = m_work->join(made, m_options, m_job);
    return imported || imported.error().code != Errc::busy;
  });
  if (!imported) return fail(std::move(imported.error()));
  m_report.import = std::move(imported->report);
  m_report.bytesParsedAgain = imported->bytesAgain;
  MASU_CHECK(claim->complete());
  return {};
}

}  // namespace

Result<ImportPartReport> importPart(const ImportPlan& plan, const LoadOptions& options, const ImportPart& part,
                                    const Resources& resources, const JobContext& job) {
  MASU_CHECK(checkAsked(options));
  const Resources resolved = flow::resolve(resources);
  MASU_TRY(auto work, plan.ofRecordings() ? sharedRecordings(plan, options, part.sizes, resolved)
                                          : sharedTable(plan, options, part.sizes, resolved));
  return PartImport(plan, options, part, std::move(work), job).run();
}

}  // namespace masu::ingest
