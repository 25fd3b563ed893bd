// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/loader/transform/augment.h"
#include "core/loader/transform/channel_moments.h"
#include "core/loader/transform/gather.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::loader {

/// Single samples as a network sees them: widened, missing values filled and values normalised by the train split,
/// augmented: bit for bit what a batch of a stream with the same options holds of them. What mixes the samples of a
/// batch has no meaning for one alone.
/// Threads: const calls are safe together. Lifetime: shares the dataset.
class SampleView {
 public:
  /// Errors: what samples of this dataset, one by one, cannot be varied by.
  static Result<void> check(const store::Dataset& dataset, const AugmentSpec& spec);

  /// How a sample is varied; by default not at all.
  struct Draw {
    AugmentSpec augment;
    std::uint64_t seed = 0;
    std::uint32_t epoch = 0;
  };

  struct Options {
    std::string manifest = "default";  ///< for messages
    bool normalise = true;
    Resources resources;
  };
  /// Reads the statistics of the train split once. `assignment`: the manifest; null where every sample is trained with.
  /// Errors: a dataset without features; a manifest without a train split; a chunk that cannot be read; cancelled.
  static Result<std::shared_ptr<const SampleView>> open(std::shared_ptr<const store::Dataset> dataset,
                                                        const store::Assignment* assignment, const Options& options,
                                                        const std::stop_token& stop);

  /// By which values are normalised, of the train split: one entry a channel (a column); empty where they are not.
  const std::vector<Moments>& moments() const { return m_moments; }
  std::uint64_t valuesPerSample() const { return m_object->valuesPerSample(); }

  /// The features of some samples, one after the other. Errors: those of check(); a chunk that cannot be read;
  /// cancelled. Requires: samples < samples of the dataset.
  Result<std::vector<float>> features(std::span<const std::uint64_t> samples, const Draw& draw,
                                      const std::stop_token& stop) const;

 private:
  SampleView() = default;

  std::shared_ptr<const store::Dataset> m_dataset;
  const store::ObjectInfo* m_object = nullptr;
  FeatureGather m_gather;
  std::vector<Moments> m_moments;
};

}  // namespace masu::loader
