// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/model.h"

#include <optional>
#include <torch/csrc/jit/serialization/export.h>
#include <torch/script.h>
#include <torch/types.h>

#include "core/base/permutation.h"
#include "core/train/models/guarded.h"
#include "core/train/models/model_limits.h"
#include "core/train/models/module_definition.h"
#include "core/train/models/module_file.h"

namespace masu::train {

namespace {

constexpr const char* kModelFailed = MASU_TEXT("core", "The model failed on a batch: {0}.");

at::Tensor filled(const TensorPlan& plan) {
  if (!plan.values.empty()) return torch::tensor(plan.values).reshape(plan.shape);
  at::Tensor tensor = torch::empty(plan.shape, torch::kFloat32);
  switch (plan.fill) {
    case Fill::uniform:
      tensor.uniform_(-plan.amount, plan.amount);
      break;
    case Fill::normal:
      tensor.normal_(0, plan.amount);
      break;
    case Fill::constant:
      tensor.fill_(plan.amount);
      break;
  }
  return tensor;
}

torch::jit::Module moduleFrom(const ModuleDefinition& definition, const std::string& name, std::uint64_t seed) {
  torch::jit::Module module("masu." + name);
  module.register_attribute("training", c10::BoolType::get(), true);
  torch::manual_seed(mix64(seed));
  for (const TensorPlan& plan : definition.tensors) {
    module.register_parameter(plan.name, filled(plan).requires_grad_(plan.learned), !plan.learned);
  }
  module.define(definition.source);
  return module;
}

std::string shapeText(at::IntArrayRef shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace

Model::Model(std::unique_ptr<torch::jit::Module> module, const std::string& name, const DatasetSummary& facts,
             bool foreign, Device device)
    : m_module(std::move(module)),
      m_name(name),
      m_sampleShape(facts.sampleShape),
      m_featureCount(facts.featureCount()),
      m_categories(static_cast<std::int64_t>(facts.cardinalities.size())),
      m_outputs(facts.outputs),
      m_foreign(foreign),
      m_device(device),
      m_features(device) {
  if (device == Device::cuda) m_module->to(torchDevice(device));
  for (const at::Tensor& parameter : m_module->parameters()) {
    m_parameters += static_cast<std::uint64_t>(parameter.numel());
  }
  for (const auto& [buffer, tensor] : m_module->named_buffers()) {
    // As PyTorch's layers and the built-in models name them.
    m_normalisesBatches = m_normalisesBatches || buffer.ends_with("_var") || buffer.ends_with("_variance");
  }
}

Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Result<Model> Model::create(const std::string& name, const DatasetSummary& facts, std::uint64_t seed, Device device) {
  const bool foreign = name.ends_with(".pt");
  if (!foreign) {
    MASU_TRY(const ModuleDefinition definition, moduleDefinitionFor(name, facts));
    return guarded(kModelFailed, [&]() -> Result<Model> {
      auto module = std::make_unique<torch::jit::Module>(moduleFrom(definition, name, seed));
      return Model(std::move(module), name, facts, false, device);
    });
  }
  MASU_TRY(ModuleFile file, readModule(name));
  Model model(std::move(file.module), name, facts, true, device);
  MASU_CHECK(model.tryOneBatch());
  return model;
}

Result<void> Model::tryOneBatch() {
  constexpr std::uint64_t kSamples = 2;
  setTraining(false);
  try {
    const std::vector<float> features(kSamples * static_cast<std::size_t>(m_featureCount));
    const std::vector<std::int64_t> codes(kSamples * static_cast<std::size_t>(m_categories));
    loader::Batch batch;
    batch.samples = kSamples;
    batch.features = features;
    batch.categories = codes;
    const torch::NoGradGuard noGradient;
    predict(batch);
    return {};
  } catch (const ThrownError& thrown) {
    return fail(thrown.error());
  } catch (const std::exception& thrown) {
    if (isOutOfMemory(thrown)) {
      return fail(Errc::outOfMemory, MASU_TEXT("core", "The model {0} asks for more memory than there is."), {m_name},
                  {m_name, 0, 0});
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The model {0} does not take samples of shape {1} with {2} categories: {3}."),
                {m_name, shapeText(m_sampleShape), std::to_string(m_categories), firstErrorLine(thrown.what())},
                {m_name, 0, 0});
  }
}

void Model::setTraining(bool training) {
  if (m_training == training) return;
  m_module->train(training);
  m_training = training;
}

at::Tensor Model::featuresOf(const loader::Batch& batch) {
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(batch.samples)};
  if (m_sampleShape.empty()) {
    shape.push_back(0);
  } else {
    shape.insert(shape.end(), m_sampleShape.begin(), m_sampleShape.end());
  }
  return m_features.of(batch).reshape(shape);
}

at::Tensor Model::predict(const loader::Batch& batch) {
  at::Tensor features = featuresOf(batch);
  // The models built here write into no input; a user's gets a copy, as others share the batch.
  if (m_foreign && batch.narrow.empty()) features = features.clone();
  std::vector<c10::IValue> inputs = {features};
  if (m_categories > 0) {
    auto* codes = const_cast<std::int64_t*>(batch.categories.data());
    const at::Tensor categories = torch::from_blob(codes, {features.size(0), m_categories}, torch::kInt64);
    inputs.emplace_back((m_foreign ? categories.clone() : categories).to(torchDevice(m_device)));
  }
  if (!m_foreign) return m_module->forward(std::move(inputs)).toTensor();
  const TimeLimit limit(timeFor(batch.samples), overdueModel(m_name, batch.samples));
  at::Tensor output = m_module->forward(std::move(inputs)).toTensor();
  checkOutput(output, batch.samples);
  return output;
}

void Model::checkOutput(const at::Tensor& output, std::uint64_t samples) const {
  if (output.dim() == 2 && output.size(0) == static_cast<std::int64_t>(samples) && output.size(1) == m_outputs &&
      output.is_floating_point() && output.layout() == torch::kStrided)
    return;
  const std::string type = output.is_floating_point() ? "" : std::string(" ") + c10::toString(output.scalar_type());
  throw ThrownError({Errc::invalidArgument,
                     MASU_TEXT("core",
                               "The model {0} outputs {1} for {4} samples of shape {2}; this dataset needs [{4}, {3}] "
                               "of floating point."),
                     {m_name, shapeText(output.sizes()) + type, shapeText(m_sampleShape), std::to_string(m_outputs),
                      std::to_string(samples)},
                     {m_name, 0, 0}});
}

Result<std::vector<float>> Model::predictions(const loader::Batch& batch) {
  return guarded(kModelFailed, [&]() -> Result<std::vector<float>> {
    const torch::NoGradGuard noGradient;
    setTraining(false);
    const at::Tensor output = predict(batch).to(torch::kCPU, torch::kFloat32).contiguous();
    const float* values = output.data_ptr<float>();
    return std::vector<float>(values, values + output.numel());
  });
}

Result<std::string> Model::noteOf(const std::string& file) {
  MASU_TRY(const ModuleFile read, readModule(file));
  return read.note;
}

torch::jit::Module Model::forFile() {
  if (m_device == Device::cpu) return *m_module;
  // A copy: the optimizer holds on to the tensors where they are.
  torch::jit::Module copy = m_module->deepcopy();
  copy.to(torch::kCPU);
  return copy;
}

Result<void> Model::save(const std::filesystem::path& file, const std::string& note) {
  // A module of others may have code of its own for being saved.
  std::optional<TimeLimit> limit;
  if (m_foreign) limit.emplace(timeFor(1), overdueModel(m_name, 1));
  const bool wasTraining = m_training;
  setTraining(false);
  const Result<void> written = writeModule(forFile(), file, note);
  setTraining(wasTraining);
  return written;
}

std::uint64_t Model::savedBytes() {
  std::optional<TimeLimit> limit;
  if (m_foreign) limit.emplace(timeFor(1), overdueModel(m_name, 1));
  const bool wasTraining = m_training;
  setTraining(false);
  std::uint64_t bytes = 0;
  const auto count = [&](const void*, std::size_t size) -> std::size_t {
    bytes += size;
    return size;
  };
  torch::jit::ExportModule(forFile(), count);
  setTraining(wasTraining);
  return bytes;
}

Result<void> Model::restore(const std::filesystem::path& file) {
  return guarded(MASU_TEXT("core", "The checkpoint could not be read back: {0}."), [&]() -> Result<void> {
    MASU_TRY(const ModuleFile read, readModule(file.string(), m_device));
    *m_module = *read.module;
    m_training = false;
    return {};
  });
}

}  // namespace masu::train
