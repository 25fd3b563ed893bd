#pragma once

#include <functional>
#include <stop_token>

#include "app/cli/report.h"
#include "core/base/job.h"

namespace masu::cli {

/// What every command takes.
struct CommonOptions {
  bool json = false;
  Resources resources;
};

/// The terminal a command runs on: turns Ctrl+C into a stop request, draws progress on stderr when that is a terminal,
/// and prints the report or the failure.
class Console {
 public:
  using Work = std::function<Result<Report>(const JobContext&)>;
  /// Called about ten times a second while the work runs; returns lines that stay above the progress line.
  using News = std::function<std::string()>;

  explicit Console(const CommonOptions& options) : m_json(options.json) {}

  /// Runs the work and prints what came of it. Returns the exit code: 0 done, 1 failed, 130 cancelled.
  int run(const Work& work, const News& news = {});

 private:
  int finish(const Result<Report>& result) const;

  bool m_json;
};

}  // namespace masu::cli
