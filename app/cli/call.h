// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"

namespace masu::cli {

/// An option of a command, for faces that have no command line.
struct CallOption {
  enum class Takes { nothing, value, pair };

  std::vector<std::string> names;  ///< without dashes, as "shard-size"
  Takes takes = Takes::value;
};

/// The options of a command that it takes by name, but for --help and --json.
std::vector<CallOption> optionsOf(std::string_view command);

/// What a command found out: the object that --json prints, or why there is none.
struct Called {
  Result<std::string> json;
  /// What was put in order of the datasets that were named, and which options have no effect, as sentences.
  std::vector<std::string> settled;
};

/// Runs a command that a program calls: the words of a command line, "masu" and --json left out. What they mean, what
/// they are checked for and what is refused is the same; nothing is printed, and signals are left to the caller.
/// Errors: Errc::invalidArgument for wrong usage; those of the command.
Called call(const std::vector<std::string>& words, const JobContext& job);

}  // namespace masu::cli
