// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_plan.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/hash.h"
#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/loader/cache/storage_plan.h"
#include "core/loader/stream/split_index.h"
#include "core/loader/transform/widening.h"

namespace masu::loader {

namespace {

/// Batches beyond the queue that are counted against the memory, at least, where half of the memory holds them.
constexpr std::uint64_t kBatchesInHand = 16;
/// Batches may take as much in any case: with less nobody can work.
constexpr std::uint64_t kAlwaysHeld = std::uint64_t{16} << 20U;
/// The part of the memory that more of them may take, where there are more workers.
constexpr std::uint64_t kInHandShare = 64;
/// The part of the memory that batches ahead may take beyond those that a stream begins with, and lingering ones.
constexpr std::uint64_t kAheadShare = 16;

/// Errors: options that no stream has, or none of this dataset.
Result<void> checkOptions(const store::Dataset& dataset, const StreamOptions& options) {
  if (options.batch == 0 || options.epochs == 0) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A stream needs at least one sample a batch and one epoch."));
  }
  if (options.rank >= options.world) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "There is no rank {0} among {1}: ranks are numbered from 0 to one less than there are."),
        {std::to_string(options.rank), std::to_string(options.world)});
  }
  if (options.batch < options.world) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A batch of {0} samples cannot be shared by {1} ranks; ask for larger batches."),
                {std::to_string(options.batch), std::to_string(options.world)});
  }
  if (options.oneHot && dataset.find("categories") == nullptr) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} has no categories, so that one-hot has nothing to encode. Leave it out."),
                {dataset.path().string()}, {dataset.path().string(), 0, 0});
  }
  return checkAugment(dataset, options.augment);
}

/// Whether a batch may have samples that count for nothing, which their weights have to say.
bool mayPad(const StreamOptions& options) {
  return options.last == LastBatch::padded || (options.last == LastBatch::kept && options.world > 1);
}

std::uint64_t contentHash(const store::Dataset& dataset, const SampleIndex& index) {
  return hash64(identityOf(dataset), index.fingerprint());
}

/// What buffers take: each worker fills one, and where more is left to do finishes it into another; the consumer has
/// one.
struct BufferBytes {
  std::uint64_t batch = 0;        ///< as it is handed out
  std::uint64_t filled = 0;       ///< besides, as it is filled where that is another one
  std::uint64_t statedAhead = 0;  ///< batches ahead that were asked for, which come before more workers

  static std::uint64_t memory(const Resources& resources) { return std::max(kAlwaysHeld, resources.memoryBytes); }
  std::uint64_t inHand(const Resources& resources) const {
    const std::uint64_t all = memory(resources);
    // The division comes first: the product of what was stated may be beyond 64 bits.
    const bool fits = statedAhead <= all / std::max<std::uint64_t>(1, batch);
    const std::uint64_t left = fits ? all - statedAhead * batch : 0;
    const std::uint64_t wanted =
        std::max(std::min(kBatchesInHand * (batch + filled), all / 2), resources.memoryBytes / kInHandShare);
    return std::max(BatchDemand::kLeastInHand * (batch + filled), std::min(wanted, left));
  }
  /// Workers whose buffers fit into that.
  std::uint64_t workers(const Resources& resources) const {
    return inHand(resources) / std::max<std::uint64_t>(1, batch + filled) - 1;
  }
  /// Batches ahead that fit beside as many workers.
  std::uint64_t ahead(const Resources& resources) const {
    const std::uint64_t all = memory(resources);
    const std::uint64_t taken = std::min(all, (workers(resources) + 1) * (batch + filled));
    return (all - taken) / std::max<std::uint64_t>(1, batch);
  }
};

