// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/label_codes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/csv/numbers/whole_number.h"
#include "core/downcast/narrow.h"

namespace masu::ingest {
namespace {

template <class T>
std::optional<T> numberIn(const std::string& text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return value;
}

bool lessByValue(const std::string& a, const std::string& b) {
  const auto x = numberIn<std::int64_t>(a);
  const auto y = numberIn<std::int64_t>(b);
  return x != y ? x < y : a < b;  // "1" and "01" stay apart
}

bool allWhole(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(),
                     [](const auto& name) { return numberIn<std::int64_t>(name).has_value(); });
}

/// Whether it is a whole number that no double is.
bool isBeyondDoubles(const std::string& label) {
  csv::Whole whole;
  return csv::parseWhole(label, '.', whole) && csv::roundingOf(whole, labelValue(label)) > 0;
}

bool fitsWholes(const std::string& label) {
  csv::Whole whole;
  return csv::parseWhole(label, '.', whole) ? csv::holdsWhole(whole)
                                            : downcast::holds(table::DType::i64, labelValue(label));
}

/// Errors: labels that no type of numbers keeps together.
Result<store::Target> values(const std::vector<std::string>& labels) {
  if (std::ranges::none_of(labels, isBeyondDoubles) || std::ranges::all_of(labels, fitsWholes))
    return store::Target::values;
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The label {0} has more digits than a number keeps beside the other labels, so labels cannot "
                        "be values; predict classes instead."),
              {*std::ranges::find_if(labels, isBeyondDoubles)});
}

}  // namespace

std::vector<std::string> sortedNames(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (allWhole(names)) std::sort(names.begin(), names.end(), lessByValue);
  return names;
}

std::vector<std::string> extended(std::vector<std::string> names, const std::vector<std::string>& more) {
  const auto known = codesOf(names);
  for (const std::string& name : more) {
    if (!known.contains(name)) names.push_back(name);
  }
  return names;
}

std::unordered_map<std::string, std::uint32_t> codesOf(const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::uint32_t> codes;
  for (const std::string& name : names) codes.emplace(name, static_cast<std::uint32_t>(codes.size()));
  return codes;
}

Result<store::Target> targetOf(const std::vector<std::string>& labels, store::Target asked) {
  constexpr std::size_t kMostNumericClasses = 1000;
  if (asked == store::Target::classes) return asked;
  const auto text =
      std::find_if(labels.begin(), labels.end(), [](const auto& label) { return !numberIn<double>(label); });
  if (text != labels.end()) {
    if (asked != store::Target::values) return store::Target::classes;
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "The label \"{0}\" is not a number, so labels cannot be values; predict classes instead."),
        {*text});
  }
  if (asked == store::Target::values) return values(labels);
  const std::vector<std::string> names = sortedNames(labels);
  if (allWhole(names) && names.size() <= kMostNumericClasses) return store::Target::classes;
  return values(labels);
}

double labelValue(const std::string& label) {
  return numberIn<double>(label).value_or(0);
}

std::int64_t wholeLabel(const std::string& label) {
  csv::Whole whole;
  return csv::parseWhole(label, '.', whole) ? csv::numberOf(whole) : static_cast<std::int64_t>(labelValue(label));
}

table::DType typeOfValues(const std::vector<std::string>& labels) {
  const auto isFloat = [](const std::string& label) {
    const double value = labelValue(label);
    return std::isnan(value) || static_cast<double>(static_cast<float>(value)) == value;
  };
  if (std::ranges::any_of(labels, isBeyondDoubles)) return table::DType::i64;
  return std::ranges::all_of(labels, isFloat) ? table::DType::f32 : table::DType::f64;
}

}  // namespace masu::ingest
