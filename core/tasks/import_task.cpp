#include "core/tasks/import_task.h"

#include <chrono>

#include "core/flow/machine.h"
#include "core/ingest/interruption.h"
#include "core/shards/read_back.h"

namespace masu::tasks {

Result<ImportOutcome> runImport(const ImportRequest& request, const JobContext& job) {
  ImportOutcome outcome;
  MASU_TRY(outcome.report, ingest::load(request.plan, request.load, request.resources, job));
  outcome.dataset = request.load.target;
  outcome.peakMemoryBytes = flow::peakMemory().value;
  return outcome;
}

std::uint64_t finishedBefore(const ImportRequest& request) {
  return ingest::finishedBefore(request.load.target, request.plan);
}

bool isReadBack(const ingest::ImportOptions& options) {
  const bool asIs = options.sources.size() == 1 && options.as == ingest::SourceKind::automatic &&
                    options.labels.empty() && options.weight.empty() && !options.dtype && !options.autoType &&
                    options.table.text.empty() && options.table.keep.empty() && options.recordings.window == 0 &&
                    options.recordings.labelFrom.empty();
  return asIs && shards::isExport(options.sources.front());
}

Result<ImportOutcome> runReadBack(const ReadBackRequest& request, const JobContext& job) {
  if (request.write.shuffle) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} is an export, which becomes the dataset that it was, in its order. Leave the "
                          "shuffling out."),
                {request.source.string()}, {request.source.string(), 0, 0});
  }
  const auto begun = std::chrono::steady_clock::now();
  MASU_TRY(const auto done, shards::readBack(request.source, request.target, request.write, request.resources, job));
  ImportOutcome outcome;
  outcome.report.records = done.samples;
  outcome.report.samples = done.samples;
  outcome.report.bytesRead = done.bytesRead;
  outcome.report.bytesWritten = done.bytesWritten;
  outcome.report.syncSeconds = done.syncSeconds;
  outcome.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  outcome.dataset = request.target;
  outcome.peakMemoryBytes = flow::peakMemory().value;
  return outcome;
}

}  // namespace masu::tasks
