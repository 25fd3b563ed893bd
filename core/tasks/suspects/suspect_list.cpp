// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/suspect_list.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/csv/structure/field_text.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/table/number_text.h"

namespace masu::tasks {

namespace {

bool hasPlaces(const store::Dataset& dataset) {
  return dataset.find("origin") != nullptr && !dataset.meta().sources.empty();
}

/// Where samples are from, beside them, in whatever order they are. Requires: hasPlaces().
Result<std::vector<store::Origin>> originsOf(const store::Dataset& dataset, const std::vector<std::uint64_t>& samples) {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t place) { return samples[place]; });
  MASU_TRY(manifest::OriginReader reader, manifest::OriginReader::open(dataset));
  std::vector<store::Origin> origins(samples.size());
  for (std::size_t at = 0; at < order.size();) {
    const std::uint64_t first = samples[order[at]];
    const std::uint64_t count = std::min(manifest::kBlockSamples, dataset.samples() - first);
    MASU_TRY(const std::span<const store::Origin> block, reader.read(first, count));
    for (; at < order.size() && samples[order[at]] - first < count; ++at) {
      const store::Origin& origin = block[samples[order[at]] - first];
      if (origin.source >= dataset.meta().sources.size()) {
        const std::string file = dataset.path().string();
        return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged."), {file}, {file, 0, 0});
      }
      origins[order[at]] = origin;
    }
  }
  return origins;
}

}  // namespace

Result<std::vector<manifest::NamedSample>> namedSamples(const store::Dataset& dataset,
                                                        const std::vector<std::uint64_t>& samples) {
  std::vector<manifest::NamedSample> names;
  for (const std::uint64_t sample : samples) names.push_back({sample, std::nullopt, std::nullopt});
  if (!hasPlaces(dataset)) return names;
  MASU_TRY(const std::vector<store::Origin> origins, originsOf(dataset, samples));
  for (std::size_t k = 0; k < names.size(); ++k) {
    names[k].source = dataset.meta().sources[origins[k].source].path;
    names[k].position = origins[k].position;
  }
  return names;
}

Result<void> writeSuspects(const store::Dataset& dataset, const std::vector<Suspect>& suspects, io::AtomicFile& file) {
  constexpr std::size_t kBatchBytes = std::size_t{1} << 20U;
  const bool places = hasPlaces(dataset);
  const std::vector<std::string>& classes = dataset.meta().classes;
  std::vector<std::uint64_t> samples;
  for (const Suspect& suspect : suspects) samples.push_back(suspect.sample);
  std::vector<store::Origin> origins;
  if (places) {
    MASU_TRY(origins, originsOf(dataset, samples));
  }
  std::string text = std::string("sample,") + (places ? "source,position," : "") + "label,proposed,confidence,margin\n";
  for (std::size_t k = 0; k < suspects.size(); ++k) {
    const Suspect& suspect = suspects[k];
    text += std::to_string(suspect.sample) + ',';
    if (places) {
      csv::appendField(text, dataset.meta().sources[origins[k].source].path);
      text += ',' + std::to_string(origins[k].position) + ',';
    }
    csv::appendField(text, classes[suspect.label]);
    text += ',';
    csv::appendField(text, classes[suspect.proposed]);
    text += ',' + table::numberText(suspect.confidence, table::DType::f32) + ',' +
            table::numberText(suspect.margin, table::DType::f32) + '\n';
    if (text.size() < kBatchBytes) continue;
    MASU_CHECK(file.append(text));
    text.clear();
  }
  MASU_CHECK(file.append(text));
  return file.commit();
}

}  // namespace masu::tasks
