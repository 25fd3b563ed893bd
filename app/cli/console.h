// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

#include "app/cli/interrupt.h"
#include "app/cli/report.h"
#include "core/base/job.h"

namespace masu::cli {

/// What every command takes.
struct CommonOptions {
  bool json = false;
  Resources resources;
};

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
  using Work = std::function<Result<Report>(const JobContext&)>;
  /// Called about ten times a second while the work runs; returns lines that stay above the progress line.
  using News = std::function<std::string()>;

  explicit Console(const CommonOptions& options, Ending ending = Ending::tidy)
      : m_json(options.json), m_ending(ending) {}

  /// Runs the work and prints its outcome. Returns the exit code: 0 done, 1 failed or not printed, 130 cancelled.
  int run(const Work& work, const News& news = {});

 private:
  int finish(const Result<Report>& result) const;

  bool m_json;
  Ending m_ending;
};

}  // namespace masu::cli
