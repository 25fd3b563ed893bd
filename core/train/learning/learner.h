// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/data/device.h"
#include "core/train/learning/loss_spec.h"
#include "core/train/learning/schedule.h"
#include "core/train/learning/score.h"
#include "core/train/learning/sliced_step.h"

namespace masu::train {

struct LearnerOptions {
  std::string model;
  std::string optimizer = "adamw";
  Schedule schedule = Schedule::constant;
  double learningRate = 0;  ///< 0: the model's default
  double weightDecay = 0;
  double clip = 0;  ///< the largest norm of all gradients together; 0: any
  std::uint64_t seed = 0;
  std::uint64_t steps = 1;   ///< of the whole run, for the schedule
  std::uint64_t slices = 1;  ///< of a batch, see SlicedStep; above 0
  LossSpec lossSpec;
  Device device = Device::cpu;
};

/// One model with its optimizer: learns from batches and is evaluated on them.
/// Invariant: what chance decides in a step is drawn from (seed, step), and from the slice where there are several, so
/// learners side by side do not disturb each other. Threads: one at a time.
class Learner {
 public:
  /// Errors: as Model::create; an optimizer that does not exist.
  static Result<std::unique_ptr<Learner>> create(const LearnerOptions& options, const DatasetSummary& summary);
  virtual ~Learner() = default;

  virtual std::uint64_t parameters() const = 0;
  /// Of the next step.
  virtual double learningRate() const = 0;
  /// Of the schedule.
  virtual double highestRate() const = 0;
  /// From here on this rate, whatever the schedule says.
  virtual void fixRate(double rate) = 0;

  /// One step; what the model predicted before it goes into `score`.
  /// Errors: a loss that became NaN; no memory left; what the model itself throws; those of SlicedStep::sum().
  virtual Result<void> learn(const loader::Batch& batch, Score& score) = 0;

  /// A step that several copies of a learner take together, each with some of the slices: what a node of the tree over
  /// LearnerOptions::slices adds up to, `batch` being the whole batch. The learner stays as it is, and its predictions
  /// go into `score`, the loss does not. Errors: as learn().
  virtual Result<SliceSum> sumOf(const loader::Batch& batch, SliceRange node, Score& score) = 0;
  virtual Result<SliceSum> joined(SliceSum left, SliceSum right) = 0;
  /// The step to which all slices of a batch lead; its loss goes into `score`. Of more than one slice, learn() is
  /// sumOf() all of them and this. Errors: as learn().
  virtual Result<void> stepBy(SliceSum whole, Score& score) = 0;
  /// A sum on its way to another process; see SlicedStep. Errors: no memory left; a message of another model.
  virtual Result<std::string> packed(const SliceSum& sum) = 0;
  virtual Result<SliceSum> unpacked(std::string_view message) = 0;

  /// After every sample of an epoch was learned, before the model is evaluated: what a model that is solved, not
  /// trained by steps, has left to do. Done again, it gives the same bits. Errors: as learn().
  virtual Result<void> finishEpoch() = 0;

  /// `temperature`: by which outputs are divided for the probabilities that are scored, not for the loss.
  virtual Result<void> evaluate(const loader::Batch& batch, double temperature, Score& score) = 0;
  /// What the model outputs for a batch as it is in use, [samples × outputs]: of classes, before any softmax.
  virtual Result<std::vector<float>> outputsOf(const loader::Batch& batch) = 0;

  /// How large a checkpoint is, found out by writing one to nowhere.
  virtual Result<std::uint64_t> checkpointBytes() = 0;
  virtual Result<void> save(const std::filesystem::path& file, const std::string& note) = 0;
  /// Takes the weights of a checkpoint of its own, to be evaluated; it learns no more after that.
  virtual Result<void> restore(const std::filesystem::path& file) = 0;

  /// SHA-256, in lower-case hexadecimal, of weights and buffers in the module's order: of each "NAME TYPE LENGTH …\n"
  /// and the values. Errors: no memory left.
  virtual Result<std::string> weightsHash() = 0;

  /// Weights, buffers, optimizer and step, so that a learner made alike resumes from it bit for bit.
  virtual Result<std::string> state() = 0;
  virtual Result<void> setState(const std::string& state) = 0;
};

/// How many threads LibTorch computes with in this process; its own default is one.
void setComputeThreads(unsigned threads);

}  // namespace masu::train
