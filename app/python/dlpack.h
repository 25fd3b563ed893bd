// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The structures of DLPack, the exchange of tensors between libraries, as its specification lays them out: those of
/// versions before 1.0, and the versioned one since.
namespace masu::python::dlpack {

struct Version {
  std::uint32_t major = 1;
  std::uint32_t minor = 0;
};

struct Device {
  std::int32_t type = 1;  ///< memory of the processor
  std::int32_t id = 0;
};

enum TypeCode : std::uint8_t { kInt = 0, kUInt = 1, kFloat = 2 };

struct DataType {
  std::uint8_t code = kFloat;
  std::uint8_t bits = 32;
  std::uint16_t lanes = 1;

  bool operator==(const DataType&) const = default;
};

struct Tensor {
  void* data = nullptr;
  Device device;
  std::int32_t ndim = 0;
  DataType dtype;
  std::int64_t* shape = nullptr;
  std::int64_t* strides = nullptr;  ///< null: row by row without gaps
  std::uint64_t byteOffset = 0;
};

struct Managed {
  Tensor tensor;
  void* context = nullptr;
  void (*deleter)(Managed*) = nullptr;
};

struct ManagedVersioned {
  Version version;
  void* context = nullptr;
  void (*deleter)(ManagedVersioned*) = nullptr;
  std::uint64_t flags = 0;
  Tensor tensor;
};

}  // namespace masu::python::dlpack
