// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/shared_job.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <thread>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// Ranges whose file is their number; the result is all of them, one after the other.
class NumbersJob final : public io::SharedJob {
 public:
  NumbersJob(fs::path target, std::uint64_t ranges) : m_target(std::move(target)), m_ranges(ranges) {}

  const char* stage() const override { return "Numbering"; }
  std::uint64_t ranges() const override { return m_ranges; }
  std::uint64_t bytes() const override { return 10 * m_ranges; }
  bool joinsAhead() const override { return ahead; }
  bool isFinal(Errc failure) const override { return failure == Errc::damaged; }
  Result<bool> isThere() const override { return fs::exists(m_target); }
  Result<void> checkPlace() const override { return place; }

  Result<void> make(std::uint64_t range, const fs::path& file, const JobContext& job) override {
    order.push_back(range);
    if (onMake) MASU_CHECK(onMake(range));
    std::ofstream(file) << range << ';';
    job.progress.add(10);
    return {};
  }
  Result<void> join(const io::RangeSource& files, const JobContext& job) override {
    ++joins;
    std::string all;
    for (std::uint64_t range = 0; range < m_ranges; ++range) {
      if (onJoin) MASU_CHECK(onJoin(range));
      const fs::path file = files(range, {});
      if (job.stopRequested()) return fail(Error::cancelled());
      if (file.empty()) own.push_back(range);
      all += file.empty() ? std::to_string(range) + ';' : TableFolder::read(file);
    }
    std::ofstream(m_target) << all;
    return {};
  }

  Result<void> place;
  std::function<Result<void>(std::uint64_t)> onMake;
  std::function<Result<void>(std::uint64_t)> onJoin;
  std::vector<std::uint64_t> order;  ///< the ranges that were begun for others
  std::vector<std::uint64_t> own;    ///< those that the join made
  bool ahead = false;
  int joins = 0;

 private:
  fs::path m_target;
  std::uint64_t m_ranges;
};

}  // namespace

