// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/parts/part.h"

#include <functional>
#include <queue>
#include <utility>

namespace masu::shards {

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
