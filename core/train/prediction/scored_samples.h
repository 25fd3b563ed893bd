// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/loader/stream/batch_stream.h"
#include "core/train/data/input_match.h"
#include "core/train/models/model.h"
#include "core/train/prediction/prediction_csv.h"

namespace masu::train {

/// The samples of a dataset in their order, with what each of several models makes of them.
/// Threads: one at a time. Lifetime: borrows what it is created with.
class ScoredSamples {
 public:
  /// Requires: options.shuffle is none, options.keepMissing. `keep`: kept columns whose cells are wanted.
  /// Errors: those of the stream; a column that the dataset does not keep.
  static Result<ScoredSamples> open(std::shared_ptr<const store::Dataset> dataset, const DatasetSummary& here,
                                    const loader::StreamOptions& options, const std::vector<std::string>& keep);

  std::uint64_t count() const { return m_stream->samplesPerEpoch(); }

  /// Steps to the next sample; false at the end. Errors: a chunk that cannot be read; those of a model; cancelled.
  Result<bool> next(std::vector<Model>& models, InputMatch& match, const std::stop_token& stop);

  std::size_t placeInBatch() const { return m_at; }
  std::uint64_t index() const { return m_batch->indices[m_at]; }
  /// What a model makes of the sample.
  std::span<const float> outputs(std::size_t model) const;
  Truth truth(const TruthCells& cells) const;
  bool hasOrigins() const { return m_origin != nullptr; }
  const store::Origin& origin() const { return m_origins[placeInSpan()]; }
  /// Of column `k` of those kept.
  const std::string& kept(std::size_t k) const { return m_kept[k].cells[placeInSpan()]; }

 private:
  struct Kept {
    const store::ObjectInfo* object = nullptr;
    std::string name;
    bool time = false;
    double origin = 0;               ///< of a time
    std::vector<std::string> cells;  ///< of the samples of the batch, and those between them
  };

  ScoredSamples(std::shared_ptr<const store::Dataset> dataset, const DatasetSummary& here)
      : m_dataset(std::move(dataset)), m_here(&here) {}
  Result<void> addKept(const std::string& name);
  Result<void> readBeside();
  Result<std::vector<std::string>> wholesOf(const store::ObjectInfo& object, std::uint64_t first,
                                            std::uint64_t count) const;
  Result<void> readKept(Kept& kept, std::uint64_t first, std::uint64_t count) const;
  std::size_t placeInSpan() const { return static_cast<std::size_t>(index() - m_batch->indices.front()); }

  std::shared_ptr<const store::Dataset> m_dataset;
  const DatasetSummary* m_here;
  std::unique_ptr<loader::BatchStream> m_stream;
  loader::BatchPtr m_batch;
  std::size_t m_at = 0;
  std::vector<std::vector<float>> m_outputs;  ///< of the batch, one a model
  const store::ObjectInfo* m_origin = nullptr;
  std::vector<store::Origin> m_origins;
  const store::ObjectInfo* m_values = nullptr;  ///< of value targets, which batches have as floats
  std::vector<double> m_targets;
  std::vector<std::string> m_targetTexts;  ///< of i64, with all digits; else empty
  std::vector<Kept> m_kept;
};

}  // namespace masu::train
