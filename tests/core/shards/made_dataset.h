// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "core/base/permutation.h"
#include "core/store/splits/splits_file.h"
#include "core/store/write/dataset_writer.h"

namespace masu::test {

inline const std::vector<std::string> kCities = {"Oslo", "Paris, Texas", "the \"Big\" one"};
inline const std::vector<std::string> kClasses = {"no", "yes"};

/// Sample i: a = i, city = code i % 4 (0 is missing), b = i / 3 as float or missing at every 7th, y = i % 2,
/// note = a text that needs quotes at times, score = i / 7 as double, w = 0.5.
inline Result<std::shared_ptr<const store::Dataset>> makeTable(const std::filesystem::path& path, std::uint64_t samples,
                                                               store::Compression compression,
                                                               bool missingByTrainMean = false) {
  using table::Role;
  store::DatasetMeta meta;
  meta.missingByTrainMean = missingByTrainMean;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020100";
  meta.target = store::Target::classes;
  meta.classes = kClasses;
  for (const auto& [name, role] :
       {std::pair("a", Role::feature), std::pair("city", Role::category), std::pair("b", Role::feature),
        std::pair("y", Role::label), std::pair("secret", Role::ignored), std::pair("note", Role::kept),
        std::pair("score", Role::kept), std::pair("w", Role::weight)}) {
    table::Column column;
    column.name = name;
    column.role = role;
    if (role == Role::category) column.dictionary = kCities;
    if (meta.schema.columns.size() == 5) column.kind = table::Kind::text;
    meta.schema.columns.push_back(column);
  }
  const auto object = [&](const char* name, table::DType type, std::vector<std::uint64_t> shape) {
    store::ObjectInfo info;
    info.name = name;
    info.dtype = type;
    info.sampleShape = std::move(shape);
    info.chunkSamples = 1000;
    info.compression = compression;
    return info;
  };
  store::ObjectInfo origin = object("origin", table::DType::u8, {});
  origin.element = store::Element::origin;
  meta.sources = {{"made.csv", 1000, samples, "0123456789abcdef", 0}};
  MASU_TRY(auto writer, store::DatasetWriter::create(
                            path,
                            {object("features", table::DType::f32, {2}), object("categories", table::DType::u8, {1}),
                             object("labels", table::DType::u8, {}), object("weights", table::DType::f32, {}),
                             object("kept/score", table::DType::f64, {}), origin},
                            {.overwrite = false, .sync = false}));
  std::vector<float> features;
  std::vector<std::uint8_t> codes, labels;
  std::vector<float> weights(samples, 0.5F);
  std::vector<double> scores;
  std::vector<std::string> notes;
  std::vector<store::Origin> origins;
  for (std::uint64_t i = 0; i < samples; ++i) {
    features.push_back(static_cast<float>(i));
    features.push_back(i % 7 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(i) / 3.0F);
    codes.push_back(static_cast<std::uint8_t>(i % 4));
    labels.push_back(static_cast<std::uint8_t>(i % 2));
    scores.push_back(static_cast<double>(i) / 7.0);
    origins.push_back({0, i});
    notes.push_back(i % 5 == 0 ? "line one\nline \"two\", " + std::to_string(i) : "n" + std::to_string(i));
  }
  MASU_CHECK(writer->write(0, 0, std::as_bytes(std::span(features))));
  MASU_CHECK(writer->write(1, 0, std::as_bytes(std::span(codes))));
  MASU_CHECK(writer->write(2, 0, std::as_bytes(std::span(labels))));
  MASU_CHECK(writer->write(3, 0, std::as_bytes(std::span(weights))));
  MASU_CHECK(writer->write(4, 0, std::as_bytes(std::span(scores))));
  MASU_CHECK(writer->write(5, 0, std::as_bytes(std::span(origins))));
  MASU_CHECK(writer->appendTexts("note", notes));
  Progress progress;
  MASU_CHECK(writer->finish(samples, meta, {{}, progress}));
  return store::Dataset::open(path);
}

/// Two channels "x" and "y, raw" of three i16 values each, sample i holding 10 i … 10 i + 5; classes i % 2. Grouped: of
/// groups i % 3, which are named by numbers.
inline Result<std::shared_ptr<const store::Dataset>> makeWaveforms(const std::filesystem::path& path,
                                                                   std::uint64_t samples, bool grouped = false) {
  store::DatasetMeta meta;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020101";
  meta.kind = store::SampleKind::waveform;
  meta.target = store::Target::classes;
  meta.classes = kClasses;
  for (const char* name : {"x", "y, raw"}) {
    table::Column channel;
    channel.name = name;
    channel.stored = table::DType::i16;
    meta.schema.columns.push_back(channel);
  }
  store::ObjectInfo features;
  features.name = "features";
  features.dtype = table::DType::i16;
  features.sampleShape = {2, 3};
  features.chunkSamples = 64;
  store::ObjectInfo labels;
  labels.name = "labels";
  labels.dtype = table::DType::u8;
  labels.chunkSamples = 64;
  std::vector<store::ObjectInfo> objects = {features, labels};
  if (grouped) {
    meta.groups = {"40", "20", "30"};
    store::ObjectInfo& group = objects.emplace_back(labels);
    group.name = "group";
    group.dtype = table::DType::i32;
  }
  MASU_TRY(auto writer, store::DatasetWriter::create(path, objects, {.overwrite = false, .sync = false}));
  std::vector<std::int16_t> values;
  std::vector<std::uint8_t> classes;
  std::vector<std::int32_t> groups;
  for (std::uint64_t i = 0; i < samples; ++i) {
    for (std::uint64_t v = 0; v < 6; ++v) values.push_back(static_cast<std::int16_t>(10 * i + v));
    classes.push_back(static_cast<std::uint8_t>(i % 2));
    groups.push_back(static_cast<std::int32_t>(i % 3));
  }
  MASU_CHECK(writer->write(0, 0, std::as_bytes(std::span(values))));
  MASU_CHECK(writer->write(1, 0, std::as_bytes(std::span(classes))));
  if (grouped) MASU_CHECK(writer->write(2, 0, std::as_bytes(std::span(groups))));
  Progress progress;
  MASU_CHECK(writer->finish(samples, meta, {{}, progress}));
  return store::Dataset::open(path);
}

/// Writes the manifest `default`: of ten samples, eight are train, one validation, one test; multiples of 100 unused.
inline Result<void> split(const store::Dataset& dataset) {
  store::Assignment assignment;
  for (std::uint64_t i = 0; i < dataset.samples(); ++i) {
    const std::uint64_t place = mix64(i) % 10;
    assignment.push_back(i % 100 == 0 ? store::Split::unused
                         : place < 8  ? store::Split::train
                         : place == 8 ? store::Split::validation
                                      : store::Split::test);
  }
  MASU_TRY(auto file, store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()));
  return file.write({"default", "{}", false}, assignment);
}

}  // namespace masu::test
