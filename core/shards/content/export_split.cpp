// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/export_split.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/hash.h"

namespace masu::shards {

using loader::SampleIndex;
using store::Split;

ExportSplit::ExportSplit(std::string name, SampleIndex index, std::optional<std::uint64_t> key)
    : m_name(std::move(name)), m_index(std::move(index)) {
  if (key) m_order.emplace(m_index.size(), *key);
}

void ExportSplit::samplesAt(std::uint64_t first, std::span<std::uint64_t> out) const {
  std::iota(out.begin(), out.end(), first);
  if (m_order) {
    for (std::uint64_t& position : out) position = (*m_order)(position);
  }
  m_index.select(out);
}

Result<ExportSplits> exportSplitsOf(const store::Dataset& dataset, const ShardOptions& options) {
  ExportSplits exportSplits;
  const auto keyOf = [&](Split split) -> std::optional<std::uint64_t> {
    if (!options.shuffle) return std::nullopt;
    return mix64(*options.shuffle ^ mix64(static_cast<std::uint64_t>(split)));
  };
  MASU_TRY(const auto file, store::SplitsFile::open(dataset));
  if (file.manifests().empty() && options.splits.empty() && options.manifest == "default") {
    exportSplits.train = SampleIndex::whole(dataset.samples());
    exportSplits.parts.emplace_back("all", exportSplits.train, keyOf(Split::unused));
  } else {
    MASU_TRY(const store::Assignment assignment, file.read(options.manifest));
    exportSplits.splitHash = hex64(hash64(std::as_bytes(std::span(assignment))));
    exportSplits.train = SampleIndex::of(assignment, Split::train);
    std::vector<Split> splits = options.splits;
    if (splits.empty()) splits = {Split::train, Split::validation, Split::test};
    for (const Split split : splits) {
      SampleIndex index = SampleIndex::of(assignment, split);
      if (index.size() > 0)
        exportSplits.parts.emplace_back(std::string(store::name(split)), std::move(index), keyOf(split));
    }
  }
  std::erase_if(exportSplits.parts, [](const ExportSplit& exportSplit) { return exportSplit.size() == 0; });
  if (exportSplits.parts.empty()) {
    return fail(Errc::noSamples, MASU_TEXT("core", "No sample is left to export. Choose other splits."));
  }
  return exportSplits;
}

}  // namespace masu::shards
