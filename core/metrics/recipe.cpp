// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/recipe.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <utility>

#include "core/base/units.h"

namespace masu::metrics {

namespace {

constexpr std::uint64_t kUsual = 10;  ///< epochs of a run without a recipe

/// What an epoch of a model costs, in numbers that it is fed with: a proxy for time that is the same on every machine.
struct Cost {
  std::uint64_t mostValues;   ///< over all epochs
  std::uint64_t leastValues;  ///< that a sample counts as, however few it has
};

bool isDense(const std::string& model) {
  return model == "linear" || model == "mlp";
}

/// Each is a few minutes on two cores.
Cost costOf(const std::string& model) {
  if (isDense(model)) return {10'000'000'000, 64};
  if (model == "resnet1d") return {300'000'000, 16};
  return {1'000'000'000, 16};
}

/// Bytes of the weights of all models, as far as they grow with the samples or are known: so much a checkpoint takes.
double weightBytes(const RunSpec& spec, const RecipeFacts& facts) {
  constexpr double kHidden = 256;  // of the first layer of mlp, at most
  constexpr double kNumber = 4;
  const auto values = static_cast<double>(facts.sampleValues);
  const double outputs = std::max<double>(1, static_cast<double>(facts.classSamples.size()));
  auto bytes = static_cast<double>(facts.moduleBytes);
  for (const std::string& model : spec.models) {
    if (model == "linear") bytes += kNumber * values * outputs;
    if (model == "mlp") bytes += kNumber * values * kHidden;
  }
  return bytes * std::max<double>(1, static_cast<double>(spec.learningRates.size()));
}

class Recipe {
 public:
  Recipe(RunSpec spec, std::span<const std::string> stated, const RecipeFacts& facts)
      : m_spec(std::move(spec)), m_stated(stated), m_facts(facts), m_train(std::max<std::uint64_t>(1, facts.train)) {}

  /// In this order: epochs go by the batch, and patience by the epochs.
  RunSpec made() && {
    m_spec.recipe.clear();
    if (!isStated("batch")) chooseBatch();
    if (areClosedForm(m_spec)) {
      chooseSolvedEpochs();
      if (!isStated("class_weights")) chooseClassWeights();
      return std::move(m_spec);
    }
    chooseEpochs();
    if (!isStated("schedule")) chooseSchedule();
    if (!isStated("patience")) choosePatience();
    if (!isStated("class_weights")) chooseClassWeights();
    if (!isStated("weight_decay")) chooseWeightDecay();
    return std::move(m_spec);
  }

 private:
  bool isStated(std::string_view name) const { return std::ranges::find(m_stated, name) != m_stated.end(); }
  void note(const char* name, std::string value, Message reason) {
    m_spec.recipe.push_back({name, std::move(value), std::move(reason)});
  }
  std::uint64_t classes() const { return m_facts.classSamples.size(); }

  void chooseBatch();
  void chooseEpochs();
  void chooseSolvedEpochs();
  void limitEpochs(std::uint64_t& epochs, Message& reason) const;
  void chooseSchedule();
  void choosePatience();
  void chooseClassWeights();
  void chooseWeightDecay();

  RunSpec m_spec;
  std::span<const std::string> m_stated;
  const RecipeFacts& m_facts;
  std::uint64_t m_train;
};

/// The models' own learning rates are meant for batches of some dozens: the smallest sets get no smaller ones.
void Recipe::chooseBatch() {
  constexpr std::uint64_t kShare = 8;
  constexpr std::uint64_t kLeast = 16;
  constexpr std::uint64_t kMostDense = 256;
  constexpr std::uint64_t kMost = 64;
  constexpr std::uint64_t kMostValues = 1 << 22;
  const std::uint64_t most = std::ranges::all_of(m_spec.models, isDense) ? kMostDense : kMost;
  std::uint64_t batch = std::clamp(std::bit_floor(m_train / kShare), kLeast, most);
  Message reason = {MASU_TEXT("core", "about an eighth of the {0} train samples, from {1} to {2}"),
                    {std::to_string(m_train), std::to_string(kLeast), std::to_string(most)}};
  const std::uint64_t affordable = kMostValues / std::max<std::uint64_t>(1, m_facts.sampleValues);
  if (batch > std::max(kLeast, affordable)) {
    batch = std::max(kLeast, std::bit_floor(affordable));
    reason = {MASU_TEXT("core", "a sample is large: {0} numbers"), {std::to_string(m_facts.sampleValues)}};
  }
  if (batch > m_train) {
    batch = m_train;
    reason = {MASU_TEXT("core", "all {0} train samples"), {std::to_string(m_train)}};
  }
  // Batch normalisation has no variance of a single sample.
  const auto leavesOne = [&] { return batch > 1 && m_train % batch == 1; };
  if (leavesOne()) {
    while (leavesOne()) ++batch;
    reason = {MASU_TEXT("core", "{0}, and no last batch of a single sample"), {std::move(reason)}};
  }
  constexpr std::uint64_t kMostSlices = std::numeric_limits<std::uint32_t>::max();  // whose batch is still a number
  const std::uint64_t sliced = 2 * std::min(m_spec.slices, kMostSlices);
  if (m_spec.slices > 1 && batch < sliced) {
    batch = sliced;
    reason = {MASU_TEXT("core", "two samples for each of {0} slices"), {std::to_string(m_spec.slices)}};
  }
  m_spec.batch = batch;
  note("batch", std::to_string(batch), std::move(reason));
}

/// So many steps that networks of a few layers have learned small sets by then, in a number of passes that grows less
/// and less with the data.
void Recipe::chooseEpochs() {
  constexpr std::uint64_t kStepsEachDoubling = 250;
  const auto doublings = std::bit_width(m_train) + std::bit_width(std::max<std::uint64_t>(2, classes()));
  const std::uint64_t steps = kStepsEachDoubling * static_cast<std::uint64_t>(doublings);
  const std::uint64_t stepsPerEpoch = ceilDivide(m_train, std::max<std::uint64_t>(1, m_spec.batch));
  std::uint64_t epochs = ceilDivide(steps, stepsPerEpoch);
  Message reason = {MASU_TEXT("core", "about {0} steps for {1} train samples"),
                    {std::to_string(steps), std::to_string(m_train)}};
  if (epochs < kUsual) {
    epochs = kUsual;
    reason = {MASU_TEXT("core", "{0} steps an epoch: the data is large, and is read {1} times"),
              {std::to_string(stepsPerEpoch), std::to_string(kUsual)}};
  }
  limitEpochs(epochs, reason);
  m_spec.epochs = static_cast<int>(epochs);
  note("epochs", std::to_string(epochs), std::move(reason));
}

/// Of models that are solved and have no steps.
void Recipe::chooseSolvedEpochs() {
  m_spec.epochs = variesSamples(m_spec) ? static_cast<int>(kUsual) : 1;
  Message reason = {MASU_TEXT("core", "the model is solved, and has learned all there is after one"), {}};
  if (variesSamples(m_spec)) reason = {MASU_TEXT("core", "the samples vary from one to the next"), {}};
  note("epochs", std::to_string(m_spec.epochs), std::move(reason));
}

/// By what the epochs take: numbers that the models are fed with, and checkpoints that are written after each.
void Recipe::limitEpochs(std::uint64_t& epochs, Message& reason) const {
  constexpr std::uint64_t kFew = 3;
  constexpr std::uint64_t kMost = 500;
  constexpr double kMostWritten = 20e9;
  std::uint64_t affordable = kMost;
  for (const std::string& model : m_spec.models) {
    const Cost cost = costOf(model);
    affordable = std::min(affordable, cost.mostValues / m_train / std::max(cost.leastValues, m_facts.sampleValues));
  }
  affordable = std::max(kFew, affordable);
  if (epochs > affordable) {
    epochs = affordable;
    reason = {MASU_TEXT("core", "{0} train samples of {1} numbers: more epochs would take long"),
              {std::to_string(m_train), std::to_string(m_facts.sampleValues)}};
    if (epochs == kMost) {
      reason = {MASU_TEXT("core", "the most that is chosen, for {0} train samples"), {std::to_string(m_train)}};
    }
  }
  const double bytes = weightBytes(m_spec, m_facts);
  if (epochs > kUsual && static_cast<double>(epochs) * bytes > kMostWritten) {
    epochs = std::max(kUsual, static_cast<std::uint64_t>(kMostWritten / bytes));
    reason = {MASU_TEXT("core", "{0} MB of weights are written after every epoch: more epochs would take long"),
              {std::to_string(static_cast<std::uint64_t>(bytes / 1e6))}};
  }
}

void Recipe::chooseSchedule() {
  m_spec.schedule = "onecycle";
  note("schedule", m_spec.schedule,
       {MASU_TEXT("core", "the learning rate warms up, and falls to nearly 0 by the last step"), {}});
}

/// A third: the loss may get no better while the rate is at its peak, and does when it falls.
void Recipe::choosePatience() {
  constexpr std::uint64_t kLeastSamples = 50;
  constexpr std::uint64_t kLeastEachClass = 5;
  constexpr int kLeast = 5;
  constexpr int kShare = 3;
  m_spec.patience = 0;
  if (m_facts.validation < std::max(kLeastSamples, kLeastEachClass * classes())) {
    return note(
        "patience", "0",
        {MASU_TEXT("core", "{0} validation samples are too few to stop by"), {std::to_string(m_facts.validation)}});
  }
  const int patience = std::max(kLeast, (m_spec.epochs + kShare - 1) / kShare);
  if (patience >= m_spec.epochs) {
    return note("patience", "0",
                {MASU_TEXT("core", "{0} epochs are too few to stop early"), {std::to_string(m_spec.epochs)}});
  }
  m_spec.patience = patience;
  note("patience", std::to_string(patience),
       {MASU_TEXT("core", "a third of the epochs, at least 5, with {0} validation samples to stop by"),
        {std::to_string(m_facts.validation)}});
}

void Recipe::chooseClassWeights() {
  constexpr std::uint64_t kBalanced = 5;
  m_spec.classWeights = "none";
  if (m_facts.classSamples.empty() || m_spec.balance) return;
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t largest = 0;
  for (const std::uint64_t samples : m_facts.classSamples) {
    if (samples == 0) continue;  // nothing is learned of it
    smallest = std::min(smallest, samples);
    largest = std::max(largest, samples);
  }
  if (largest / kBalanced < smallest || largest == kBalanced * smallest) {
    return note(
        "class_weights", m_spec.classWeights,
        {MASU_TEXT("core", "no class has more than {0} times the samples of another"), {std::to_string(kBalanced)}});
  }
  m_spec.classWeights = "balanced";
  note("class_weights", m_spec.classWeights,
       {MASU_TEXT("core", "the largest class has {0} samples, the smallest {1}"),
        {std::to_string(largest), std::to_string(smallest)}});
}

void Recipe::chooseWeightDecay() {
  const bool isDecoupled = m_spec.optimizer == "adamw";
  m_spec.weightDecay = isDecoupled ? 0.01 : 0.0001;
  note("weight_decay", isDecoupled ? "0.01" : "0.0001",
       {MASU_TEXT("core", "the usual amount with {0}"), {m_spec.optimizer}});
}

}  // namespace

RunSpec withRecipe(RunSpec spec, std::span<const std::string> stated, const RecipeFacts& facts) {
  if (spec.epochs != kAutoEpochs) return spec;
  return Recipe(std::move(spec), stated, facts).made();
}

}  // namespace masu::metrics
