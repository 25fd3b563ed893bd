// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/range_parsing.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/flow/memory_budget.h"
#include "core/flow/ordered_merge.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/table/parse/block_feed.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/ingest/table/parse/block_state.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/io/workers/range_file.h"

namespace masu::ingest {

namespace {

/// Where the first block of a range begins, as far as the text there shows.
Result<BlockFeed::Position> startOf(const ImportPlan& plan, const io::SourcePlace& first) {
  BlockFeed::Position start;
  start.source = first.source;
  if (first.offset == 0) return start;
  const csv::Dialect dialect = dialectOf(plan, first.source);
  MASU_TRY(const TableSource source, openTable(plan.root / plan.sources[first.source].path, dialect));
  const std::string_view text = source.text();
  if (first.offset <= source.start || first.offset > text.size()) return start;
  start.offset = guessedRecordStart(text, first.offset, dialect, fieldCount(plan, first.source));
  start.line = 1;  // who joins the blocks counts them
  MASU_CHECK(source.check());
  return start;
}

/// One run over a range.
class RangeParsing {
 public:
  RangeParsing(const ImportPlan& plan, const RangeTask& task, const BlockFeed::Position& start, io::RangeWriter& writer,
               const Resources& resources, const JobContext& job)
      : m_plan(plan),
        m_blockBytes(task.sizes.blockBytes),
        m_layout(layoutFor(plan)),
        m_feed(plan, m_blockBytes, start, {task.range.end.source, task.range.end.offset, task.sizes.rangeBytes}),
        m_budget(Bytes{std::min(resources.memoryBytes, parsingBytes(resources, m_blockBytes))}),
        m_writer(writer),
        m_threads(resources.threads),
        m_job(job),
        m_types(task.types) {
    if (m_types.size() == m_layout.matrices.size()) return;
    m_types.clear();
    for (const MatrixLayout& matrix : m_layout.matrices) m_types.push_back(matrix.dtype);
  }

  Result<void> run();
  std::vector<table::DType> types() const {
    const std::lock_guard lock(m_mutex);
    return m_types;
  }

 private:
  /// A block that waits for those before it.
  struct Ready {
    BlockFeed::Item item;
    io::RangeEntry entry;
    std::vector<std::byte> state;
    std::vector<std::pair<table::DType, table::DType>> types;  ///< of each matrix: as it was begun, and became
    flow::MemoryBudget::Lease lease;
  };

  Result<void> work(const std::stop_token& stop);
  Result<bool> parseNext(BlockParser& parser, ParsedBlock& block, const std::stop_token& stop);
  Result<void> write(Ready& ready);

  const ImportPlan& m_plan;
  std::uint64_t m_blockBytes;
  TableLayout m_layout;
  BlockFeed m_feed;
  flow::MemoryBudget m_budget;
  io::RangeWriter& m_writer;
  unsigned m_threads;
  const JobContext& m_job;
  flow::OrderedMerge<Ready> m_order;
  mutable std::mutex m_mutex;  ///< guards the one below
  std::vector<table::DType> m_types;
};

Result<void> RangeParsing::write(Ready& ready) {
  MASU_CHECK(m_writer.append(ready.entry, ready.state));
  {
    // What was parsed meanwhile has the narrow types: who joins the blocks parses it again.
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < m_types.size(); ++i) {
      if (ready.types[i].first == m_types[i]) m_types[i] = ready.types[i].second;
    }
  }
  m_job.progress.add(ready.item.sourceBytes);
  m_feed.finish(std::move(ready.item));
  ready.state = {};
  ready.lease = {};
  return {};
}

/// False at the end of the range.
Result<bool> RangeParsing::parseNext(BlockParser& parser, ParsedBlock& block, const std::stop_token& stop) {
  Ready ready{.item = {},
              .entry = {},
              .state = {},
              .types = {},
              .lease = m_budget.acquire({m_blockBytes * kMostBytesPerTextByte}, stop)};
  if (!ready.lease) return fail(Error::cancelled());
  MASU_TRY(std::optional<BlockFeed::Item> item, m_feed.next(stop));
  if (!item) return false;
  ready.item = std::move(*item);
  block.text = ready.item.block;
  block.source = ready.item.source;
  parser.parse(types(), block);
  ByteWriter state;
  saveBlock(block, state);
  const std::string_view text = block.text.bytes;
  ready.entry = {.source = block.source, .offset = block.text.offset, .length = text.size(), .fromHash = hash64(text)};
  MASU_CHECK(ready.item.file->check());
  ready.state = state.take();
  for (const MatrixTile& matrix : block.matrices) ready.types.emplace_back(matrix.firstType(), matrix.dtype());
  const std::uint64_t number = ready.item.block.number;
  MASU_CHECK(m_order.put(number, std::move(ready), [this](Ready& next) { return write(next); }));
  return true;
}

Result<void> RangeParsing::work(const std::stop_token& stop) {
  MASU_TRY(const auto parser, BlockParser::of(m_plan, m_layout));
  ParsedBlock block;
  while (!stop.stop_requested()) {
    MASU_TRY(const bool more, parseNext(*parser, block, stop));
    if (!more) return {};
  }
  return fail(Error::cancelled());
}

Result<void> RangeParsing::run() {
  flow::WorkerPool pool(m_job.stop);
  pool.start(m_threads, [this](unsigned, const std::stop_token& stop) { return work(stop); });
  return pool.wait();
}

}  // namespace

Result<std::optional<std::vector<table::DType>>> parseRange(const ImportPlan& plan, const RangeTask& task,
                                                            const std::filesystem::path& file,
                                                            const Resources& resources, const JobContext& job) {
  MASU_TRY(const BlockFeed::Position start, startOf(plan, task.range.first));
  MASU_TRY(io::RangeWriter writer, io::RangeWriter::create(file));
  RangeParsing parsing(plan, task, start, writer, resources, job);
  const std::vector<table::DType> begun = parsing.types();
  MASU_CHECK(parsing.run());
  MASU_CHECK(writer.finish());
  std::vector<table::DType> ended = parsing.types();
  return ended == begun ? std::nullopt : std::optional(std::move(ended));
}

}  // namespace masu::ingest
