// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/dataset.h"

#include <filesystem>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "app/python/array.h"
#include "app/python/errors.h"
#include "core/store/splits/splits_file.h"

namespace py = pybind11;

namespace masu::python {

namespace {

constexpr std::string_view kKept = "kept/";

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
    return store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
  }();
  if (!splits) raise(splits.error());
  std::vector<std::string> names;
  for (const store::StoredManifest& manifest : splits->manifests()) names.push_back(manifest.name);
  return names;
}

/// What a sample has of a column: its name, role, kind and type, the words of its categories, its unit.
py::tuple columnOf(const table::Column& column) {
  return py::make_tuple(column.name, std::string(name(column.role)), std::string(name(column.kind)),
                        std::string(name(column.stored)), column.dictionary, column.unit);
}

template <class Value>
py::object asArray(std::vector<Value> values, const store::ObjectInfo& object, std::uint64_t count) {
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(count)};
  for (const std::uint64_t axis : object.sampleShape) shape.push_back(static_cast<std::int64_t>(axis));
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
  return classes || object.name == "categories" || object.name == "groups" || object.dtype == table::DType::i64;
}

/// Values of one object for samples [first, first + count): texts as a list, codes as i64, numbers as their own floats.
py::object valuesOf(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t first,
                    std::uint64_t count) {
  const auto reading = [&](auto read) {
    auto result = [&] {
      const py::gil_scoped_release released;
      return read();
    }();
    return valueOf(std::move(result));
  };
  if (object.isText()) {
    return py::cast(reading([&] { return dataset.readTexts(object.name.substr(kKept.size()), first, count); }));
  }
  if (isCode(dataset, object)) {
    return asArray(reading([&] { return wholeValues(dataset, object, first, count); }), object, count);
  }
  std::vector<double> values = reading([&] { return dataset.readValues(object, first, count); });
  const bool wide = object.dtype == table::DType::f64 || object.dtype == table::DType::i32 ||
                    object.dtype == table::DType::u32 || object.name.starts_with(kKept);
  if (wide) return asArray(std::move(values), object, count);
  return asArray(std::vector<float>(values.begin(), values.end()), object, count);
}

py::dict read(const PyDataset& self, std::uint64_t first, std::uint64_t count) {
  const store::Dataset& dataset = *self.dataset;
  py::dict values;
  if (first > dataset.samples() || count > dataset.samples() - first) raise("There are no such samples.");
  for (const store::ObjectInfo& object : dataset.objects()) {
    if (object.element == store::Element::origin || object.element == store::Element::window) continue;
    const std::string name = object.name.starts_with(kKept) ? object.name.substr(kKept.size()) : object.name;
    values[py::str(name)] = valuesOf(dataset, object, first, count);
  }
  return values;
}

}  // namespace

void addDataset(py::module_& module) {
  py::class_<PyDataset>(module, "Dataset")
      .def(py::init(&openDataset), py::arg("path"))
      .def_property_readonly("path", [](const PyDataset& self) { return self.dataset->path().string(); })
      .def_property_readonly("uuid", [](const PyDataset& self) { return self.dataset->uuid(); })
      .def_property_readonly("shape",
                             [](const PyDataset& self) { return py::tuple(py::cast(self.dataset->sampleShape())); })
      .def_property_readonly("classes", [](const PyDataset& self) { return self.dataset->meta().classes; })
      .def_property_readonly("kind", [](const PyDataset& self) { return std::string(name(self.dataset->meta().kind)); })
      .def_property_readonly("manifests", &manifestsOf)
      .def("_columns",
           [](const PyDataset& self) {
             py::list columns;
             for (const table::Column& column : self.dataset->meta().schema.columns) columns.append(columnOf(column));
             return columns;
           })
      .def("_read", &read, py::arg("first"), py::arg("count"))
      .def("__len__", [](const PyDataset& self) { return self.dataset->samples(); });
}

}  // namespace masu::python
