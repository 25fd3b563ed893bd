// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/column_profiles.h"

#include <cmath>
#include <numeric>

namespace masu::manifest {

namespace {

using table::Role;

constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 20U;
constexpr std::size_t kBins = 64;        ///< of numbers; one more is for those that are missing
constexpr std::size_t kMissingCode = 0;  ///< of categories
constexpr std::uint32_t kFew = 5;
constexpr std::size_t kMostClasses = 256;

std::size_t binOf(const table::Column& column, double value) {
  if (std::isnan(value)) return kBins;
  const double range = column.stats.max - column.stats.min;
  if (!(range > 0)) return 0;
  const double place = std::clamp((value - column.stats.min) / range, 0.0, 1.0);
  return std::min(kBins - 1, static_cast<std::size_t>(place * kBins));
}

std::uint64_t sumOf(std::span<const std::uint32_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

double Association::lambda() const {
  std::vector<std::uint64_t> totals(m_classes);
  for (std::size_t i = 0; i < m_counts.size(); ++i) totals[i % m_classes] += m_counts[i];
  const std::uint64_t all = std::accumulate(totals.begin(), totals.end(), std::uint64_t{0});
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(totals) - totals.begin());
  std::uint64_t right = 0;
  for (std::size_t begin = 0; begin < m_counts.size(); begin += m_classes) {
    const auto row = std::span(m_counts).subspan(begin, m_classes);
    right += sumOf(row) < kFew ? row[largest] : *std::ranges::max_element(row);
  }
  const std::uint64_t wrong = all - totals[largest];
  return wrong == 0 ? 0 : static_cast<double>(right - std::min(right, totals[largest])) / static_cast<double>(wrong);
}

std::optional<ClassByGaps> classByGaps(std::span<const std::uint32_t> missing, std::span<const std::uint64_t> samples) {
  const std::uint64_t all = std::accumulate(samples.begin(), samples.end(), std::uint64_t{0});
  const std::uint64_t gaps = sumOf(missing);
  if (gaps < kFew || all - gaps < kFew) return std::nullopt;
  std::optional<ClassByGaps> best;
  for (std::size_t code = 0; code < missing.size(); ++code) {
    ClassByGaps one{code, missing[code], samples[code], gaps - missing[code], all - samples[code]};
    const std::uint64_t guessing = std::min(one.samples, one.others);
    if (guessing == 0) continue;
    const std::uint64_t wrong =
        std::min(one.missing, one.othersMissing) + std::min(one.samples - one.missing, one.others - one.othersMissing);
    one.lambda = 1 - static_cast<double>(wrong) / static_cast<double>(guessing);
    const bool better =
        !best || one.lambda > best->lambda || (one.lambda == best->lambda && one.lacksValue() && !best->lacksValue());
    if (better) best = one;
  }
  return best;
}

ColumnProfiles::ColumnProfiles(const CheckContext& context, const std::vector<SplitTally>& counts)
    : m_context(context) {
  const auto& meta = context.dataset.meta();
  const bool table = meta.kind == store::SampleKind::table;
  if (table && meta.target == store::Target::classes) m_labels = context.dataset.find("labels");
  if (m_labels != nullptr) {
    for (const SplitTally& count : counts) m_classes.push_back(usedOf(count));
  }
  std::uint64_t left = std::max<std::uint64_t>(context.memoryBytes, std::uint64_t{16} << 20U) / 2;
  for (const table::Column& column : meta.schema.columns) {
    if (column.role != Role::feature && column.role != Role::category) continue;
    ColumnProfile profile;
    profile.column = &column;
    const std::size_t values = column.role == Role::feature ? kBins + 1 : column.dictionary.size() + 1;
    const std::uint64_t bytes = values * meta.classes.size() * sizeof(std::uint32_t);
    if (column.role == Role::category && values * sizeof(SplitTally) <= left) {
      profile.words.resize(values);
      left -= values * sizeof(SplitTally);
    }
    if (m_labels != nullptr && meta.classes.size() <= kMostClasses && bytes <= left) {
      profile.association.emplace(values, meta.classes.size());
      left -= bytes;
    }
    const std::uint64_t gapBytes = m_classes.size() * sizeof(std::uint32_t);
    if (gapBytes <= left) {
      profile.missing.resize(m_classes.size());
      left -= gapBytes;
    }
    (column.role == Role::feature ? m_features : m_categories).push_back(std::move(profile));
  }
}

Result<void> ColumnProfiles::run() {
  MASU_CHECK(gather("features", m_features, true));
  return gather("categories", m_categories, false);
}

Result<void> ColumnProfiles::gather(const char* name, std::vector<ColumnProfile>& columns, bool numbers) {
  const store::ObjectInfo* object = m_context.dataset.find(name);
  if (object == nullptr || columns.empty()) return {};
  const std::uint64_t values = object->valuesPerSample();
  const std::uint64_t run = std::max<std::uint64_t>(1, values / columns.size());
  std::optional<CodeReader> labels;
  if (m_labels != nullptr) labels.emplace(m_context.dataset, *m_labels);
  const std::uint64_t block =
      std::clamp<std::uint64_t>(kBlockValues / std::max<std::uint64_t>(values, 1), 1, kBlockSamples);
  return forEachBlock(m_context, block, [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
    MASU_TRY(const auto stored, m_context.dataset.readValues(*object, first, count));
    std::span<const std::int64_t> codes;
    if (labels) {
      MASU_TRY(codes, labels->read(first, count));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      const store::Split split = m_context.splitOf(first + i);
      if (split == store::Split::unused) continue;
      const std::span<const double> sample(stored.data() + i * values, values);
      for (std::uint64_t v = 0; v < values; ++v) {
        ColumnProfile& profile = columns[v / run % columns.size()];
        if (numbers) profile.stats[static_cast<std::size_t>(split)].add(sample[v]);
        if (!profile.words.empty()) {
          ++profile.words[static_cast<std::size_t>(sample[v])][static_cast<std::size_t>(split)];
        }
        if (codes.empty()) continue;
        const auto code = static_cast<std::size_t>(codes[i]);
        const std::size_t value = numbers ? binOf(*profile.column, sample[v]) : static_cast<std::size_t>(sample[v]);
        if (!profile.missing.empty() && value == (numbers ? kBins : kMissingCode)) ++profile.missing[code];
        if (profile.association) profile.association->add(value, code);
      }
    }
    return {};
  });
}

}  // namespace masu::manifest
