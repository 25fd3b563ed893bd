// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/batch.h"

#include <limits>

#include "app/python/slots.h"
#include "app/python/values.h"
#include "core/loader/transform/widening.h"

namespace py = pybind11;

namespace masu::python {

namespace {

dlpack::DataType typeOfStored(table::DType type) {
  const auto bits = static_cast<std::uint8_t>(8 * table::sizeOf(type));
  if (!table::isInteger(type)) return {dlpack::kFloat, bits, 1};
  const bool isUnsigned = type == table::DType::u8 || type == table::DType::u16 || type == table::DType::u32;
  return {isUnsigned ? dlpack::kUInt : dlpack::kInt, bits, 1};
}

std::vector<std::int64_t> batchShape(std::uint64_t samples, const std::vector<std::int64_t>& sampleShape) {
  std::vector<std::int64_t> shape;
  shape.reserve(1 + sampleShape.size());
  shape.push_back(static_cast<std::int64_t>(samples));
  shape.insert(shape.end(), sampleShape.begin(), sampleShape.end());
  return shape;
}

}  // namespace

/// None where a batch has no such values.
template <class Value>
py::object PyBatch::made(py::object& kept, std::span<const Value> values,
                         const std::vector<std::int64_t>& sampleShape) {
  if (kept) return kept;
  if (values.empty()) return py::none();
  kept = m_form->exporter(arrayOf(values, batchShape(m_batch->samples, sampleShape), m_batch->storage));
  return kept;
}

py::object PyBatch::features() {
  if (m_batch->narrow.empty()) return made(m_features, m_batch->features, m_form->sampleShape);
  if (!m_features) {
    Array array =
        arrayOf(std::span(reinterpret_cast<const std::uint8_t*>(m_batch->narrow.data()), m_batch->narrow.size()),
                batchShape(m_batch->samples, m_form->sampleShape), m_batch->storage);
    array.type = typeOfStored(m_batch->widening->type);
    m_features = m_form->exporter(std::move(array));
  }
  return m_features;
}

/// Class codes, or the values that are to be predicted: one of them as a vector, several as rows.
py::object PyBatch::labels() {
  if (m_batch->targets.empty()) return made(m_labels, m_batch->labels, {});
  const auto width = static_cast<std::int64_t>(m_batch->targets.size() / m_batch->samples);
  return made(m_labels, m_batch->targets, width == 1 ? std::vector<std::int64_t>() : std::vector{width});
}

py::object PyBatch::categories() {
  return made(m_categories, m_batch->categories,
              {static_cast<std::int64_t>(m_batch->categories.size() / m_batch->samples)});
}

py::object PyBatch::weights() {
  return made(m_weights, m_batch->weights, {});
}

py::object PyBatch::shares() {
  return made(m_shares, m_batch->shares, {static_cast<std::int64_t>(m_batch->shares.size() / m_batch->samples)});
}

void PyBatch::rememberSamples() {
  if (m_samples.empty()) m_samples.assign(m_batch->indices.begin(), m_batch->indices.end());
}

/// Signed, since torch has no other type of 64 bits; numbers of samples are far below that.
py::object PyBatch::indices() {
  if (m_form->hasKept) rememberSamples();
  const auto* const numbers = reinterpret_cast<const std::int64_t*>(m_batch->indices.data());
  return made(m_indices, std::span(numbers, m_batch->indices.size()), {});
}

template <class Make>
py::object PyBatch::perChannel(py::object& kept, Make make) {
  if (!m_batch->widening || m_batch->narrow.empty()) return py::none();
  if (kept) return kept;
  const loader::Widening& widening = *m_batch->widening;
  const auto values = std::make_shared<AlignedVector<float>>(widening.channels);
  for (std::size_t c = 0; c < values->size(); ++c) (*values)[c] = make(widening, c);
  std::vector<std::int64_t> shape(m_form->sampleShape.size(), 1);
  shape.front() = static_cast<std::int64_t>(values->size());
  kept = m_form->exporter(arrayOf(std::span<const float>(*values), std::move(shape), values));
  return kept;
}

py::object PyBatch::scale() {
  return perChannel(m_scale, [](const loader::Widening& w, std::size_t c) {
    return (w.scale.empty() ? 1 : w.scale[c]) * (w.inverse.empty() ? 1 : w.inverse[c]);
  });
}

py::object PyBatch::offset() {
  return perChannel(m_offset, [](const loader::Widening& w, std::size_t c) {
    const float from = (w.centre.empty() ? 0 : w.centre[c]) + (w.low.empty() ? 0 : w.low[c]);
    return -from * (w.inverse.empty() ? 1 : w.inverse[c]);
  });
}

py::object PyBatch::fill() {
  return perChannel(m_fill, [](const loader::Widening& w, std::size_t c) { return w.fill.empty() ? 0 : w.fill[c]; });
}

py::object PyBatch::missing() const {
  if (!m_batch->widening || m_batch->narrow.empty()) return py::none();
  if (!table::isInteger(m_batch->widening->type) && !m_batch->widening->fill.empty())
    return py::float_(std::numeric_limits<double>::quiet_NaN());
  if (!m_batch->widening->lowestIsMissing) return py::none();
  return py::int_(static_cast<std::int64_t>(table::lowest(m_batch->widening->type)));
}

py::dict PyBatch::kept() {
  if (m_kept) return m_kept;
  py::dict values;
  rememberSamples();
  for (const store::ObjectInfo& object : m_form->dataset->objects()) {
    if (!isKept(object)) continue;
    py::object column = valuesAt(*m_form->dataset, object, m_samples);
    if (py::isinstance<Array>(column)) column = m_form->exporter(column.cast<Array>());
    values[py::str(keptName(object))] = column;
  }
  if (!m_kept) m_kept = values;  // another thread may have been faster
  return m_kept;
}

py::dict PyBatch::asDict() {
  py::dict arrays;
  const auto add = [&](const char* name, const py::object& array) {
    if (!array.is_none()) arrays[name] = array;
  };
  add("features", features());
  add("labels", labels());
  add("categories", categories());
  add("weights", weights());
  add("shares", shares());
  add("indices", indices());
  add("scale", scale());
  add("offset", offset());
  add("fill", fill());
  return arrays;
}

void addBatch(py::module_& module) {
  py::class_<PyBatch> type(
      module, "Batch", "Some samples, as tensors of the loader's `output`. What the dataset does not have is None.");
  addGetter<&PyBatch::features>(type, "features",
                                "[samples, …] f32 in the shape of a sample; in its stored type with narrow=True.");
  addGetter<&PyBatch::labels>(type, "labels",
                              "[samples] i64 class codes from 0, or [samples] or [samples, K] f32 values.");
  addGetter<&PyBatch::categories>(type, "categories", "[samples, K] i64 codes; 0 is missing.");
  addGetter<&PyBatch::weights>(type, "weights", "[samples] f32; 0 for samples that pad a batch.");
  addGetter<&PyBatch::shares>(type, "shares", "[samples, classes] f32 of samples that mixup mixed.");
  addGetter<&PyBatch::indices>(type, "indices", "[samples] i64 numbers of the samples in the dataset.");
  type.def_property_readonly("scale", &PyBatch::scale,
                             "For narrow features, one per channel: value = stored × scale + offset.")
      .def_property_readonly("offset", &PyBatch::offset, "For narrow features, one per channel, like scale.")
      .def_property_readonly("fill", &PyBatch::fill, "The value that replaces a missing one, one per channel.")
      .def_property_readonly("missing", &PyBatch::missing,
                             "The stored code of a missing value, NaN for f16; None where there is none.")
      .def_property_readonly(
          "epoch", [](const PyBatch& self) { return self.batch().epoch; }, "Its epoch, counted from 0.")
      .def_property_readonly(
          "number", [](const PyBatch& self) { return self.batch().number; }, "Its place in the epoch, counted from 0.")
      .def_property_readonly(
          "padding", [](const PyBatch& self) { return self.batch().padding; },
          "Number of samples at the end that only pad the batch.")
      .def_property_readonly("kept", &PyBatch::kept,
                             "Kept columns by name, lists of str and [samples] f64 or i64; read from the file when "
                             "first asked for.")
      .def("as_dict", &PyBatch::asDict, "Its arrays by name, without kept columns and those that are None.")
      .def("__len__", [](const PyBatch& self) { return self.batch().samples; })
      .def("__repr__", [](const PyBatch& self) {
        return "<masu.Batch " + std::to_string(self.batch().number) + " of epoch " +
               std::to_string(self.batch().epoch) + ", " + std::to_string(self.batch().samples) + " samples>";
      });
}

}  // namespace masu::python
