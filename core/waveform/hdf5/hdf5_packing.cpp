// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_packing.h"

#include <cmath>
#include <optional>

namespace masu::waveform {
namespace {

/// Beyond it the attribute is something else.
constexpr hssize_t kMostNumbers = 64;

struct AttributeNumbers {
  std::vector<double> numbers;
  bool isWide = false;  ///< f64, or integers that f32 does not hold
};

/// The numbers of an attribute; empty where there is none, or something else.
AttributeNumbers numbersOf(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Hdf5Id attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Hdf5Id type(attribute ? H5Aget_type(attribute.get()) : -1, H5Tclose);
  const Hdf5Id space(attribute ? H5Aget_space(attribute.get()) : -1, H5Sclose);
  if (!type || !space) return {};
  const H5T_class_t kind = H5Tget_class(type.get());
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || count < 1 || count > kMostNumbers) return {};
  AttributeNumbers read;
  read.numbers.resize(static_cast<std::size_t>(count));
  if (H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, read.numbers.data()) < 0) return {};
  const std::size_t narrow = kind == H5T_FLOAT ? sizeof(float) : sizeof(std::int16_t);
  read.isWide = H5Tget_size(type.get()) > narrow;
  return read;
}

/// A missing value is compared as what is stored, which may be narrower than its attribute.
double asStored(double number, ElementType type) {
  return type == ElementType::f32 ? static_cast<double>(static_cast<float>(number)) : number;
}

bool fitsFloat(ElementType type) {
  using enum ElementType;
  return type == boolean || type == i8 || type == u8 || type == i16 || type == u16 || type == f16 || type == f32;
}

bool isFloat(ElementType type) {
  return type == ElementType::f16 || type == ElementType::f32 || type == ElementType::f64;
}

}  // namespace

void readPacking(const Hdf5File& file, hid_t dataset, ListedArray& array) {
  const AttributeNumbers scale = numbersOf(dataset, "scale_factor");
  const AttributeNumbers offset = numbersOf(dataset, "add_offset");
  Packing& packing = array.packing;
  if (!scale.numbers.empty()) packing.scale = scale.numbers.front();
  if (!offset.numbers.empty()) packing.offset = offset.numbers.front();
  const bool isNumber = std::isfinite(packing.scale) && packing.scale != 0 && std::isfinite(packing.offset);
  if (!isNumber || scale.numbers.size() > 1 || offset.numbers.size() > 1) {
    packing = {};
    array.problem = Error(Errc::format,
                          MASU_TEXT("core",
                                    "{1} in {0} has a scale_factor or add_offset of which no values can be made. "
                                    "Correct the attribute, or remove it to import the stored numbers."),
                          {file.path, array.name}, {file.path});
    return;
  }
  for (const char* name : {"_FillValue", "missing_value"}) {
    for (const double number : numbersOf(dataset, name).numbers) {
      if (!std::isnan(number)) packing.missing.push_back(asStored(number, *array.type));
    }
  }
  if (packing.isPlain()) return;
  const bool isScaled = packing.scale != 1 || packing.offset != 0;
  if (!isScaled && isFloat(*array.type)) return;
  const bool isNarrow = fitsFloat(*array.type) && !(isScaled && (scale.isWide || offset.isWide));
  array.type = isNarrow ? ElementType::f32 : ElementType::f64;
}

}  // namespace masu::waveform
