// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe/flop_meter.h"

#include <algorithm>
#include <string_view>

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>

namespace masu::train {

namespace {

/// Thread-local, as LibTorch calls back with nothing but the function.
thread_local std::uint64_t* counter = nullptr;

/// How many products make one element of the result. What goes in is known before the call, what comes out after it.
struct Products final : at::ObserverContext {
  std::uint64_t perElement = 0;
};

std::int64_t sizeOf(c10::ArrayRef<const c10::IValue> inputs, std::size_t at, std::int64_t axis) {
  if (at >= inputs.size() || !inputs[at].isTensor() || !inputs[at].toTensor().defined()) return 0;
  const at::Tensor& tensor = inputs[at].toTensor();
  return axis < 0 ? tensor.numel() / std::max<std::int64_t>(tensor.size(0), 1) : tensor.size(axis);
}

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
  auto products = std::make_unique<Products>();
  const std::string_view name = function.name();
  constexpr std::int64_t kWithoutFirst = -1;
  std::int64_t inner = 0;
  if (name == "aten::convolution") inner = sizeOf(function.inputs(), 1, kWithoutFirst);
  if (name == "aten::addmm") inner = sizeOf(function.inputs(), 1, 1);
  if (name == "aten::mm") inner = sizeOf(function.inputs(), 0, 1);
  if (name == "aten::bmm") inner = sizeOf(function.inputs(), 0, 2);
  products->perElement = static_cast<std::uint64_t>(inner);
  return products;
}

void end(const at::RecordFunction& function, at::ObserverContext* context) {
  const std::uint64_t inner = static_cast<const Products*>(context)->perElement;
  if (counter == nullptr || inner == 0 || function.outputs().empty()) return;
  const c10::IValue& answer = function.outputs()[0];
  if (answer.isTensor()) *counter += 2 * inner * static_cast<std::uint64_t>(answer.toTensor().numel());
}

}  // namespace

struct FlopMeter::Watch {
  std::uint64_t flops = 0;
  std::uint64_t* outer = counter;
  at::CallbackHandle handle = 0;
};

FlopMeter::FlopMeter() : m_watch(std::make_unique<Watch>()) {
  counter = &m_watch->flops;
  m_watch->handle = at::addThreadLocalCallback(
      at::RecordFunctionCallback(begin, end).needsInputs(true).needsOutputs(true).scopes({at::RecordScope::FUNCTION}));
}

FlopMeter::~FlopMeter() {
  at::removeCallback(m_watch->handle);
  counter = m_watch->outer;
}

std::uint64_t FlopMeter::count() const {
  return m_watch->flops;
}

}  // namespace masu::train
