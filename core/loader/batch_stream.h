#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/loader/augment.h"
#include "core/loader/batch.h"
#include "core/loader/stage_clocks.h"
#include "core/loader/stream_tuner.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::loader {

enum class Shuffle {
  none,
  blocks,
  exact,
  queue,
  balanced,  ///< every class equally often: as many draws an epoch as samples, some of them drawn more than once
};
std::string_view name(Shuffle shuffle);

/// What becomes of a last batch that the samples do not fill.
enum class LastBatch {
  kept,     ///< it is short
  dropped,  ///< left out: every epoch lacks other samples
  padded,   ///< filled up with its own samples over again, which Batch::padding counts
};
std::string_view name(LastBatch last);

inline constexpr std::uint64_t kQueueCapacity = 65'536;

struct StreamOptions {
  std::string manifest = "default";
  std::optional<store::Split> split = store::Split::train;  ///< unset: every sample
  std::uint64_t batch = 64;
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;    ///< chunks shuffled together; 0: those of 256 MiB, all where the split has no more
  std::uint64_t capacity = 0;  ///< samples in the buffer of a `queue`; 0: kQueueCapacity, or the split if that is less
  std::optional<std::uint64_t> minimumLeft;  ///< at which a `queue` is filled again; unset: after every sample
  std::uint32_t epochs = 1;
  std::uint64_t steps = 0;       ///< batches an epoch at most; 0: all. `state` then leads on into the rest of the epoch
  std::uint64_t queue = 4;       ///< batches ahead, to begin with
  std::uint64_t mostAhead = 0;   ///< that tuning may come to, if these are little memory; 0: four times the queue
  unsigned consumerThreads = 0;  ///< that the consumer computes on: of the cores, its workers begin with the rest
  std::uint64_t seed = 0;
  LastBatch last = LastBatch::kept;
  AugmentSpec augment;  ///< how features vary from epoch to epoch
  bool oneHot = false;  ///< categories as features after the others, each 0 or 1
  /// Missing numbers stay NaN where the dataset has the train split's mean in their place: for a consumer that knows
  /// better what they mean.
  bool keepMissing = false;
  bool normalise = false;  ///< features by mean and deviation of the train split
  /// Features in their stored type, for a consumer that widens them itself: where that is narrow, and nothing else than
  /// widening would have been done to them. Batches then have `narrow`.
  bool narrow = false;
  std::string resume;                ///< a `state`; empty: from the start
  double simulatedBatchSeconds = 0;  ///< waiting that each batch costs its worker, to show how threads hide it
  Resources resources;
};

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
  std::uint64_t blocks = 0;       ///< chunks shuffled together, of a shuffle in blocks
  std::uint64_t chunks = 0;       ///< that hold samples of the split
  std::uint64_t passes = 1;  ///< how often an epoch reads a chunk; more than once where memory holds no whole group
  std::uint64_t capacity = 0;     ///< of a `queue`
  std::uint64_t minimumLeft = 0;  ///< of a `queue`
  std::uint64_t queueFill = 0;
  double workerSeconds = 0;  ///< processor time of the worker threads
  StageSeconds stages;
  StreamSetting setting;  ///< that tuning has come to
  Bottleneck bottleneck = Bottleneck::trainer;
};

/// Batches of a split in an order that is a pure function of (dataset, split, shuffle with its block count, seed,
/// epoch, algorithm version), whatever the threads, the memory and the batches ahead; every sample once an epoch, but
/// as `last` and a balanced shuffle say. Threads: next() from one consumer; report() from any. Worker threads read,
/// widen and fill batches ahead of the consumer. Lifetime: destruction stops the workers and waits.
class BatchStream {
 public:
  /// Returns at once: what takes reading (statistics, objects held whole) is done by the workers before the first
  /// batch; only a balanced shuffle reads the labels here. Errors: no such manifest, an empty split, a state of another
  /// stream.
  static Result<std::unique_ptr<BatchStream>> open(std::shared_ptr<const store::Dataset> dataset,
                                                   const StreamOptions& options);
  virtual ~BatchStream() = default;

  virtual std::uint64_t samplesPerEpoch() const = 0;
  virtual std::uint64_t batchesPerEpoch() const = 0;
  virtual std::uint64_t valuesPerSample() const = 0;

  /// The next batch; null after the last of the last epoch. Errors: a chunk that cannot be read, named; cancelled,
  /// after which the stream can go on.
  virtual Result<BatchPtr> next(const std::stop_token& stop) = 0;

  /// The batch that next() hands out as its number-th (from 0), made once more by the calling thread and out of turn:
  /// for a consumer that missed it. Slower than next(). Threads: any. Errors: as next(). Requires: number is below
  /// what is left of the epochs.
  virtual Result<BatchPtr> make(std::uint64_t number, const std::stop_token& stop) = 0;

  /// A short string that `resume` takes: continues behind the last batch handed out, bit for bit.
  virtual std::string state() const = 0;
  virtual StreamReport report() const = 0;
};

}  // namespace masu::loader
