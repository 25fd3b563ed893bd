// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_packing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/waveform/hdf5/hdf5_attributes.h"

namespace masu::waveform {
namespace {

using SameWidth = std::pair<ElementType, ElementType>;
constexpr std::array kSigned{SameWidth{ElementType::i8, ElementType::u8}, SameWidth{ElementType::i16, ElementType::u16},
                             SameWidth{ElementType::i32, ElementType::u32},
                             SameWidth{ElementType::i64, ElementType::u64}};

/// f64, or integers that f32 does not hold.
bool isWide(const AttributeNumbers& attribute) {
  return attribute.elementBytes > (attribute.bits.empty() ? sizeof(float) : sizeof(std::int16_t));
}

bool isSigned(ElementType type) {
  return std::ranges::find(kSigned, type, &SameWidth::first) != kSigned.end();
}

/// The classic format of netCDF has no unsigned integers, and OPeNDAP no signed bytes: an attribute says what the bits
/// are.
std::optional<ElementType> readAs(hid_t dataset, ElementType stored) {
  const std::string text = lowerCase(attributeText(dataset, "_Unsigned"));
  for (const auto& [withSign, without] : kSigned) {
    if (stored == withSign && text == "true") return without;
    if (stored == without && text == "false") return withSign;
  }
  return std::nullopt;
}

/// A missing value is compared as what is stored, which may be narrower than its attribute, or of the other signedness.
double asStored(double number, ElementType stored, std::optional<ElementType> readAs) {
  if (stored == ElementType::f32) return static_cast<double>(static_cast<float>(number));
  if (!readAs) return number;
  const double values = std::ldexp(1., 8 * static_cast<int>(sizeOf(stored)));
  if (isSigned(stored)) return number < 0 ? number + values : number;
  return number >= values / 2 ? number - values : number;
}

/// Whether an integer of 64 bits is a number of the type that is stored; where an attribute says what the bits of these
/// are, it may be spelled either way.
bool isHeld(std::uint64_t bits, const AttributeNumbers& attribute, ElementType stored, const NumberPacking& packing) {
  return packing.readAs || attribute.isSigned == isSigned(stored) || (bits >> 63U) == 0;
}

void addMissing(hid_t dataset, const char* name, ElementType stored, NumberPacking& packing) {
  const AttributeNumbers attribute = attributeNumbers(dataset, name);
  if ((stored == ElementType::i64 || stored == ElementType::u64) && !attribute.bits.empty()) {
    std::ranges::copy_if(attribute.bits, std::back_inserter(packing.missingBits),
                         [&](std::uint64_t bits) { return isHeld(bits, attribute, stored, packing); });
    return;
  }
  for (const double number : attribute.numbers) {
    if (!std::isnan(number)) packing.missing.push_back(asStored(number, stored, packing.readAs));
  }
}

bool isFloat(ElementType type) {
  return type == ElementType::f16 || type == ElementType::f32 || type == ElementType::f64;
}

}  // namespace

void readPacking(const Hdf5File& file, hid_t dataset, ListedArray& array) {
  const AttributeNumbers scale = attributeNumbers(dataset, "scale_factor");
  const AttributeNumbers offset = attributeNumbers(dataset, "add_offset");
  NumberPacking& packing = array.packing;
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
  const ElementType stored = *array.type;
  packing.readAs = readAs(dataset, stored);
  array.type = packing.readAs.value_or(stored);
  for (const char* name : {"_FillValue", "missing_value"}) addMissing(dataset, name, stored, packing);
  if (!packing.isScaled() && (!packing.hasMissing() || isFloat(*array.type))) return;
  using enum table::DType;
  const bool isNarrow = widerOf(f32, storedTypeOf(*array.type)) == f32;
  const bool byWide = packing.isScaled() && (isWide(scale) || isWide(offset));
  array.type = isNarrow && !byWide ? ElementType::f32 : ElementType::f64;
}

}  // namespace masu::waveform
