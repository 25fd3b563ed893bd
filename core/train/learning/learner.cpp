// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/learner.h"

#include <cmath>
#include <optional>
#include <span>
#include <sstream>

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <torch/script.h>
#include <torch/serialize.h>
#include <torch/utils.h>

#include "core/base/permutation.h"
#include "core/base/sha256.h"
#include "core/train/learning/loss_spec.h"
#include "core/train/learning/rocket_fit.h"
#include "core/train/learning/sliced_step.h"
#include "core/train/models/guarded.h"
#include "core/train/models/model.h"
#include "core/train/models/module_definition.h"

namespace masu::train {

namespace {

constexpr const char* kStepFailed = MASU_TEXT("core", "A training step failed: {0}.");

using OptimizerPtr = std::unique_ptr<torch::optim::Optimizer>;

Result<OptimizerPtr> makeOptimizer(const LearnerOptions& options, double rate, std::vector<at::Tensor> parameters) {
  if (options.optimizer == "sgd") {
    constexpr double kMomentum = 0.9;
    const auto settings = torch::optim::SGDOptions(rate).momentum(kMomentum).weight_decay(options.weightDecay);
    return std::make_unique<torch::optim::SGD>(std::move(parameters), settings);
  }
  if (options.optimizer == "adam") {
    const auto settings = torch::optim::AdamOptions(rate).weight_decay(options.weightDecay);
    return std::make_unique<torch::optim::Adam>(std::move(parameters), settings);
  }
  if (options.optimizer == "adamw") {
    const auto settings = torch::optim::AdamWOptions(rate).weight_decay(options.weightDecay);
    return std::make_unique<torch::optim::AdamW>(std::move(parameters), settings);
  }
  return fail(Errc::invalidArgument, MASU_TEXT("core", "There is no optimizer {0}: choose sgd, adam or adamw."),
              {options.optimizer});
}

void addTensor(const std::string& name, const at::Tensor& tensor, Sha256& hash) {
  std::string head = name + ' ' + c10::toString(tensor.scalar_type());
  for (const std::int64_t length : tensor.sizes()) head += ' ' + std::to_string(length);
  hash.update(head + '\n');
  const at::Tensor values = tensor.detach().to(torch::kCPU).contiguous();
  hash.update(std::span(static_cast<const std::byte*>(values.data_ptr()), values.nbytes()));
}

class TorchLearner final : public Learner {
 public:
  TorchLearner(const LearnerOptions& options, const DatasetSummary& summary, Model model, OptimizerPtr optimizer,
               double rate)
      : m_options(options),
        m_summary(summary),
        m_model(std::move(model)),
        m_optimizer(std::move(optimizer)),
        m_learningRate(rate) {
    for (const at::Tensor& parameter : m_model.module().parameters()) m_parameters.push_back(parameter);
    m_sliced.emplace(m_options.model, m_options.slices, m_model, m_parameters, m_summary, m_options.lossSpec);
    if (metrics::isClosedForm(m_options.model)) m_rocket.emplace(m_model, m_summary, m_options.lossSpec);
  }

  std::uint64_t parameters() const override { return m_model.parameters(); }
  double learningRate() const override {
    return m_fixedRate.value_or(m_learningRate * rateFactor(m_options.schedule, m_step, m_options.steps));
  }
  double highestRate() const override { return m_learningRate; }
  void fixRate(double rate) override { m_fixedRate = rate; }

  Result<void> learn(const loader::Batch& batch, Score& score) override {
    return guarded(kStepFailed, [&] {
      if (m_rocket) return fittedStep(batch, score);
      return m_options.slices > 1 ? slicedStep(batch, score) : step(batch, score);
    });
  }

  Result<SliceSum> sumOf(const loader::Batch& batch, SliceRange node, Score& score) override {
    return guarded(kStepFailed, [&] { return m_sliced->sum(batch, node, stepSeed(), score); });
  }

  Result<SliceSum> joined(SliceSum left, SliceSum right) override {
    return guarded(kStepFailed,
                   [&]() -> Result<SliceSum> { return SlicedStep::joined(std::move(left), std::move(right)); });
  }

  Result<void> stepBy(SliceSum whole, Score& score) override {
    return guarded(kStepFailed, [&]() -> Result<void> {
      MASU_CHECK(noteLoss(whole.loss(), whole.samples(), score));
      m_sliced->apply(std::move(whole));
      moveWeights();
      return {};
    });
  }

  Result<std::string> packed(const SliceSum& sum) override {
    return guarded(kStepFailed, [&]() -> Result<std::string> { return m_sliced->packed(sum); });
  }

