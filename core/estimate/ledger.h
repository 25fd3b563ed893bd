// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/estimate/device.h"
#include "core/estimate/model_footprint.h"
#include "core/table/dtype.h"

namespace masu::estimate {

enum class Where { host, device, disk };
std::string_view name(Where where);
enum class Optimizer { sgd, adam, adamw };
std::string_view name(Optimizer optimizer);
/// Errors: no optimizer of that name.
Result<Optimizer> optimizerFrom(std::string_view name);
/// How many values it keeps for each parameter: SGD its momentum, the others two moments.
std::uint64_t stateCopies(Optimizer optimizer);

/// At most so many samples are in a slice of a batch: none has one sample alone, so that small batches have fewer
/// slices. Requires: slices > 0.
std::uint64_t samplesOfSlice(std::uint64_t batch, std::uint64_t slices);

/// One line of the ledger. `model` is empty where models share it.
struct LedgerItem {
  std::string name;  ///< English, marked for translation
  std::string model;
  Where where = Where::host;
  Bytes bytes;
  std::string counted;  ///< how it was counted: "25.6 M × 4 B"
};

struct LedgerInput {
  std::uint64_t datasetBytes = 0;
  std::uint64_t largestSplitSamples = 0;
  std::uint64_t trainSamples = 0;
  double loaderSecondsPerSample = 0;  ///< measured; 0: not
  std::vector<ModelFootprint> models;
  std::uint64_t batch = 64;
  std::uint64_t slices = 1;  ///< that a batch is learned in, one after another
  Optimizer optimizer = Optimizer::adamw;
  Bytes loaderBuffers;                 ///< samples as stored, in memory for the streams
  Bytes sampleOrder;                   ///< which samples belong to the splits that are streamed
  std::uint64_t batchesInFlight = 0;   ///< queued, being filled and being learned from
  std::uint64_t batchSampleBytes = 0;  ///< of a sample in a batch, widened
  /// The same for models on a device, which widen there: features as they are stored. 0: as many.
  std::uint64_t narrowSampleBytes = 0;
  unsigned loaderThreads = 0;  ///< of all streams
  Bytes launcher;              ///< what the program takes that starts the run and listens to it
  Bytes unmodelled;            ///< what a run here was measured to take above its estimate
  std::uint64_t checkpointsKept = 2;
  std::uint64_t statesKept = 0;  ///< of all models, beside checkpoints of single epochs
  bool inference = false;
  Bytes hostMemory;              ///< what may be taken
  std::optional<Device> device;  ///< where the models run; none: on the host
  bool deviceIsHere = false;     ///< it is the card of this machine, on which steps may have been measured
  /// What a step there multiplies in, which determines its time; memory is counted as that of f32 throughout.
  Precision compute = Precision::f32;
  Bytes diskFree;  ///< the dataset is on the disk already and needs none of it
  Bytes exported;  ///< what shards of all splits would take, wherever they go; in no sum
};

/// Upper bounds, itemised; the sums are those of the items.
struct Ledger {
  std::vector<LedgerItem> items;
  Bytes host;
  Bytes device;
  Bytes disk;
  bool fits = false;
  std::uint64_t maxBatch = 0;   ///< the largest batch that still fits; 0 when none does
  std::uint64_t maxModels = 0;  ///< how many like the first fit together at this batch
};

Ledger ledgerFor(const LedgerInput& input);

}  // namespace masu::estimate
