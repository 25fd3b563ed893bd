// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_attributes.h"

#include <cstring>

#include "core/waveform/hdf5/hdf5_array.h"

namespace masu::waveform {
namespace {

constexpr hssize_t kMostNumbers = 64;
constexpr std::size_t kLongestText = 64;

/// An attribute with its type and shape; all three or none.
struct Opened {
  Opened(hid_t object, const char* name) {
    if (H5Aexists(object, name) <= 0) return;
    attribute = {H5Aopen(object, name, H5P_DEFAULT), H5Aclose};
    if (attribute) type = {H5Aget_type(attribute.get()), H5Tclose};
    const Hdf5Id space(type ? H5Aget_space(attribute.get()) : -1, H5Sclose);
    if (space) count = H5Sget_simple_extent_npoints(space.get());
  }

  Hdf5Id attribute;
  Hdf5Id type;
  hssize_t count = 0;
};

/// As h5py writes texts: the library allocates them.
std::string variableText(const Opened& opened) {
  char* text = nullptr;
  if (H5Aread(opened.attribute.get(), opened.type.get(), static_cast<void*>(&text)) < 0 || text == nullptr) return {};
  std::string copy(text, ::strnlen(text, kLongestText + 1));
  H5free_memory(text);
  return copy.size() > kLongestText ? std::string() : copy;
}

}  // namespace

AttributeNumbers attributeNumbers(hid_t object, const char* name) {
  const Opened opened(object, name);
  const H5T_class_t kind = opened.type ? H5Tget_class(opened.type.get()) : H5T_NO_CLASS;
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || opened.count < 1 || opened.count > kMostNumbers) return {};
  const auto count = static_cast<std::size_t>(opened.count);
  AttributeNumbers read{std::vector<double>(count), {}, false, H5Tget_size(opened.type.get())};
  if (H5Aread(opened.attribute.get(), H5T_NATIVE_DOUBLE, read.numbers.data()) < 0) return {};
  if (kind == H5T_FLOAT) return read;
  read.bits.resize(count);
  read.isSigned = H5Tget_sign(opened.type.get()) == H5T_SGN_2;
  // The library clips a number that the other kind does not hold, and reports success.
  const hid_t wide = read.isSigned ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
  if (H5Aread(opened.attribute.get(), wide, read.bits.data()) < 0) return {};
  return read;
}

std::string attributeText(hid_t object, const char* name) {
  const Opened opened(object, name);
  if (!opened.type || H5Tget_class(opened.type.get()) != H5T_STRING || opened.count != 1) return {};
  if (H5Tis_variable_str(opened.type.get()) > 0) return variableText(opened);
  const std::size_t size = H5Tget_size(opened.type.get());
  if (size > kLongestText) return {};
  std::string text(size + 1, '\0');
  if (H5Aread(opened.attribute.get(), opened.type.get(), text.data()) < 0) return {};
  text.resize(text.find('\0'));
  return text;
}

}  // namespace masu::waveform