/// One worker at a time, some of which fail: what the next one finds, and what is left.
class SharedJobTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kRanges = 6;
  static constexpr const char* kAll = "0;1;2;3;4;5;";

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void oneWorkerMakesAndJoinsAll() {
    NumbersJob job(target(), kRanges);
    Progress progress;
    const auto report = io::shareJob(job, *folderOf(job, "terms"), target(), {{}, progress});
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->made, kRanges);
    QVERIFY(report->joined && report->complete);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
    QCOMPARE(std::string(progress.stage()), std::string("Numbering"));
    QCOMPARE(progress.total(), 10 * kRanges);
    QCOMPARE(progress.done(), 10 * kRanges);
  }

  void aJobWithoutRangesIsJoined() {
    NumbersJob job(target(), 0);
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->joined && report->complete && report->made == 0);
    QVERIFY(m_folder->holds("F.h5"));
  }

  /// Without a file for each range.
  void aJoinThatBeginsAheadMakesWhatNobodyHas() {
    NumbersJob job(target(), kRanges);
    job.ahead = true;
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->made, kRanges);
    QVERIFY(report->joined && report->complete && job.order.empty());
    QCOMPARE(job.own.size(), kRanges);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
  }

  /// Others leave it the range that it comes to next, and it waits for one that they have.
  void othersWorkAheadOfTheJoin() {
    NumbersJob joining(target(), kRanges);
    joining.ahead = true;
    NumbersJob other(target(), kRanges);
    other.ahead = true;
    std::promise<void> isJoining;
    std::promise<void> mayGoOn;
    std::promise<void> hasItsOwn;
    joining.onJoin = [&](std::uint64_t range) -> Result<void> {
      if (range == 1) {
        isJoining.set_value();
        mayGoOn.get_future().wait();
      }
      if (range == 2) hasItsOwn.set_value();
      return {};
    };
    other.onMake = [&](std::uint64_t) -> Result<void> {
      if (other.order.size() == 2) mayGoOn.set_value();
      if (other.order.size() == 3) hasItsOwn.get_future().wait();
      return {};
    };
    Result<io::WorkerReport> first = io::WorkerReport();
    std::jthread thread([&] { first = work(joining); });
    isJoining.get_future().wait();
    const auto second = work(other);
    thread.join();
    QVERIFY2(first && second, (sentenceOf(first) + sentenceOf(second)).c_str());
    QVERIFY(first->joined && !second->joined);
    QCOMPARE(first->made + second->made, kRanges);
    QCOMPARE(other.order.front(), std::uint64_t{2});
    QVERIFY(std::ranges::find(joining.own, 1U) != joining.own.end());
    QCOMPARE(joining.own.size(), first->made);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
  }

  /// What another had begun and died at, who joins takes over.
  void aRangeThatFellSilentIsTheJoins() {
    NumbersJob dead(target(), kRanges);
    auto folder = folderOf(dead, "terms");
    QVERIFY(folder->enter());
    auto claim = folder->ranges().claim(4);
    QVERIFY(claim && *claim);
    const fs::path token = m_folder->path("F.h5.workers/ranges/claimed/" + (*claim)->name());
    (*claim).reset();  // stops touching the token, and gives it back: it is moved to where it was
    fs::rename(m_folder->path("F.h5.workers/ranges/todo/4"), token);
    NumbersJob job(target(), kRanges);
    job.ahead = true;
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->made, kRanges);
    QVERIFY(report->joined);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
  }

  /// Nobody works on for what cannot be, until somebody tries again.
  void aJoinThatFailsForGoodEndsTheOthers() {
    NumbersJob failing(target(), kRanges);
    NumbersJob other(target(), kRanges);
    failing.ahead = other.ahead = true;
    auto folder = folderOf(failing, "terms");
    QVERIFY(folder->enter());
    failing.onJoin = [](std::uint64_t range) -> Result<void> {
      if (range == 3) return fail(Errc::damaged, "Not a number.");
      return {};
    };
    const auto failed = work(failing);
    QVERIFY(!failed);
    const auto ended = work(other);
    QVERIFY(!ended && other.joins == 0 && other.order.empty());
    QVERIFY2(sentenceOf(ended).ends_with("failed: Not a number."), sentenceOf(ended).c_str());
    folder.reset();
    QVERIFY(work(other));
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
  }

  /// A join that was taken for dead, as its process was stopped for a while, still has the target.
  void whereTheTargetIsBusyRangesAreMade() {
    NumbersJob job(target(), kRanges);
    job.ahead = true;
    job.onJoin = [&](std::uint64_t) -> Result<void> {
      if (job.order.size() < kRanges) return fail(Errc::busy, "Another join has it.");
      return {};
    };
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->joined && job.own.empty());
    QCOMPARE(job.order.size(), kRanges);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
  }

  /// The next worker joins, and what was made is there for it.
  void aJoinThatIsStoppedIsTakenOver() {
    NumbersJob stopped(target(), kRanges);
    stopped.ahead = true;
    stopped.onJoin = [&](std::uint64_t range) -> Result<void> {
      if (range == 3) m_stop.request_stop();
      return {};
    };
    const auto failed = work(stopped);
    m_stop = std::stop_source();
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, Errc::cancelled);
    NumbersJob next(target(), kRanges);
    next.ahead = true;
    const auto report = work(next);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->joined);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
  }

  void whereTheResultIsNothingIsDone() {
    NumbersJob first(target(), kRanges);
    QVERIFY(work(first));
    NumbersJob second(target(), kRanges);
    const auto report = work(second);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->complete && !report->joined && report->made == 0);
    QVERIFY(second.order.empty() && second.joins == 0);
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
  }

  void aPlaceOfNoUseIsReportedBeforeTheWork() {
    NumbersJob job(target(), kRanges);
    job.place = fail(Errc::exists, "Something else.");
    const auto report = work(job);
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::exists);
    QVERIFY(job.order.empty());
    QCOMPARE(m_folder->listing(), std::string());
  }

  void whatAFailedWorkerMadeIsKeptForTheNext() {
    NumbersJob failing(target(), kRanges);
    failing.onMake = [](std::uint64_t range) -> Result<void> {
      if (range == 3) return fail(Errc::noSpace, "Full.");
      return {};
    };
    const auto failed = work(failing);
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, Errc::noSpace);
    QCOMPARE(m_folder->listing(), std::string("F.h5.workers"));
    NumbersJob next(target(), kRanges);
    const auto report = work(next);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->made, std::uint64_t{3});
    std::ranges::sort(next.order);
    QCOMPARE(next.order, (std::vector<std::uint64_t>{3, 4, 5}));
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
  }

  void aWorkerThatMadeNothingLeavesNothing() {
    NumbersJob failing(target(), kRanges);
    failing.onMake = [](std::uint64_t) -> Result<void> { return fail(Errc::io, "No."); };
    QVERIFY(!work(failing));
    QCOMPARE(m_folder->listing(), std::string());
  }

  void aStoppedWorkerIsCancelled() {
    NumbersJob job(target(), kRanges);
    job.onMake = [&](std::uint64_t range) -> Result<void> {
      if (range == 1) m_stop.request_stop();
      return {};
    };
    const auto report = work(job);
    m_stop = std::stop_source();
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::cancelled);
    QVERIFY(job.joins == 0 && !m_folder->holds("F.h5"));
    NumbersJob next(target(), kRanges);
    QVERIFY(work(next));
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
  }

  /// A range that fails here may fail because the others are done and removed the folder.
  void aFailureIsNoneWhereTheResultIsThereMeanwhile() {
    NumbersJob job(target(), kRanges);
    job.onMake = [&](std::uint64_t) -> Result<void> {
      m_folder->write("F.h5", "of another worker");
      return fail(Errc::notFound, "The folder is gone.");
    };
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->complete && !report->joined && report->made == 0);
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
    QCOMPARE(TableFolder::read(target()), std::string("of another worker"));
  }

  void aJoinWaitsForATargetThatIsBusyForAMoment() {
    NumbersJob job(target(), kRanges);
    job.onJoin = [&](std::uint64_t) -> Result<void> {
      if (job.joins < 3) return fail(Errc::busy, "Another program has it.");
      return {};
    };
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(job.joins, 3);
    QVERIFY(report->joined);
  }

  void aJoinThatFailsIsRepeatedByTheNext() {
    NumbersJob failing(target(), kRanges);
    failing.onJoin = [](std::uint64_t) -> Result<void> { return fail(Errc::noSpace, "Full."); };
    const auto failed = work(failing);
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, Errc::noSpace);
    QCOMPARE(failing.joins, 1);
    NumbersJob next(target(), kRanges);
    const auto report = work(next);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->joined && report->made == 0 && next.order.empty());
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
  }

  void otherTermsAreRefused() {
    NumbersJob failing(target(), kRanges);
    failing.onJoin = [](std::uint64_t) -> Result<void> { return fail(Errc::noSpace, "Full."); };
    QVERIFY(!work(failing));
    NumbersJob other(target(), kRanges);
    const auto report = work(other, "other terms");
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::invalidArgument);
    QVERIFY2(sentenceOf(report).find("theirs: terms") != std::string::npos, sentenceOf(report).c_str());
    QVERIFY(other.order.empty());
  }

 private:
  fs::path target() const { return m_folder->path("F.h5"); }

  std::unique_ptr<io::WorkerFolder> folderOf(const io::SharedJob& job, const std::string& terms) const {
    const auto otherTerms = [](const std::string& theirs, const fs::path&) {
      return Error(Errc::invalidArgument, "theirs: {0}", {theirs});
    };
    return std::make_unique<io::WorkerFolder>(target(), io::WorkerTerms{terms, otherTerms}, job.ranges(),
                                              io::ClaimPatience{20ms, 1s});
  }
  Result<io::WorkerReport> work(io::SharedJob& job, const std::string& terms = "terms") {
    const auto folder = folderOf(job, terms);
    Progress progress;
    return io::shareJob(job, *folder, target(), {m_stop.get_token(), progress});
  }

  std::unique_ptr<TableFolder> m_folder;
  std::stop_source m_stop;
};

MASU_TEST(SharedJobTest)
#include "shared_job_test.moc"
