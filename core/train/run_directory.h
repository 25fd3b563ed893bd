#pragma once

#include <filesystem>
#include <vector>

#include "core/io/file.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"

namespace masu::train {

/// The folder of a training run: spec.json, events.jsonl (each event as it comes), last.pt and best.pt; where several
/// models share the run, each has a folder of its own for the two, named by number and model.
/// Threads: one at a time.
class RunDirectory {
 public:
  /// Makes the folder where it is missing; what an earlier run left there under these names is replaced.
  /// Errors: no folder named; it cannot be made or written.
  static Result<RunDirectory> create(const metrics::RunSpec& spec);

  std::filesystem::path lastCheckpoint(int run) const { return m_models[static_cast<std::size_t>(run)] / "last.pt"; }
  std::filesystem::path bestCheckpoint(int run) const { return m_models[static_cast<std::size_t>(run)] / "best.pt"; }

  Result<void> append(const metrics::RunEvent& event);

 private:
  std::vector<std::filesystem::path> m_models;
  io::File m_events;
  std::uint64_t m_written = 0;
};

}  // namespace masu::train
