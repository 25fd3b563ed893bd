#include "core/ingest/recording_labels.h"

#include <algorithm>
#include <charconv>
#include <optional>

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
  if (asked == store::Target::values) return asked;
  const std::vector<std::string> names = sortedNames(labels);
  return allWhole(names) && names.size() <= kMostNumericClasses ? store::Target::classes : store::Target::values;
}

double labelValue(const std::string& label) {
  return numberIn<double>(label).value_or(0);
}

}  // namespace masu::ingest
