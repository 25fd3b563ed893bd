#include "core/ingest/table_load.h"

#include <algorithm>
#include <chrono>

#include "core/flow/machine.h"
#include "core/flow/memory_budget.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/block_feed.h"
#include "core/ingest/table_assembly.h"
#include "core/ingest/turnstile.h"

namespace masu::ingest {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 20;
constexpr std::uint64_t kSmallestBlock = std::uint64_t{64} << 10;

class TableLoad {
 public:
  TableLoad(const ImportPlan& plan, const LoadOptions& options, const Resources& resources, const JobContext& job)
      : m_plan(plan), m_options(options), m_resources(flow::resolve(resources)), m_job(job) {}

  Result<ImportReport> run();

 private:
  std::uint64_t blockBytes() const;
  Result<void> parseAll();
  Result<void> work(const std::stop_token& stop);
  Result<void> workOn(const BlockFeed::Item& item, BlockParser& parser, ParsedBlock& block,
                      const std::stop_token& stop);
  Result<void> finish(ImportReport& report);

  const ImportPlan& m_plan;
  const LoadOptions& m_options;
  Resources m_resources;
  const JobContext& m_job;
  TableLayout m_layout;
  std::optional<RejectsFile> m_rejects;
  std::unique_ptr<store::DatasetWriter> m_writer;
  std::optional<TableAssembly> m_assembly;
  std::optional<BlockFeed> m_feed;
  std::optional<flow::MemoryBudget> m_budget;
  Turnstile m_admission;
  Turnstile m_merging;
};

std::uint64_t TableLoad::blockBytes() const {
  return m_options.blockBytes != 0 ? m_options.blockBytes : blockBytesFor(m_resources);
}

Result<void> TableLoad::workOn(const BlockFeed::Item& item, BlockParser& parser, ParsedBlock& block,
                               const std::stop_token& stop) {
  block.text = item.block;
  block.source = item.source;
  parser.parse(m_assembly->types(), block);
  if (!m_admission.wait(item.block.number, stop)) return fail(Error::cancelled());
  // A block before this one widened a type meanwhile: values from here on are wanted as the wider type reads them.
  if (!m_assembly->fits(block)) parser.parse(m_assembly->types(), block);
  MASU_TRY(const TableAssembly::Placement placement, m_assembly->admit(block, stop));
  m_admission.pass();
  MASU_TRY(const TableAssembly::Moments moments, m_assembly->store(block, placement));
  if (!m_merging.wait(item.block.number, stop)) return fail(Error::cancelled());
  m_assembly->merge(moments);
  m_merging.pass();
  item.release();
  m_job.progress.add(item.sourceBytes);
  m_job.progress.addSamples(block.rows());
  m_job.progress.addRejected(block.rejects.size());
  return {};
}

Result<void> TableLoad::work(const std::stop_token& stop) {
  BlockParser parser(m_plan, m_layout);
  ParsedBlock block;
  while (!stop.stop_requested()) {
    const auto lease = m_budget->acquire({blockBytes() * kBytesPerTextByte}, stop);
    if (!lease) break;
    MASU_TRY(const std::optional<BlockFeed::Item> item, m_feed->next());
    if (!item) return {};
    MASU_CHECK(workOn(*item, parser, block, stop));
  }
  return fail(Error::cancelled());
}

Result<void> TableLoad::parseAll() {
  flow::WorkerPool pool(m_job.stop);
  pool.start(m_resources.threads, [this](unsigned, const std::stop_token& stop) { return work(stop); });
  return pool.wait();
}

Result<void> TableLoad::finish(ImportReport& report) {
  m_assembly->fill(report);
  if (report.samples == 0) {
    return fail(
        Errc::noSamples,
        MASU_TEXT("core",
                  "No sample is left: of {0} records, {1} were rejected and {2} dropped. The first reason: {3}."),
        {std::to_string(report.records), std::to_string(report.rejected), std::to_string(report.dropped),
         report.reasons.empty() ? std::string("-") : report.reasons.front().reason});
  }
  MASU_CHECK(m_rejects->commit());
  const store::DatasetMeta meta = m_assembly->meta();
  const Result<store::WriteOutcome> outcome = m_writer->finish(report.samples, meta, m_job);
  if (!outcome) {
    m_rejects->withdraw();
    return fail(outcome.error());
  }
  report.schema = meta.schema;
  report.bytesWritten = outcome->bytes;
  report.syncSeconds = outcome->syncSeconds;
  return {};
}

Result<ImportReport> TableLoad::run() {
  const Clock::time_point start = Clock::now();
  m_layout = layoutFor(m_plan);
  MASU_TRY(RejectsFile rejects, RejectsFile::prepare(m_plan, m_options));
  m_rejects.emplace(std::move(rejects));
  MASU_TRY(m_writer, store::DatasetWriter::create(m_options.target, m_layout.objects, m_options.write));
  m_assembly.emplace(m_plan, m_layout, *m_writer, *m_rejects);
  m_feed.emplace(m_plan, blockBytes());
  m_budget.emplace(Bytes{m_resources.memoryBytes});
  m_job.progress.begin(MASU_TEXT("core", "Importing"), m_plan.sourceBytes, Progress::Unit::bytes);
  MASU_CHECK(parseAll());
  ImportReport report;
  report.bytesRead = m_plan.sourceBytes;
  MASU_CHECK(finish(report));
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count() - report.syncSeconds;
  return report;
}

}  // namespace

std::uint64_t blockBytesFor(const Resources& resources) {
  const std::uint64_t share = resources.memoryBytes / (2 * std::max(resources.threads, 1U) * kBytesPerTextByte);
  return std::clamp(share, kSmallestBlock, kLargestBlock);
}

Result<ImportReport> loadTable(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                               const JobContext& job) {
  return TableLoad(plan, options, resources, job).run();
}

}  // namespace masu::ingest
