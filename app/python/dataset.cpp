// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/dataset.h"

#include <filesystem>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "app/python/errors.h"
#include "app/python/loader.h"
#include "app/python/values.h"
#include "core/loader/stream/split_index.h"
#include "core/store/splits/splits_file.h"

namespace py = pybind11;

namespace masu::python {

namespace {

PyDataset openDataset(const std::filesystem::path& path) {
  return {reading([&] { return store::Dataset::open(std::filesystem::absolute(path)); })};
}

/// As Python has names of files: those that are not UTF-8, too.
py::str fileName(const std::filesystem::path& path) {
  PyObject* const name = PyUnicode_DecodeFSDefault(path.c_str());
  if (name == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(name);
}

/// Names of the splits that were drawn, by name. Errors: a splits file that is missing or damaged.
py::list manifestsOf(const PyDataset& self) {
  const auto splits = reading([&] { return store::SplitsFile::open(*self.dataset); });
  py::list names;
  for (const store::StoredManifest& manifest : splits.manifests()) names.append(textOf(manifest.name));
  return names;
}

/// What a sample has of a column: its name, role, kind and type, the words of its categories, its unit, and what times
/// count from.
py::tuple columnOf(const table::Column& column) {
  const py::object origin = column.kind == table::Kind::time ? py::object(py::float_(column.origin)) : py::none();
  return py::make_tuple(column.name, std::string(name(column.role)), std::string(name(column.kind)),
                        std::string(name(column.stored)), column.dictionary, column.unit, origin);
}

/// Values of some samples by the name of their object, such as "kept/NAME".
py::dict read(const PyDataset& self, std::uint64_t first, std::uint64_t count) {
  const store::Dataset& dataset = *self.dataset;
  py::dict values;
  if (first > dataset.samples() || count > dataset.samples() - first) raise("There are no such samples.");
  for (const store::ObjectInfo& object : dataset.objects()) {
    using store::Element;
    if (object.element == Element::origin || object.element == Element::window || object.element == Element::textBytes)
      continue;
    values[py::str(object.name)] = valuesOf(dataset, object, first, count);
  }
  return values;
}

/// Numbers of the samples of a split, ascending. Reads no value of theirs. Errors: no such manifest; there are none.
py::object samplesOf(const PyDataset& self, const std::string& split, const std::string& manifest) {
  loader::StreamOptions options;
  options.split = splitOf(split);
  options.manifest = manifest;
  AlignedVector<std::int64_t> samples = reading([&]() -> Result<AlignedVector<std::int64_t>> {
    MASU_TRY(const store::Assignment assignment, loader::assignmentOf(*self.dataset, options));
    MASU_TRY(const auto index, loader::indexOfSplit(*self.dataset, &assignment, options));
    AlignedVector<std::int64_t> numbers;
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
          "path", [](const PyDataset& self) { return fileName(self.dataset->path()); }, "Absolute path of its file.")
      .def_property_readonly(
          "uuid", [](const PyDataset& self) { return self.dataset->uuid(); },
          "The same for the same sources and recipe.")
      .def_property_readonly("_identity", [](const PyDataset& self) { return store::identityOf(*self.dataset); })
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
