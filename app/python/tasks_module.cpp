// SPDX-License-Identifier: GPL-3.0-or-later
// masu._tasks: the commands of masu for Python. masu/_call.py makes their words of keyword arguments.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "app/python/errors.h"
#include "app/python/gil.h"
#include "app/python/running_task.h"
#include "core/metrics/run_replacement.h"
#include "core/store/hdf5/library_lock.h"

namespace py = pybind11;

namespace masu::python {

namespace {

/// Of Ctrl+C and of what is shown.
constexpr std::chrono::milliseconds kTick{50};

/// [(names, what it takes)] of a command.
py::list optionsOf(const std::string& command) {
  using Takes = cli::CallOption::Takes;
  py::list options;
  for (const cli::CallOption& option : cli::optionsOf(command)) {
    const char* takes = option.takes == Takes::nothing ? "nothing" : option.takes == Takes::pair ? "pair" : "value";
    options.append(py::make_tuple(option.names, takes));
  }
  return options;
}

void show(const Progress& progress, const py::object& to) {
  if (progress.stage().empty()) return;
  const char* const unit = progress.unit() == Progress::Unit::bytes     ? "bytes"
                           : progress.unit() == Progress::Unit::samples ? "samples"
                                                                        : "steps";
  callPython(to, std::string(progress.stage()), progress.done(), progress.total(), unit, progress.rejected());
}

/// Raises what Ctrl+C or `progress` raises, after the task has stopped.
void wait(RunningTask& task, const py::object& progress) {
  for (bool finished = false; !finished;) {
    {
      const GilReleased released;
      finished = task.waitFor(kTick);
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) show(task.progress(), progress);
  }
}

/// What --json prints. `settled` gets sentences about what was put in order before, also where this raises.
py::object call(std::vector<std::string> words, const py::object& progress, py::list settled) {
  std::optional<RunningTask> task(std::in_place, std::move(words));
  wait(*task, progress);
  cli::Called called = std::move(task->outcome());
  task.reset();
  if (!called.json) Running::check();  // whether that ended it
  for (const std::string& sentence : called.settled) settled.append(textOf(sentence));
  const py::object loads = py::module_::import("json").attr("loads");
  return loads(py::bytes(valueOf(std::move(called.json))));
}

/// For Python that reads files of a run itself.
void completeReplacement(const std::filesystem::path& run) {
  valueOf([&] {
    const GilReleased released;
    return metrics::completeReplacement(run);
  }());
}

}  // namespace

}  // namespace masu::python

PYBIND11_MODULE(_tasks, module) {
  const py::module_ loader = py::module_::import("masu._loader");
  masu::python::useErrors(loader);
  // A process that is forked holds the lock, so that no thread of either module is inside the library.
  masu::store::useLibraryLock(loader.attr("_hdf5_lock").cast<py::capsule>().get_pointer());
  masu::python::Running::share(loader.attr("_running").cast<py::capsule>().get_pointer());
  module.def("options", &masu::python::optionsOf, py::arg("command"));
  module.def("complete_replacement", &masu::python::completeReplacement, py::arg("run"));
  module.def("call", &masu::python::call, py::arg("words"), py::arg("progress"), py::arg("settled"));
}
