// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "app/python/array.h"
#include "core/loader/batch/batch.h"
#include "core/store/read/dataset.h"

namespace masu::python {

/// What a loader knows of all its batches.
struct BatchForm {
  Exporter exporter;
  std::vector<std::int64_t> sampleShape;  ///< of features: [F], [C, T] or [C, H, W]
  std::shared_ptr<const store::Dataset> dataset;
  bool hasKept = false;  ///< the dataset has kept columns
};

/// A batch as Python sees it: each array is made when it is first asked for, and is then the same object.
class PyBatch {
 public:
  PyBatch(loader::BatchPtr batch, std::shared_ptr<const BatchForm> form)
      : m_batch(std::move(batch)), m_form(std::move(form)) {}

  const loader::Batch& batch() const { return *m_batch; }
  pybind11::object features();
  pybind11::object labels();
  pybind11::object categories();
  pybind11::object weights();
  pybind11::object shares();
  pybind11::object indices();
  /// Of narrow features: what makes values of them, a channel each, in a shape that goes over a batch; else None.
  pybind11::object scale();
  pybind11::object offset();
  pybind11::object fill();
  pybind11::object missing() const;
  /// Of the kept columns by their names, read now: lists of str, and arrays. Raises what reading does.
  pybind11::dict kept();
  /// Those that are not None by name, without kept columns.
  pybind11::dict asDict();

 private:
  template <class Value>
  pybind11::object made(pybind11::object& kept, std::span<const Value> values,
                        const std::vector<std::int64_t>& sampleShape);
  template <class Make>
  pybind11::object perChannel(pybind11::object& kept, Make make);

  void rememberSamples();

  loader::BatchPtr m_batch;
  std::shared_ptr<const BatchForm> m_form;
  pybind11::object m_features, m_labels, m_categories, m_weights, m_shares, m_indices, m_scale, m_offset, m_fill;
  pybind11::object m_kept;
  /// Those of `indices`, which may be written to once handed out, for the kept columns.
  std::vector<std::uint64_t> m_samples;
};

void addBatch(pybind11::module_& module);

}  // namespace masu::python
