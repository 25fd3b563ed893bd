// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/table_load.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/base/stop_wait.h"
#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/flow/memory_budget.h"
#include "core/flow/ordered_merge.h"
#include "core/flow/ordered_queue.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/journal/checkpoint_clock.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/table/load/read_hash.h"
#include "core/ingest/table/load/table_assembly.h"
#include "core/ingest/table/parse/block_feed.h"
#include "core/ingest/table/ranges/parsed_ranges.h"
#include "core/io/file.h"

namespace masu::ingest {

namespace {

using Clock = std::chrono::steady_clock;

/// Asks everybody to stop waiting for a block that will not come, unless it came.
class StopOnError {
 public:
  explicit StopOnError(std::stop_source& broken) : m_broken(&broken) {}
  ~StopOnError() {
    if (m_broken != nullptr) m_broken->request_stop();
  }
  StopOnError(const StopOnError&) = delete;
  StopOnError& operator=(const StopOnError&) = delete;
  void dismiss() { m_broken = nullptr; }

 private:
  std::stop_source* m_broken;
};

/// A block that was parsed, on its way into the dataset.
struct Parsed {
  BlockFeed::Item item;
  ParsedBlock block;
  flow::MemoryBudget::Lease lease;
};

/// Blocks that nobody needs any more: their memory serves the next ones.
class BlockPool {
 public:
  ParsedBlock take() {
    const std::lock_guard lock(m_mutex);
    if (m_blocks.empty()) return {};
    ParsedBlock block = std::move(m_blocks.back());
    m_blocks.pop_back();
    return block;
  }
  void giveBack(ParsedBlock block) {
    const std::lock_guard lock(m_mutex);
    m_blocks.push_back(std::move(block));
  }

 private:
  std::mutex m_mutex;
  std::vector<ParsedBlock> m_blocks;
};

/// One run over the sources.
class TableLoad {
 public:
  TableLoad(const ImportPlan& plan, const LoadOptions& options, const Resources& resources, const JobContext& job,
            const WiderStart& start)
      : m_plan(plan),
        m_options(options),
        m_resources(flow::resolve(resources)),
        m_job(job),
        m_start(start),
        m_samplesBefore(job.progress.samples()),
        m_rejectedBefore(job.progress.rejected()),
        m_clock(options.checkpointEvery) {}

  Result<ImportReport> run();
  /// What another run has to begin with; null where this one was the last.
  const WiderStart* again() const { return m_assembly && m_assembly->again() ? &*m_assembly->again() : nullptr; }
  /// Takes back what the run said of itself, as that one says it once more.
  Result<void> prepareAgain();
  std::uint64_t bytesRead() const { return m_sourceDone - m_skipped; }
  bool isContinued() const { return m_continuedFrom > 0; }

 private:
  std::uint64_t blockBytes() const;
  Result<void> open();
  Result<void> restore(const store::Checkpoint& from);
  Result<void> parseAll();
  Result<void> work(const std::stop_token& stop);
  Result<bool> parseNext(BlockParser& parser, const std::stop_token& stop);
  Result<void> complete(Parsed parsed, BlockParser& parser);
  Result<TableAssembly::Placement> admit(const BlockFeed::Item& item, BlockParser& parser, ParsedBlock& block);
  Result<void> checkpoint();
  Result<void> finish(ImportReport& report);
  Result<ImportReport> import();

  const ImportPlan& m_plan;
  const LoadOptions& m_options;
  Resources m_resources;
  const JobContext& m_job;
  const WiderStart& m_start;
  std::uint64_t m_samplesBefore;  ///< in the progress
  std::uint64_t m_rejectedBefore;
  TableLayout m_layout;
  std::optional<RejectsFile> m_rejects;
  std::unique_ptr<store::DatasetWriter> m_writer;
  std::optional<TableAssembly> m_assembly;
  std::optional<BlockFeed> m_feed;
  std::optional<flow::MemoryBudget> m_budget;
  BlockPool m_spare;
  flow::OrderedQueue<Parsed> m_admission;
  flow::OrderedMerge<TableAssembly::Moments> m_merging;
  std::stop_source m_broken;  ///< a block that was admitted will not be merged

