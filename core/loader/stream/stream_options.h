// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/job.h"
#include "core/loader/batch/batch.h"
#include "core/loader/order/shuffle.h"
#include "core/loader/transform/augment.h"
#include "core/store/splits/splits_file.h"

namespace masu::loader {

inline constexpr std::uint64_t kQueueCapacity = 65'536;

/// Batches that a stream begins to read ahead of its consumer, where nobody says how many.
inline constexpr std::uint64_t kBatchesAhead = 4;

struct StreamOptions {
  std::string manifest = "default";
  std::optional<store::Split> split = store::Split::train;  ///< unset: every sample
  std::uint64_t batch = 64;                                 ///< samples of a batch, of all ranks together
  /// Of several processes that train together, each streams its slice of every batch (see RankSlice). The batches, and
  /// so states, are the same for any number of ranks.
  std::uint64_t rank = 0;
  std::uint64_t world = 1;
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;    ///< chunks shuffled together; 0: those of 256 MiB, all where the split has no more
  std::uint64_t capacity = 0;  ///< samples in the buffer of a `queue`; 0: kQueueCapacity, or the split if that is less
  std::optional<std::uint64_t> minimumLeft;  ///< at which a `queue` is filled again; unset: after every sample
  std::uint32_t epochs = 1;
  /// Batches an epoch at most, with `resume` batches after the state, whose epoch must then be the last where it has
  /// begun; 0: all. `state` then leads on into the rest of the epoch.
  std::uint64_t steps = 0;
  std::uint64_t queue = 0;       ///< batches ahead, to begin with; 0: kBatchesAhead, or fewer that the memory holds
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
  /// For who does something with the memory of batches, such as locking it: it is then of whole pages (Batch::slab),
  /// and this is called before it is freed, also after the stream.
  BeforeFree beforeFree;
  /// Batches whose memory comes back some time after the consumer is done with them, such as what a card still copies:
  /// at most so many, or fewer that the memory holds besides everything else (StreamSpec::lingering).
  std::uint64_t lingering = 0;
  std::string resume;                ///< a `state`; empty: from the start
  double simulatedBatchSeconds = 0;  ///< waiting that each batch costs its worker, to show how threads hide it
  Resources resources;
};

}  // namespace masu::loader
