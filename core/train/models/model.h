// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/train/data/batch_features.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/data/device.h"

namespace at {
class Tensor;
}
namespace torch::jit {
struct Module;
}

namespace masu::train {

/// A TorchScript module that predicts batches of a dataset: built from a definition, or read from a user's file.
/// Threads: one at a time.
class Model {
 public:
  /// `name` is a built-in model or the path of a TorchScript file, which is tried on one small batch.
  /// Errors: no such model or file; written by a later PyTorch; shapes that do not match the data.
  static Result<Model> create(const std::string& name, const DatasetSummary& facts, std::uint64_t seed,
                              Device device = Device::cpu);

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  std::uint64_t parameters() const { return m_parameters; }
  torch::jit::Module& module() { return *m_module; }

  /// Dropout and batch normalisation behave as in training, or as in use.
  void setTraining(bool training);
  /// For a step on so many samples: as in training, but a single sample passes batch normalisation as in use, by the
  /// running statistics. It has no variance of its own, and would make a running variance NaN.
  void prepareStep(std::uint64_t samples) { setTraining(samples > 1 || !m_normalisesBatches); }

  /// The features of a batch in the shape that the module takes. Throws what LibTorch throws. Lifetime: as predict().
  at::Tensor featuresOf(const loader::Batch& batch);

  /// [samples, outputs]. Throws what LibTorch throws, and ThrownError where a module of others outputs another
  /// shape. It may take as long as timeFor() allows. Lifetime: the prediction may share the batch's memory; keep the
  /// batch until the step is done.
  at::Tensor predict(const loader::Batch& batch);

  /// The same as plain numbers, [samples × outputs], as the model predicts in use. Errors: what LibTorch throws.
  Result<std::vector<float>> predictions(const loader::Batch& batch);

  /// What save() wrote beside the weights. Errors: as create().
  static Result<std::string> noteOf(const std::string& file);

  /// A file that torch.jit.load takes in Python, on any machine, ready for use; `note` is in it as the extra file
  /// masu.json.
  Result<void> save(const std::filesystem::path& file, const std::string& note);

  /// How many bytes save() would write, the note aside. Throws what LibTorch throws.
  std::uint64_t savedBytes();

  /// Takes the weights of a file that save() wrote.
  Result<void> restore(const std::filesystem::path& file);

 private:
  Model(std::unique_ptr<torch::jit::Module> module, const std::string& name, const DatasetSummary& facts, bool foreign,
        Device device);
  /// As it is written: on the host, for use.
  torch::jit::Module forFile();
  Result<void> tryOneBatch();

  /// A module may output another shape for another batch than it was tried on. Throws ThrownError.
  void checkOutput(const at::Tensor& output, std::uint64_t samples) const;

  std::unique_ptr<torch::jit::Module> m_module;
  std::string m_name;
  std::vector<std::int64_t> m_sampleShape;
  std::int64_t m_featureCount = 0;
  std::int64_t m_categories = 0;
  std::int64_t m_outputs = 0;
  std::uint64_t m_parameters = 0;
  bool m_foreign = false;
  bool m_normalisesBatches = false;  ///< it has running variances
  Device m_device = Device::cpu;
  BatchFeatures m_features;
  bool m_training = true;
};

}  // namespace masu::train
