// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

namespace masu::python {

/// What Python asks for with every batch, without pybind11's dispatch, which takes as long as what it would call. Each
/// returns what the call gives, or null with the exception that it threw.
template <class Object, class Call>
PyObject* called(PyObject* self, Call call) noexcept {
  namespace py = pybind11;
  auto* const object = reinterpret_cast<py::detail::instance*>(self)->get_value_and_holder().value_ptr<Object>();
  if (object == nullptr) {
    PyErr_SetString(PyExc_TypeError, "This was made without its constructor.");
    return nullptr;
  }
  try {
    return call(*object).release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

/// A property that is only read.
template <auto Get, class Object, class... Options>
void addGetter(pybind11::class_<Object, Options...>& type, const char* name, const char* doc) {
  static PyGetSetDef definition = {
      name, [](PyObject* self, void*) { return called<Object>(self, [](Object& object) { return (object.*Get)(); }); },
      nullptr, doc, nullptr};
  PyObject* const getter = PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), &definition);
  if (getter == nullptr) throw pybind11::error_already_set();
  type.attr(name) = pybind11::reinterpret_steal<pybind11::object>(getter);
}

/// The next of an iterator, for loops and next().
template <class Object, class... Options>
void addNext(pybind11::class_<Object, Options...>& type) {
  reinterpret_cast<PyTypeObject*>(type.ptr())->tp_iternext = [](PyObject* self) {
    return called<Object>(self, [](Object& object) { return pybind11::cast(object.next()); });
  };
}

}  // namespace masu::python
