// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/sliced_step.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <torch/script.h>
#include <torch/utils.h>

#include "core/base/permutation.h"
#include "core/train/learning/packing.h"
#include "core/train/models/model.h"

namespace masu::train {

namespace {

/// What slices did to one buffer; nothing where they left it as it was.
struct BufferUpdate {
  at::Tensor value;          ///< samples × change in f64 of a statistic, else what the buffer became
  bool isStatistic = false;  ///< see below
};

/// Running means and variances, as PyTorch's layers and the built-in models name them.
bool isStatistic(const std::string& name, const at::Tensor& buffer) {
  return buffer.is_floating_point() &&
         (name.ends_with("_mean") || name.ends_with("_var") || name.ends_with("_variance"));
}

/// A step is one batch however many slices it has, so that each of them counts it.
bool countsBatches(const std::string& name) {
  return name.ends_with("num_batches_tracked");
}

/// To the bit: NaN is like itself.
bool isSame(const at::Tensor& one, const at::Tensor& other) {
  const auto bytesOf = [](const at::Tensor& tensor) { return tensor.contiguous().flatten().view(torch::kUInt8); };
  return at::equal(bytesOf(one), bytesOf(other));
}

bool isLike(const at::Tensor& one, const at::Tensor& other) {
  return one.sizes() == other.sizes() && one.scalar_type() == other.scalar_type();
}

/// Adds `b`, where an undefined tensor is 0. In place: no further copy is held.
void addTo(at::Tensor& a, at::Tensor& b) {
  if (!a.defined()) {
    a = std::move(b);
  } else if (b.defined()) {
    a.add_(b);
  }
}

void appendValues(std::string& to, const at::Tensor& tensor) {
  const at::Tensor values = tensor.to(torch::kCPU).contiguous();
  to.append(static_cast<const char*>(values.data_ptr()), values.nbytes());
}

/// Values as `like` has them: in its order in memory too, on which sums over it depend.
std::optional<at::Tensor> takeValues(std::string_view& rest, const at::Tensor& like) {
  const std::size_t bytes = static_cast<std::size_t>(like.numel()) * like.element_size();
  if (rest.size() < bytes) return std::nullopt;
  // Copied as bytes: those of a message need not be aligned.
  const at::Tensor values = torch::empty(like.sizes(), at::TensorOptions(like.scalar_type()));
  std::memcpy(values.data_ptr(), rest.data(), bytes);
  at::Tensor taken = torch::empty_like(like);
  taken.copy_(values);
  rest.remove_prefix(bytes);
  return taken;
}

/// What a message holds of a tensor.
enum class Held : std::uint8_t { nothing, values, statistic };

}  // namespace

struct SliceSum::Parts {
  std::uint64_t samples = 0;
  double weight = 0;
  double loss = 0;                    ///< mean × weight
  std::vector<at::Tensor> gradients;  ///< a parameter; of mean × weight / samples of the batch
  std::vector<BufferUpdate> updates;  ///< a buffer
};

SliceSum::SliceSum() : m_parts(std::make_unique<Parts>()) {}
SliceSum::SliceSum(SliceSum&&) noexcept = default;
SliceSum& SliceSum::operator=(SliceSum&&) noexcept = default;
SliceSum::~SliceSum() = default;

std::uint64_t SliceSum::samples() const {
  return m_parts->samples;
}

MeanLoss SliceSum::loss() const {
  return {m_parts->weight > 0 ? m_parts->loss / m_parts->weight : m_parts->loss, m_parts->weight};
}

SlicedStep::SlicedStep(std::string name, std::uint64_t slices, Model& model, const std::vector<at::Tensor>& parameters,
                       const DatasetSummary& summary, const LossSpec& lossSpec)
    : m_name(std::move(name)),
      m_slices(slices),
      m_model(model),
      m_parameters(parameters),
      m_summary(summary),
      m_lossSpec(lossSpec) {}

Result<SliceSum> SlicedStep::sum(const loader::Batch& batch, SliceRange node, std::uint64_t seed, Score& score) {
  m_model.prepareStep(batch.samples);
  for (const at::Tensor& parameter : m_parameters) parameter.mutable_grad().reset();
  std::vector<at::Tensor> buffers;
  for (const auto& [name, buffer] : m_model.module().named_buffers()) buffers.push_back(buffer.detach().clone());
  const auto given = [&](SliceRange part) -> Result<std::optional<SliceSum>> {
    if (part.size() > 1) return std::optional<SliceSum>();
    MASU_TRY(SliceSum one, slice(batch, part.first, seed, buffers, score));
    return std::optional<SliceSum>(std::move(one));
  };
  const auto join = [](SliceSum left, SliceSum right) -> Result<SliceSum> {
    return joined(std::move(left), std::move(right));
  };
  return addedUp<SliceSum>(node, given, join);
}

Result<SliceSum> SlicedStep::slice(const loader::Batch& batch, std::uint64_t slice, std::uint64_t seed,
                                   const std::vector<at::Tensor>& buffers, Score& score) {
  SliceSum sum;
  const SampleRange samples = samplesOf(slice, batch.samples, m_slices);
  if (samples.count == 0) return sum;
  const loader::Batch part = sliceOf(batch, samples);
  torch::manual_seed(mix64(seed ^ mix64(slice + 1)));
  MeanLoss reported;
  const at::Tensor loss = objective(m_model.predict(part), part, m_summary, m_lossSpec, score, reported);
  SliceSum::Parts& parts = *sum.m_parts;
  parts.samples = samples.count;
  parts.weight = reported.weight;
  parts.loss = reported.mean * reported.weight;
  // Of a share in the batch: a sum would be larger than any gradient by the number of samples.
  if (std::isfinite(parts.loss)) (loss * (reported.weight / static_cast<double>(batch.samples))).backward();
  takeGradients(parts);
  MASU_CHECK(takeUpdates(buffers, parts));
  return sum;
}

void SlicedStep::takeGradients(SliceSum::Parts& parts) const {
  parts.gradients.reserve(m_parameters.size());
  for (const at::Tensor& parameter : m_parameters) {
    parts.gradients.push_back(std::exchange(parameter.mutable_grad(), at::Tensor()));
  }
}

/// After the backward pass, which may read them: each slice begins with the buffers as they were before the step.
Result<void> SlicedStep::takeUpdates(const std::vector<at::Tensor>& buffers, SliceSum::Parts& parts) const {
  const torch::NoGradGuard noGradient;
  for (const auto& [name, buffer] : m_model.module().named_buffers()) {
    const std::size_t i = parts.updates.size();
    if (i == buffers.size() || !isLike(buffer, buffers[i])) return fail(cannotCombine(name));
    BufferUpdate& update = parts.updates.emplace_back();
    if (isSame(buffer, buffers[i])) continue;
    update.isStatistic = isStatistic(name, buffer);
    if (update.isStatistic) {
      const auto samples = static_cast<double>(parts.samples);
      update.value = (buffer.to(torch::kFloat64) - buffers[i].to(torch::kFloat64)).mul_(samples);
    } else if (countsBatches(name)) {
      update.value = buffer.detach().clone();
    } else {
      return fail(cannotCombine(name));
    }
    buffer.copy_(buffers[i]);
  }
  return {};
}

Error SlicedStep::cannotCombine(const std::string& buffer) const {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The model {0} changes its buffer {1} while it learns, and slices of a batch can be combined in "
                    "running means and variances only (names that end in _mean, _var or _variance, and "
                    "num_batches_tracked): train it without --slices."),
          {m_name, buffer},
          {m_name, 0, 0}};
}

