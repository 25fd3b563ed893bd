// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace masu::train {

// Messages between processes of one program on machines of one kind: numbers as they are in memory, texts after their
// length. What is taken goes from the front of `rest`; nothing where that is too short.

template <class Number>
  requires std::is_trivially_copyable_v<Number>
void appendNumber(std::string& to, Number number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

inline void appendText(std::string& to, std::string_view text) {
  appendNumber(to, std::uint64_t{text.size()});
  to += text;
}

template <class Number>
  requires std::is_trivially_copyable_v<Number>
std::optional<Number> takeNumber(std::string_view& rest) {
  if (rest.size() < sizeof(Number)) return std::nullopt;
  Number number;
  std::memcpy(&number, rest.data(), sizeof number);
  rest.remove_prefix(sizeof number);
  return number;
}

inline std::optional<std::string_view> takeText(std::string_view& rest) {
  const auto size = takeNumber<std::uint64_t>(rest);
  if (!size || *size > rest.size()) return std::nullopt;
  const std::string_view text = rest.substr(0, *size);
  rest.remove_prefix(*size);
  return text;
}

}  // namespace masu::train
