#include "core/tasks/measure_task.h"

#include <optional>

#include "core/metrics/run_event.h"
#include "core/tasks/worker_process.h"

namespace masu::tasks {

Result<estimate::Measurement> measureRun(const metrics::RunSpec& spec, const JobContext& job) {
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  std::optional<estimate::Measurement> measured;
  std::optional<Error> failure;
  const auto hear = [&](std::string_view line) {
    if (auto measurement = estimate::measurementFromJson(line)) {
      measured = std::move(*measurement);
    } else if (const auto event = metrics::eventFromJsonLine(line)) {
      if (const auto* failed = std::get_if<metrics::Failed>(&*event)) failure = failed->error;
    }
  };
  const WorkerCommand command{program, {"measure"}, metrics::toJson(spec), spec.threads};
  MASU_TRY(const WorkerEnd end, runWorker(command, hear, job.stop));
  if (job.stopRequested()) return fail(Error::cancelled());
  if (failure) return fail(*failure);
  if (!measured || measured->models.size() != spec.models.size()) {
    return fail(Errc::child,
                MASU_TEXT("core", "The training worker ended before it had measured a step (code {0}, signal {1})."),
                {std::to_string(end.exitCode), std::to_string(end.signal)});
  }
  return *measured;
}

}  // namespace masu::tasks
