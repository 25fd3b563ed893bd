// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace masu::train {

/// The operator on files that the code of a TorchScript file names: `save` or `from_file`, as a member of anything, or
/// asked for by its name with getattr(), however either is spelled. LibTorch's own tokens are looked at, so that
/// comments, line ends and parts of strings hide nothing from it that LibTorch sees.
/// Threads: any. Errors: throws as LibTorch does where the code is not TorchScript.
std::optional<std::string> fileOperatorIn(const std::string& code);

}  // namespace masu::train