/// What a sample that is delivered takes in the buffers of a batch: where ranks mix, each fills the samples of all.
std::uint64_t bytesOfSample(const StreamFields& fields, const StreamSpec& spec) {
  const BatchTransform& transform = spec.batchTransform;
  constexpr std::uint64_t kMany = 1024;  // arrays begin at round addresses, which would count for a single sample
  const std::uint64_t delivered = transform.shape(fields.shape(kMany)).bytes();
  const std::uint64_t filled = transform.active() ? fields.shape(kMany).bytes() : 0;
  const std::uint64_t times = 1 + (spec.filledSamples() - 1) / spec.deliveredSamples();
  return (delivered + filled * times) / kMany;
}

/// The batches that a stream begins to read ahead: as stated, or what the memory holds of the usual ones.
std::uint64_t batchesAhead(const StreamOptions& options, const Resources& resources, const BatchDemand& demand,
                           const BufferBytes& bytes) {
  if (options.queue > 0) return options.queue;
  const std::uint64_t held = demand.held();
  const std::uint64_t beyondLeast = held - std::min(held, BatchDemand::kLeastInHand);
  return std::clamp<std::uint64_t>(std::min(beyondLeast, bytes.ahead(resources)), 1, kBatchesAhead);
}

/// A stated number of threads is a bound. Otherwise there is one a core, and up to as many again where they wait.
TuningLimits tuningOf(const StreamOptions& options, const Resources& resources, const BufferBytes& bytes,
                      std::uint64_t queue) {
  const auto cores = static_cast<unsigned>(std::min<std::uint64_t>(resources.threads, bytes.workers(resources)));
  const auto most = static_cast<unsigned>(std::min<std::uint64_t>(2 * cores, bytes.workers(resources)));
  const std::uint64_t affordable = resources.memoryBytes / kAheadShare / std::max<std::uint64_t>(1, bytes.batch);
  const std::uint64_t ahead = std::min(options.mostAhead > 0 ? options.mostAhead : 4 * queue, affordable);
  const unsigned left = options.consumerThreads < cores ? cores - options.consumerThreads : 1;
  return {.start = {left, queue},
          .computing = cores,
          .most = {options.resources.threads == 0 ? most : cores, std::max(queue, ahead)}};
}

/// Batches that may linger: no more than the memory has left, and beyond one only those that are little of it.
std::uint64_t lingeringOf(const StreamOptions& options, const Resources& resources, const BufferBytes& bytes,
                          std::uint64_t ahead) {
  const std::uint64_t taken = ahead * bytes.batch + bytes.inHand(resources);
  const std::uint64_t left = resources.memoryBytes - std::min(taken, resources.memoryBytes);
  const std::uint64_t batch = std::max<std::uint64_t>(1, bytes.batch);
  const std::uint64_t little = std::max<std::uint64_t>(1, resources.memoryBytes / kAheadShare / batch);
  return std::min({options.lingering, left / batch, little});
}

/// Batches and samples of an epoch, of which no batch after number `most` is read.
void limitEpoch(StreamSpec& spec, std::uint64_t most, std::uint64_t samples) {
  spec.batchesPerEpoch = std::min(spec.wholeEpochBatches, most);
  spec.samplesPerEpoch = std::min(samples, spec.batchesPerEpoch * spec.start.batch);
}

/// What follows from the options alone.
StreamSpec specOf(const StreamOptions& options, std::uint64_t samples) {
  StreamSpec spec;
  spec.start.batch = options.batch;
  spec.epochs = options.epochs;
  spec.rank = {options.rank, options.world};
  spec.last = options.last;
  spec.simulatedBatchSeconds = options.simulatedBatchSeconds;
  spec.beforeFree = options.beforeFree;
  const bool isShort = options.last != LastBatch::dropped && samples % options.batch > 0;
  spec.wholeEpochBatches = samples / options.batch + (isShort ? 1 : 0);
  limitEpoch(spec, options.steps > 0 ? options.steps : spec.wholeEpochBatches, samples);
  return spec;
}

