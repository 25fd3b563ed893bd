// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/json/json_record.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/csv/structure/dialect.h"
#include "core/csv/structure/field_text.h"

namespace masu::csv {

namespace {

using nlohmann::json;

/// Begins the text of a line that is not a record. No cell has it: it is not UTF-8.
constexpr char kFaultMark = '\xFF';
constexpr std::size_t kShownDetail = 1000;

/// JSON has a point there; the library may have put the mark of the locale in its place.
std::string pointed(std::string text) {
  const auto isOther = [](char c) { return std::string_view("0123456789+-eE").find(c) == std::string_view::npos; };
  std::ranges::replace_if(text, isOther, '.');
  return text;
}

/// A field in quotes whose line ends are the bytes that stand for them.
std::string quotedOnOneLine(std::string_view text) {
  std::string field = quotedField(text);
  std::ranges::replace(field, '\n', kJsonLineFeed);
  std::ranges::replace(field, '\r', kJsonReturn);
  return field;
}

}  // namespace

/// Takes the values of one object down, and stops at anything else.
class JsonRecord::Reader final : public nlohmann::json_sax<json> {
 public:
  explicit Reader(JsonRecord& record) : m_record(record) {}

  bool null() override { return value(m_depth > 1 ? "null" : ""); }
  bool boolean(bool is) override { return value(is ? "true" : "false"); }
  /// Of the whole numbers below zero, and of -0.
  bool number_integer(number_integer_t number) override { return value(number == 0 ? "-0" : std::to_string(number)); }
  bool number_unsigned(number_unsigned_t number) override { return value(std::to_string(number)); }
  bool number_float(number_float_t, const string_t& text) override { return value(pointed(text)); }
  bool string(string_t& text) override { return value(m_depth > 1 ? quoted(text) : text); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open('{'); }
  bool end_object() override { return close('}'); }
  bool start_array(std::size_t) override { return open('['); }
  bool end_array() override { return close(']'); }

  /// The library reads no number that a double cannot hold: the object may be one all the same.
  bool parse_error(std::size_t, const std::string& token, const json::exception& error) override {
    constexpr int kNumberOverflow = 406;  // out_of_range.406 of nlohmann::json
    if (error.id == kNumberOverflow && m_depth > 0) {
      m_record.m_detail = pointed(token);
      m_numberTooLarge = true;
    }
    return false;
  }

  bool key(string_t& text) override {
    if (m_depth > 1) {
      appendNested(quoted(text));
      m_nested += ':';
      return true;
    }
    const std::size_t begin = m_record.m_buffer.size();
    m_record.m_buffer += text;
    m_record.m_cells.push_back({begin, m_record.m_buffer.size(), 0});
    return true;
  }

  bool numberTooLarge() const { return m_numberTooLarge; }

 private:
  static std::string quoted(const std::string& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  }

  void appendNested(std::string_view text) {
    const bool first = m_nested.empty() || std::string_view("{[:").find(m_nested.back()) != std::string_view::npos;
    if (!first) m_nested += ',';
    m_nested += text;
  }

  void appendCell(std::string_view text) {
    appendJsonField(m_record.m_buffer, text);
    m_record.m_cells.back().end = m_record.m_buffer.size();
  }

  bool value(std::string_view text) {
    if (m_depth == 0) return false;
    if (m_depth == 1)
      appendCell(text);
    else
      appendNested(text);
    return true;
  }

  bool open(char bracket) {
    if (m_depth == 0 && bracket != '{') return false;
    if (m_depth > 0) appendNested(std::string_view(&bracket, 1));
    ++m_depth;
    return true;
  }

  bool close(char bracket) {
    --m_depth;
    if (m_depth > 0) m_nested += bracket;
    if (m_depth != 1) return true;
    if (!m_record.m_nestedCell) m_record.m_nestedCell = m_record.m_cells.size() - 1;
    appendCell(m_nested);
    m_nested.clear();
    return true;
  }

  JsonRecord& m_record;
  std::size_t m_depth = 0;
  std::string m_nested;  ///< the value at hand that is an object or an array
  bool m_numberTooLarge = false;
};

bool JsonRecord::hasKeyTwice() {
  m_keys.clear();
  for (const Cell& cell : m_cells) m_keys.push_back(key(cell));
  std::ranges::sort(m_keys);
  const auto twice = std::ranges::adjacent_find(m_keys);
  if (twice == m_keys.end()) return false;
  m_detail = *twice;
  return true;
}

JsonFault JsonRecord::read(std::string_view line) {
  m_buffer.clear();
  m_cells.clear();
  m_nestedCell.reset();
  Reader reader(*this);
  // The library takes a NUL for the end of the text, and passes over what follows.
  if (line.find('\0') != std::string_view::npos) return JsonFault::notAnObject;
  if (!json::sax_parse(line, &reader))
    return reader.numberTooLarge() ? JsonFault::numberTooLarge : JsonFault::notAnObject;
  return hasKeyTwice() ? JsonFault::keyTwice : JsonFault::none;
}

void appendJsonField(std::string& record, std::string_view text) {
  if (text.find_first_of("\r\n") == std::string_view::npos) return appendField(record, text);
  record += quotedOnOneLine(text);
}

void appendJsonFault(std::string& record, JsonFault fault, std::string_view detail, std::string_view line,
                     std::size_t columns) {
  std::string mark = {kFaultMark, static_cast<char>('0' + static_cast<int>(fault))};
  mark += detail.substr(0, kShownDetail);
  record += quotedOnOneLine(mark) + ',' + quotedField(line);
  // Two columns would have two fields.
  if (columns == 2) record += ',';
}

namespace {

/// Takes a field in quotes off the front of a record, its quotes no longer doubled.
std::string takeQuoted(std::string_view& record) {
  std::string text;
  std::size_t i = 1;
  for (; i < record.size(); ++i) {
    if (record[i] == '"' && (i + 1 == record.size() || record[++i] != '"')) break;
    text += record[i];
  }
  record.remove_prefix(std::min(i, record.size()));
  return text;
}

std::string withLineEnds(std::string_view text, std::string_view feed, std::string_view back) {
  std::string shown;
  for (const char c : text) {
    if (c == kJsonLineFeed)
      shown += feed;
    else if (c == kJsonReturn)
      shown += back;
    else
      shown += c;
  }
  return shown;
}

}  // namespace

std::optional<FoundJsonFault> jsonFaultIn(std::string_view record) {
  constexpr std::size_t kCode = 2;  // after the quote and the mark
  if (record.size() <= kCode || record[0] != '"' || record[1] != kFaultMark) return std::nullopt;
  FoundJsonFault found;
  const int code = record[kCode] - '0';
  if (code < static_cast<int>(JsonFault::notAnObject) || code > static_cast<int>(JsonFault::numberTooLarge))
    return std::nullopt;
  found.fault = static_cast<JsonFault>(code);
  found.detail = withLineEnds(takeQuoted(record).substr(kCode), "\n", "\r");
  if (record.starts_with(",\"")) {
    record.remove_prefix(1);
    found.line = takeQuoted(record);
  }
  return found;
}

std::string shownJsonRecord(std::string_view record) {
  if (auto fault = jsonFaultIn(record)) return std::move(fault->line);
  // An object without values: commas alone, or what stands for an empty record of a single column.
  if (record == "\"\"" || (!record.empty() && record.find_first_not_of(',') == std::string_view::npos)) return "{}";
  return withLineEnds(record, "\\n", "\\r");
}

}  // namespace masu::csv
