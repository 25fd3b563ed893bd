// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/array.h"

#include <functional>
#include <numeric>
#include <optional>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "app/python/errors.h"
#include "app/python/gil.h"

namespace py = pybind11;

namespace masu::python {

namespace {

constexpr const char* kCapsule = "dltensor";
constexpr const char* kVersionedCapsule = "dltensor_versioned";

/// A tensor of DLPack and what it points to.
template <class Tensor>
struct Exported {
  Tensor tensor;
  Array array;
};

template <class Tensor>
void drop(Tensor* tensor) {
  delete static_cast<Exported<Tensor>*>(tensor->context);
}

/// Frees the tensor of a capsule that was not consumed.
template <class Tensor>
void dropCapsule(PyObject* capsule) {
  constexpr bool kVersioned = std::is_same_v<Tensor, dlpack::ManagedVersioned>;
  const char* const name = kVersioned ? kVersionedCapsule : kCapsule;
  if (PyCapsule_IsValid(capsule, name) == 0) return;
  auto* const tensor = static_cast<Tensor*>(PyCapsule_GetPointer(capsule, name));
  tensor->deleter(tensor);
}

template <class Tensor>
py::object capsuleOf(Array array) {
  constexpr bool kVersioned = std::is_same_v<Tensor, dlpack::ManagedVersioned>;
  auto exported = std::make_unique<Exported<Tensor>>();
  exported->array = std::move(array);
  dlpack::Tensor& tensor = exported->tensor.tensor;
  tensor.data = exported->array.data;
  tensor.dtype = exported->array.type;
  tensor.ndim = static_cast<std::int32_t>(exported->array.shape.size());
  tensor.shape = exported->array.shape.data();
  exported->tensor.context = exported.get();
  exported->tensor.deleter = drop<Tensor>;
  PyObject* const capsule =
      PyCapsule_New(&exported->tensor, kVersioned ? kVersionedCapsule : kCapsule, dropCapsule<Tensor>);
  if (capsule == nullptr) throw py::error_already_set();
  exported.release();  // NOLINT: the capsule's, or that of who takes it
  return py::reinterpret_steal<py::object>(capsule);
}

/// The protocol's method: the versioned structure only for who knows it.
py::object dlpackOf(const Array& array, const py::object& /*stream*/,
                    const std::optional<std::pair<int, int>>& maxVersion, const py::object& device,
                    const std::optional<bool>& copy) {
  if (!device.is_none() && device.cast<std::pair<int, int>>() != std::pair(1, 0)) {
    throw py::buffer_error("The values are in the memory of the processor; copy them to the device from there.");
  }
  if (copy.value_or(false)) throw py::buffer_error("The values are handed out without a copy; copy what you take.");
  if (maxVersion && maxVersion->first >= 1) return capsuleOf<dlpack::ManagedVersioned>(array);
  return capsuleOf<dlpack::Managed>(array);
}

/// As the buffer protocol and numpy name it.
std::string formatOf(const dlpack::DataType& type) {
  if (type.code == dlpack::kFloat) return type.bits == 16 ? "e" : type.bits == 32 ? "f" : "d";
  const bool isSigned = type.code == dlpack::kInt;
  switch (type.bits) {
    case 8:
      return isSigned ? "b" : "B";
    case 16:
      return isSigned ? "h" : "H";
    case 32:
      return isSigned ? "i" : "I";
    default:
      return isSigned ? "q" : "Q";
  }
}

std::vector<py::ssize_t> stridesOf(const Array& array) {
  std::vector<py::ssize_t> strides(array.shape.size());
  py::ssize_t stride = array.type.bits / 8;
  for (std::size_t i = strides.size(); i-- > 0; stride *= array.shape[i]) strides[i] = stride;
  return strides;
}

py::buffer_info bufferOf(const Array& array) {
  return py::buffer_info(array.data, array.type.bits / 8, formatOf(array.type),
                         static_cast<py::ssize_t>(array.shape.size()),
                         std::vector<py::ssize_t>(array.shape.begin(), array.shape.end()), stridesOf(array));
}

py::object numpyOf(Array array) {
  const py::dtype type(formatOf(array.type));
  const std::vector<py::ssize_t> shape(array.shape.begin(), array.shape.end());
  const std::vector<py::ssize_t> strides = stridesOf(array);
  void* const data = array.data;
  auto* const kept = new std::shared_ptr<const void>(std::move(array.owner));
  const py::capsule owner(kept, [](void* held) { delete static_cast<std::shared_ptr<const void>*>(held); });
  return py::array(type, shape, strides, data, owner);
}

/// The module that an output takes.
py::module_ imported(const char* module, const std::string& output) {
  try {
    return py::module_::import(module);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    raise(Error(Errc::invalidArgument,
                "output=\"{0}\" needs the Python package {0}, which cannot be imported ({1}): install it, or choose "
                "another output.",
                {output, std::string(py::str(error.value()))}));
  }
}

}  // namespace

std::int64_t Array::size() const {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

Exporter::Exporter(Output output) : m_output(output) {
  if (output == Output::torch) {
    // What takes a capsule: from_dlpack() of the same module looks for a method first, a call more for every tensor.
    const auto module = imported("torch.utils.dlpack", "torch");
    m_fromDlpack = module.attr(py::hasattr(module, "_from_dlpack") ? "_from_dlpack" : "from_dlpack");
  }
  if (output == Output::numpy) {
    imported("numpy", "numpy");
    py::detail::npy_api::get();  // no later than here, where no thread makes arrays: see check_guards.py
  }
  if (output == Output::jax) m_fromDlpack = imported("jax.dlpack", "jax").attr("from_dlpack");
}

py::object Exporter::operator()(Array array) const {
  switch (m_output) {
    case Output::torch:
      return callPython(m_fromDlpack, capsuleOf<dlpack::Managed>(std::move(array)));
    case Output::numpy:
      return numpyOf(std::move(array));
    case Output::jax:  // takes an array that has the protocol's methods, and no capsules any more
      return callPython(m_fromDlpack, py::cast(std::move(array)));
    case Output::memoryview:
      return py::memoryview(py::cast(std::move(array)));
    case Output::dlpack:
      break;
  }
  return py::cast(std::move(array));
}

void addArray(py::module_& module) {
  py::class_<Array>(module, "Array", py::buffer_protocol(),
                    "Values that are shared without a copy, through DLPack or the buffer protocol.")
      .def_buffer(&bufferOf)
      .def_property_readonly(
          "shape", [](const Array& array) { return py::tuple(py::cast(array.shape)); }, "Values along each axis.")
      .def_property_readonly(
          "format", [](const Array& array) { return formatOf(array.type); },
          "Its type, as in the module struct, e.g. \"f\" for f32.")
      .def("__len__", [](const Array& array) { return array.shape.empty() ? 0 : array.shape.front(); })
      .def("__dlpack_device__", [](const Array&) { return std::pair(1, 0); })
      .def("__dlpack__", &dlpackOf, py::kw_only(), py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
           py::arg("dl_device") = py::none(), py::arg("copy") = py::none());
}

}  // namespace masu::python
