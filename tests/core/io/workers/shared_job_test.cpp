// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/shared_job.h"

#include <algorithm>
#include <chrono>
#include <functional>

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
  Result<bool> isThere() const override { return fs::exists(m_target); }
  Result<void> checkPlace() const override { return place; }

  Result<void> make(std::uint64_t range, const fs::path& file, const JobContext& job) override {
    order.push_back(range);
    if (onMake) MASU_CHECK(onMake(range));
    std::ofstream(file) << range << ';';
    job.progress.add(10);
    return {};
  }
  Result<void> join(const std::vector<fs::path>& files, const JobContext&) override {
    ++joins;
    if (onJoin) MASU_CHECK(onJoin());
    std::string all;
    for (const fs::path& file : files) all += file.empty() ? "none;" : TableFolder::read(file);
    std::ofstream(m_target) << all;
    return {};
  }

  Result<void> place;
  std::function<Result<void>(std::uint64_t)> onMake;
  std::function<Result<void>()> onJoin;
  std::vector<std::uint64_t> order;  ///< the ranges that were begun
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
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->made, kRanges);
    QVERIFY(report->joined && report->complete);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
    QCOMPARE(m_folder->listing(), std::string("F.h5"));
    QCOMPARE(std::string(m_progress.stage()), std::string("Numbering"));
    QCOMPARE(m_progress.total(), 10 * kRanges);
    QCOMPARE(m_progress.done(), 10 * kRanges);
  }

  void aJobWithoutRangesIsJoined() {
    NumbersJob job(target(), 0);
    const auto report = work(job);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->joined && report->complete && report->made == 0);
    QVERIFY(m_folder->holds("F.h5"));
  }

  /// So that workers who begin together do not all want the same range.
  void aWorkerBeginsAtItsPart() {
    for (const std::uint64_t number : {1U, 2U, 3U}) {
      m_folder = std::make_unique<TableFolder>();
      NumbersJob job(target(), kRanges);
      QVERIFY(work(job, {number, 3}));
      QCOMPARE(job.order.front(), (number - 1) * 2);
      QCOMPARE(TableFolder::read(target()), std::string(kAll));
    }
    // More workers than ranges.
    m_folder = std::make_unique<TableFolder>();
    NumbersJob job(target(), kRanges);
    QVERIFY(work(job, {1000, 1000}));
    QCOMPARE(job.order.front(), kRanges - 1);
    QCOMPARE(TableFolder::read(target()), std::string(kAll));
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
    job.onJoin = [&]() -> Result<void> {
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
    failing.onJoin = []() -> Result<void> { return fail(Errc::noSpace, "Full."); };
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
    failing.onJoin = []() -> Result<void> { return fail(Errc::noSpace, "Full."); };
    QVERIFY(!work(failing));
    NumbersJob other(target(), kRanges);
    const auto report = work(other, {}, "other terms");
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::invalidArgument);
    QVERIFY2(sentenceOf(report).find("theirs: terms") != std::string::npos, sentenceOf(report).c_str());
    QVERIFY(other.order.empty());
  }

 private:
  fs::path target() const { return m_folder->path("F.h5"); }

  Result<io::WorkerReport> work(io::SharedJob& job, PartOf part = {}, const std::string& terms = "terms") {
    io::WorkerFolder folder(
        target(),
        {terms,
         [](const std::string& theirs, const fs::path&) {
           return Error(Errc::invalidArgument, "theirs: {0}", {theirs});
         }},
        job.ranges(), {20ms, 1s});
    return io::shareJob(job, folder, part, target(), {m_stop.get_token(), m_progress});
  }

  std::unique_ptr<TableFolder> m_folder;
  Progress m_progress;
  std::stop_source m_stop;
};

MASU_TEST(SharedJobTest)
#include "shared_job_test.moc"
