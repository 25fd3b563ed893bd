// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/run_spec.h"

/// Runs of the tests of their replacement, as far as their files go.
namespace made_run {

/// Files by their path below a folder, with what they hold.
using Files = std::map<std::string, std::string>;

inline std::string specOf(std::vector<std::string> models) {
  masu::metrics::RunSpec spec;
  spec.models = std::move(models);
  return masu::metrics::toJson(spec);
}

/// A run of two models with a checkpoint of an epoch.
inline Files oldRun() {
  return {{"spec.json", specOf({"linear", "mlp"})},
          {"resume.state", "old"},
          {"1-linear/last.pt", "old"},
          {"2-mlp/last.pt", "old"},
          {"2-mlp/epoch-0001.pt", "old"}};
}
/// The run that is to replace it, whose second model has a folder of another name.
inline Files newRun() {
  return {{"spec.json", specOf({"linear", "cnn1d"})}, {"1-linear/last.pt", "new"}, {"2-cnn1d/best.pt", "new"}};
}

inline Files with(Files files, const Files& others) {
  files.insert(others.begin(), others.end());
  return files;
}

inline void write(const std::filesystem::path& folder, const Files& files) {
  for (const auto& [name, text] : files) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
}

/// Everything in the folder, with a slash at the end of a folder that holds nothing; the run's lock aside.
inline Files filesIn(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (name == "run.lock") continue;
    if (entry.is_directory() && std::filesystem::is_empty(entry.path())) files[name + "/"];
    if (!entry.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    files[name] = text.str();
  }
  return files;
}

}  // namespace made_run
