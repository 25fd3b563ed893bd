// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/field_text.h"

namespace masu::csv {

namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

void appendQuoted(std::string& record, std::string_view text) {
  record += '"';
  for (const char c : text) {
    if (c == '"') record += c;
    record += c;
  }
  record += '"';
}

}  // namespace

std::string quotedField(std::string_view text) {
  std::string field;
  appendQuoted(field, text);
  return field;
}

void appendField(std::string& record, std::string_view text) {
  const bool padded = !text.empty() && (isBlank(text.front()) || isBlank(text.back()));
  if (padded || text.find_first_of(",\"\r\n") != std::string_view::npos)
    appendQuoted(record, text);
  else
    record += text;
}

}  // namespace masu::csv
