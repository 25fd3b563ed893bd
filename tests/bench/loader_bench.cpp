#include <chrono>
#include <cstring>

#include <benchmark/benchmark.h>

#include "core/flow/machine.h"
#include "core/loader/open_stream.h"
#include "loader_dataset.h"

// How fast batches come. Rates are those of `masu stream`: from the first batch to the last, warm cache.
// Datasets are made in MASU_BENCH_DIR (default: the temporary folder) and stay there for the next run and for peers.

using namespace masu;
using loader::Shuffle;

namespace {

std::filesystem::path folder() {
  const char* chosen = std::getenv("MASU_BENCH_DIR");
  return chosen != nullptr ? std::filesystem::path(chosen) : std::filesystem::temp_directory_path();
}

loader::StreamOptions optionsFor(Shuffle shuffle, std::uint64_t memory = 0) {
  loader::StreamOptions options;
  options.split.reset();
  options.batch = 1024;
  options.queue = 8;
  options.shuffle = shuffle;
  options.resources = {2, memory};
  return options;
}

/// One epoch an iteration; the consumer only takes the batches.
void streamed(benchmark::State& state, const bench::DatasetShape& shape, const loader::StreamOptions& options) {
  const auto dataset = bench::datasetOf(folder(), shape);
  double opening = 0;
  double starved = 0;
  double workers = 0;
  std::uint64_t samples = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    auto stream = loader::openStream(dataset, nullptr, options);
    if (!stream) return state.SkipWithError(stream.error().message.english().c_str());
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      benchmark::DoNotOptimize((*batch)->features.data());
    }
    const loader::StreamReport report = (*stream)->report();
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begin;
    state.SetIterationTime(report.seconds);
    opening += all.count() - report.seconds;
    starved += report.starvedFraction;
    samples += report.samples;
    workers += report.workerSeconds;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(samples));
  const auto runs = static_cast<double>(state.iterations());
  state.counters["first_batch_s"] = opening / runs;
  state.counters["starved"] = starved / runs;
  // Beside a crowded machine's wall clock: what a core of the workers makes, the opening counted in.
  state.counters["rows_per_worker_s"] = static_cast<double>(samples) / workers;
  state.counters["peak_MiB"] = static_cast<double>(flow::peakMemory().value) / (1 << 20);
}

constexpr std::uint64_t kTight = std::uint64_t{128} << 20U;

void BM_Blocks(benchmark::State& state) {
  loader::StreamOptions options = optionsFor(Shuffle::blocks, kTight);
  streamed(state, {}, options);
}
void BM_BlocksWhole(benchmark::State& state) {
  streamed(state, {}, optionsFor(Shuffle::blocks));
}
void BM_Exact(benchmark::State& state) {
  streamed(state, {}, optionsFor(Shuffle::exact));
}
void BM_ExactTight(benchmark::State& state) {
  streamed(state, {}, optionsFor(Shuffle::exact, kTight));
}
void BM_ExactNormalised(benchmark::State& state, table::DType dtype) {
  loader::StreamOptions options = optionsFor(Shuffle::exact);
  options.normalise = true;
  streamed(state, {.dtype = dtype}, options);
}
void BM_BlocksGzip(benchmark::State& state) {
  streamed(state, {.compression = store::Compression::gzip}, optionsFor(Shuffle::blocks, kTight));
}
/// Rows of 1 KiB, against what one memcpy of as much takes on as many threads.
void BM_LongRows(benchmark::State& state) {
  streamed(state, {.samples = 500'000, .values = 256}, optionsFor(Shuffle::exact));
}

/// The floor for rows of 1 KiB: batches copied one after another, from memory that is not in a cache.
void BM_Memcpy(benchmark::State& state) {
  constexpr std::size_t kBatch = 1024 * 1024;
  std::vector<std::byte> from(500 * kBatch, std::byte{1});
  std::vector<std::byte> to(16 * kBatch);
  for (auto _ : state) {
    for (std::size_t batch = 0; batch < 500; ++batch) {
      std::memcpy(to.data() + batch % 16 * kBatch, from.data() + batch * kBatch, kBatch);
      benchmark::ClobberMemory();
    }
  }
  state.SetItemsProcessed(state.iterations() * 500 * 1024);
}

/// Threads hide what a batch costs: the seconds of one thread over those of four.
void BM_SimulatedCost(benchmark::State& state) {
  // As many batches as the threads share evenly, and enough that the start counts for nothing.
  const auto dataset = bench::datasetOf(folder(), {.samples = 400 * 1024});
  loader::StreamOptions options = optionsFor(Shuffle::exact);
  options.simulatedBatchSeconds = 0.05;
  options.resources.threads = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const auto stream = loader::openStream(dataset, nullptr, options);
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
    }
  }
}

}  // namespace

BENCHMARK(BM_Blocks)->UseManualTime();
BENCHMARK(BM_BlocksWhole)->UseManualTime();
BENCHMARK(BM_BlocksGzip)->UseManualTime();
BENCHMARK(BM_Exact)->UseManualTime();
BENCHMARK(BM_ExactTight)->UseManualTime();
BENCHMARK_CAPTURE(BM_ExactNormalised, f32, table::DType::f32)->UseManualTime();
BENCHMARK_CAPTURE(BM_ExactNormalised, i16, table::DType::i16)->UseManualTime();
BENCHMARK_CAPTURE(BM_ExactNormalised, i8, table::DType::i8)->UseManualTime();
BENCHMARK_CAPTURE(BM_ExactNormalised, f16, table::DType::f16)->UseManualTime();
BENCHMARK(BM_LongRows)->UseManualTime();
BENCHMARK(BM_Memcpy);
BENCHMARK(BM_SimulatedCost)->Arg(1)->Arg(4)->UseRealTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_MAIN();
