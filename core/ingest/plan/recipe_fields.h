// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace masu::ingest {

/// What is wrong with a recipe; planFromRecipe() makes a failure of it.
struct RecipeFault {
  Message message;
};

[[noreturn]] inline void cannotBe(std::string_view name, const std::string& value) {
  throw RecipeFault{
      {MASU_TEXT("core", "The recipe cannot be used: its {0} cannot be {1}."), {std::string(name), value}}};
}

/// The value of a field as it is written, without a conversion that would change it.
template <class T>
T recipeValue(const nlohmann::ordered_json& json, std::string_view name) {
  bool fits = true;
  if constexpr (std::is_same_v<T, bool>)
    fits = json.is_boolean();
  else if constexpr (std::is_unsigned_v<T>)
    fits = json.is_number_unsigned() && json.get<std::uint64_t>() <= std::numeric_limits<T>::max();
  else if constexpr (std::is_floating_point_v<T>)
    fits = json.is_number() && std::isfinite(json.get<T>());
  try {
    if (fits) return json.get<T>();
  } catch (const nlohmann::json::exception&) {
    // It is of another kind: reported below, in words of the recipe.
  }
  constexpr std::size_t kMostShown = 60;
  std::string text = json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  if (text.size() > kMostShown) text = text.substr(0, kMostShown) + "…";
  cannotBe(name, text);
}

/// The field of that name.
inline const nlohmann::ordered_json& recipeField(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw RecipeFault{{MASU_TEXT("core", "The recipe cannot be used: it has no {0}."), {name}}};
  return *found;
}

template <class T>
T recipeField(const nlohmann::ordered_json& json, const char* name) {
  return recipeValue<T>(recipeField(json, name), name);
}

/// A field that earlier recipes do not have, or that may be left out.
template <class T>
std::optional<T> recipeOption(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return std::nullopt;
  return recipeValue<T>(*found, name);
}

template <class T>
T recipeOption(const nlohmann::ordered_json& json, const char* name, T otherwise) {
  return recipeOption<T>(json, name).value_or(std::move(otherwise));
}

/// A choice that Masu does not know must not be passed over: the import would be another than the recipe's.
inline void allowFields(const nlohmann::ordered_json& json, const char* where,
                        std::initializer_list<std::string_view> known) {
  if (!json.is_object()) cannotBe(where, json.type_name());
  for (const auto& [name, value] : json.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw RecipeFault{{MASU_TEXT("core",
                                 "The recipe cannot be used: its {0} has a field {1}, which this version of Masu does "
                                 "not know."),
                       {where, name}}};
  }
}

}  // namespace masu::ingest
