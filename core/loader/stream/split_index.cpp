// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/split_index.h"

namespace masu::loader {

Result<store::Assignment> manifestOf(const store::Dataset& dataset, const std::string& name) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  if (splits.find(name) != nullptr) return splits.read(name);
  return fail(Errc::notFound,
              MASU_TEXT("core", "{0} has no split named {1}: divide it into train, validation and test first."),
              {dataset.path().string(), name}, {dataset.path().string(), 0, 0});
}

Result<store::Assignment> assignmentOf(const store::Dataset& dataset, const StreamOptions& options) {
  if (!options.split) return store::Assignment();
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  return splits.read(options.manifest);
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
  return fail(Errc::noSamples,
              MASU_TEXT("core", "The manifest {0} of {1} has no samples for {2}; split the dataset again."),
              {options.manifest, dataset.path().string(), Message::marked(store::name(*options.split))},
              {dataset.path().string()});
}

Result<std::shared_ptr<const SampleIndex>> trainIndex(const store::Dataset& dataset,
                                                      const store::Assignment* assignment, const StreamOptions& options,
                                                      std::shared_ptr<const SampleIndex> streamed) {
  const bool needed = options.normalise || (dataset.meta().missingByTrainMean && !options.keepMissing);
  if (!needed || dataset.find("features") == nullptr) return std::shared_ptr<const SampleIndex>();
  if (assignment == nullptr || options.split == store::Split::train) return streamed;
  auto train = std::make_shared<SampleIndex>(SampleIndex::of(*assignment, store::Split::train));
  if (train->size() > 0) return std::shared_ptr<const SampleIndex>(std::move(train));
  return fail(Errc::noSamples,
              MASU_TEXT("core",
                        "The manifest {0} of {1} has no training samples to compute the mean from; split the dataset "
                        "again, or stream without normalising."),
              {options.manifest, dataset.path().string()}, {dataset.path().string()});
}

}  // namespace masu::loader
