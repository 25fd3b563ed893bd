// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/loader/read/stage_clocks.h"
#include "core/loader/stream/stream_tuner.h"

namespace masu::loader {

/// What a stream waits for most of the time.
enum class Bottleneck {
  trainer,    ///< batches wait for whoever takes them
  disk,       ///< the consumer waits, and most of the workers' time goes into waiting for reads or a simulated cost
  decode,     ///< into copying and unpacking what was read
  transform,  ///< into putting batches together
};
std::string_view name(Bottleneck bottleneck);

struct StreamReport {
  std::uint64_t samples = 0;
  std::uint64_t batches = 0;
  double seconds = 0;           ///< first batch to last
  double starvedFraction = 0;   ///< consumer's waiting over wall time after the first batch
  std::uint64_t orderHash = 0;  ///< XXH3-64 of the sample indices as u64 little-endian in delivery order
  double designEffect = 1;      ///< variance of batch label means over that of a uniform shuffle, measured
  double chunksPerBatch = 0;    ///< distinct chunks that a full batch came from, on average over every 16th
  std::uint64_t blocks = 0;     ///< chunks shuffled together, of a shuffle in blocks
  std::uint64_t chunks = 0;     ///< that hold samples of the split
  std::uint64_t passes = 1;     ///< how often an epoch reads a chunk; more than once where memory holds no whole group
  std::uint64_t capacity = 0;   ///< of a `queue`
  std::uint64_t minimumLeft = 0;  ///< of a `queue`
  std::uint64_t queueFill = 0;
  double workerSeconds = 0;  ///< processor time of the worker threads
  StageSeconds stages;
  Concurrency setting;  ///< that tuning has come to
  Bottleneck bottleneck = Bottleneck::trainer;
};

/// The stage that takes most of the workers' time.
Bottleneck slowestStage(const StageSeconds& stages);

}  // namespace masu::loader
