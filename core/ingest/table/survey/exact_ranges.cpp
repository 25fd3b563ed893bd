// SPDX-License-Identifier: GPL-3.0-or-later
#include <mutex>

#include "core/flow/machine.h"
#include "core/flow/memory_budget.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/table/parse/block_feed.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/ingest/table/survey/type_choice.h"

namespace masu::ingest {

namespace {

using table::DType;

/// The plan as far as it decides which numbers are stored, with nothing that could make a matrix wider.
ImportPlan readingOf(const ImportPlan& plan) {
  ImportPlan reading = plan;
  reading.dtype = DType::f64;
  reading.options.dtype.reset();
  reading.options.autoType = false;
  reading.options.tolerance.reset();
  reading.options.onToleranceExceeded = OnToleranceExceeded::widen;
  reading.options.compression = store::Compression::none;
  reading.table().exact = {};
  for (ColumnPlan& column : reading.columns) column.steps.reset();
  return reading;
}

std::string nameOf(const ImportPlan& reading) {
  std::string name = recipeFrom(reading);
  for (const store::SourceFile& source : reading.sources) name += source.path + '\n' + source.hash + '\n';
  return name;
}

class RangeSearch {
 public:
  RangeSearch(const ImportPlan& plan, const Resources& resources, const JobContext& job)
      : m_plan(plan),
        m_layout(layoutFor(plan)),
        m_resources(flow::resolve(resources)),
        m_blockBytes(blockBytesFor(m_resources)),
        m_feed(plan, m_blockBytes, {}, {}),
        m_budget(Bytes{m_resources.memoryBytes}),
        m_job(job) {}

  Result<std::vector<table::ColumnStats>> run();

 private:
  Result<void> work(const std::stop_token& stop);

  const ImportPlan& m_plan;
  const TableLayout m_layout;
  const Resources m_resources;
  const std::uint64_t m_blockBytes;
  BlockFeed m_feed;
  flow::MemoryBudget m_budget;
  const JobContext& m_job;
  std::mutex m_mutex;  ///< guards the ranges: they are the same in whatever order blocks come
  std::vector<table::ColumnStats> m_ranges;
};

Result<void> RangeSearch::work(const std::stop_token& stop) {
  MASU_TRY(const auto parser, BlockParser::of(m_plan, m_layout));
  ParsedBlock block;
  std::vector<DType> types;
  for (const MatrixLayout& matrix : m_layout.matrices) types.push_back(matrix.dtype);
  while (!stop.stop_requested()) {
    const auto lease = m_budget.acquire({m_blockBytes * kMostBytesPerTextByte}, stop);
    if (!lease) break;
    MASU_TRY(const std::optional<BlockFeed::Item> item, m_feed.next(stop));
    if (!item) return {};
    block.text = item->block;
    block.source = item->source;
    parser->parse(types, block);
    MASU_CHECK(item->file->check());
    {
      const std::lock_guard lock(m_mutex);
      for (std::size_t i = 0; i < m_ranges.size(); ++i) m_ranges[i].merge(block.matrices.front().range(i));
    }
    m_feed.finish(*item);
    m_job.progress.add(item->sourceBytes);
  }
  return fail(Error::cancelled());
}

Result<std::vector<table::ColumnStats>> RangeSearch::run() {
  // /features come first where there are any.
  m_ranges.resize(m_layout.matrices.front().columns.size());
  m_job.progress.begin(MASU_TEXT("core", "Finding exact ranges"), m_plan.sourceBytes, Progress::Unit::bytes);
  flow::WorkerPool pool(m_job.stop);
  pool.start(m_resources.threads, [this](unsigned, const std::stop_token& stop) { return work(stop); });
  MASU_CHECK(pool.wait());
  return std::move(m_ranges);
}

}  // namespace

Result<void> findExactRanges(ImportPlan& plan, const Resources& resources, const JobContext& job) {
  const ImportPlan reading = readingOf(plan);
  std::string name = nameOf(reading);
  if (plan.table().exact.reading == name) return {};
  MASU_TRY(plan.table().exact.features, RangeSearch(reading, resources, job).run());
  plan.table().exact.reading = std::move(name);
  return {};
}

}  // namespace masu::ingest
