// SPDX-License-Identifier: GPL-3.0-or-later
#include "small_dataset.h"

#include <QProcess>
#include <QStringList>
#include <fstream>
#include <random>
#include <stdexcept>

#include <unistd.h>

#include "core/store/write/dataset_writer.h"

namespace masu::train {

namespace {

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message.english());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

template <class T>
std::span<const std::byte> bytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

/// The content of the arrays, sample by sample.
struct Content {
  std::vector<float> features;
  std::vector<std::uint8_t> categories;
  std::vector<std::uint8_t> classes;
  std::vector<float> values;
  std::vector<float> weights;
};

Content draw(const SmallDataset& plan, std::uint64_t width) {
  std::mt19937 chance(7);
  std::normal_distribution<float> normal;
  Content content;
  for (std::uint64_t i = 0; i < plan.samples; ++i) {
    const auto truth = static_cast<std::uint8_t>(chance() % 2);
    float sum = 0;
    for (std::uint64_t k = 0; k < width; ++k) {
      content.features.push_back(normal(chance) + (truth == 1 ? 3.0F : 0.0F));
      sum += content.features.back();
    }
    content.classes.push_back(truth);
    content.values.push_back(100 + 5 * sum);
    content.categories.push_back(static_cast<std::uint8_t>(1 + truth));
    content.categories.push_back(static_cast<std::uint8_t>(chance() % 4));
    content.weights.push_back(truth == 1 ? 2.0F : 1.0F);
  }
  return content;
}

store::ObjectInfo object(const char* name, table::DType dtype, std::vector<std::uint64_t> shape) {
  store::ObjectInfo info;
  info.name = name;
  info.dtype = dtype;
  info.sampleShape = std::move(shape);
  info.chunkSamples = 50;
  return info;
}

store::DatasetMeta describe(const SmallDataset& plan, std::uint64_t width) {
  store::DatasetMeta meta;
  meta.uuid = "0b6f3a52-6d55-8c11-9d3e-5f0e1a2b3c4d";
  meta.kind = plan.sampleShape.size() > 1 ? store::SampleKind::waveform : store::SampleKind::table;
  meta.target = !plan.labels ? store::Target::none : plan.values ? store::Target::values : store::Target::classes;
  const std::uint64_t columns = plan.sampleShape.size() > 1 ? plan.sampleShape[0] : width;
  for (std::uint64_t k = 0; k < columns; ++k) {
    table::Column column;
    column.name = "x" + std::to_string(k);
    meta.schema.columns.push_back(column);
  }
  if (plan.categories) {
    table::Column told;
    told.name = "told";
    told.role = table::Role::category;
    told.kind = table::Kind::category;
    told.dictionary = {"no", "yes"};
    table::Column noise = told;
    noise.name = "noise";
    noise.dictionary = {"a", "b", "c"};
    meta.schema.columns.push_back(told);
    meta.schema.columns.push_back(noise);
  }
  if (meta.target == store::Target::classes) meta.classes = {"low", "high"};
  meta.records = plan.samples;
  return meta;
}

void writeSplits(const SmallDataset& plan, const std::filesystem::path& file, const std::string& uuid) {
  store::Assignment assignment(plan.samples);
  for (std::uint64_t i = 0; i < plan.samples; ++i) {
    const std::uint64_t tenth = i % 10;
    assignment[i] = tenth < plan.trainTenths                           ? store::Split::train
                    : tenth < plan.trainTenths + plan.validationTenths ? store::Split::validation
                                                                       : store::Split::test;
  }
  auto splits = must(store::SplitsFile::open(file, uuid, plan.samples));
  must(splits.write({plan.manifest, "{}", false}, assignment));
}

}  // namespace

void SmallDataset::write(const std::filesystem::path& file) const {
  std::uint64_t width = sampleShape.empty() ? 0 : 1;
  for (const std::uint64_t extent : sampleShape) width *= extent;
  const Content content = draw(*this, width);
  std::vector<store::ObjectInfo> objects;
  std::vector<std::span<const std::byte>> arrays;
  const auto add = [&](store::ObjectInfo info, std::span<const std::byte> bytes) {
    objects.push_back(std::move(info));
    arrays.push_back(bytes);
  };
  if (width > 0) add(object("features", table::DType::f32, sampleShape), bytesOf(content.features));
  if (categories) add(object("categories", table::DType::u8, {2}), bytesOf(content.categories));
  if (labels && values) add(object("labels", table::DType::f32, {}), bytesOf(content.values));
  if (labels && !values) add(object("labels", table::DType::u8, {}), bytesOf(content.classes));
  if (weights) add(object("weights", table::DType::f32, {}), bytesOf(content.weights));
  const auto writer = must(store::DatasetWriter::create(file, objects, {.overwrite = true, .sync = false}));
  for (std::size_t i = 0; i < arrays.size(); ++i) must(writer->write(i, 0, arrays[i]));
  const store::DatasetMeta meta = describe(*this, width);
  Progress progress;
  must(writer->finish(samples, meta, {{}, progress}));
  writeSplits(*this, file, meta.uuid);
}

std::vector<pid_t> childProcesses() {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "status");
    for (std::string line; std::getline(file, line);) {
      if (line == "PPid:\t" + std::to_string(getpid())) found.push_back(std::stoi(name));
    }
  }
  return found;
}

std::string runPython(const std::string& script, const std::vector<std::string>& arguments) {
  QStringList list = {QStringLiteral("-c"), QString::fromStdString(script)};
  for (const std::string& argument : arguments) list << QString::fromStdString(argument);
  QProcess python;
  python.start(QStringLiteral("/usr/bin/python3"), list);
  if (!python.waitForFinished(120'000) || python.exitCode() != 0) {
    qWarning("%s", python.readAllStandardError().constData());
    return {};
  }
  return python.readAllStandardOutput().trimmed().toStdString();
}

bool pythonHasTorch() {
  return runPython("import torch; print('yes')", {}) == "yes";
}

}  // namespace masu::train
