// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of reading CSV, one core. The structure alone: cutting into blocks, and finding every record and field, of text
// that is in the cache as it does after the cut. And numbers alone: records of 28 cells, by each kernel.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/base/permutation.h"
#include "core/csv/numbers/number_kernel.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"

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

constexpr const char* kFormats[] = {"%.18e", "%.4g", "%.7f", "%.6e"};

/// Arguments: kernel, format of the cells.
void BM_Numbers(benchmark::State& state) {
  constexpr std::size_t kColumns = 28;
  constexpr std::size_t kRecords = 1000;
  const auto kernels = csv::numberKernels();
  const auto chosen = static_cast<std::size_t>(state.range(0));
  if (chosen >= kernels.size()) return state.SkipWithError("not on this processor");
  const char* const format = kFormats[state.range(1)];
  std::string text(64, '\n');
  std::vector<std::uint32_t> ends;
  const std::size_t first = text.size();
  for (std::uint64_t i = 0; i < kColumns * kRecords; ++i) {
    char cell[64];
    const double value = static_cast<double>(static_cast<std::int64_t>(mix64(i))) * 0x1p-62;
    text.append(cell, static_cast<std::size_t>(std::snprintf(cell, sizeof cell, format, value)));
    ends.push_back(static_cast<std::uint32_t>(text.size()));
    text += ',';
  }
  text.append(64, '\n');
  std::vector<double> values(kColumns);
  std::vector<float> nearest(kColumns);
  const csv::NumberRules rules{text.data(), text.data() + text.size(), '.', true};
  std::size_t read = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < ends.size(); i += kColumns) {
      const char* const begin = text.data() + (i == 0 ? first : ends[i - 1] + 1);
      read += kernels[chosen]->read({begin, text.data(), &ends[i], kColumns, values.data(), nearest.data()}, rules);
    }
  }
  benchmark::DoNotOptimize(read);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * ends.size()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * (text.size() - 2 * first)));
  state.SetLabel(std::string(kernels[chosen]->name) + " " + format);
}
BENCHMARK(BM_Numbers)
    ->ArgNames({"kernel", "format"})
    ->ArgsProduct({{0, 1}, {0, 1, 2, 3}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