/// Errors: an epoch without a batch.
Result<void> checkEpoch(const StreamSpec& spec, const StreamOptions& options, std::uint64_t samples) {
  if (spec.batchesPerEpoch > 0) return {};
  return fail(
      Errc::noSamples,
      MASU_TEXT("core", "The {0} samples do not fill one batch of {1}; keep the last batch, or ask for smaller ones."),
      {std::to_string(samples), std::to_string(options.batch)});
}

BufferBytes buffersOf(const StreamSpec& spec, const StreamFields& fields, const StreamOptions& options) {
  return {spec.batchTransform.shape(fields.shape(spec.deliveredSamples())).bytes(),
          spec.batchTransform.active() ? fields.shape(spec.filledSamples()).bytes() : 0, options.queue};
}

/// The buffer of a `queue`; empty for other shuffles. Errors: a minimum that leaves nothing to draw.
Result<QueueShape> queueOf(const StreamOptions& options, std::uint64_t ahead, std::uint64_t samples) {
  QueueShape queue;
  if (options.shuffle != Shuffle::queue) return queue;
  queue.capacity = std::min(options.capacity == 0 ? kQueueCapacity : options.capacity, samples);
  queue.minimumLeft = options.minimumLeft.value_or(queue.capacity - 1);
  // Batches are asked for a little out of turn, by as many threads as there are.
  queue.reach = (ahead + kBatchesInHand) * options.batch;
  if (options.capacity > 0 && options.minimumLeft && *options.minimumLeft >= options.capacity) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "A buffer of {0} samples that is filled again at {1} never hands any out; lower --min-left."),
                {std::to_string(options.capacity), std::to_string(*options.minimumLeft)});
  }
  queue.minimumLeft = std::min(queue.minimumLeft, queue.capacity - 1);
  return queue;
}

/// Moves the start to a state; after the last batch of an epoch the next one begins. A number of batches an epoch
/// counts from the state on, so that none of its epoch is passed over.
/// Errors: that number in the middle of an epoch that is not the last; a state beyond the end of its epoch.
Result<void> startAt(const StreamState& state, const StreamOptions& options, std::uint64_t samples, StreamSpec& spec) {
  StreamState& start = spec.start;
  start = state;
  if (start.number > spec.wholeEpochBatches + 1) {  // by one where a short last batch is dropped now
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The state is after {0} batches of an epoch that has {1}, so that it is damaged."),
                {std::to_string(start.number), std::to_string(spec.wholeEpochBatches)});
  }
  if (start.number >= spec.wholeEpochBatches) {
    ++start.epoch;
    start.number = 0;
  }
  if (options.steps == 0 || start.number == 0) return {};
  if (std::uint64_t{start.epoch} + 1 < options.epochs) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The state is after {0} of the {1} batches of its epoch, so that --steps goes with this epoch "
                  "alone. Resume with --epochs {2} to read up to {3} batches more, or leave --steps out."),
        {std::to_string(start.number), std::to_string(spec.wholeEpochBatches),
         std::to_string(std::uint64_t{start.epoch} + 1), std::to_string(options.steps)});
  }
  const std::uint64_t left = spec.wholeEpochBatches - start.number;
  limitEpoch(spec, start.number + std::min(left, options.steps), samples);
  return {};
}

