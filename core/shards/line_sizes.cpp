#include "core/shards/line_sizes.h"

#include <algorithm>

namespace masu::shards {

Result<LineSizes> LineSizes::measure(const store::Dataset& dataset, const CsvTable& table) {
  constexpr std::uint64_t kCells = 1 << 20;
  const std::uint64_t cells = std::max<std::uint64_t>(table.columns(), 1);
  const std::uint64_t run = std::clamp<std::uint64_t>(kCells / cells, kPlaces, 128 * kPlaces) / kPlaces;
  LineSizes sizes;
  sizes.m_samples = dataset.samples();
  CsvBlock block(table);
  std::string text;
  for (std::uint64_t place = 0; place < kPlaces; ++place) {
    const std::uint64_t first = sizes.beginOf(place);
    const std::uint64_t count = std::min(run, dataset.samples() - first);
    MASU_CHECK(block.read(first, count));
    text.clear();
    for (std::uint64_t sample = first; sample < first + count; ++sample) block.appendLine(sample, text);
    sizes.m_means[place] = static_cast<double>(text.size()) / static_cast<double>(std::max<std::uint64_t>(count, 1));
  }
  return sizes;
}

double LineSizes::meanOf(const Shard& shard) const {
  double sum = 0;
  double counted = 0;
  for (std::uint64_t place = 0; place < kPlaces; ++place) {
    const std::uint64_t first = std::max(shard.first, beginOf(place));
    const std::uint64_t end = std::min(shard.end, beginOf(place + 1));
    if (first >= end) continue;
    sum += m_means[place] * static_cast<double>(end - first);
    counted += static_cast<double>(end - first);
  }
  return counted == 0 ? 0 : sum / counted;
}

std::uint64_t LineSizes::beginOf(std::uint64_t place) const {
  return m_samples / kPlaces * place + m_samples % kPlaces * place / kPlaces;
}

}  // namespace masu::shards
