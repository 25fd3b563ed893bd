// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/import_forecast.h"

#include <algorithm>
#include <chrono>

#include "core/base/units.h"
#include "core/csv/structure/record_splitter.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/table/parse/block_feed.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kProbedBytes = std::uint64_t{256} << 10;
constexpr double kCopyBytesPerSecond = 400e6;  ///< what a plain disk takes, for recordings and for what is written
constexpr double kStoringShare = 1.3;          ///< a load also writes, sums up and waits in line

/// What is held of small recordings, and what threads have in hand: two chunks, a window, and as much of a recording as
/// formats and archives may decode ahead.
std::uint64_t recordingsMemory(const ImportPlan& plan, unsigned threads, const RecordingCache* cache) {
  constexpr double kMostDecoded = 64 << 20;
  constexpr double kMost = 1e18;  // windows may be absurd
  double channels = static_cast<double>(plan.recordings().channelNames.size());
  double decoded = 0;
  for (const RecordingPlan& recording : plan.recordings().files) {
    channels = std::max<double>(channels, recording.channels);
    decoded = std::max(decoded, static_cast<double>(recording.frames) * recording.channels * sizeof(double));
  }
  const double windowBytes = channels * static_cast<double>(plan.recordings().window) * sizeof(double);
  const auto sampleBytes =
      static_cast<std::uint64_t>(std::min(windowBytes, kMost)) / sizeof(double) * table::sizeOf(plan.dtype);
  const auto chunkBytes = static_cast<double>(store::chunkSamplesFor(sampleBytes) * sampleBytes);
  const double held = cache != nullptr ? static_cast<double>(cache->bytes().value) : 0;
  double bytes = held + threads * (2 * chunkBytes + windowBytes + std::min(decoded, kMostDecoded));
  if (plan.options.shuffle) bytes += static_cast<double>(plan.samples) * static_cast<double>(sampleBytes);
  return static_cast<std::uint64_t>(std::min(bytes, kMost));
}

}  // namespace

double secondsForecast(const ImportPlan& plan, unsigned threads) {
  if (plan.ofRecordings()) return static_cast<double>(plan.sourceBytes) / kCopyBytesPerSecond;
  const Result<TableSource> source =
      openTable(plan.root / plan.sources.front().path, dialectOf(plan, 0), 2 * kProbedBytes);
  if (!source) return 0;
  const TableLayout layout = layoutFor(plan);
  const auto parser = BlockParser::of(plan, layout);
  if (!parser) return 0;
  std::vector<table::DType> types;
  for (const MatrixLayout& matrix : layout.matrices) types.push_back(matrix.dtype);
  csv::RecordSplitter splitter(source->text(), source->start, source->firstLine, csv::Marks(plan.table().dialect),
                               plan.table().dialect.longestRecord);
  ParsedBlock block;
  if (!splitter.next(kProbedBytes, block.text)) return 0;
  (*parser)->parse(types, block);
  // The first run paid for cold pages and tables; the second shows the pace.
  const Clock::time_point start = Clock::now();
  (*parser)->parse(types, block);
  const double seconds = secondsSince(start);
  const double bytes = static_cast<double>(std::max<std::size_t>(block.text.bytes.size(), 1));
  return kStoringShare * seconds * static_cast<double>(plan.sourceBytes) / bytes / std::max(threads, 1U);
}

std::uint64_t memoryForecast(const ImportPlan& plan, const Resources& resources, const RecordingCache* cache) {
  const unsigned threads = std::max(resources.threads, 1U);
  if (plan.ofRecordings()) return recordingsMemory(plan, threads, cache);
  // One block a thread, and one of two waits; more do only while the system puts a thread aside, and then take less:
  // few tables come near what a byte of text can take.
  return (threads + threads / 2) * blockBytesFor(resources) * kBytesPerTextByte;
}

}  // namespace masu::ingest