/// Errors: a state of another stream, or of one with other options; see startAt().
Result<void> applyResume(const StreamOptions& options, std::uint64_t samples, StreamSpec& spec) {
  if (options.resume.empty()) return {};
  const StreamState& start = spec.start;
  MASU_TRY(const StreamState asked, StreamState::parse(options.resume));
  if (asked.content != start.content) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The state {0} belongs to another dataset or to a split that has changed since."),
                {options.resume});
  }
  const bool sameBlocks = options.blocks == 0 || asked.blocks == options.blocks || start.blocks == asked.blocks;
  const bool sameQueue = asked.capacity == start.capacity && asked.minimumLeft == start.minimumLeft;
  const bool sameOrder = asked.shuffle == start.shuffle && asked.batch == start.batch && asked.seed == start.seed;
  if (sameOrder && sameBlocks && sameQueue) return startAt(asked, options, samples, spec);
  const std::vector<std::string> figures = {std::string(name(asked.shuffle)), std::to_string(asked.batch),
                                            std::to_string(asked.seed)};
  if (asked.shuffle == Shuffle::queue) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The state was saved with --shuffle {0} --batch {1} --seed {2} --capacity {3} --min-left {4}; resume "
                  "with the same."),
        {figures[0], figures[1], figures[2], std::to_string(asked.capacity), std::to_string(asked.minimumLeft)});
  }
  if (asked.shuffle == Shuffle::blocks) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The state was saved with --shuffle {0} --blocks {3} --batch {1} --seed {2}; resume with the same."),
        {figures[0], figures[1], figures[2], std::to_string(asked.blocks)});
  }
  if (asked.shuffle == Shuffle::none && asked.seed == 0) {  // a seed goes with an augmentation only
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The state was saved with --shuffle {0} --batch {1}; resume with the same."),
                {figures[0], figures[1]});
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "The state was saved with --shuffle {0} --batch {1} --seed {2}; resume with the same."),
              {figures[0], figures[1], figures[2]});
}

/// A window of a group reads all of its chunks, and one of an order without groups may read all of the split's.
std::uint64_t passesOf(const Sequence& sequence, std::uint64_t window, std::uint64_t samples) {
  if (window == 0) return 1;
  if (!sequence.grouped()) return ceilDivide(samples, window);
  return ceilDivide(ceilDivide(sequence.samples() * sequence.blocks(), sequence.chunks()), window);
}

/// What samples are read from and what is done to them on the way to a batch.
void fillSource(StreamSpec& spec, std::shared_ptr<const store::Dataset> dataset, const StreamFields& fields,
                const StoragePlan& plan, const StreamOptions& options) {
  SourceSpec& source = spec.source;
  source.range = {spec.start.epoch, spec.start.number * options.batch, spec.samplesPerEpoch, options.epochs};
  source.augmenter = Augmenter(options.augment, dataset->sampleShape(), options.seed);
  source.transform = {options.normalise, dataset->meta().missingByTrainMean && !options.keepMissing};
  source.dataset = std::move(dataset);
  source.fields = fields;
  source.residencies = plan.residencies;
  source.window = plan.window;
}

}  // namespace

std::uint64_t BatchDemand::held() const {
  // The division comes first: the product of a stated batch may be beyond 64 bits.
  return memoryBytes / std::max<std::uint64_t>(1, sampleBytes) / std::max<std::uint64_t>(1, samples);
}

Result<void> BatchDemand::check() const {
  constexpr double kMegabyte = 1e6;
  const std::uint64_t ahead = std::max<std::uint64_t>(1, statedAhead);
  if (ahead <= held() && kLeastInHand <= held() - ahead) return {};
  // Batches that were asked for may be beyond any integer.
  const auto megabytes = [](double bytes) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.begin(), text.end(), bytes / kMegabyte, std::chars_format::fixed, 0).ptr;
    return std::string(text.begin(), end);
  };
  return fail(Errc::outOfMemory,
              MASU_TEXT("core",
                        "{2} batches of {0} samples are held at once, each of about {1} MB, which is more than the {3} "
                        "MB of memory that this stream has. Ask for smaller batches, or allow more by --memory."),
              {std::to_string(samples), megabytes(static_cast<double>(samples) * static_cast<double>(sampleBytes)),
               std::to_string(ahead + kLeastInHand), megabytes(static_cast<double>(memoryBytes))});
}

std::uint64_t StreamSpec::samplesOfRank() const {
  const std::uint64_t rest = samplesPerEpoch % start.batch;
  return samplesPerEpoch / start.batch * deliveredSamples() + (rest > 0 ? rank.of(rest).own() : 0);
}

