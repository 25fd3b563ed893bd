// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/exact_json.h"
#include "core/metrics/figures/figures.h"

namespace masu::metrics {

using Json = ExactJson;

// JSON has neither NaN nor infinity: null is the figure that does not exist, and a loss that diverged keeps its sign.
inline Json numberToJson(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
  return value;
}

inline double numberFrom(const Json& json) {
  if (json.is_null()) return kAbsent;
  if (json.is_string()) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return json.get<std::string>() == "-infinity" ? -kInfinity : kInfinity;
  }
  return json.get<double>();
}

// A path is bytes, not always UTF-8; JSON text cannot hold such a one, so its bytes are listed.
inline Json pathToJson(const std::filesystem::path& path) {
  const std::string& bytes = path.native();
  try {
    (void)Json(bytes).dump();
    return bytes;
  } catch (const Json::type_error&) {
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  }
}

inline std::filesystem::path pathFrom(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const auto bytes = json.get<std::vector<std::uint8_t>>();
  return std::string(bytes.begin(), bytes.end());
}

/// An argument that is a message is one in JSON, too; any other is a text.
inline Json toJson(const Message& message) {
  Json arguments = Json::array();
  for (const Argument& argument : message.arguments) {
    arguments.push_back(argument.isMessage ? toJson(Message{argument.text, argument.arguments}) : Json(argument.text));
  }
  return {{"text", message.text}, {"arguments", std::move(arguments)}};
}

inline Message messageFrom(const Json& json) {
  Message message{json.at("text"), {}};
  for (const Json& argument : json.at("arguments")) {
    message.arguments.push_back(argument.is_object() ? Argument(messageFrom(argument))
                                                     : Argument(argument.get<std::string>()));
  }
  return message;
}

/// What does not exist for any model of the kind is left out, but for those two that other programs rely on.
inline void addFigures(Json& json, const std::string& prefix, const Figures& figures) {
  for (const NamedFigure& figure : kFigures) {
    const double value = figures.*figure.value;
    const bool always = figure.value == &Figures::loss || figure.value == &Figures::accuracy;
    if (always || !std::isnan(value)) json[prefix + figure.name] = numberToJson(value);
  }
}

inline Figures figuresFrom(const Json& json, const std::string& prefix) {
  Figures figures;
  for (const NamedFigure& figure : kFigures) {
    const auto found = json.find(prefix + figure.name);
    if (found != json.end()) figures.*figure.value = numberFrom(*found);
  }
  return figures;
}

}  // namespace masu::metrics
