// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <utility>

#include "core/manifest/check/check_context.h"

namespace masu::manifest {

Check checkEmptySplits(const CheckContext& context, const std::optional<std::string>& origin) {
  Check check;
  check.name = "empty_splits";
  const SplitCounts counts = countsOf(context.assignment);
  const std::array<std::uint64_t, 3> sizes = {counts.train, counts.validation, counts.test};
  const std::array<bool, 3> asked = origin ? splitsAskedFor(*origin) : std::array{true, true, true};
  std::vector<Message> empty;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    // Nobody trains on nothing, whatever was asked for.
    const bool wanted = asked[s] || s == 0;
    if (sizes[s] == 0 && wanted) empty.push_back(Message::marked(store::name(static_cast<store::Split>(s + 1))));
  }
  if (empty.empty()) {
    check.detail = {MASU_TEXT("core", "Every split that was asked for has samples."), {}};
    return check;
  }
  markFailed(check, counts.train == 0 ? Severity::serious : Severity::warning,
             {MASU_TEXT("core", "Splits without any sample: {0}."), {Message::listed(std::move(empty))}},
             {MASU_TEXT("core", "Give them a share when it is drawn, or rules that match more sources."), {}});
  return check;
}

}  // namespace masu::manifest
