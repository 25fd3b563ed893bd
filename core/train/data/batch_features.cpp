// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/batch_features.h"

#include <utility>

#include <torch/types.h>

namespace masu::train {

namespace {

torch::ScalarType torchType(table::DType type) {
  switch (type) {
    case table::DType::i8:
      return torch::kInt8;
    case table::DType::i16:
      return torch::kInt16;
    case table::DType::f16:
      return torch::kFloat16;
    default:
      return torch::kUInt8;
  }
}

at::Tensor coefficients(const std::vector<float>& values, at::Device device) {
  return torch::tensor(values).unsqueeze(1).to(device);
}

}  // namespace

/// Of one stream: all its batches have the same.
struct BatchFeatures::Table {
  Table(std::shared_ptr<const loader::Widening> of, at::Device device)
      : widening(std::move(of)),
        scale(coefficients(widening->scale, device)),
        centre(coefficients(widening->centre, device)),
        low(coefficients(widening->low, device)),
        inverse(coefficients(widening->inverse, device)),
        fill(coefficients(widening->fill, device)) {}

  std::shared_ptr<const loader::Widening> widening;
  at::Tensor scale, centre, low, inverse, fill;  ///< [channels, 1]
};

BatchFeatures::BatchFeatures(Device device) : m_device(device) {}
BatchFeatures::BatchFeatures(BatchFeatures&&) noexcept = default;
BatchFeatures& BatchFeatures::operator=(BatchFeatures&&) noexcept = default;
BatchFeatures::~BatchFeatures() = default;

at::Tensor BatchFeatures::of(const loader::Batch& batch) {
  if (batch.widening != nullptr) return widened(batch);
  const auto samples = static_cast<std::int64_t>(batch.samples);
  const std::int64_t values = samples > 0 ? static_cast<std::int64_t>(batch.features.size()) / samples : 0;
  // LibTorch has no read-only tensors.
  auto* data = const_cast<float*>(batch.features.data());
  return torch::from_blob(data, {samples, values}, torch::kFloat32).to(torchDevice(m_device));
}

/// Step by step as a Widening says, without a copy where that goes, so that no more than one batch of floats is held.
at::Tensor BatchFeatures::widened(const loader::Batch& batch) {
  const at::Device device = torchDevice(m_device);
  if (m_table == nullptr || m_table->widening != batch.widening) {
    m_table = std::make_unique<Table>(batch.widening, device);
  }
  const loader::Widening& how = *batch.widening;
  const torch::NoGradGuard noGradient;
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(batch.samples),
                                           static_cast<std::int64_t>(how.channels), static_cast<std::int64_t>(how.run)};
  auto* data = const_cast<std::byte*>(batch.narrow.data());
  const at::Tensor stored = torch::from_blob(data, shape, torchType(how.type)).to(device);
  at::Tensor wide = stored.to(torch::kFloat32);
  wide.mul_(m_table->scale).sub_(m_table->centre).sub_(m_table->low).mul_(m_table->inverse);
  if (!table::isInteger(how.type)) {
    torch::where_out(wide, wide.isnan(), m_table->fill, wide);
  } else if (how.lowestIsMissing) {
    const at::Tensor missing = stored == static_cast<std::int64_t>(table::lowest(how.type));
    torch::where_out(wide, missing, m_table->fill, wide);
  }
  return wide.flatten(1);
}

std::vector<float> BatchFeatures::valuesOf(const loader::Batch& batch) {
  const at::Tensor features = of(batch).to(torch::kCPU).contiguous();
  const float* values = features.data_ptr<float>();
  return {values, values + features.numel()};
}

}  // namespace masu::train
