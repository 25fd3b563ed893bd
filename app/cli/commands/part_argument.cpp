// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/part_argument.h"

#include "app/cli/commands/commands.h"
#include "app/cli/number_value.h"
#include "core/tasks/cluster/worker_part.h"

namespace masu::cli {

void PartArgument::addTo(CLI::App& command, const std::string& description) {
  command.add_option("--part", m_text, description)->check(partValue());
}

WorkerShare PartArgument::share(const Resources& asked) const {
  if (m_text != kAutoPart) return {partFrom(m_text), asked};
  const auto found = tasks::partOfThisWorker(asked);
  if (!found) throw Conflict(found.error().message.english());
  return {found->part, found->resources};
}

}  // namespace masu::cli
