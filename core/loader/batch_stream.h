#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/loader/batch.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::loader {

enum class Shuffle { none, blocks, exact };
std::string_view name(Shuffle shuffle);

struct StreamOptions {
  std::string manifest = "default";
  std::optional<store::Split> split = store::Split::train;  ///< unset: every sample
  std::uint64_t batch = 64;
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;  ///< chunks shuffled together; 0: as many as the budget holds
  std::uint32_t epochs = 1;
  std::uint64_t steps = 0;  ///< batches an epoch at most; 0: all. `state` then leads on into the rest of the epoch
  std::uint64_t queue = 4;  ///< batches ahead
  std::uint64_t seed = 0;
  bool normalise = false;            ///< features by mean and deviation of the train split
  std::string resume;                ///< a `state`; empty: from the start
  double simulatedBatchSeconds = 0;  ///< waiting that each batch costs its worker, to show how threads hide it
  Resources resources;
};

struct StreamReport {
  std::uint64_t samples = 0;
  std::uint64_t batches = 0;
  double seconds = 0;           ///< first batch to last
  double starvedFraction = 0;   ///< consumer's waiting over wall time after the first batch
  std::uint64_t orderHash = 0;  ///< XXH3-64 of the sample indices as u64 little-endian in delivery order
  double designEffect = 1;      ///< variance of batch label means over that of a uniform shuffle, measured
  std::uint64_t blocks = 0;
  std::uint64_t queueFill = 0;
};

/// Batches of a split in an order that is a pure function of (dataset, split, shuffle with its block count, seed,
/// epoch, algorithm version), whatever the number of threads; every sample once an epoch; the last batch may be short.
/// Threads: next() from one consumer; report() from any. Worker threads read, widen and fill batches ahead of the
/// consumer. Lifetime: destruction stops the workers and waits.
class BatchStream {
 public:
  /// Returns at once: what takes reading (statistics, objects held whole) is done by the workers before the first
  /// batch. Errors: no such manifest, an empty split, a state of another stream.
  static Result<std::unique_ptr<BatchStream>> open(std::shared_ptr<const store::Dataset> dataset,
                                                   const StreamOptions& options);
  virtual ~BatchStream() = default;

  virtual std::uint64_t samplesPerEpoch() const = 0;
  virtual std::uint64_t batchesPerEpoch() const = 0;
  virtual std::uint64_t valuesPerSample() const = 0;

  /// The next batch; null after the last of the last epoch. Errors: a chunk that cannot be read, named; cancelled,
  /// after which the stream can go on.
  virtual Result<BatchPtr> next(const std::stop_token& stop) = 0;

  /// A short string that `resume` takes: continues behind the last batch handed out, bit for bit.
  virtual std::string state() const = 0;
  virtual StreamReport report() const = 0;
};

}  // namespace masu::loader
