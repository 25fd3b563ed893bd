// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tasks/cluster/cluster_request.h"

namespace masu::tasks {

/// A script that starts the workers of a command.
/// Invariant: a shell reads every word as it was given, whatever is in it; `--threads` and `--memory` are what the
/// engine is asked for, and never more.
struct ClusterScript {
  std::string head;              ///< the shell, and what Slurm reads of it
  std::vector<Message> remarks;  ///< go between both as comments, in the language of whoever reads them
  std::string body;
};

/// The words that one worker of the request is started with after "masu", the numbers of parts filled in. The first is
/// the command. Requires: worker < request.workers.
std::vector<std::string> workerWords(const ClusterRequest& request, std::uint64_t worker);

/// Errors: those of checkCluster().
Result<ClusterScript> clusterScript(const ClusterRequest& request);

/// The whole script; `say` gives a remark in the language of the reader.
std::string scriptText(const ClusterScript& script, const std::function<std::string(const Message&)>& say);

/// Writes the text of a script. Errors: the file is there and `overwrite` is not set; it is one that the command names;
/// it cannot be written.
Result<void> saveClusterScript(const ClusterRequest& request, const std::filesystem::path& file, std::string_view text,
                               bool overwrite);

}  // namespace masu::tasks
