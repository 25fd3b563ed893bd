// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "core/waveform/arrays/array_axes.h"
#include "core/waveform/flat/npy_file.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
/// What the header of an NPY file says: the text of a Python dictionary with these three keys.
struct NpyHeader {
  std::string_view type;  ///< such as <f4; empty for records
  bool fortran = false;
  std::vector<std::uint64_t> shape;
};

/// Reads the few forms of Python literals that NumPy writes.
class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : m_text(text) {}

  bool take(std::string_view token) {
    skipBlanks();
    if (!m_text.starts_with(token)) return false;
    m_text.remove_prefix(token.size());
    return true;
  }

  std::optional<std::string_view> text() {
    skipBlanks();
    if (m_text.empty() || (m_text.front() != '\'' && m_text.front() != '"')) return std::nullopt;
    const auto end = m_text.find(m_text.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = m_text.substr(1, end - 1);
    m_text.remove_prefix(end + 1);
    return found;
  }

  std::optional<bool> boolean() {
    if (take("True")) return true;
    if (take("False")) return false;
    return std::nullopt;
  }

  std::optional<std::vector<std::uint64_t>> tuple() {
    if (!take("(")) return std::nullopt;
    std::vector<std::uint64_t> values;
    while (!take(")")) {
      skipBlanks();
      std::uint64_t value = 0;
      const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
      if (error != std::errc()) return std::nullopt;
      m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
      take("L");  // Python 2 wrote long integers so
      values.push_back(value);
      if (take(",")) continue;
      if (!take(")")) return std::nullopt;
      break;
    }
    return values;
  }

  /// Passes over a list in brackets, whatever it holds.
  bool list() {
    if (!take("[")) return false;
    for (int depth = 1; depth > 0;) {
      skipBlanks();
      if (m_text.empty()) return false;
      if (m_text.front() == '\'' || m_text.front() == '"') {
        if (!text()) return false;
        continue;
      }
      depth += m_text.front() == '[' ? 1 : m_text.front() == ']' ? -1 : 0;
      m_text.remove_prefix(1);
    }
    return true;
  }

 private:
  void skipBlanks() { m_text.remove_prefix(std::min(m_text.find_first_not_of(" \t\r\n"), m_text.size())); }

  std::string_view m_text;
};

std::optional<NpyHeader> parseHeader(std::string_view text) {
  LiteralReader reader(text);
  NpyHeader header;
  bool hasType = false;
  bool hasOrder = false;
  bool hasShape = false;
  if (!reader.take("{")) return std::nullopt;
  while (!reader.take("}")) {
    const auto key = reader.text();
    if (!key || !reader.take(":")) return std::nullopt;
    if (*key == "descr") {
      if (const auto type = reader.text()) {
        header.type = *type;
      } else if (!reader.list()) {
        return std::nullopt;
      }
      hasType = true;
    } else if (*key == "fortran_order") {
      const auto order = reader.boolean();
      if (!order) return std::nullopt;
      header.fortran = *order;
      hasOrder = true;
    } else if (*key == "shape") {
      auto shape = reader.tuple();
      if (!shape) return std::nullopt;
      header.shape = std::move(*shape);
      hasShape = true;
    } else {
      return std::nullopt;
    }
    reader.take(",");
  }
  if (!hasType || !hasOrder || !hasShape) return std::nullopt;
  return header;
}

/// The element type of a description such as <f4, without the byte order.
std::optional<ElementType> elementTypeOf(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, ElementType>, 12> kTypes{{{"b1", ElementType::boolean},
                                                                             {"i1", ElementType::i8},
                                                                             {"u1", ElementType::u8},
                                                                             {"i2", ElementType::i16},
                                                                             {"u2", ElementType::u16},
                                                                             {"i4", ElementType::i32},
                                                                             {"u4", ElementType::u32},
                                                                             {"i8", ElementType::i64},
                                                                             {"u8", ElementType::u64},
                                                                             {"f2", ElementType::f16},
                                                                             {"f4", ElementType::f32},
                                                                             {"f8", ElementType::f64}}};
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& entry) { return entry.first == type; });
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

tl::unexpected<Error> refuseType(const std::string& name, std::string_view type) {
  if (type.ends_with('O')) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} holds Python objects. Save the array with a numeric type, such as float32."),
                {name}, {name});
  }
  if (type.empty()) {
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} holds records. Save every field as an array of its own."),
                {name}, {name});
  }
  const std::string_view kind = type.substr(type.find_first_not_of("<>|=") == 1 ? 1 : 0);
  if (kind.starts_with('c')) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} holds complex numbers. Save real and imaginary parts as arrays of their own."),
                {name}, {name});
  }
  return fail(Errc::unsupported,
              MASU_TEXT("core", "{0} has elements of the type \"{1}\"; real numbers of 8 to 64 bits can be read."),
              {name, utf8From(type)}, {name});
}

tl::unexpected<Error> damagedHeader(const std::string& name) {
  return fail(Errc::damaged, MASU_TEXT("core", "The NPY header of {0} is damaged or cut short."), {name}, {name});
}

/// The header's text, a part of `head`.
Result<std::string_view> headerText(std::span<const std::byte> head, const std::string& name) {
  if (!isNpy(head)) return fail(Errc::format, MASU_TEXT("core", "{0} is not an NPY file."), {name}, {name});
  if (head.size() < 12) return damagedHeader(name);
  const auto version = std::to_integer<unsigned>(head[6]);
  if (version < 1 || version > 3) {
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} is an NPY file of version {1}; versions 1 to 3 can be read."),
                {name, std::to_string(version)}, {name});
  }
  const std::size_t offset = version == 1 ? 10 : 12;
  std::uint64_t length = 0;
  for (std::size_t i = offset; i-- > 8;) length = length << 8U | std::to_integer<std::uint64_t>(head[i]);
  if (length > head.size() - offset) return damagedHeader(name);
  return std::string_view(reinterpret_cast<const char*>(head.data()) + offset, length);
}

}  // namespace

bool isNpy(std::span<const std::byte> head) {
  return std::string_view(reinterpret_cast<const char*>(head.data()), head.size()).starts_with(kMagic);
}

Result<LinearLayout> readNpyHeader(std::span<const std::byte> head, std::uint64_t size, const std::string& name) {
  MASU_TRY(const std::string_view text, headerText(head, name));
  const auto offset = static_cast<std::uint64_t>(text.end() - reinterpret_cast<const char*>(head.data()));
  auto header = parseHeader(text);
  if (!header) return damagedHeader(name);
  const std::string_view type = header->type;
  const auto element = type.empty() ? std::nullopt : elementTypeOf(type.substr(1));
  if (!element || std::string_view("<>|=").find(type.front()) == std::string_view::npos) return refuseType(name, type);
  const auto elements = elementsOf(header->shape);
  if (!elements || *elements > (size - offset) / sizeOf(*element)) {
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "{0} is cut short or damaged: {1} bytes follow its header, which are not the {2} of "
                          "type {3} that it promises."),
                {name, std::to_string(size - offset), shapeText(header->shape), utf8From(type)}, {name});
  }
  return LinearLayout{std::move(header->shape), *element, type.front() == '>', header->fortran, offset};
}

}  // namespace masu::waveform
