// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace masu::train {

/// Writes a TorchScript module of 4 features and 2 outputs, as torch.jit.save does, whose methods are `source`; it has
/// the parameter `weight` [4, 2], and the buffers `running_mean` [4], `num_batches_tracked` and `samples_seen`, zero.
void writeModule(const std::filesystem::path& file, const std::string& source);

/// Runs a TorchScript function `f()` as LibTorch does, with no look at its operators. False where it throws.
bool runsUnchecked(const std::string& source);

}  // namespace masu::train
