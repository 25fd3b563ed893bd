// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/waveform/mat/mat_bytes.h"
#include "core/waveform/mat/mat_listing.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::uint64_t kHeader = 20;
constexpr std::uint32_t kLongestName = 256;

/// The first word of a matrix: thousands state the byte order, tens the type of the elements, ones the kind of matrix.
struct Mat4Type {
  std::uint32_t order;
  std::uint32_t element;
  std::uint32_t kind;
};

Mat4Type typeOf(std::uint32_t word) {
  return {word / 1000, word / 10 % 10, word % 10};
}

}  // namespace

Result<MatListing> listMat4(const io::File& file) {
  constexpr std::array kElements{ElementType::f64, ElementType::f32, ElementType::i32,
                                 ElementType::i16, ElementType::u16, ElementType::u8};
  const std::string path = file.path().string();
  MASU_TRY(const std::uint64_t size, file.size());
  if (size < kHeader) return fail(damagedMat(path, 0));
  MASU_TRY(const auto first, MatBytes(file, false).words<1>(0));
  // Little-endian types are below 1000, and the bytes of such a number in the other order make a large one.
  const bool bigEndian = first[0] >= 1U << 16U;
  const MatBytes bytes(file, bigEndian);
  MatListing listing;
  for (std::uint64_t at = 0; at < size;) {
    if (size - at < kHeader) return fail(damagedMat(path, at));
    if (listing.arrays.size() == kMostMatArrays) return fail(tooManyInMat(path));
    MASU_TRY(const auto header, bytes.words<5>(at));
    const auto [word, rows, columns, imaginary, nameLength] = header;
    const Mat4Type type = typeOf(word);
    const bool isKnown = type.order == (bigEndian ? 1U : 0U) && type.element < kElements.size() && type.kind <= 2;
    if (!isKnown || imaginary > 1 || nameLength == 0 || nameLength > kLongestName) return fail(damagedMat(path, at));
    const ElementType element = kElements[type.element];
    const std::uint64_t data = at + kHeader + nameLength;
    // Neither can overflow: rows and columns have 32 bits each.
    const std::uint64_t elements = std::uint64_t{rows} * columns;
    if (data > size || elements > (size - data) / sizeOf(element) / (1 + imaginary)) return fail(damagedMat(path, at));
    std::string name(nameLength, '\0');
    MASU_CHECK(file.readAt(at + kHeader, std::as_writable_bytes(std::span(name))));
    name = utf8From(std::string_view(name).substr(0, name.find('\0')));
    const bool isNumbers = type.kind == 0 && imaginary == 0;
    listing.arrays.push_back({name, {rows, columns}, isNumbers ? std::optional(element) : std::nullopt, {}, {}});
    listing.layouts.push_back({{rows, columns}, element, bigEndian, true, data});
    at = data + elements * sizeOf(element) * (1 + imaginary);
  }
  return listing;
}

}  // namespace masu::waveform
