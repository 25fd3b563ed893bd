// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/shared_job.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/stop_wait.h"
#include "core/io/file.h"
#include "core/io/folder_claim.h"
#include "core/io/workers/range_supply.h"

namespace masu::io {

namespace {

namespace fs = std::filesystem;

/// Between two looks at what others do.
constexpr std::chrono::milliseconds kPause(100);

/// A range takes longer to make than to join. Where fewer than this many are between the join and the first range that
/// nobody has, the join comes to that one before another worker would have made it.
constexpr std::uint64_t kAhead = 3;

/// One worker.
class Worker {
 public:
  Worker(SharedJob& shared, WorkerFolder& folder, const fs::path& target, const JobContext& job)
      : m_shared(shared), m_folder(folder), m_target(target), m_job(job) {}

  Result<WorkerReport> run();

 private:
  /// What there is to make.
  struct Ahead {
    std::uint64_t position = 0;  ///< of the join
    std::uint64_t from = 0;      ///< the range to look for first
    std::uint64_t left = 0;      ///< ranges that are not made, from the position on
    bool isSeen = false;         ///< whether the tokens of some of them are
  };

  Error damagedFolder() const;
  Result<void> enter();
  Error failedJoin(const std::string& sentence) const;
  Result<void> work();
  Ahead aheadOfJoin(const WorkQueue::State& state) const;
  Result<void> make(WorkQueue::Claim& claim);
  Result<bool> joinIfMine(bool allMade);
  Result<void> join(WorkQueue::Claim& claim);

  SharedJob& m_shared;
  WorkerFolder& m_folder;
  const fs::path& m_target;
  const JobContext& m_job;
  WorkerReport m_report;
  bool m_isBusy = false;  ///< another program had the target when this worker would have joined
};

Result<WorkerReport> Worker::run() {
  MASU_TRY(const bool before, m_shared.isThere());
  if (before) {
    m_folder.removeFinished();
    m_report.complete = true;
    return m_report;
  }
  auto done = enter();
  if (done) return m_report;
  // The others may have come to their end meanwhile, and removed what this one works with.
  const auto meanwhile = m_shared.isThere();
  if (!meanwhile || !*meanwhile) return fail(std::move(done.error()));
  m_folder.noteFinished();
  m_report.complete = true;
  return m_report;
}

Result<void> Worker::enter() {
  // Of a place that cannot be written, or has something else in it, people learn before the work.
  MASU_CHECK(m_shared.checkPlace());
  MASU_CHECK(m_folder.enter());
  MASU_TRY(m_report.complete, m_shared.isThere());
  if (!m_report.complete) MASU_CHECK(work());
  if (m_report.complete) m_folder.noteFinished();
  return {};
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

Error Worker::failedJoin(const std::string& sentence) const {
  return {Errc::unsupported,
          MASU_TEXT("core", "The worker that completes {0} failed: {1}"),
          {m_target.string(), sentence},
          {m_target.string()}};
}

/// False: the join is another worker's, or it is too early for it.
Result<bool> Worker::joinIfMine(bool allMade) {
  if (!allMade && (m_isBusy || !m_shared.joinsAhead())) return false;
  MASU_TRY(std::optional<WorkQueue::Claim> claim, m_folder.join().claim(0));
  if (!claim) return false;
  const Result<void> joined = join(*claim);
  if (joined) return true;
  // It may be a join that was taken for dead: there are ranges to make for it.
  m_isBusy = joined.error().code == Errc::busy && !allMade;
  if (m_isBusy) return false;
  return fail(joined.error());
}

/// Joins, or makes ranges for the join until none is left that it has not come to.
Result<void> Worker::work() {
  constexpr int kLooks = 50;
  m_job.progress.begin(m_shared.stage(), m_shared.bytes(), Progress::Unit::bytes);
  for (int lost = 0; lost < kLooks;) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    if (const auto failure = m_folder.failure()) return fail(failedJoin(*failure));
    MASU_TRY(const WorkQueue::State state, m_folder.ranges().state());
    const Ahead ahead = aheadOfJoin(state);
    MASU_TRY(const bool isJoined, joinIfMine(ahead.left == 0));
    if (isJoined) return {};
    MASU_TRY(const WorkQueue::State joins, m_folder.join().state());
    if (ahead.left == 0 || !joins.done.empty()) {
      MASU_TRY(m_report.complete, m_shared.isThere());
      return {};
    }
    MASU_TRY(std::optional<WorkQueue::Claim> claim, m_folder.ranges().claim(ahead.from, ahead.position));
    if (claim) {
      MASU_CHECK(make(*claim));
      continue;
    }
    // A token that is on its way may be seen nowhere, but not again and again.
    lost = ahead.isSeen ? 0 : lost + 1;
    pauseFor(kPause, m_job.stop);
  }
  return fail(damagedFolder());
}

/// Ranges are made near to the join, whose wider types they begin with, but not where it would come to one first.
Worker::Ahead Worker::aheadOfJoin(const WorkQueue::State& state) const {
  const std::uint64_t position = m_shared.joinsAhead() ? m_folder.position() : 0;
  const auto countFrom = [position](const auto& pieces) {
    return static_cast<std::uint64_t>(std::distance(pieces.lower_bound(position), pieces.end()));
  };
  const std::uint64_t ranges = m_shared.ranges() - std::min(m_shared.ranges(), position);
  Ahead ahead{.position = position, .from = position};
  ahead.left = ranges - std::min(ranges, countFrom(state.done));
  ahead.isSeen = countFrom(state.free) + countFrom(state.claimed) > 0;
  if (const auto first = state.free.lower_bound(position); first != state.free.end()) ahead.from = *first;
  if (m_shared.joinsAhead() && ahead.from < position + kAhead) ++ahead.from;
  return ahead;
}

/// A range that another has claimed meanwhile is left to it.
Result<void> Worker::make(WorkQueue::Claim& claim) {
  if (claim.piece() >= m_shared.ranges()) return fail(damagedFolder());
  const fs::path file = m_folder.fileOf(claim.name());
  const auto complete = [&]() -> Result<bool> {
    MASU_CHECK(m_shared.make(claim.piece(), file, m_job));
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

Result<void> Worker::join(WorkQueue::Claim& claim) {
  RangeSupply supply(m_folder, m_job.stop);
  Result<void> joined;
  // A process that a dead worker had started may have the target for a moment.
  attemptForAWhile([&] {
    joined = m_shared.join(
        [&supply](std::uint64_t range, const std::stop_token& stop) { return supply.take(range, stop); }, m_job);
    return joined || joined.error().code != Errc::busy;
  });
  m_report.made += supply.own();
  if (!joined && m_shared.isFinal(joined.error().code)) m_folder.noteFailure(joined.error().message.english());
  MASU_CHECK(std::move(joined));
  m_report.joined = true;
  m_report.complete = true;
  MASU_CHECK(claim.complete());
  return {};
}

}  // namespace

Result<WorkerReport> shareJob(SharedJob& shared, WorkerFolder& folder, const fs::path& target, const JobContext& job) {
  return Worker(shared, folder, target, job).run();
}

}  // namespace masu::io
