// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/class_draws.h"

#include <algorithm>
#include <limits>

#include "core/loader/order/each_label.h"

namespace masu::loader {

namespace {

/// Class codes of the split's samples, in stored order; what is not a class is `classes`.
Result<std::vector<std::uint32_t>> codesOf(const store::Dataset& dataset, const store::ObjectInfo& labels,
                                           const SampleIndex& index, std::uint64_t classes,
                                           const std::stop_token& stop) {
  std::vector<std::uint32_t> codes;
  codes.reserve(index.size());
  MASU_CHECK(forEachLabel(dataset, labels, index, stop, [&](std::uint64_t, double label) {
    const bool known = label >= 0 && label < static_cast<double>(classes);
    codes.push_back(static_cast<std::uint32_t>(known ? label : static_cast<double>(classes)));
  }));
  return codes;
}

}  // namespace

Result<std::shared_ptr<const ClassDraws>> ClassDraws::of(const store::Dataset& dataset, const SampleIndex& index,
                                                         std::uint64_t mostBytes, const std::stop_token& stop) {
  const std::string file = dataset.path().string();
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr || dataset.meta().target != store::Target::classes) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} has no classes that could be drawn equally often; choose another shuffle."),
                {file}, {file});
  }
  // The codes are stored beside the samples while these are sorted by them.
  const std::uint64_t needed = 2 * sizeof(std::uint32_t) * index.size();
  if (needed > mostBytes || index.datasetSamples() > std::numeric_limits<std::uint32_t>::max()) {
    return fail(
        Errc::outOfMemory,
        MASU_TEXT("core",
                  "Drawing the classes of {0} equally often takes {1} bytes to list its samples by class; allow "
                  "more memory, or choose another shuffle."),
        {file, std::to_string(needed)}, {file});
  }
  const std::uint64_t classes = std::max<std::uint64_t>(1, dataset.meta().classes.size());
  MASU_TRY(const std::vector<std::uint32_t> codes, codesOf(dataset, *labels, index, classes, stop));
  std::vector<std::uint64_t> ends(classes, 0);
  for (const std::uint32_t code : codes) {
    if (code < classes) ++ends[code];
  }
  auto draws = std::make_shared<ClassDraws>();
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> next(classes, 0);
  for (std::uint64_t code = 0; code < classes; ++code) {
    if (ends[code] > 0) draws->m_starts.push_back(sum);
    next[code] = sum;
    sum += ends[code];
  }
  draws->m_starts.push_back(sum);
  draws->m_samples.resize(sum);
  auto code = codes.begin();
  index.forEach(0, index.datasetSamples(), [&](std::uint64_t sample) {
    if (*code < classes) draws->m_samples[next[*code]++] = static_cast<std::uint32_t>(sample);
    ++code;
  });
  if (sum > 0) return std::shared_ptr<const ClassDraws>(std::move(draws));
  return fail(Errc::damaged, MASU_TEXT("core", "No label of {0} is one of its classes; import it again."), {file},
              {file});
}

std::uint64_t ClassDraws::sample(std::uint64_t draw, std::uint64_t key) const {
  const std::uint64_t classes = m_starts.size() - 1;
  const std::uint64_t chosen = draw % classes;
  const std::uint64_t begin = m_starts[chosen];
  const std::uint64_t members = m_starts[chosen + 1] - begin;
  const std::uint64_t within = draw / classes;
  return m_samples[begin + roundOf(chosen, within / members, key)(within % members)];
}

/// The order in which a class gives its samples for the number-th time.
Permutation ClassDraws::roundOf(std::uint64_t chosen, std::uint64_t number, std::uint64_t key) const {
  const std::uint64_t members = m_starts[chosen + 1] - m_starts[chosen];
  return {members, mix64(mix64(key ^ mix64(chosen)) ^ mix64(~number))};
}

std::vector<std::uint64_t> ClassDraws::drawsOf(std::uint64_t sample, std::uint64_t key, std::uint64_t count) const {
  std::vector<std::uint64_t> draws;
  const std::uint64_t classes = m_starts.size() - 1;
  for (std::uint64_t chosen = 0; chosen < classes; ++chosen) {
    const auto samples = std::span(m_samples).subspan(m_starts[chosen], m_starts[chosen + 1] - m_starts[chosen]);
    const auto found = std::ranges::lower_bound(samples, sample);
    if (found == samples.end() || *found != sample) continue;
    const auto member = static_cast<std::uint64_t>(found - samples.begin());
    for (std::uint64_t round = 0; round * samples.size() * classes < count; ++round) {
      const std::uint64_t within = round * samples.size() + roundOf(chosen, round, key).positionOf(member);
      if (const std::uint64_t draw = within * classes + chosen; draw < count) draws.push_back(draw);
    }
    break;
  }
  return draws;
}

}  // namespace masu::loader