  /// Written by whoever is inside the admission.
  BlockFeed::Position m_place;     ///< after the blocks that were admitted
  std::uint64_t m_sourceDone = 0;  ///< bytes of the sources that they took
  ReadHash m_read;
  CheckpointClock m_clock;

  std::uint64_t m_continuedFrom = 0;
  std::uint64_t m_skipped = 0;  ///< bytes of the sources that were not read again
  bool m_keepsLeft = false;     ///< what an interrupted import left stays, as its sources may come back
};

std::uint64_t TableLoad::blockBytes() const {
  if (m_options.ranges) return m_options.ranges->sizes().blockBytes;
  return m_options.blockBytes != 0 ? m_options.blockBytes : blockBytesFor(m_resources);
}

/// What depends on the order of blocks; inside the admission.
Result<TableAssembly::Placement> TableLoad::admit(const BlockFeed::Item& item, BlockParser& parser,
                                                  ParsedBlock& block) {
  const bool more = m_assembly->samples() > m_continuedFrom;
  if (more && m_writer->readyForCheckpoint() && m_clock.isDue()) MASU_CHECK(checkpoint());
  // A block before this one widened a type meanwhile: values from here on are wanted as the wider type reads them.
  if (!m_assembly->fits(block)) parser.parse(m_assembly->types(), block);
  auto placement = m_assembly->admit(block, m_broken.get_token());
  // All that the block has of the text was read by now; no checkpoint knows of it yet.
  MASU_CHECK(item.file->check());
  if (placement && m_options.log != nullptr) MASU_CHECK(m_options.log->append(block.source, block.log));
  m_place = item.end();
  m_sourceDone += item.sourceBytes;
  m_read.add(item);
  return placement;
}

/// From here on a stop request waits: a block that is admitted becomes part of what an import can resume.
Result<void> TableLoad::complete(Parsed parsed, BlockParser& parser) {
  StopOnError guard(m_broken);
  const BlockFeed::Item& item = parsed.item;
  ParsedBlock& block = parsed.block;
  MASU_TRY(const TableAssembly::Placement placement, admit(item, parser, block));
  m_admission.pass();
  MASU_TRY(TableAssembly::Moments moments, m_assembly->store(block, placement));
  MASU_CHECK(m_merging.put(item.block.number, std::move(moments), [this](const auto& next) -> Result<void> {
    m_assembly->merge(next);
    return {};
  }));
  guard.dismiss();
  m_feed->finish(item);
  m_job.progress.add(item.sourceBytes);
  m_job.progress.addSamples(block.rows());
  m_job.progress.addRejected(block.rejects.size());
  m_spare.giveBack(std::move(block));
  return {};
}

/// False at the end of the sources.
Result<bool> TableLoad::parseNext(BlockParser& parser, const std::stop_token& stop) {
  Parsed parsed{.item = {}, .block = {}, .lease = m_budget->acquire({blockBytes() * kMostBytesPerTextByte}, stop)};
  if (!parsed.lease) return fail(Error::cancelled());
  MASU_TRY(std::optional<BlockFeed::Item> item, m_feed->next(stop));
  if (!item) return false;
  parsed.item = std::move(*item);
  parsed.block = m_spare.take();
  parsed.block.text = parsed.item.block;
  parsed.block.source = parsed.item.source;
  const std::vector<table::DType> types = m_assembly->types();
  const bool found = m_options.ranges && m_options.ranges->take(parsed.item, m_layout, types, stop, parsed.block);
  if (!found) parser.parse(types, parsed.block);
  const std::uint64_t number = parsed.item.block.number;
  m_admission.leave(number, std::move(parsed));
  return true;
}

Result<void> TableLoad::work(const std::stop_token& stop) {
  MASU_TRY(const auto made, BlockParser::of(m_plan, m_layout, m_options.log));
  BlockParser& parser = *made;
  while (!stop.stop_requested()) {
    MASU_TRY(const bool more, parseNext(parser, stop));
    if (!more) return {};
    while (!stop.stop_requested()) {
      std::optional<Parsed> parsed = m_admission.next();
      if (!parsed) break;
      const Result<void> done = complete(std::move(*parsed), parser);
      // Whoever broke the order reports the reason first; then those who only could not continue after it.
      if (!done && done.error().code == Errc::cancelled) waitForStop(stop);
      if (!done) return done;
    }
  }
  return fail(Error::cancelled());
}

Result<void> TableLoad::parseAll() {
  flow::WorkerPool pool(m_job.stop);
  pool.start(m_resources.threads, [this](unsigned, const std::stop_token& stop) { return work(stop); });
  const Result<void> parsed = pool.wait();
  // Whole to the last block that was admitted, unless that is what failed.
  const bool whole = !m_broken.stop_requested() && m_assembly->samples() > m_continuedFrom;
  const bool worth = m_clock.isLastOneWorthIt(m_continuedFrom > 0) && (parsed || isResumable(parsed.error().code));
  if (whole && worth) MASU_CHECK(checkpoint());
  return parsed;
}

/// Of all blocks that were admitted.
Result<void> TableLoad::checkpoint() {
  const auto begin = Clock::now();
  MASU_CHECK(m_assembly->settle(m_broken.get_token()));
  ByteWriter state;
  state.put(m_place);
  state.put(m_sourceDone);
  m_read.save(state);
  m_assembly->save(state);
  const std::uint64_t samples = m_assembly->samples();
  const std::vector<std::uint64_t> written(m_layout.objects.size(), samples);
  MASU_CHECK(m_writer->checkpoint(written, {samples, state.take()}));
  m_clock.taken(begin);
  return {};
}

Result<void> TableLoad::restore(const store::Checkpoint& from) {
  ByteReader state(from.state);
  state.get(m_place);
  state.get(m_sourceDone);
  m_read.restore(state);
  MASU_CHECK(m_assembly->restore(state));
  if (m_place.source >= m_plan.sources.size() || m_assembly->samples() != from.samples) return fail(damagedJournal());
  if (auto same = m_read.compare(m_plan, m_place, m_job); !same) {
    m_keepsLeft = same.error().code == Errc::invalidArgument;
    return same;
  }
  m_skipped = m_sourceDone;
  m_continuedFrom = from.samples;
  m_job.progress.addSamples(m_continuedFrom);
  m_job.progress.addRejected(m_rejects->count());
  return {};
}

Error noSampleLeft(const ImportReport& report) {
  if (report.rejected == 0) {
    return {Errc::noSamples,
            MASU_TEXT("core", "No sample is left: the filter or missing values left out all of {0} records."),
            {std::to_string(report.records)}};
  }
  return {
      Errc::noSamples,
      MASU_TEXT("core", "No sample is left: of {0} records, {1} were rejected and {2} dropped. The first reason: {3}."),
      {std::to_string(report.records), std::to_string(report.rejected), std::to_string(report.dropped),
       report.reasons.empty() ? Argument("-") : Message::marked(report.reasons.front().reason)}};
}

Result<void> TableLoad::finish(ImportReport& report) {
  m_assembly->fill(report);
  if (report.samples == 0) return fail(noSampleLeft(report));
  const store::DatasetMeta meta = m_assembly->meta(m_read.digest());
  if (!m_options.allowLateValues) MASU_CHECK(m_assembly->checkLate());
  MASU_CHECK(m_rejects->commit());
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

/// Lets the parts of a dataset be open at once: a text column has two parts, and each part its samples, the list of its
/// chunks and, where it is compressed, the edges of those. Errors: the system permits fewer files.
Result<void> allowFilesOf(const TableLayout& layout) {
  constexpr std::uint64_t kFilesOfPart = 3;
  const auto allowed = [&](std::uint64_t texts) {
    return io::allowOpenFiles(kFilesOfPart * (layout.objects.size() + 2 * texts)).has_value();
  };
  const std::uint64_t texts = layout.texts.size();
  if (allowed(texts)) return {};
  MASU_CHECK(io::allowOpenFiles(kFilesOfPart * layout.objects.size()));
  std::uint64_t fitting = 0;
  for (std::uint64_t beyond = texts; beyond - fitting > 1;) {
    const std::uint64_t middle = fitting + (beyond - fitting) / 2;
    (allowed(middle) ? fitting : beyond) = middle;
  }
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "{0} text columns take more open files than the system permits; {1} text columns fit. Keep "
                        "fewer with --text, or raise the limit with ulimit -n."),
              {std::to_string(texts), std::to_string(fitting)});
}

Result<void> TableLoad::open() {
  m_layout = layoutFor(m_plan);
  for (std::size_t i = 0; i < m_start.types.size(); ++i) {
    m_layout.matrices[i].dtype = m_start.types[i];
    m_layout.objects[m_layout.matrices[i].object].dtype = m_start.types[i];
  }
  MASU_CHECK(allowFilesOf(m_layout));
  MASU_TRY(RejectsFile rejects, RejectsFile::prepare(m_plan, m_options));
  m_rejects.emplace(std::move(rejects));
  store::WriteOptions write = m_options.write;
  write.identity = identityOf(m_plan, write.partBytes);
  if (write.resume) write.sideFilePlace = m_rejects->path();
  if (m_plan.options.shuffle) write.shuffle = {*m_plan.options.shuffle, m_resources};
  auto writer = store::DatasetWriter::create(m_options.target, m_layout.objects, write);
  // The journal is read once where all is well; what differs is worth another look.
  if (!writer && write.resume)
    MASU_CHECK(checkInterrupted(store::interruptedImport(m_options.target), m_options.target, write.identity));
  MASU_TRY(m_writer, std::move(writer));
  MASU_CHECK(m_rejects->attach(*m_writer));
  const TableAssembly::Limits limits{m_resources.memoryBytes / 2, m_options.fixedFeatures};
  m_assembly.emplace(m_plan, m_layout, *m_writer, *m_rejects, limits, m_start.notes);
  if (m_writer->resumed()) MASU_CHECK(restore(*m_writer->resumed()));
  m_job.progress.begin(MASU_TEXT("core", "Importing"), m_plan.sourceBytes, Progress::Unit::bytes);
  m_job.progress.add(m_skipped);
  BlockFeed::Bounds bounds;
  if (m_options.ranges) bounds.grid = m_options.ranges->sizes().rangeBytes;
  m_feed.emplace(m_plan, blockBytes(), m_place, bounds);
  m_budget.emplace(Bytes{std::min(m_resources.memoryBytes, parsingBytes(m_resources, blockBytes()))});
  return {};
}

Result<ImportReport> TableLoad::import() {
  MASU_CHECK(open());
  MASU_CHECK(parseAll());
  ImportReport report;
  report.bytesRead = m_plan.sourceBytes - std::min(m_plan.sourceBytes, m_skipped);
  report.continuedFrom = m_continuedFrom;
  MASU_CHECK(finish(report));
  return report;
}

Result<void> TableLoad::prepareAgain() {
  m_job.progress.addSamples(m_samplesBefore - m_job.progress.samples());  // counters wrap
  m_job.progress.addRejected(m_rejectedBefore - m_job.progress.rejected());
  return m_options.log != nullptr ? m_options.log->clear() : Result<void>();
}

Result<ImportReport> TableLoad::run() {
  Result<ImportReport> report = import();
  if (!report && m_writer && !m_keepsLeft && !isResumable(report.error().code)) m_writer->forget();
  return report;
}

}  // namespace

Result<ImportReport> loadTable(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                               const JobContext& job) {
  const Clock::time_point begin = Clock::now();
  LoadOptions now = options;
  WiderStart start;
  std::uint64_t bytesRead = 0;
  bool startedOver = false;
  // Each run begins with wider types than the one before, so this ends.
  while (true) {
    WiderStart next;
    {
      TableLoad load(plan, now, resources, job, start);
      Result<ImportReport> report = load.run();
      if (load.again() == nullptr) {
        if (!report) return report;
        report->bytesRead += bytesRead;
        report->startedOver = startedOver;
        report->seconds = secondsSince(begin) - report->syncSeconds;
        return report;
      }
      MASU_CHECK(load.prepareAgain());
      next = *load.again();
      startedOver = startedOver || load.isContinued();
      bytesRead += load.bytesRead();
    }
    start = std::move(next);
    // What is stored is of the narrower types.
    now.write.resume = false;
  }
}

}  // namespace masu::ingest
