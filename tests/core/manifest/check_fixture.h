// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/manifest/check/check.h"
#include "fixture.h"

/// Datasets with something to find, and what the checks say of them.
namespace fixture {

using masu::manifest::Check;
using masu::manifest::Severity;
using masu::manifest::SplitPlan;

/// A table of `samples` random rows of three columns and two classes.
inline std::shared_ptr<FakeDataset> table(std::uint64_t samples, std::vector<float>& features,
                                          std::vector<std::uint16_t>& labels) {
  auto data = dataset({1, samples});
  data->editMeta().schema.columns.resize(3);
  for (std::size_t c = 0; c < 3; ++c) {
    auto& column = data->editMeta().schema.columns[c];
    column.name = "column " + std::to_string(c);
    for (std::uint64_t i = 0; i < samples; ++i) column.stats.add(features[3 * i + c]);
  }
  data->add("features", DType::f32, {3}, 128, features);
  addLabels(*data, labels, 2);
  return data;
}

inline std::vector<float> noise(std::uint64_t values) {
  std::mt19937 random(11);
  std::normal_distribution<float> normal;
  std::vector<float> numbers(values);
  for (float& number : numbers) number = normal(random);
  return numbers;
}

inline std::vector<std::uint16_t> coins(std::uint64_t samples) {
  std::mt19937 random(12);
  std::vector<std::uint16_t> labels(samples);
  for (auto& label : labels) label = static_cast<std::uint16_t>(random() % 2);
  return labels;
}

inline Assignment halves(std::uint64_t samples) {
  Assignment assignment(samples, Split::train);
  for (std::uint64_t i = 1; i < samples; i += 2) assignment[i] = Split::test;
  return assignment;
}

inline std::vector<Check> checksOf(const FakeDataset& data, const Assignment& assignment, std::uint64_t memory = 0,
                                   const std::optional<std::string>& origin = std::nullopt) {
  masu::Progress progress;
  const auto checks = masu::manifest::checkSplit(data, assignment, {{1, memory}, {}, origin}, {{}, progress});
  return checks ? *checks : std::vector<Check>();
}

/// The same table with a value for a label.
inline std::shared_ptr<FakeDataset> valued(std::uint64_t samples, std::vector<float>& features,
                                           const std::vector<float>& labels) {
  auto data = dataset({1, samples});
  const std::size_t width = features.size() / samples;
  data->editMeta().schema.columns.resize(width);
  for (std::size_t c = 0; c < width; ++c) data->editMeta().schema.columns[c].name = "column " + std::to_string(c);
  data->add("features", DType::f32, {static_cast<std::uint32_t>(width)}, 128, features);
  data->add("labels", DType::f32, {}, 128, labels);
  data->editMeta().target = masu::store::Target::values;
  return data;
}

/// Samples whose content another split has, too.
inline std::size_t apart(const std::vector<float>& features, const Assignment& assignment) {
  std::map<std::vector<float>, std::set<Split>> splits;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    if (assignment[i] == Split::unused) continue;
    splits[{features.begin() + 3 * i, features.begin() + 3 * i + 3}].insert(assignment[i]);
  }
  return std::ranges::count_if(splits, [](const auto& one) { return one.second.size() > 1; });
}

/// Rows of which half repeat one of a few dozen others, unevenly.
inline std::vector<float> repeated(std::uint64_t samples) {
  std::vector<float> features = noise(3 * samples);
  std::mt19937 random(5);
  for (std::uint64_t i = 0; i < samples; i += 2) {
    const std::uint64_t from = 2 * (random() % 40) * (random() % 3);
    std::copy_n(features.begin() + 3 * (from + 1), 3, features.begin() + 3 * i);
  }
  return features;
}

inline Check named(const std::vector<Check>& checks, const std::string& name) {
  for (const Check& check : checks) {
    if (check.name == name) return check;
  }
  Check absent;
  absent.name = "absent";
  return absent;
}

/// Windows of 256 frames, every 128 frames, of recordings that are each a group.
inline std::shared_ptr<FakeDataset> windows(std::uint64_t sources, std::uint64_t perSource, std::uint64_t hop) {
  const std::uint64_t samples = sources * perSource;
  auto data = std::make_shared<FakeDataset>(samples);
  std::vector<masu::store::Origin> origins(samples);
  std::vector<std::int32_t> groups(samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    groups[i] = static_cast<std::int32_t>(i / perSource);
    origins[i] = {static_cast<std::uint32_t>(i / perSource), i % perSource * hop};
  }
  data->addOrigins(origins);
  data->add("group", DType::i32, {}, 64, groups);
  data->add("features", DType::f32, {1, 256}, 8, noise(samples * 256));
  data->editMeta().kind = masu::store::SampleKind::waveform;
  data->editMeta().schema.columns.resize(1);
  data->editMeta().schema.columns[0].name = "channel";
  for (std::uint64_t s = 0; s < sources; ++s) {
    masu::store::SourceFile source;
    source.path = sourcePath(s);
    data->editMeta().sources.push_back(source);
  }
  return data;
}

}  // namespace fixture
