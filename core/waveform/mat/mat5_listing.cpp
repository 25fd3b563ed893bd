// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/waveform/mat/mat_bytes.h"
#include "core/waveform/mat/mat_listing.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::uint32_t kLongestName = 256;
constexpr std::uint64_t kMostDimensions = 32;
constexpr std::size_t kMostMatFields = 4096;

std::optional<ElementType> storageOf(std::uint32_t type) {
  switch (type) {
    case 1:
      return ElementType::i8;
    case 2:
      return ElementType::u8;
    case 3:
      return ElementType::i16;
    case 4:
      return ElementType::u16;
    case 5:
      return ElementType::i32;
    case 6:
      return ElementType::u32;
    case 7:
      return ElementType::f32;
    case 9:
      return ElementType::f64;
    case 12:
      return ElementType::i64;
    case 13:
      return ElementType::u64;
    default:
      return std::nullopt;
  }
}

enum MatClass : std::uint32_t { kCell = 1, kStruct = 2, kDouble = 6, kUnsigned64 = 15, kOpaque = 17 };

/// The type of the numeric classes, which follow each other.
ElementType typeOfClass(std::uint32_t matClass) {
  using enum ElementType;
  constexpr std::array kTypes{f64, f32, i8, u8, i16, u16, i32, u32, i64, u64};
  return kTypes[matClass - kDouble];
}

/// Follows the tags of a file, where every piece says how long it is. What is inside of another must end in it.
class Mat5Walk {
 public:
  Mat5Walk(const io::File& file, bool bigEndian)
      : m_file(file), m_bytes(file, bigEndian), m_path(file.path().string()) {}

  Result<MatListing> run() {
    MASU_TRY(const std::uint64_t size, m_file.size());
    for (std::uint64_t at = kMatHeader; at < size;) {
      MASU_TRY(const Piece piece, pieceAt(at, size));
      if (piece.type == kMatMatrix) MASU_CHECK(matrix(piece, {}, 0));
      at = piece.next;
    }
    return std::move(m_listing);
  }

 private:
  /// A data element: its type, and the bytes [data, data + size).
  struct Piece {
    std::uint32_t type = 0;
    std::uint64_t size = 0;
    std::uint64_t data = 0;
    std::uint64_t next = 0;
    std::uint64_t end() const { return data + size; }
  };

  /// What comes before the content of a matrix.
  struct Matrix {
    std::uint32_t matClass = 0;
    bool isComplex = false;
    bool isLogical = false;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0;
    std::string name;
    std::uint64_t content = 0;  ///< where it begins
  };

  Result<Piece> pieceAt(std::uint64_t at, std::uint64_t end) const {
    if (at > end || end - at < 8) return fail(damagedMat(m_path, at));
    MASU_TRY(const auto tag, m_bytes.words<2>(at));
    if (tag[0] >> 16U != 0) {  // up to four bytes are in the tag itself
      const Piece piece{tag[0] & 0xFFFFU, tag[0] >> 16U, at + 4, at + 8};
      if (piece.size > 4) return fail(damagedMat(m_path, at));
      return piece;
    }
    const Piece piece{tag[0], tag[1], at + 8, at + 8 + (std::uint64_t{tag[1]} + 7) / 8 * 8};
    if (piece.size > end - piece.data) return fail(damagedMat(m_path, at));
    return piece;
  }

  Result<std::string> text(const Piece& piece) const {
    if (piece.size > kLongestName) return fail(damagedMat(m_path, piece.data));
    std::string text(piece.size, '\0');
    MASU_CHECK(m_file.readAt(piece.data, std::as_writable_bytes(std::span(text))));
    return utf8From(std::string_view(text).substr(0, text.find('\0')));
  }

  Result<Matrix> header(const Piece& whole) const {
    Matrix matrix;
    MASU_TRY(const Piece flags, pieceAt(whole.data, whole.end()));
    if (flags.size < 8) return fail(damagedMat(m_path, flags.data));
    MASU_TRY(const auto words, m_bytes.words<1>(flags.data));
    matrix.matClass = words[0] & 0xFFU;
    matrix.isComplex = (words[0] & 0x0800U) != 0;
    matrix.isLogical = (words[0] & 0x0200U) != 0;
    if (matrix.matClass == kOpaque) return matrix;  // goes on in another way
    MASU_TRY(const Piece shape, pieceAt(flags.next, whole.end()));
    if (shape.size % 4 != 0 || shape.size > 4 * kMostDimensions) return fail(damagedMat(m_path, shape.data));
    for (std::uint64_t at = shape.data; at < shape.end(); at += 4) {
      MASU_TRY(const auto length, m_bytes.words<1>(at));
      if (length[0] > 0x7FFFFFFFU) return fail(damagedMat(m_path, at));
      matrix.shape.push_back(length[0]);
    }
    const auto elements = elementsOf(matrix.shape);
    if (!elements) return fail(damagedMat(m_path, shape.data));
    matrix.elements = *elements;
    MASU_TRY(const Piece name, pieceAt(shape.next, whole.end()));
    MASU_TRY(matrix.name, text(name));
    matrix.content = name.next;
    return matrix;
  }

