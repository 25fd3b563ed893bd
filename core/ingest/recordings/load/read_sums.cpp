// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/read_sums.h"

#include <atomic>
#include <mutex>

#include "core/base/hash.h"
#include "core/base/permutation.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/journal/resume_check.h"

namespace masu::ingest {

ReadSums::Sum ReadSums::sumOf(std::uint64_t recording, std::uint64_t firstFrame, std::span<const std::byte> values) {
  return {recording, mix64(hash64(values, firstFrame))};
}

void ReadSums::add(const std::vector<Sum>& reads) {
  for (const Sum& read : reads) m_sums[read.recording] += read.value;
}

std::vector<ReadSums::Sum> ReadSums::inOrder() const {
  std::vector<Sum> sums;
  for (const auto& [recording, value] : m_sums) sums.push_back({recording, value});
  return sums;
}

std::uint64_t ReadSums::digest() const {
  const std::vector<Sum> sums = inOrder();
  return hash64(std::as_bytes(std::span(sums)));
}

void ReadSums::save(ByteWriter& out) const {
  out.put(inOrder());
}

void ReadSums::restore(ByteReader& in) {
  std::vector<Sum> sums;
  in.get(sums);
  m_sums.clear();
  add(sums);
}

Result<void> ReadSums::compare(const ImportPlan& plan, const ReadBefore& before, std::uint64_t parts, unsigned threads,
                               std::uint64_t memory, const JobContext& job, const ReadPart& read) const {
  ReadSums now;
  std::mutex mutex;
  std::atomic<std::uint64_t> next = 0;
  job.progress.begin(MASU_TEXT("core", "Comparing what was read before"), parts, Progress::Unit::steps);
  flow::WorkerPool pool(job.stop);
  pool.start(threads, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    WindowReader reader(plan, before, memory);
    for (std::uint64_t part = next++; part < parts; part = next++) {
      MASU_TRY(const std::vector<Sum> reads, read(part, reader, stop));
      job.progress.add(1);
      const std::lock_guard lock(mutex);
      now.add(reads);
    }
    return {};
  });
  if (auto done = pool.wait(); !done) {
    const bool readable = isResumable(done.error().code) || done.error().source.file.empty();
    return fail(readable ? std::move(done.error()) : editedSource(done.error().source.file));
  }
  for (const auto& [recording, value] : m_sums) {
    if (recording >= plan.recordings().files.size() || !now.m_sums.contains(recording)) return fail(damagedJournal());
    if (now.m_sums.at(recording) != value)
      return fail(editedSource((plan.root / plan.recordings().files[recording].path).string()));
  }
  return now.m_sums.size() == m_sums.size() ? Result<void>() : fail(damagedJournal());
}

}  // namespace masu::ingest