SliceSum SlicedStep::joined(SliceSum left, SliceSum right) {
  if (right.samples() == 0) return left;
  if (left.samples() == 0) return right;
  const torch::NoGradGuard noGradient;
  SliceSum::Parts& sum = *left.m_parts;
  SliceSum::Parts& other = *right.m_parts;
  sum.samples += other.samples;
  sum.weight += other.weight;
  sum.loss += other.loss;
  for (std::size_t i = 0; i < sum.gradients.size(); ++i) {
    addTo(sum.gradients[i], other.gradients[i]);
    other.gradients[i].reset();  // its memory is for the next ones
  }
  for (std::size_t i = 0; i < sum.updates.size(); ++i) {
    BufferUpdate& update = sum.updates[i];
    BufferUpdate& added = other.updates[i];
    if (!update.value.defined()) {
      update = std::move(added);
    } else if (update.isStatistic && added.value.defined()) {
      update.value.add_(added.value);
    }
  }
  return left;
}

std::string SlicedStep::packed(const SliceSum& sum) const {
  const torch::NoGradGuard noGradient;
  const SliceSum::Parts& parts = *sum.m_parts;
  std::string message;
  appendNumber(message, parts.samples);
  if (parts.samples == 0) return message;
  appendNumber(message, parts.weight);
  appendNumber(message, parts.loss);
  for (const at::Tensor& gradient : parts.gradients) {
    appendNumber(message, gradient.defined() ? Held::values : Held::nothing);
    if (gradient.defined()) appendValues(message, gradient);
  }
  for (const BufferUpdate& update : parts.updates) {
    const Held held = update.isStatistic ? Held::statistic : Held::values;
    appendNumber(message, update.value.defined() ? held : Held::nothing);
    if (update.value.defined()) appendValues(message, update.value);
  }
  return message;
}