  Result<SliceSum> unpacked(std::string_view message) override {
    return guarded(kStepFailed, [&]() -> Result<SliceSum> {
      auto sum = m_sliced->unpacked(message);
      if (sum) return std::move(*sum);
      return fail(Errc::format,
                  MASU_TEXT("core",
                            "The processes of this training run do not have the same model {0}: give all of them the "
                            "same version of Masu and the same files."),
                  {m_options.model});
    });
  }

  Result<void> finishEpoch() override {
    if (!m_rocket) return {};
    return guarded(MASU_TEXT("core", "The model rocket could not be solved: {0}."), [&]() -> Result<void> {
      const torch::NoGradGuard noGradient;
      m_rocket->solve();
      return {};
    });
  }

  Result<void> evaluate(const loader::Batch& batch, double temperature, Score& score) override {
    return guarded(kStepFailed, [&]() -> Result<void> {
      const torch::NoGradGuard noGradient;
      m_model.setTraining(false);
      MeanLoss reported;
      const at::Tensor output = m_model.predict(batch);
      objective(output, batch, m_summary, m_options.lossSpec, score, reported);
      score.addLoss(reported.mean, reported.weight, batch.samples);
      if (!m_summary.predictsValues()) scoreProbabilities(output, temperature, batch, score);
      return {};
    });
  }

  Result<std::vector<float>> outputsOf(const loader::Batch& batch) override { return m_model.predictions(batch); }

  Result<std::uint64_t> checkpointBytes() override {
    return guarded(MASU_TEXT("core", "The checkpoint could not be written: {0}."),
                   [&]() -> Result<std::uint64_t> { return m_model.savedBytes(); });
  }
  Result<void> save(const std::filesystem::path& file, const std::string& note) override {
    return m_model.save(file, note);
  }
  Result<void> restore(const std::filesystem::path& file) override { return m_model.restore(file); }

  Result<std::string> weightsHash() override {
    return guarded(MASU_TEXT("core", "The weights could not be hashed: {0}."), [&]() -> Result<std::string> {
      MASU_TRY(Sha256 hash, Sha256::create());
      eachTensor([&hash](const std::string& name, const at::Tensor& tensor) { addTensor(name, tensor, hash); });
      return hash.finish();
    });
  }

  Result<std::string> state() override {
    return guarded(MASU_TEXT("core", "The state of the training run could not be written: {0}."),
                   [&]() -> Result<std::string> {
                     torch::serialize::OutputArchive archive;
                     eachTensor([&](const std::string& name, at::Tensor tensor) { archive.write(name, tensor); });
                     archive.write("step", torch::tensor(static_cast<std::int64_t>(m_step)));
                     if (m_rocket) archive.write("sums", m_rocket->state());
                     torch::serialize::OutputArchive optimizer;
                     m_optimizer->save(optimizer);
                     archive.write("optimizer", optimizer);
                     std::ostringstream text;
                     archive.save_to(text);
                     return text.str();
                   });
  }

  Result<void> setState(const std::string& state) override {
    return guarded(MASU_TEXT("core", "The state of the training run could not be read: {0}."), [&]() -> Result<void> {
      const torch::NoGradGuard noGradient;
      std::istringstream text(state);
      torch::serialize::InputArchive archive;
      archive.load_from(text);
      eachTensor([&](const std::string& name, at::Tensor tensor) {
        at::Tensor kept;
        archive.read(name, kept);
        tensor.copy_(kept);
      });
      at::Tensor step;
      archive.read("step", step);
      m_step = static_cast<std::uint64_t>(step.item<std::int64_t>());
      if (m_rocket) {
        at::Tensor sums;
        archive.read("sums", sums);
        m_rocket->setState(sums);
      }
      torch::serialize::InputArchive optimizer;
      archive.read("optimizer", optimizer);
      m_optimizer->load(optimizer);
      return {};
    });
  }

 private:
  template <class Body>
  void eachTensor(Body&& body) {
    for (const auto& [name, tensor] : m_model.module().named_parameters()) body("p." + name, tensor);
    for (const auto& [name, tensor] : m_model.module().named_buffers()) body("b." + name, tensor);
  }

  std::uint64_t stepSeed() const { return mix64(m_options.seed ^ mix64(m_step + 1)); }

