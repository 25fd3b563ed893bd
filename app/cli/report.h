// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/base/result.h"

namespace masu::cli {

/// What a command found out: the JSON object that --json prints, and the same as text for people.
struct Report {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::string text;
  std::string problems = {};  ///< what is wrong, for the error stream: whole lines
  int exitCode = 0;
};

/// A figure, or null where it is absent (NaN).
nlohmann::ordered_json numberOrNull(double value);

/// {error:{message,code,file,line,column}}; file, line and column only where they are known.
nlohmann::ordered_json errorJson(const Error& error);

/// The sentence for a terminal: the source is put before it where the sentence does not name it.
std::string errorText(const Error& error);

}  // namespace masu::cli
