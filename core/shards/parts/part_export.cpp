// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/parts/part_export.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/folder_claim.h"
#include "core/shards/export/planned_export.h"
#include "core/shards/export/shard_writer.h"
#include "core/shards/parts/part_folder.h"
#include "core/shards/parts/statistics_share.h"
#include "core/shards/write/paths_below.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

Result<void> checkFormat(Format format) {
  if (format != Format::zip) return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "zip is one file, which grows shard after shard, so that it has no parts. Choose another "
                        "format, or export without --part."));
}

/// One worker at its part.
class PartExport {
 public:
  PartExport(const store::Dataset& dataset, ExportPlan& plan, const PartOf& part, const Resources& resources,
             const JobContext& job)
      : m_dataset(dataset),
        m_plan(plan),
        m_part(part),
        m_resources(resources),
        m_job(job),
        m_division(divide(plan, part.count)),
        m_folder(plan.options.out, termsOf(dataset, plan), m_division) {}

  Result<PartReport> run(const PlanCheck& check);

 private:
  static PartTerms termsOf(const store::Dataset& dataset, const ExportPlan& plan);
  Result<bool> isThere() const;
  std::optional<std::string> firstForeign(const std::vector<std::string>& there) const;
  Result<void> checkFree(const NumberedShards& all) const;
  std::vector<ShardInfo> toWrite() const;
  const std::vector<std::size_t>& mine() const { return m_division[m_part.number - 1]; }
  Result<void> write(PartReport& report);
  Result<void> writeAndMeasure(ShardJournal& journal, const NumberedShards& kept, PartReport& report);
  Result<void> measure(const std::stop_token& stop) const;
  Result<void> beforeJoin(const NumberedShards& all);
  Result<void> publish(PartReport& report);

  const store::Dataset& m_dataset;
  ExportPlan& m_plan;
  PartOf m_part;
  Resources m_resources;
  const JobContext& m_job;
  Division m_division;
  PartFolder m_folder;
  std::optional<TrainStatistics> m_statistics;  ///< as all workers measured them
};

PartTerms PartExport::termsOf(const store::Dataset& dataset, const ExportPlan& plan) {
  return {plan.key(dataset), plan.exportSplits.splitHash.empty() ? std::string() : plan.options.manifest, MASU_VERSION};
}

Result<PartReport> PartExport::run(const PlanCheck& check) {
  PartReport report;
  const auto isDone = [&]() -> Result<bool> {
    // Files that were published before the worker at it died are not in the way.
    if (m_folder.isJoined()) return false;
    MASU_TRY(const bool there, isThere());
    if (!there) return false;
    report.before = true;
    report.whole = PartReport::Export::complete;
    return true;
  };
  MASU_TRY(const bool doneBefore, isDone());
  if (doneBefore) return report;
  if (check) MASU_CHECK(check(toWrite()));
  auto entered = m_folder.enter();
  if (!entered && entered.error().code == Errc::busy && m_folder.isJoined()) {
    report.before = true;
    report.whole = PartReport::Export::finishing;
    return report;
  }
  MASU_CHECK(std::move(entered));
  // The others may have come to their end meanwhile.
  MASU_TRY(const bool doneMeanwhile, isDone());
  if (doneMeanwhile) return report;
  report.before = m_folder.isJoined();
  if (!report.before) {
    MASU_CHECK(write(report));
    report.missing = m_folder.missing();
    if (!report.missing.empty()) return report;
  }
  MASU_TRY(const bool joined, m_folder.join([this](const NumberedShards& all) { return beforeJoin(all); }));
  report.whole = PartReport::Export::finishing;
  if (joined) MASU_CHECK(publish(report));
  return report;
}

/// Whether this export is in its place. Errors: something else is, and may not be overwritten.
Result<bool> PartExport::isThere() const {
  const fs::path& out = m_plan.options.out;
  for (const ShardInfo& shard : m_plan.planned) MASU_CHECK(checkNoLink(out, shard.path));
  MASU_TRY(const std::vector<std::string> there, filesThere(m_dataset, m_plan, Companions::included));
  if (there.empty()) return false;
  if (m_plan.options.overwrite) {
    const auto foreign = firstForeign(there);
    if (foreign) return fail(alreadyThere(m_plan.options, *foreign));
    return false;
  }
  if (isComplete(m_dataset, m_plan)) return true;
  return fail(alreadyThere(m_plan.options, there.front()));
}

/// The first of these that is in the way, although files of an export may be overwritten.
std::optional<std::string> PartExport::firstForeign(const std::vector<std::string>& there) const {
  const std::set<std::string> own = filesOfExports(m_plan.options.out);
  const auto foreign = std::ranges::find_if(there, [&](const std::string& path) { return !own.contains(path); });
  return foreign == there.end() ? std::nullopt : std::optional(*foreign);
}

