// The structure of CSV alone, one core: cutting into blocks, and finding every record and field, of text that lies in
// the cache as it does after the cut.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include "core/base/permutation.h"
#include "core/csv/record_splitter.h"
#include "core/csv/tokenizer.h"

namespace {

using namespace masu;

constexpr std::size_t kTextBytes = std::size_t{64} << 20;
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20;

/// Records of 28 fields of seven to ten bytes; every second field in quotes where they are asked for.
std::string makeText(bool quoted) {
  std::string text;
  for (std::uint64_t i = 0; text.size() < kTextBytes; ++i) {
    for (int column = 0; column < 28; ++column) {
      if (column > 0) text += ',';
      const std::string number = std::to_string(mix64(i * 28 + static_cast<std::uint64_t>(column)) % 10000000000U);
      if (quoted && column % 2 == 0)
        text += '"' + number + '"';
      else
        text += number;
    }
    text += '\n';
  }
  return text;
}

/// Argument: 1 with quotes.
void BM_RecordsAndFields(benchmark::State& state) {
  const std::string text = makeText(state.range(0) != 0);
  const csv::Marks marks;
  csv::Tokenizer tokenizer(marks);
  std::uint64_t records = 0;
  for (auto _ : state) {
    csv::RecordSplitter splitter(text, 0, 1, marks);
    csv::Tokenizer::Record record;
    for (csv::Block block; splitter.next(kBlockBytes, block);) {
      tokenizer.tokenize(block.bytes);
      while (tokenizer.next(record)) records += record.size() == 28 ? 1 : 0;
    }
  }
  benchmark::DoNotOptimize(records);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.SetLabel(csv::structureKernelFor(marks).name);
}
BENCHMARK(BM_RecordsAndFields)->ArgName("quoted")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// The scan for fields alone, by each kernel. Arguments: kernel, 1 with quotes.
void BM_Fields(benchmark::State& state) {
  const auto kernels = csv::structureKernels();
  const auto chosen = static_cast<std::size_t>(state.range(0));
  if (chosen >= kernels.size()) return state.SkipWithError("not on this processor");
  const std::string text = makeText(state.range(1) != 0);
  const csv::Marks marks;
  csv::Tokenizer tokenizer(marks, *kernels[chosen]);
  csv::RecordSplitter splitter(text, 0, 1, marks);
  csv::Block block;
  splitter.next(kBlockBytes, block);
  for (auto _ : state) tokenizer.tokenize(block.bytes);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * block.bytes.size()));
  state.SetLabel(kernels[chosen]->name);
}
BENCHMARK(BM_Fields)->ArgNames({"kernel", "quoted"})->ArgsProduct({{0, 1, 2}, {0, 1}})->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
