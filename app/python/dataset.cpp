// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/dataset.h"

#include <filesystem>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "app/python/array.h"
#include "app/python/errors.h"
#include "app/python/loader.h"
#include "core/loader/stream/split_index.h"
#include "core/store/format/layout.h"
#include "core/store/splits/splits_file.h"

namespace py = pybind11;

namespace masu::python {

namespace {

using store::layout::kKeptPrefix;

PyDataset openDataset(const std::filesystem::path& path) {
  const auto opened = [&] {
    const py::gil_scoped_release released;
    return store::Dataset::open(std::filesystem::absolute(path));
  }();
  return {valueOf(opened)};
}

/// Names of the splits that were drawn, by name. Errors: a splits file that is missing or damaged.
std::vector<std::string> manifestsOf(const PyDataset& self) {
  const store::Dataset& dataset = *self.dataset;
  const auto splits = [&] {
    const py::gil_scoped_release released;
    return store::SplitsFile::open(dataset);
  }();
  if (!splits) raise(splits.error());
  std::vector<std::string> names;
  for (const store::StoredManifest& manifest : splits->manifests()) names.push_back(manifest.name);
  return names;
}

/// What a sample has of a column: its name, role, kind and type, the words of its categories, its unit, and what times
/// count from.
py::tuple columnOf(const table::Column& column) {
  const py::object origin = column.kind == table::Kind::time ? py::object(py::float_(column.origin)) : py::none();
  return py::make_tuple(column.name, std::string(name(column.role)), std::string(name(column.kind)),
                        std::string(name(column.stored)), column.dictionary, column.unit, origin);
}

template <class Value>
py::object asArray(std::vector<Value> values, std::uint64_t count, const std::vector<std::uint64_t>& sampleShape) {
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(count)};
  for (const std::uint64_t axis : sampleShape) shape.push_back(static_cast<std::int64_t>(axis));
  auto kept = std::make_shared<std::vector<Value>>(std::move(values));
  const std::span<const Value> span(*kept);
  return py::cast(arrayOf(span, std::move(shape), std::move(kept)));
}

/// Codes, and whole numbers that a double would not count.
Result<std::vector<std::int64_t>> wholeValues(const store::Dataset& dataset, const store::ObjectInfo& object,
                                              std::uint64_t first, std::uint64_t count) {
  std::vector<std::byte> bytes(count * object.sampleBytes());
  MASU_CHECK(dataset.read(object, first, count, bytes));
  std::vector<std::int64_t> values(count * object.valuesPerSample());
  table::dispatch(object.dtype, [&]<class Stored>(Stored) {
    if constexpr (std::is_integral_v<Stored>) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = static_cast<std::int64_t>(stored);
      }
    }
  });
  return values;
}

bool isCode(const store::Dataset& dataset, const store::ObjectInfo& object) {
  if (!table::isInteger(object.dtype)) return false;
  const bool classes = object.name == "labels" && dataset.meta().target == store::Target::classes;
  return classes || object.name == "categories" || object.name == "group" || object.dtype == table::DType::i64;
}

/// What the function reads, while other threads of Python run.
template <class Read>
auto reading(Read read) {
  auto result = [&] {
    const py::gil_scoped_release released;
    return read();
  }();
  return valueOf(std::move(result));
}

/// Values of one object for samples [first, first + count): texts as a list, codes as i64, numbers as their own floats.
py::object valuesOf(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t first,
                    std::uint64_t count) {
  if (object.isText()) {
    return py::cast(reading([&] { return dataset.readTexts(object.name.substr(kKeptPrefix.size()), first, count); }));
  }
  if (isCode(dataset, object)) {
    return asArray(reading([&] { return wholeValues(dataset, object, first, count); }), count, object.sampleShape);
  }
  std::vector<double> values = reading([&] { return dataset.readValues(object, first, count); });
  const bool wide = object.dtype == table::DType::f64 || object.dtype == table::DType::i32 ||
                    object.dtype == table::DType::u32 || object.name.starts_with(kKeptPrefix);
  if (wide) return asArray(std::move(values), count, object.sampleShape);
  return asArray(std::vector<float>(values.begin(), values.end()), count, object.sampleShape);
}

/// Values of some samples by the name of their object, such as "kept/NAME".
py::dict read(const PyDataset& self, std::uint64_t first, std::uint64_t count) {
  const store::Dataset& dataset = *self.dataset;
  py::dict values;
  if (first > dataset.samples() || count > dataset.samples() - first) raise("There are no such samples.");
  for (const store::ObjectInfo& object : dataset.objects()) {
    if (object.element == store::Element::origin || object.element == store::Element::window) continue;
    values[py::str(object.name)] = valuesOf(dataset, object, first, count);
  }
  return values;
}

/// Numbers of the samples of a split, ascending. Reads no value of theirs. Errors: no such manifest; there are none.
py::object samplesOf(const PyDataset& self, const std::string& split, const std::string& manifest) {
  loader::StreamOptions options;
  options.split = splitOf(split);
  options.manifest = manifest;
  std::vector<std::int64_t> samples = reading([&]() -> Result<std::vector<std::int64_t>> {
    MASU_TRY(const store::Assignment assignment, loader::assignmentOf(*self.dataset, options));
    MASU_TRY(const auto index, loader::indexOfSplit(*self.dataset, &assignment, options));
    std::vector<std::int64_t> numbers;
    numbers.reserve(index->size());
    index->forEach(0, index->datasetSamples(),
                   [&](std::uint64_t sample) { numbers.push_back(static_cast<std::int64_t>(sample)); });
    return numbers;
  });
  const std::uint64_t count = samples.size();
  return asArray(std::move(samples), count, {});
}

}  // namespace

void addDataset(py::module_& module) {
  py::class_<PyDataset>(module, "Dataset")
      .def(py::init(&openDataset), py::arg("path"))
      .def_property_readonly(
          "path", [](const PyDataset& self) { return self.dataset->path().string(); }, "Absolute path of its file.")
      .def_property_readonly(
          "uuid", [](const PyDataset& self) { return self.dataset->uuid(); },
          "The same for the same sources and recipe.")
      .def_property_readonly(
          "shape", [](const PyDataset& self) { return py::tuple(py::cast(self.dataset->sampleShape())); },
          "Shape of a sample's features: [F], [C, T] or [C, H, W].")
      .def_property_readonly(
          "classes", [](const PyDataset& self) { return self.dataset->meta().classes; },
          "Names of the classes: code k of the labels is entry k. Empty where labels are values, or there are none.")
      .def_property_readonly(
          "groups", [](const PyDataset& self) { return self.dataset->meta().groups; },
          "Names of the groups: number k is entry k. Empty where there are none, or each recording is its own.")
      .def_property_readonly(
          "kind", [](const PyDataset& self) { return std::string(name(self.dataset->meta().kind)); },
          "\"table\", \"waveform\" or \"image\".")
      .def_property_readonly("manifests", &manifestsOf, "Names of its splits.")
      .def("_columns",
           [](const PyDataset& self) {
             py::list columns;
             for (const table::Column& column : self.dataset->meta().schema.columns) columns.append(columnOf(column));
             return columns;
           })
      .def("_read", &read, py::arg("first"), py::arg("count"))
      .def("_samples_of", &samplesOf, py::arg("split"), py::arg("manifest"))
      .def("__len__", [](const PyDataset& self) { return self.dataset->samples(); });
}

}  // namespace masu::python
