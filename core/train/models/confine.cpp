// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/confine.h"

#include <torch/types.h>

#include "core/io/confinement.h"
#include "core/train/data/device.h"

namespace masu::train {

namespace {

bool isAllowed = false;

}  // namespace

void confineFromModelsOn() {
  isAllowed = true;
}

std::string confineModels() {
  if (!isAllowed) return {};
  const bool onCard = bestDevice() == Device::cuda;
  // The card's driver sets itself up with the first tensor, and opens more than it does later.
  if (onCard) torch::zeros({1}, torchDevice(Device::cuda));
  const io::Confinement held = io::confineThread(onCard ? io::Devices::graphics : io::Devices::no);
  std::string text = held.landlock > 0 ? "Landlock " + std::to_string(held.landlock) : std::string();
  if (held.seccomp) text += text.empty() ? "seccomp" : ", seccomp";
  return text;
}

Result<std::unique_ptr<loader::BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                        const loader::StreamOptions& options) {
  Result<std::unique_ptr<loader::BatchStream>> stream;
  io::unconfined([&] { stream = loader::BatchStream::open(std::move(dataset), options); });
  return stream;
}

Result<void> checkStream(std::shared_ptr<const store::Dataset> dataset, const loader::StreamOptions& options) {
  Result<void> checked;
  io::unconfined([&] { checked = loader::BatchStream::check(std::move(dataset), options); });
  return checked;
}

}  // namespace masu::train
