// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace masu {

/// How a value of ExactJson becomes one of C++: as by the library, but for whole numbers.
template <class T, class = void>
struct ExactSerializer {
  template <class Json, class Value = T>
  static auto from_json(Json&& json, Value& value) -> decltype(nlohmann::from_json(std::forward<Json>(json), value)) {
    if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
      const bool fits = json.is_number_unsigned() ? std::in_range<Value>(json.template get_ref<const std::uint64_t&>())
                        : json.is_number_integer() ? std::in_range<Value>(json.template get_ref<const std::int64_t&>())
                                                   : false;
      using Plain = std::remove_cvref_t<Json>;
      if (!fits) throw Plain::type_error::create(302, "a whole number of that range is expected", &json);
    }
    nlohmann::from_json(std::forward<Json>(json), value);
  }

  template <class Json, class Value = T>
  static auto from_json(Json&& json) -> decltype(nlohmann::from_json(std::forward<Json>(json),
                                                                     nlohmann::detail::identity_tag<Value>{})) {
    return nlohmann::from_json(std::forward<Json>(json), nlohmann::detail::identity_tag<Value>{});
  }

  template <class Json, class Value>
  static auto to_json(Json& json, Value&& value) -> decltype(nlohmann::to_json(json, std::forward<Value>(value))) {
    nlohmann::to_json(json, std::forward<Value>(value));
  }
};

/// A document that is read from a file. The library makes any number of any other, so that -1.5 is a count of 2^64 - 1
/// or undefined; here a whole number is read only from one that it can hold. Fields keep their order.
/// Errors: nlohmann::json::type_error, of the same kind as where a text is found instead of a number.
using ExactJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                       std::uint64_t, double, std::allocator, ExactSerializer>;

/// A text that may be missing, which is null in JSON and empty in C++.
inline nlohmann::ordered_json textOrNull(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}
/// The way back. Errors: as of ExactJson, where it is neither a text nor null.
inline std::string textOrEmpty(const ExactJson& json) {
  return json.is_null() ? std::string() : json.get<std::string>();
}

}  // namespace masu
