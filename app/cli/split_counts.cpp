// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/split_counts.h"

#include "app/cli/format.h"

namespace masu::cli {

nlohmann::ordered_json countsJson(const manifest::SplitCounts& counts) {
  return {{"train", counts.train}, {"validation", counts.validation}, {"test", counts.test}, {"unused", counts.unused}};
}

std::string splitCountsText(const manifest::SplitCounts& counts) {
  return countText(counts.train) + " train, " + countText(counts.validation) + " validation, " +
         countText(counts.test) + " test, " + countText(counts.unused) + " unused";
}

}  // namespace masu::cli