  Result<void> step(const loader::Batch& batch, Score& score) {
    m_model.prepareStep(batch.samples);
    torch::manual_seed(stepSeed());
    m_optimizer->zero_grad();
    MeanLoss reported;
    const at::Tensor loss = objective(m_model.predict(batch), batch, m_summary, m_options.lossSpec, score, reported);
    MASU_CHECK(noteLoss(reported, batch.samples, score));
    loss.backward();
    moveWeights();
    return {};
  }

  /// The loss is that of the model before it is solved.
  Result<void> fittedStep(const loader::Batch& batch, Score& score) {
    const torch::NoGradGuard noGradient;
    const at::Tensor frequencies = m_rocket->frequenciesOf(batch);
    MeanLoss reported;
    objective(m_rocket->outputsOf(frequencies), batch, m_summary, m_options.lossSpec, score, reported);
    score.addLoss(reported.mean, reported.weight, batch.samples);
    if (!std::isfinite(score.lastLoss())) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "A batch of the model rocket holds infinite or missing values, after {0} steps: look for "
                            "extreme values in the data."),
                  {std::to_string(m_step)});
    }
    m_rocket->add(frequencies, batch);
    m_step = std::min(m_step + 1, m_options.steps - 1);
    return {};
  }

  Result<void> slicedStep(const loader::Batch& batch, Score& score) {
    MASU_TRY(SliceSum whole, m_sliced->sum(batch, {0, m_options.slices}, stepSeed(), score));
    return stepBy(std::move(whole), score);
  }

  Result<void> noteLoss(const MeanLoss& loss, std::uint64_t samples, Score& score) const {
    score.addLoss(loss.mean, loss.weight, samples);
    if (std::isfinite(score.lastLoss())) return {};
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The loss of {0} became infinite or NaN after {1} steps: choose a learning rate below {2}, "
                          "or look for extreme values in the data."),
                {m_options.model, std::to_string(m_step), rateText()});
  }

  void moveWeights() {
    for (auto& group : m_optimizer->param_groups()) group.options().set_lr(learningRate());
    if (m_options.clip > 0) clipGradients();
    m_optimizer->step();
    m_step = std::min(m_step + 1, m_options.steps - 1);
  }

  /// All gradients together as one vector, shortened to the length allowed (Pascanu, Mikolov and Bengio 2013).
  void clipGradients() {
    double squares = 0;
    for (const at::Tensor& parameter : m_parameters) {
      if (!parameter.grad().defined()) continue;
      const auto norm = parameter.grad().norm().item<double>();
      squares += norm * norm;
    }
    const double share = m_options.clip / std::sqrt(squares);
    if (!(share < 1)) return;
    for (at::Tensor& parameter : m_parameters) {
      if (parameter.grad().defined()) parameter.mutable_grad().mul_(share);
    }
  }

  std::string rateText() const {
    std::string text = std::to_string(m_learningRate);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text + '0' : text;
  }

  LearnerOptions m_options;
  DatasetSummary m_summary;
  Model m_model;
  std::vector<at::Tensor> m_parameters;
  std::optional<SlicedStep> m_sliced;  ///< of what is above
  std::optional<RocketFit> m_rocket;   ///< likewise; of a model that is solved, and has no use for the optimizer
  OptimizerPtr m_optimizer;
  double m_learningRate;
  std::optional<double> m_fixedRate;
  std::uint64_t m_step = 0;
};

}  // namespace

Result<std::unique_ptr<Learner>> Learner::create(const LearnerOptions& options, const DatasetSummary& summary) {
  if (metrics::isClosedForm(options.model) && options.slices > 1) {
    return fail(metrics::closedFormError(options.model, "--slices"));
  }
  MASU_TRY(Model model, Model::create(options.model, summary, options.seed, options.device));
  if (model.parameters() == 0) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "The model {0} has no parameters to train."), {options.model});
  }
  const double rate =
      options.learningRate > 0 ? options.learningRate : defaultLearningRate(options.model, options.optimizer);
  std::vector<at::Tensor> parameters;
  for (const at::Tensor& parameter : model.module().parameters()) parameters.push_back(parameter);
  MASU_TRY(OptimizerPtr optimizer, makeOptimizer(options, rate, std::move(parameters)));
  return std::make_unique<TorchLearner>(options, summary, std::move(model), std::move(optimizer), rate);
}

void setComputeThreads(unsigned threads) {
  computeRepeatably();
  at::set_num_threads(static_cast<int>(threads));
  // The interpreter alone: the optimising executor specialises on the shapes of the first steps, so that a short last
  // batch or a second model would change when it recompiles, for no gain on the layers used here.
  torch::jit::setGraphExecutorOptimize(false);
}

}  // namespace masu::train
