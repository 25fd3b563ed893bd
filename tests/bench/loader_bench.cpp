// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <benchmark/benchmark.h>

#include "core/flow/machine.h"
#include "core/io/file.h"
#include "core/loader/stream/batch_stream.h"
#include "core/loader/stream/shared_stream.h"
#include "loader_dataset.h"

// How fast batches come. Rates are those of `masu stream`: from the first batch to the last, warm cache.
// Datasets are made in MASU_BENCH_DIR (default: the temporary folder) and stay there for the next run and for peers,
// with MASU_BENCH_ROWS rows where that is set, and MASU_BENCH_LARGE_ROWS in the one that is larger than memory.
// loader_table.py runs these beside peers and prints what is asked of the loader.

using namespace masu;
using loader::Shuffle;

namespace {

std::filesystem::path folder() {
  const char* chosen = std::getenv("MASU_BENCH_DIR");
  return chosen != nullptr ? std::filesystem::path(chosen) : std::filesystem::temp_directory_path();
}

std::uint64_t rowsFrom(const char* variable, std::uint64_t usual) {
  const char* chosen = std::getenv(variable);
  return chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : usual;
}

bench::DatasetShape shapeOf(table::DType dtype = table::DType::f32) {
  return {.samples = rowsFrom("MASU_BENCH_ROWS", 4'000'000), .dtype = dtype};
}

bench::DatasetShape largeShape() {
  return {.samples = rowsFrom("MASU_BENCH_LARGE_ROWS", 53'000'000)};
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
  state.SetBytesProcessed(static_cast<std::int64_t>(samples * (shape.values * table::sizeOf(shape.dtype) + 1)));
  const auto runs = static_cast<double>(state.iterations());
  state.counters["first_batch_s"] = opening / runs;
  state.counters["starved"] = starved / runs;
  // Beside a crowded machine's wall clock: what a core of the workers makes, the opening counted in.
  state.counters["rows_per_worker_s"] = static_cast<double>(samples) / workers;
  state.counters["peak_MiB"] = static_cast<double>(flow::peakMemory().value) / (1 << 20);
}

constexpr std::uint64_t kTight = std::uint64_t{128} << 20U;

/// As many chunks shuffled together as by the DataLoader that it is compared with.
void BM_Blocks(benchmark::State& state) {
  loader::StreamOptions options = optionsFor(Shuffle::blocks, kTight);
  options.blocks = 16;
  streamed(state, shapeOf(), options);
}
void BM_BlocksWhole(benchmark::State& state) {
  streamed(state, shapeOf(), optionsFor(Shuffle::blocks));
}
void BM_Exact(benchmark::State& state) {
  streamed(state, shapeOf(), optionsFor(Shuffle::exact));
}
void BM_ExactTight(benchmark::State& state) {
  streamed(state, shapeOf(), optionsFor(Shuffle::exact, kTight));
}
void BM_ExactNormalised(benchmark::State& state, table::DType dtype) {
  loader::StreamOptions options = optionsFor(Shuffle::exact);
  options.normalise = true;
  streamed(state, shapeOf(dtype), options);
}
void BM_BlocksGzip(benchmark::State& state) {
  bench::DatasetShape shape = shapeOf();
  shape.compression = store::Compression::gzip;
  streamed(state, shape, optionsFor(Shuffle::blocks, kTight));
}
/// Rows of 1 KiB, against what one memcpy of as much takes on as many threads.
void BM_LongRows(benchmark::State& state) {
  streamed(state, {.samples = shapeOf().samples / 8, .values = 256}, optionsFor(Shuffle::exact));
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

/// More than there is memory for, where a control group says how much that is; a budget of half of what is left.
void BM_Large(benchmark::State& state) {
  streamed(state, largeShape(), optionsFor(Shuffle::blocks));
}

/// The floor for that: the file from its first byte to its last.
void BM_Pread(benchmark::State& state) {
  const auto file = io::File::openRead(bench::datasetOf(folder(), largeShape())->path());
  const auto size = file ? file->size() : Result<std::uint64_t>(0);
  if (!size || *size == 0) return state.SkipWithError("The file cannot be read.");
  std::vector<std::byte> block(1U << 20U);
  for (auto _ : state) {
    for (std::uint64_t at = 0; at < *size; at += block.size()) {
      const auto part = std::span(block).first(std::min<std::uint64_t>(block.size(), *size - at));
      if (!file->readAt(at, part)) return state.SkipWithError("The file cannot be read.");
      benchmark::DoNotOptimize(block.data());
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(*size));
}

/// What workers calculate for so many consumers of one stream, which do nothing with it.
void BM_Consumers(benchmark::State& state) {
  const auto dataset = bench::datasetOf(folder(), shapeOf());
  const auto consumers = static_cast<unsigned>(state.range(0));
  double workers = 0;
  for (auto _ : state) {
    auto stream = loader::openStream(dataset, nullptr, optionsFor(Shuffle::blocks, kTight));
    if (!stream) return state.SkipWithError(stream.error().message.english().c_str());
    loader::SharedStream shared(std::move(*stream), {.consumers = consumers});
    {
      std::vector<std::jthread> threads;
      for (unsigned consumer = 0; consumer < consumers; ++consumer) {
        threads.emplace_back([&shared, consumer] {
          for (auto event = shared.next(consumer, {}); event && event->kind != loader::StreamEvent::Kind::end;)
            event = shared.next(consumer, {});
        });
      }
    }
    workers += shared.stream().report().workerSeconds;
  }
  state.counters["worker_s"] = workers / static_cast<double>(state.iterations());
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
BENCHMARK(BM_Large)->UseManualTime();
BENCHMARK(BM_Pread)->UseRealTime();
BENCHMARK(BM_Consumers)->Arg(1)->Arg(4)->UseRealTime();
BENCHMARK(BM_SimulatedCost)->Arg(1)->Arg(4)->UseRealTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_MAIN();
