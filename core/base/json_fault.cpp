// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_fault.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace masu {

namespace {

/// Keeps nothing of a text but where reading it failed.
class FaultFinder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::size_t byte = 0;  ///< the last one read, from 1

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
    byte = position;
    return false;
  }
};

}  // namespace

std::optional<TextPlace> jsonFault(std::string_view text) {
  FaultFinder finder;
  if (nlohmann::json::sax_parse(text, &finder)) return std::nullopt;
  const std::string_view before = text.substr(0, std::max<std::size_t>(finder.byte, 1) - 1);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  return TextPlace{lines + 1, before.size() - (before.rfind('\n') + 1) + 1};
}

}  // namespace masu