  /// `name` is that of the path to the matrix; empty at the top, where a variable has its own.
  Result<void> matrix(const Piece& whole, std::string name, int depth) {
    if (depth > kDeepestMatStruct) return fail(damagedMat(m_path, whole.data));
    m_nameBytes += name.size();
    if (++m_visited > kMostMatArrays || m_nameBytes > kMostMatNameBytes) return fail(tooManyInMat(m_path));
    if (whole.size == 0) return {};  // an empty member of a cell or struct
    MASU_TRY(Matrix matrix, header(whole));
    if (depth == 0) name = matrix.name;
    if (name.empty()) return {};  // what MATLAB keeps of functions and objects
    if (matrix.matClass == kStruct) return structure(whole, matrix, name, depth);
    if (matrix.matClass == kCell) return cell(whole, matrix, name, depth);
    return numbers(whole, std::move(matrix), std::move(name));
  }

  Result<void> structure(const Piece& whole, const Matrix& matrix, const std::string& name, int depth) {
    MASU_TRY(const Piece lengthPiece, pieceAt(matrix.content, whole.end()));
    if (lengthPiece.size != 4) return fail(damagedMat(m_path, lengthPiece.data));
    MASU_TRY(const auto length, m_bytes.words<1>(lengthPiece.data));
    MASU_TRY(const Piece names, pieceAt(lengthPiece.next, whole.end()));
    if (length[0] == 0 || length[0] > kLongestName) return fail(damagedMat(m_path, lengthPiece.data));
    std::vector<std::string> fields;
    for (std::uint64_t at = names.data; at + length[0] <= names.end(); at += length[0]) {
      if (fields.size() == kMostMatFields) return fail(damagedMat(m_path, at));
      MASU_TRY(std::string field, text({names.type, length[0], at, at}));
      fields.push_back(std::move(field));
    }
    std::uint64_t at = names.next;
    for (std::uint64_t i = 0; i < (fields.empty() ? 0 : matrix.elements); ++i) {
      const std::string element = matrix.elements == 1 ? name : name + "(" + std::to_string(i + 1) + ")";
      for (const std::string& field : fields) {
        MASU_TRY(const Piece member, pieceAt(at, whole.end()));
        MASU_CHECK(this->matrix(member, element + "." + field, depth + 1));
        at = member.next;
      }
    }
    return {};
  }

  Result<void> cell(const Piece& whole, const Matrix& matrix, const std::string& name, int depth) {
    std::uint64_t at = matrix.content;
    for (std::uint64_t i = 0; i < matrix.elements; ++i) {
      MASU_TRY(const Piece member, pieceAt(at, whole.end()));
      MASU_CHECK(this->matrix(member, name + "{" + std::to_string(i + 1) + "}", depth + 1));
      at = member.next;
    }
    return {};
  }

  Result<void> numbers(const Piece& whole, Matrix matrix, std::string name) {
    ListedArray listed{std::move(name), matrix.shape, {}, {}, {}};
    LinearLayout layout;
    if (matrix.matClass >= kDouble && matrix.matClass <= kUnsigned64 && !matrix.isComplex) {
      MASU_TRY(const Piece data, pieceAt(matrix.content, whole.end()));
      const auto storage = storageOf(data.type);
      if (!storage || matrix.elements != data.size / sizeOf(*storage)) return fail(damagedMat(m_path, data.data));
      const ElementType element = matrix.isLogical && sizeOf(*storage) == 1 ? ElementType::boolean : *storage;
      // MATLAB packs a matrix of one class into a narrower type where it can; the class is what its author chose.
      listed.type = matrix.isLogical ? ElementType::boolean : typeOfClass(matrix.matClass);
      const table::DType stored = storedTypeOf(*listed.type);
      if (widerOf(stored, storedTypeOf(element)) != stored) listed.type = ElementType::f64;
      layout = {std::move(matrix.shape), element, m_bytes.bigEndian(), true, data.data};
    }
    m_listing.arrays.push_back(std::move(listed));
    m_listing.layouts.push_back(std::move(layout));
    return {};
  }

  const io::File& m_file;
  MatBytes m_bytes;
  std::string m_path;
  MatListing m_listing;
  std::size_t m_visited = 0;
  std::size_t m_nameBytes = 0;
};

}  // namespace

Result<MatListing> listMat5(const io::File& file) {
  MASU_TRY(const bool bigEndian, isBigEndianMat(file));
  return Mat5Walk(file, bigEndian).run();
}

}  // namespace masu::waveform
