// SPDX-License-Identifier: GPL-3.0-or-later
// masu._loader: datasets and batches for Python. masu/__init__.py gives it its face.
#include "app/python/array.h"
#include "app/python/batch.h"
#include "app/python/dataset.h"
#include "app/python/ending.h"
#include "app/python/errors.h"
#include "app/python/loader.h"
#include "core/base/job.h"
#include "core/store/hdf5/library_lock.h"

PYBIND11_MODULE(_loader, module) {
  namespace py = masu::python;
  module.attr("__version__") = MASU_VERSION;
  module.attr("MOST_THREADS") = masu::Resources::kMostThreads;
  py::addErrors(module);
  py::addArray(module);
  py::addBatch(module);
  py::addDataset(module);
  py::addLoader(module);
  py::Running::endWithPython();
  module.attr("_running") = pybind11::capsule(py::Running::shared(), "masu.running");
  masu::store::serveHost();
  module.attr("_hdf5_lock") = pybind11::capsule(masu::store::libraryLock(), "masu.hdf5_lock");
}