std::optional<SliceSum> SlicedStep::unpacked(std::string_view message) const {
  const torch::NoGradGuard noGradient;
  SliceSum sum;
  SliceSum::Parts& parts = *sum.m_parts;
  const auto samples = takeNumber<std::uint64_t>(message);
  if (!samples) return std::nullopt;
  if (*samples == 0) return message.empty() ? std::optional(std::move(sum)) : std::nullopt;
  const auto weight = takeNumber<double>(message);
  const auto loss = takeNumber<double>(message);
  if (!weight || !loss) return std::nullopt;
  parts.samples = *samples;
  parts.weight = *weight;
  parts.loss = *loss;
  for (const at::Tensor& parameter : m_parameters) {
    const auto held = takeNumber<Held>(message);
    if (!held) return std::nullopt;
    std::optional<at::Tensor> values = at::Tensor();
    if (*held == Held::values) values = takeValues(message, parameter.detach());
    if (!values) return std::nullopt;
    parts.gradients.push_back(*values);
  }
  for (const auto& [name, buffer] : m_model.module().named_buffers()) {
    const auto held = takeNumber<Held>(message);
    if (!held) return std::nullopt;
    BufferUpdate& update = parts.updates.emplace_back();
    update.isStatistic = held == Held::statistic;
    if (held == Held::nothing) continue;
    const at::Tensor like = update.isStatistic ? torch::empty_like(buffer, torch::kFloat64) : buffer.detach();
    const auto values = takeValues(message, like);
    if (!values) return std::nullopt;
    update.value = *values;
  }
  return message.empty() ? std::optional(std::move(sum)) : std::nullopt;
}

void SlicedStep::apply(SliceSum whole) {
  const torch::NoGradGuard noGradient;
  SliceSum::Parts& sum = *whole.m_parts;
  const auto samples = static_cast<double>(sum.samples);
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    at::Tensor gradient = std::move(sum.gradients[i]);
    if (gradient.defined() && sum.weight > 0 && sum.weight != samples) gradient.mul_(samples / sum.weight);
    m_parameters[i].mutable_grad() = std::move(gradient);
  }
  std::size_t i = 0;
  for (const auto& [name, buffer] : m_model.module().named_buffers()) {
    const BufferUpdate& update = sum.updates[i++];
    if (!update.value.defined()) continue;
    buffer.copy_(update.isStatistic ? buffer.to(torch::kFloat64) + update.value / samples : update.value);
  }
}

}  // namespace masu::train