Result<void> checkAugment(const store::Dataset& dataset, const AugmentSpec& spec) {
  if (!spec.active()) return {};
  const std::size_t axes = dataset.sampleShape().size();
  if (axes > 1 || (axes == 1 && !spec.needsAxis())) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} holds rows of a table: noise, gain and drop can vary these; shift, crop, mask and flip "
                        "need recordings or images."),
              {dataset.path().string()}, {dataset.path().string()});
}

bool canStayNarrow(const StreamFields& fields, const StreamOptions& options, const BatchTransform& batchTransform) {
  const store::ObjectInfo* features = fields.object(Field::features);
  return features != nullptr && canStayNarrow(features->dtype) && !options.augment.active() && !batchTransform.active();
}

Result<StreamSpec> planStream(std::shared_ptr<const store::Dataset> dataset, const store::Assignment* assignment,
                              const StreamOptions& options, const std::stop_token& stop, bool wholeGroups) {
  MASU_CHECK(checkOptions(*dataset, options));
  MASU_TRY(StreamFields fields, StreamFields::of(*dataset));
  MASU_TRY(const auto index, indexOfSplit(*dataset, assignment, options));
  MASU_TRY(auto train, trainIndex(*dataset, assignment, options, index));
  const Resources resources = flow::resolve(options.resources);

  const BatchTransformSpec finish{options.oneHot, options.augment.mixup, options.seed};
  StreamSpec spec = specOf(options, index->size());
  spec.batchTransform = BatchTransform::of(*dataset, fields, finish);
  if (options.narrow && canStayNarrow(fields, options, spec.batchTransform)) fields.keepNarrow();
  if (mayPad(options)) fields.addWeights();
  MASU_CHECK(checkEpoch(spec, options, index->size()));
  const BufferBytes bytes = buffersOf(spec, fields, options);
  spec.demand = {spec.deliveredSamples(), bytesOfSample(fields, spec), options.queue, BufferBytes::memory(resources)};
  spec.tuning = tuningOf(options, resources, bytes, batchesAhead(options, resources, spec.demand, bytes));
  spec.lingering = lingeringOf(options, resources, bytes, spec.tuning.most.ahead);
  MASU_TRY(const QueueShape queue, queueOf(options, spec.tuning.most.ahead, index->size()));
  std::shared_ptr<const ClassDraws> draws;
  if (options.shuffle == Shuffle::balanced) {
    MASU_TRY(draws, ClassDraws::of(*dataset, *index, resources.memoryBytes / 2, stop));
  }
  const std::uint64_t listed = (queue.capacity + queue.reach) * sizeof(std::uint64_t);
  const std::uint64_t fixed = (spec.tuning.most.ahead + spec.lingering) * bytes.batch + bytes.inHand(resources) +
                              index->bytes() + (train ? train->bytes() : 0) + listed + (draws ? draws->bytes() : 0);
  StorageRequest request{options.shuffle, options.blocks,
                         resources.memoryBytes - std::min(fixed, resources.memoryBytes), wholeGroups};
  StoragePlan plan = planStorage(fields, *index, request);
  spec.start = {.shuffle = options.shuffle,
                .blocks = options.shuffle == Shuffle::blocks ? plan.blocks : 0,
                .capacity = queue.capacity,
                .minimumLeft = queue.minimumLeft,
                .batch = options.batch,
                .seed = options.seed,
                .content = contentHash(*dataset, *index)};
  MASU_CHECK(applyResume(options, index->size(), spec));
  if (options.shuffle == Shuffle::blocks && spec.start.blocks != plan.blocks) {
    request.blocks = spec.start.blocks;
    plan = planStorage(fields, *index, request);
  }

  spec.source.sequence = std::make_shared<const Sequence>(index, options.shuffle, fields.primary().chunkSamples,
                                                          plan.blocks, options.seed, queue, std::move(draws));
  spec.passes = passesOf(*spec.source.sequence, plan.window, spec.samplesPerEpoch);
  spec.source.train = std::move(train);
  fillSource(spec, std::move(dataset), fields, plan, options);
  return spec;
}

}  // namespace masu::loader
