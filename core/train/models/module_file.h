// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/train/data/device.h"

namespace torch::jit {
struct Module;
}

namespace masu::train {

/// A TorchScript module as it was read from a file.
struct ModuleFile {
  ModuleFile(std::unique_ptr<torch::jit::Module> module, std::string note);
  ModuleFile(ModuleFile&&) noexcept;
  ModuleFile& operator=(ModuleFile&&) noexcept;
  ~ModuleFile();

  std::unique_ptr<torch::jit::Module> module;
  std::string note;  ///< the extra file masu.json, as Model::save() leaves it; else empty
};

/// Reads a TorchScript file as torch.jit.save writes it. A module is a program: one with an operator that reads or
/// writes files, or calls other machines, is refused before any of it runs, wherever in it the operator is.
/// Errors: no such file; no TorchScript; written by a later PyTorch; such an operator, which is named.
Result<ModuleFile> readModule(const std::string& path, Device device = Device::cpu);

/// Writes a module on the host as a file that torch.jit.load takes, `note` as its extra file masu.json. A module of
/// others may have code of its own for being saved. Errors: a full disk; what LibTorch throws.
Result<void> writeModule(const torch::jit::Module& module, const std::filesystem::path& file, const std::string& note);

}  // namespace masu::train