/// Shards have more files than the plan names.
Result<void> PartExport::checkFree(const NumberedShards& all) const {
  MASU_TRY(std::vector<std::string> there, filesThere(m_dataset, m_plan, Companions::included));
  for (const auto& [number, shard] : all) {
    for (const ShardFile& file : shard.files) {
      std::error_code unknown;  // what is there and cannot be followed is somebody's, too
      const bool taken =
          fs::symlink_status(m_plan.options.out / file.path, unknown).type() != fs::file_type::not_found;
      if (taken) there.push_back(file.path);
    }
  }
  if (there.empty()) return {};
  const std::optional<std::string> first = m_plan.options.overwrite ? firstForeign(there) : there.front();
  if (first) return fail(alreadyThere(m_plan.options, *first));
  return {};
}

/// As planned: what an earlier worker did not finish.
std::vector<ShardInfo> PartExport::toWrite() const {
  std::vector<ShardInfo> shards;
  if (m_folder.isJoined()) return shards;
  const NumberedShards finished = m_folder.listed(m_part.number);
  for (const std::size_t number : mine()) {
    if (!finished.contains(number)) shards.push_back(m_plan.planned[number]);
  }
  return shards;
}

Result<void> PartExport::write(PartReport& report) {
  MASU_CHECK(m_folder.take(m_part.number));
  if (auto whole = m_folder.completed(m_part.number)) {
    for (auto& [number, shard] : *whole) report.shards.push_back(std::move(shard));
    report.before = true;
    return {};
  }
  const NumberedShards kept = m_folder.intact(m_part.number);
  MASU_TRY(auto journal, m_folder.begin(m_part.number, kept));
  MASU_CHECK(writeAndMeasure(*journal, kept, report));
  journal.reset();
  return m_folder.complete(m_part.number);
}

/// Writers wait for the disk; the statistics are measured meanwhile.
Result<void> PartExport::writeAndMeasure(ShardJournal& journal, const NumberedShards& kept, PartReport& report) {
  flow::WorkerPool measuring(m_job.stop);
  measuring.start(1, [this](unsigned, const std::stop_token& stop) { return measure(stop); });
  if (m_resources.threads == 1) MASU_CHECK(measuring.wait());
  const ShardWriter writer(m_dataset, m_plan, m_folder.files(), m_resources);
  const auto note = [&](std::size_t number, const ShardInfo& shard) { return journal.note(number, shard); };
  auto written = writer.write(mine(), kept, note, m_job);
  // The disk may have refused what it took before.
  MASU_CHECK(journal.settle());
  MASU_TRY(report.shards, std::move(written));
  return measuring.wait();
}

Result<void> PartExport::measure(const std::stop_token& stop) const {
  const fs::path file = m_folder.statisticsOf(m_part.number);
  std::error_code unknown;
  if (fs::exists(file, unknown)) return {};
  return writeStatisticsShare(m_dataset, m_plan.exportSplits, m_part, file, std::max(1U, m_resources.threads / 2),
                              stop);
}

Result<void> PartExport::beforeJoin(const NumberedShards& all) {
  MASU_CHECK(checkFree(all));
  std::vector<fs::path> files;
  for (std::uint64_t number = 1; number <= m_part.count; ++number) files.push_back(m_folder.statisticsOf(number));
  m_statistics = joinStatistics(m_dataset, m_plan.exportSplits, files);
  return {};
}

/// Describes the shards and gives all files their final names, as an export does that is resumed when all are whole.
Result<void> PartExport::publish(PartReport& report) {
  m_plan.options.resume = true;
  Result<std::vector<ShardInfo>> written = std::vector<ShardInfo>();
  io::attemptForAWhile([&] {
    written = writePlanned(m_dataset, m_plan, Keep::all, m_resources, m_job, m_statistics);
    return written || written.error().code != Errc::busy;
  });
  if (!written) {
    // Another worker was quicker.
    std::error_code unknown;
    const bool gone =
        written.error().code == Errc::notFound && !fs::exists(PartialPlace(m_plan.options.out).journal, unknown);
    if (gone || written.error().code == Errc::busy) return {};
    return fail(std::move(written.error()));
  }
  report.whole = PartReport::Export::complete;
  report.shards.clear();
  for (const std::size_t number : mine()) report.shards.push_back(std::move((*written)[number]));
  return {};
}

}  // namespace

Result<PartReport> exportPart(const store::Dataset& dataset, const ShardOptions& options, const PartOf& part,
                              const Resources& resources, const JobContext& job, const PlanCheck& check) {
  MASU_CHECK(checkFormat(options.format));
  const Resources given = flow::resolve(resources);
  ShardOptions asked = options;
  asked.resume = false;
  MASU_TRY(const auto plan, planExport(dataset, asked, given, job.stop));
  return PartExport(dataset, *plan, part, given, job).run(check);
}

Result<std::vector<ShardInfo>> planPart(const store::Dataset& dataset, const ShardOptions& options, const PartOf& part,
                                        const std::stop_token& stop) {
  MASU_CHECK(checkFormat(options.format));
  MASU_TRY(const auto plan, planExport(dataset, options, {}, stop));
  std::vector<ShardInfo> shards;
  const Division division = divide(*plan, part.count);
  for (const std::size_t number : division[part.number - 1]) {
    shards.push_back(std::move(plan->planned[number]));
  }
  return shards;
}

}  // namespace masu::shards
