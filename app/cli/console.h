// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

#include "app/cli/interrupt.h"
#include "app/cli/report.h"
#include "core/base/job.h"

namespace masu::cli {

/// What a command does once its options are read.
using Work = std::function<Result<Report>(const JobContext&)>;

/// What every command takes.
struct CommonOptions {
  bool json = false;
  Resources resources;
  /// Where a program calls the command, not a person: takes the work in the terminal's place and returns the exit code.
  std::function<int(const Work&)> caller = {};
};

/// Does the work; what a library throws is a failure like others.
Result<Report> guarded(const Work& work, const JobContext& job);

/// Writes to stdout and makes sure that it got there. False where it did not; a sentence on stderr says so then.
bool printOut(std::string_view text);
/// A JSON object and nothing else: whatever it holds, it is printed, and no byte of it is a command to a terminal.
bool printJson(const nlohmann::ordered_json& json);
/// A sentence on stderr, with the program's name before it.
void printError(const std::string& sentence);

/// The terminal a command runs on: turns Ctrl+C into a stop request, draws progress on stderr when that is a terminal,
/// and prints the report or the failure. What comes from files is shown so that it commands no terminal.
class Console {
 public:
  using Work = cli::Work;
  /// Called about ten times a second while the work runs, and once after it; returns lines that stay above the progress
  /// line.
  using News = std::function<std::string()>;

  explicit Console(const CommonOptions& options, Ending ending = Ending::tidy)
      : m_json(options.json), m_caller(options.caller), m_ending(ending) {}

  /// Runs the work and prints its outcome, or leaves both to the caller.
  /// Returns the exit code: 0 done, 1 failed or not printed, 130 cancelled.
  int run(const Work& work, const News& news = {});

 private:
  int finish(const Result<Report>& result) const;

  bool m_json;
  std::function<int(const Work&)> m_caller;
  Ending m_ending;
};

}  // namespace masu::cli
