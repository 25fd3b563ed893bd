// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace masu {

/// Values of an enumeration by the names that options, recipes and files give them. A name is compared as it is
/// written, capitals included; nothing is returned for any other text, which the caller refuses in its own words.
/// Threads: any.
///
/// This one is for an enumeration of which every value has a name. Requires: `names` are in its order, from 0.
template <class Enum, std::size_t N>
constexpr std::optional<Enum> valueNamed(const std::array<std::string_view, N>& names, std::string_view text) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// Values and their names, where a name belongs to one document or the order is another.
template <class Enum, std::size_t N>
using NamedValues = std::array<std::pair<Enum, std::string_view>, N>;

template <class Enum, std::size_t N>
constexpr std::optional<Enum> valueNamed(const NamedValues<Enum, N>& values, std::string_view text) {
  for (const auto& [value, known] : values) {
    if (known == text) return value;
  }
  return std::nullopt;
}

/// The name of a value. Requires: it is one of `values`.
template <class Enum, std::size_t N>
constexpr std::string_view nameIn(const NamedValues<Enum, N>& values, Enum value) {
  for (const auto& [known, text] : values) {
    if (known == value) return text;
  }
  return {};
}

/// One of some values, each of which has the name that name() gives it.
template <class Enum>
constexpr std::optional<Enum> valueNamed(std::initializer_list<Enum> values, std::string_view text) {
  for (const Enum value : values) {
    if (name(value) == text) return value;
  }
  return std::nullopt;
}

}  // namespace masu
