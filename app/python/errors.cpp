// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/errors.h"

#include <string>

namespace py = pybind11;

namespace masu::python {

namespace {

/// Lifetime: the interpreter's, as the types belong to it.
PyObject* g_error = nullptr;
PyObject* g_dataError = nullptr;
PyObject* g_stateError = nullptr;

PyObject* add(py::module_& module, const char* name, PyObject* base, const char* text) {
  PyObject* const type = PyErr_NewExceptionWithDoc((std::string("masu.") + name).c_str(), text, base, nullptr);
  if (type == nullptr) throw py::error_already_set();
  module.add_object(name, type);
  py::handle(type).attr("code") = std::string(masu::name(Errc::invalidArgument));
  return type;
}

PyObject* typeOf(Errc code, About about) {
  switch (code) {
    case Errc::notFound:
    case Errc::permission:
    case Errc::io:
    case Errc::format:
    case Errc::damaged:
    case Errc::noSamples:
    case Errc::child:
      return g_dataError;
    case Errc::invalidArgument:
      return about == About::state ? g_stateError : g_error;
    default:
      return g_error;
  }
}

}  // namespace

void addErrors(py::module_& module) {
  g_error = add(module, "Error", PyExc_Exception, "An error, described in one sentence; `code` is its kind.");
  g_dataError = add(module, "DataError", g_error, "A dataset that is missing, damaged or not as it should be.");
  g_stateError = add(module, "StateError", g_error, "A state that belongs to another loader.");
}

void useErrors(const py::module_& owner) {
  g_error = py::object(owner.attr("Error")).release().ptr();
  g_dataError = py::object(owner.attr("DataError")).release().ptr();
  g_stateError = py::object(owner.attr("StateError")).release().ptr();
}

py::str textOf(const std::string& sentence) {
  PyObject* const text =
      PyUnicode_DecodeUTF8(sentence.data(), static_cast<py::ssize_t>(sentence.size()), "backslashreplace");
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

void raise(const Error& error, About about) {
  PyObject* const type = typeOf(error.code, about);
  py::object raised = py::reinterpret_borrow<py::object>(type)(textOf(error.message.english()));
  raised.attr("code") = std::string(name(error.code));
  PyErr_SetObject(type, raised.ptr());
  throw py::error_already_set();
}

void raise(const char* sentence) {
  raise(Error(Errc::invalidArgument, sentence));
}

}  // namespace masu::python
