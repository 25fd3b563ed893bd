// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/shared_job.h"

#include <chrono>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/stop_wait.h"
#include "core/io/file.h"
#include "core/io/folder_claim.h"

namespace masu::io {

namespace {

namespace fs = std::filesystem;

/// Between two looks at what others do.
constexpr std::chrono::milliseconds kPause(100);

/// One worker.
class Worker {
 public:
  Worker(SharedJob& shared, WorkerFolder& folder, const PartOf& part, const fs::path& target, const JobContext& job)
      : m_shared(shared), m_folder(folder), m_part(part), m_target(target), m_job(job) {}

  Result<WorkerReport> run();

 private:
  Error damagedFolder() const;
  Result<void> work();
  Result<void> makeRanges();
  Result<void> make(WorkQueue::Claim& claim);
  Result<void> join();
  Result<std::vector<fs::path>> files();

  SharedJob& m_shared;
  WorkerFolder& m_folder;
  const PartOf& m_part;
  const fs::path& m_target;
  const JobContext& m_job;
  WorkerReport m_report;
};

Result<WorkerReport> Worker::run() {
  MASU_TRY(const bool before, m_shared.isThere());
  if (before) {
    m_folder.removeFinished();
    m_report.complete = true;
    return m_report;
  }
  auto done = work();
  if (done) return m_report;
  // The others may have come to their end meanwhile, and removed what this one works with.
  const auto meanwhile = m_shared.isThere();
  if (!meanwhile || !*meanwhile) return fail(std::move(done.error()));
  m_folder.noteFinished();
  m_report.complete = true;
  return m_report;
}

Result<void> Worker::work() {
  // Of a place that cannot be written, or has something else in it, people learn before the work.
  MASU_CHECK(m_shared.checkPlace());
  MASU_CHECK(m_folder.enter());
  MASU_TRY(const bool meanwhile, m_shared.isThere());
  m_report.complete = true;
  if (meanwhile) {
    m_folder.noteFinished();
    return {};
  }
  MASU_CHECK(makeRanges());
  return join();
}

Error Worker::damagedFolder() const {
  const std::string target = m_target.string();
  return {Errc::damaged,
          MASU_TEXT("core",
                    "Another program changed files in the folder in which workers write {0}. Remove {1} to begin "
                    "again."),
          {target, m_folder.path().string()},
          {target}};
}

Result<void> Worker::makeRanges() {
  constexpr int kLooks = 50;
  m_job.progress.begin(m_shared.stage(), m_shared.bytes(), Progress::Unit::bytes);
  const std::uint64_t from = (m_part.number - 1) * m_shared.ranges() / m_part.count;
  for (int lost = 0; lost < kLooks;) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(std::optional<WorkQueue::Claim> claim, m_folder.ranges().claim(from));
    if (claim) {
      MASU_CHECK(make(*claim));
      continue;
    }
    MASU_TRY(const WorkQueue::State state, m_folder.ranges().state());
    if (state.done.size() == m_shared.ranges()) return {};
    // A token that is on its way may be seen nowhere, but not again and again.
    lost = state.free + state.claimed == 0 ? lost + 1 : 0;
    pauseFor(kPause, m_job.stop);
  }
  return fail(damagedFolder());
}

/// A range that another has claimed meanwhile is left to it.
Result<void> Worker::make(WorkQueue::Claim& claim) {
  if (claim.piece() >= m_shared.ranges()) return fail(damagedFolder());
  const fs::path file = m_folder.fileOf(claim.name());
  const auto complete = [&]() -> Result<bool> {
    MASU_CHECK(m_shared.make(claim.piece(), file, m_job));
    MASU_CHECK(syncDirectory(file.parent_path()));
    return claim.complete();
  };
  const Result<bool> done = complete();
  if (done && *done) {
    ++m_report.made;
    return {};
  }
  std::error_code ignored;
  fs::remove(file, ignored);
  return done ? Result<void>() : fail(done.error());
}

/// Beside the ranges.
Result<std::vector<fs::path>> Worker::files() {
  MASU_TRY(const WorkQueue::State state, m_folder.ranges().state());
  std::vector<fs::path> paths(m_shared.ranges());
  for (const auto& [piece, claim] : state.done) {
    if (piece < paths.size()) paths[piece] = m_folder.fileOf(claim);
  }
  return paths;
}

Result<void> Worker::join() {
  MASU_TRY(std::optional<WorkQueue::Claim> claim, m_folder.join().claim(0));
  if (!claim) {
    MASU_TRY(m_report.complete, m_shared.isThere());
    if (m_report.complete) m_folder.noteFinished();
    return {};
  }
  MASU_TRY(const auto made, files());
  Result<void> joined;
  // A process that a dead worker had started may have the target for a moment.
  attemptForAWhile([&] {
    joined = m_shared.join(made, m_job);
    return joined || joined.error().code != Errc::busy;
  });
  MASU_CHECK(std::move(joined));
  m_report.joined = true;
  MASU_CHECK(claim->complete());
  return {};
}

}  // namespace

Result<WorkerReport> shareJob(SharedJob& shared, WorkerFolder& folder, const PartOf& part, const fs::path& target,
                              const JobContext& job) {
  return Worker(shared, folder, part, target, job).run();
}

}  // namespace masu::io
