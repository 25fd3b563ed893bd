// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/sources/source_opener.h"
#include "core/io/large_buffer.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// Small recordings as a survey read them, so that the import after it opens and decodes nothing twice.
/// Invariant: a held recording has all its frames, as its source gave them.
/// Threads: keep() from any thread, once a recording; const calls together, once nothing is kept any more.
/// Memory: at most what it was created with.
/// Lifetime: held by a shared_ptr, which those that open() gives out share.
class RecordingCache : public std::enable_shared_from_this<RecordingCache> {
 public:
  /// A part of what an import may take, and no more than should be held while somebody looks at a plan.
  static Bytes allowance(const Resources& resources);

  explicit RecordingCache(Bytes most);

  /// Forgets what it holds, and makes room for so many recordings of one plan.
  void begin(std::size_t recordings);

  /// Reads all of the source where it is small and there is room; else does nothing. Errors: those of reading it.
  /// `states`: of its files.
  Result<void> keep(std::size_t recording, waveform::RecordingSource& source, std::vector<SourceState> states);
  /// Null where it is not held, or one of its files has changed since.
  std::unique_ptr<waveform::RecordingSource> open(std::size_t recording) const;
  /// What the memory takes that holds them.
  Bytes bytes() const;

 private:
  class Reader;
  /// Values are in the type that holds them exactly: most sound has 16 bits.
  struct Held {
    waveform::RecordingInfo info;
    std::vector<SourceState> states;
    std::byte* values = nullptr;
  };

  std::byte* room(std::uint64_t bytes);

  std::vector<Held> m_recordings;
  Bytes m_most;
  mutable std::mutex m_mutex;
  /// Recordings follow each other in few large blocks: thousands of small pieces of memory cost more than
  /// decoding what is put there.
  std::vector<io::LargeBuffer> m_blocks;
  std::uint64_t m_blockBytes;
  std::uint64_t m_used = 0;  ///< of the last block
};

/// A recording of a plan, from the cache of its survey where it is there, else from its file. `cache` may be null.
/// Errors: those of openRecording().
Result<std::unique_ptr<waveform::RecordingSource>> openPlanned(SourceOpener& opener, const ImportPlan& plan,
                                                               std::size_t recording, const RecordingCache* cache);

}  // namespace masu::ingest
