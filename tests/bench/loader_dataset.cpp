// SPDX-License-Identifier: GPL-3.0-or-later
#include "loader_dataset.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "core/base/hash.h"
#include "core/base/permutation.h"
#include "core/store/write/dataset_writer.h"
#include "or_die.h"

namespace masu::bench {

namespace {

void write(const std::filesystem::path& file, const DatasetShape& shape) {
  const std::uint64_t rowBytes = shape.values * table::sizeOf(shape.dtype);
  const std::uint64_t chunk = store::chunkSamplesFor(rowBytes);
  const store::ObjectInfo features{.name = "features",
                                   .dtype = shape.dtype,
                                   .sampleShape = {shape.values},
                                   .chunkSamples = chunk,
                                   .compression = shape.compression};
  const store::ObjectInfo labels{
      .name = "labels", .dtype = table::DType::u8, .chunkSamples = chunk, .compression = shape.compression};
  auto writer = orDie(store::DatasetWriter::create(file, {features, labels}, {.overwrite = true, .sync = false}));
  std::vector<std::byte> rows(chunk * rowBytes);
  std::vector<std::byte> classes(chunk);
  for (std::uint64_t first = 0; first < shape.samples; first += chunk) {
    const std::uint64_t count = std::min(chunk, shape.samples - first);
    for (std::uint64_t i = 0; i < count; ++i) classes[i] = static_cast<std::byte>(mix64(first + i) & 1U);
    table::dispatch(shape.dtype, [&]<class Stored>(Stored) {
      for (std::uint64_t i = 0; i < count * shape.values; ++i) {
        const std::uint64_t random = mix64(first * shape.values + i);
        Stored value{};
        if constexpr (std::is_same_v<Stored, table::Half>) {
          value.bits = static_cast<std::uint16_t>(0x3C00U + random % 1000);
        } else if constexpr (std::is_floating_point_v<Stored>) {
          value = static_cast<Stored>(static_cast<double>(random >> 40U) * 0x1p-24);
        } else {
          value = static_cast<Stored>(random % 100);
        }
        std::memcpy(rows.data() + i * sizeof(Stored), &value, sizeof(Stored));
      }
    });
    orDie(writer->write(0, first, std::span(rows).first(count * rowBytes)));
    orDie(writer->write(1, first, std::span(classes).first(count)));
  }
  store::DatasetMeta meta;
  meta.uuid = "00000000-0000-8000-8000-" + hex64(shape.samples * 64 + shape.values).substr(4);
  meta.target = store::Target::classes;
  meta.classes = {"no", "yes"};
  for (std::uint64_t v = 0; v < shape.values; ++v) {
    table::Column column;
    column.name = "f" + std::to_string(v);
    column.stored = shape.dtype;
    if (shape.dtype == table::DType::i8) column.scale = 0.01;
    meta.schema.columns.push_back(column);
  }
  Progress progress;
  orDie(writer->finish(shape.samples, meta, {{}, progress}));
}

}  // namespace

std::shared_ptr<const store::Dataset> datasetOf(const std::filesystem::path& folder, const DatasetShape& shape) {
  const std::string name = std::to_string(shape.samples) + "x" + std::to_string(shape.values) + "-" +
                           std::string(table::name(shape.dtype)) + "-" + std::string(store::name(shape.compression));
  const std::filesystem::path file = folder / (name + ".h5");
  if (!std::filesystem::exists(file)) write(file, shape);
  return orDie(store::Dataset::open(file));
}

}  // namespace masu::bench
