// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/parts/part.h"

#include <charconv>
#include <functional>
#include <queue>
#include <system_error>
#include <utility>

namespace masu::shards {

namespace {

/// A number from 1 up, in digits alone.
std::optional<std::uint64_t> countFrom(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [read, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || read != end || text.front() == '0') return std::nullopt;
  return value;
}

}  // namespace

std::optional<PartOf> partFrom(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = countFrom(text.substr(0, slash));
  const auto count = countFrom(text.substr(slash + 1));
  if (!number || !count || *number > *count || *count > PartOf::kMost) return std::nullopt;
  return PartOf{*number, *count};
}

std::string name(const PartOf& part) {
  return std::to_string(part.number) + "/" + std::to_string(part.count);
}

Division divide(const ExportPlan& plan, std::uint64_t parts) {
  using Load = std::pair<std::uint64_t, std::size_t>;  // samples, part
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t part = 0; part < parts; ++part) loads.emplace(0, part);
  Division division(parts);
  for (std::size_t shard = 0; shard < plan.shards.size(); ++shard) {
    const auto [samples, part] = loads.top();
    loads.pop();
    division[part].push_back(shard);
    loads.emplace(samples + plan.shards[shard].count, part);
  }
  return division;
}

}  // namespace masu::shards
