#include "core/loader/batch_stream.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/loader/open_stream.h"
#include "core/loader/pooled_stream.h"

namespace masu::loader {

namespace {

/// Batches beyond the queue that are counted against the memory. Not the number of threads, on which the order must not
/// depend.
constexpr std::uint64_t kBatchesInHand = 16;

Result<void> checkOptions(const StreamOptions& options) {
  if (options.batch == 0 || options.epochs == 0 || options.queue == 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A stream needs at least one sample a batch, one epoch and one batch ahead."));
  }
  return {};
}

Result<std::shared_ptr<const SampleIndex>> indexOfSplit(const store::Dataset& dataset,
                                                        const store::Assignment* assignment,
                                                        const StreamOptions& options) {
  auto index = std::make_shared<SampleIndex>(options.split && assignment != nullptr
                                                 ? SampleIndex::of(*assignment, *options.split)
                                                 : SampleIndex::whole(dataset.samples()));
  if (index->size() > 0) return std::shared_ptr<const SampleIndex>(std::move(index));
  if (!options.split) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {dataset.path().string()},
                {dataset.path().string()});
  }
  return fail(
      Errc::noSamples, MASU_TEXT("core", "The manifest {0} of {1} has no samples for {2}; split the dataset anew."),
      {options.manifest, dataset.path().string(), std::string(store::name(*options.split))}, {dataset.path().string()});
}

/// The samples whose statistics normalise or fill; null where nobody needs them.
Result<std::shared_ptr<const SampleIndex>> trainIndex(const store::Dataset& dataset,
                                                      const store::Assignment* assignment, const StreamOptions& options,
                                                      std::shared_ptr<const SampleIndex> streamed) {
  const bool needed = options.normalise || dataset.meta().missingByTrainMean;
  if (!needed || dataset.find("features") == nullptr) return std::shared_ptr<const SampleIndex>();
  if (assignment == nullptr || options.split == store::Split::train) return streamed;
  auto train = std::make_shared<SampleIndex>(SampleIndex::of(*assignment, store::Split::train));
  if (train->size() > 0) return std::shared_ptr<const SampleIndex>(std::move(train));
  return fail(Errc::noSamples,
              MASU_TEXT("core",
                        "The manifest {0} of {1} has no training samples whose mean could be used; split the "
                        "dataset anew, or stream without normalising."),
              {options.manifest, dataset.path().string()}, {dataset.path().string()});
}

std::uint64_t contentHash(const store::Dataset& dataset, const SampleIndex& index) {
  return hash64(dataset.uuid(), index.fingerprint());
}

/// Errors: a state of another stream, or of one with other options.
Result<void> applyResume(const StreamOptions& options, StreamState& start) {
  if (options.resume.empty()) return {};
  MASU_TRY(const StreamState asked, StreamState::parse(options.resume));
  if (asked.content != start.content) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The state {0} belongs to another dataset or to a split that has changed since."),
                {options.resume});
  }
  const bool sameBlocks = options.blocks == 0 || asked.blocks == options.blocks || start.blocks == asked.blocks;
  if (asked.shuffle != start.shuffle || asked.batch != start.batch || asked.seed != start.seed || !sameBlocks) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The state was taken with --shuffle {0} --blocks {1} --batch {2} --seed {3}; go on with "
                          "the same."),
                {std::string(name(asked.shuffle)), std::to_string(asked.blocks), std::to_string(asked.batch),
                 std::to_string(asked.seed)});
  }
  start = asked;
  return {};
}

}  // namespace

std::string_view name(Shuffle shuffle) {
  switch (shuffle) {
    case Shuffle::none:
      return "none";
    case Shuffle::blocks:
      return "blocks";
    case Shuffle::exact:
      break;
  }
  return "exact";
}

Result<std::unique_ptr<BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                const store::Assignment* assignment, const StreamOptions& options) {
  MASU_CHECK(checkOptions(options));
  MASU_TRY(const StreamParts parts, StreamParts::of(*dataset));
  MASU_TRY(const auto index, indexOfSplit(*dataset, assignment, options));
  MASU_TRY(auto train, trainIndex(*dataset, assignment, options, index));
  const Resources resources = flow::resolve(options.resources);

  StreamSpec spec;
  spec.threads = resources.threads;
  spec.queue = options.queue;
  spec.epochs = options.epochs;
  spec.simulatedBatchSeconds = options.simulatedBatchSeconds;
  spec.wholeEpochBatches = (index->size() + options.batch - 1) / options.batch;
  spec.batchesPerEpoch = options.steps > 0 ? std::min(spec.wholeEpochBatches, options.steps) : spec.wholeEpochBatches;
  spec.samplesPerEpoch = std::min(index->size(), spec.batchesPerEpoch * options.batch);

  const std::uint64_t fixed = (options.queue + kBatchesInHand) * parts.shape(options.batch).bytes() + index->bytes() +
                              (train ? train->bytes() : 0);
  StorageRequest request{options.shuffle, options.blocks,
                         resources.memoryBytes - std::min(fixed, resources.memoryBytes)};
  StoragePlan plan = planStorage(parts, *index, request);
  spec.start = {options.shuffle,
                options.shuffle == Shuffle::blocks ? plan.blocks : 0,
                options.batch,
                options.seed,
                contentHash(*dataset, *index),
                0,
                0};
  MASU_CHECK(applyResume(options, spec.start));
  if (spec.start.number >= spec.batchesPerEpoch) {
    ++spec.start.epoch;
    spec.start.number = 0;
  }
  if (options.shuffle == Shuffle::blocks && spec.start.blocks != plan.blocks) {
    request.blocks = spec.start.blocks;
    plan = planStorage(parts, *index, request);
  }

  spec.source.sequence =
      std::make_shared<const Sequence>(index, options.shuffle, parts.primary().chunkSamples, plan.blocks, options.seed);
  spec.source.range = {spec.start.epoch, spec.start.number * options.batch, spec.samplesPerEpoch, options.epochs};
  spec.source.dataset = std::move(dataset);
  spec.source.parts = parts;
  spec.source.places = plan.places;
  spec.source.train = std::move(train);
  spec.source.transform = {options.normalise, spec.source.dataset->meta().missingByTrainMean};
  return std::unique_ptr<BatchStream>(std::make_unique<PooledStream>(std::move(spec)));
}

Result<std::unique_ptr<BatchStream>> BatchStream::open(std::shared_ptr<const store::Dataset> dataset,
                                                       const StreamOptions& options) {
  if (!options.split) return openStream(std::move(dataset), nullptr, options);
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset->path(), dataset->uuid(), dataset->samples()));
  MASU_TRY(const auto assignment, splits.read(options.manifest));
  return openStream(std::move(dataset), &assignment, options);
}

}  // namespace masu::loader
