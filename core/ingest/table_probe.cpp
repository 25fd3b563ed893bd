#include "core/ingest/table_probe.h"

#include <algorithm>
#include <chrono>

#include "core/csv/record_splitter.h"
#include "core/ingest/block_parser.h"
#include "core/ingest/source_fields.h"
#include "core/ingest/table_load.h"
#include "core/ingest/table_source.h"

namespace masu::ingest {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kProbedBytes = std::uint64_t{256} << 10;
constexpr double kCopyBytesPerSecond = 400e6;  ///< what a plain disk takes, for recordings and for what is written
constexpr double kStoringShare = 1.3;          ///< a load also writes, sums up and waits in line

}  // namespace

double secondsForecast(const ImportPlan& plan, unsigned threads) {
  if (plan.recordings) return static_cast<double>(plan.sourceBytes) / kCopyBytesPerSecond;
  const Result<TableSource> source =
      openTable(plan.root / plan.sources.front().path, dialectOf(plan, 0), 2 * kProbedBytes);
  if (!source) return 0;
  const TableLayout layout = layoutFor(plan);
  BlockParser parser(plan, layout);
  std::vector<table::DType> types;
  for (const MatrixLayout& matrix : layout.matrices) types.push_back(matrix.dtype);
  csv::RecordSplitter splitter(source->text(), source->start, source->firstLine, csv::Marks(plan.dialect));
  ParsedBlock block;
  if (!splitter.next(kProbedBytes, block.text)) return 0;
  parser.parse(types, block);
  // The first run paid for cold pages and tables; the second tells the pace.
  const Clock::time_point start = Clock::now();
  parser.parse(types, block);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const double bytes = static_cast<double>(std::max<std::size_t>(block.text.bytes.size(), 1));
  return kStoringShare * seconds * static_cast<double>(plan.sourceBytes) / bytes / std::max(threads, 1U);
}

std::uint64_t memoryForecast(const ImportPlan& plan, const Resources& resources) {
  // A recording in work is decoded, windowed and stored: a few times its size, and there are not more at a time than
  // bytes.
  if (plan.recordings) return kBytesPerTextByte * plan.sourceBytes;
  return std::max(resources.threads, 1U) * kBytesPerTextByte * blockBytesFor(resources);
}

}  // namespace masu::ingest
