#include "core/ingest/recording_pass.h"

#include <algorithm>
#include <atomic>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"

namespace masu::ingest {

Result<void> forEachRecording(
    std::size_t count, const Resources& resources, const JobContext& job,
    const std::function<Result<void>(SourceOpener& opener, std::size_t index, const std::stop_token& stop)>& body) {
  std::atomic<std::size_t> next = 0;
  flow::WorkerPool pool(job.stop);
  const auto threads = std::min<std::size_t>(flow::resolve(resources).threads, std::max<std::size_t>(count, 1));
  const std::uint64_t inMemory = unpackedInMemory(resources);
  pool.start(static_cast<unsigned>(threads), [&](unsigned, const std::stop_token& stop) -> Result<void> {
    SourceOpener opener(inMemory);
    for (std::size_t i = next++; i < count; i = next++) {
      if (stop.stop_requested()) return fail(Error::cancelled());
      MASU_CHECK(body(opener, i, stop));
      job.progress.add(1);
    }
    return {};
  });
  return pool.wait();
}

}  // namespace masu::ingest
