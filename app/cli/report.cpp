// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report.h"

#include <cmath>

namespace masu::cli {

nlohmann::ordered_json numberOrNull(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}

nlohmann::ordered_json errorJson(const Error& error) {
  nlohmann::ordered_json body;
  body["message"] = error.message.english();
  body["code"] = std::string(name(error.code));
  if (!error.source.file.empty()) body["file"] = error.source.file;
  if (error.source.line > 0) body["line"] = error.source.line;
  if (error.source.column > 0) body["column"] = error.source.column;
  return {{"error", body}};
}

std::string errorText(const Error& error) {
  std::string text = error.message.english();
  std::string where = error.source.file;
  if (error.source.line > 0) where += ", line " + std::to_string(error.source.line);
  // Whatever the message says itself of the place is not said twice.
  if (error.source.file.empty() || text.find(where) != std::string::npos) return text;
  if (error.source.column > 0) where += ", column " + std::to_string(error.source.column);
  return where + ": " + text;
}

}  // namespace masu::cli
