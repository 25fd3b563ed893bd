// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/downcast/loss_meter.h"
#include "core/rewrite/feature_conversion.h"
#include "core/rewrite/object_copy.h"
#include "core/store/read/dataset.h"
#include "core/store/write/dataset_writer.h"

namespace masu::rewrite {

struct ConversionOptions {
  std::optional<table::DType> dtype = {};  ///< of the features; unset: as they are
  std::optional<store::Compression> compression = {};
};

/// What becomes of a dataset that is written again with another type of features, another compression, or both: decided
/// before anything is read of its values. Everything else stays as it is, whole recordings, their windows and their
/// pyramid included. Each sample is converted by itself, so that the order in which they are does not matter.
/// Threads: const calls are safe together. Lifetime: a value, which shares the dataset.
class Conversion {
 public:
  using Meters = std::vector<downcast::LossMeter>;

  /// Errors: there are no features whose type could change; a type that does not hold the values.
  static Result<Conversion> plan(std::shared_ptr<const store::Dataset> dataset, const ConversionOptions& options);

  const store::Dataset& dataset() const { return *m_dataset; }
  /// What the new dataset will hold, texts left out: the writer's objects.
  const std::vector<store::ObjectInfo>& objects() const { return m_objects; }

  /// Of nothing so far; those of several threads or processes are merged.
  Meters meters() const { return m_features ? m_features->meters() : Meters(); }
  /// Turns samples of an object of the dataset into what is stored, and measures what features lose.
  void change(const store::ObjectInfo& object, std::vector<std::byte>& samples, Meters& meters) const;

  /// Derives from the dataset's, from the edits of its labels and from what was asked, so the same conversion gives the
  /// same bytes.
  std::string uuid() const;
  /// Of the new dataset. `meters`: of all samples.
  store::DatasetMeta meta(const Meters& meters) const;

 private:
  explicit Conversion(std::shared_ptr<const store::Dataset> dataset) : m_dataset(std::move(dataset)) {}

  Result<void> planFeatures(table::DType to);
  std::vector<store::ObjectInfo> storedObjects() const;
  std::vector<store::ObjectInfo> newObjects() const;
  bool converts(const store::ObjectInfo& object) const;

  std::shared_ptr<const store::Dataset> m_dataset;
  ConversionOptions m_options;
  /// Where their type changes, of the recordings where they are stored.
  std::optional<FeatureConversion> m_features;
  std::optional<FeatureConversion> m_extremes;  ///< of their pyramid
  std::vector<store::ObjectInfo> m_objects;
};

/// Adds what other samples lost. Requires: both are of one conversion.
void merge(Conversion::Meters& meters, const Conversion::Meters& more);

/// Steps that were made before, for the run of a conversion. Threads: several at a time.
class MadeSteps {
 public:
  MadeSteps() = default;
  MadeSteps(const MadeSteps&) = delete;
  MadeSteps& operator=(const MadeSteps&) = delete;
  virtual ~MadeSteps() = default;

  /// Writes a step and merges what it lost into `meters`; false: it is not there, and nothing was written or merged.
  virtual Result<bool> take(const ObjectSteps& object, std::uint64_t number, store::DatasetWriter& to,
                            Conversion::Meters& meters) = 0;
};

/// The new dataset as it was written.
struct Converted {
  store::DatasetMeta meta;
  store::WriteOutcome written;
};

/// Writes the new dataset. `made`: null where nothing was made before; the dataset is the same in any case.
/// Errors: those of a DatasetWriter; a damaged input; cancelled.
Result<Converted> convertTo(const std::filesystem::path& target, const store::WriteOptions& options,
                            const Conversion& conversion, MadeSteps* made, const Resources& resources,
                            const JobContext& job);

}  // namespace masu::rewrite
