// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "core/store/read/dataset.h"

namespace masu::python {

/// A finished dataset, open for reading.
struct PyDataset {
  std::shared_ptr<const store::Dataset> dataset;
};

void addDataset(pybind11::module_& module);

}  // namespace masu::python
