// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_files.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/io/confinement.h"
#include "core/metrics/receipt.h"
#include "core/metrics/run_spec.h"
#include "core/metrics/step_log.h"

namespace masu::metrics {

namespace {

constexpr std::array<std::string_view, 8> kOfRun = {kStateName,    kEventLogName, kSpecName,    "data.json",
                                                    "recipe.json", kReceiptName,  kStepLogName, kTitleName};
constexpr std::array<std::string_view, 4> kOfModel = {"best.pt", "last.pt", "metrics.csv", kBoardName};

bool isModelFile(const std::string& name) {
  return std::ranges::find(kOfModel, name) != kOfModel.end() || (name.starts_with("epoch-") && name.ends_with(".pt"));
}

/// Also the states that are kept beside checkpoints of single epochs: they hold all models.
bool isOwnFile(const std::string& name) {
  return std::ranges::find(kOfRun, name) != kOfRun.end() || (name.starts_with("epoch-") && name.ends_with(".state"));
}

/// "2-cnn1d": as the folder of a model in a run of several is named.
bool isModelFolder(const std::string& name) {
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string::npos && name[digits] == '-';
}

/// The folders of the models of the run in a folder, as modelFolders() has them; the run's own alone without a
/// spec.json. Names prove nothing: "2026-11-25" may hold somebody's copies of checkpoints.
Result<std::vector<std::filesystem::path>> modelFoldersIn(const std::filesystem::path& folder) {
  auto spec = readSpec(folder);
  if (spec) return modelFolders(*spec);
  if (spec.error().code == Errc::notFound) return {{std::filesystem::path()}};
  return fail(std::move(spec.error()));
}

/// The names in a folder. Nothing where there is no such folder.
Result<std::vector<std::string>> namesIn(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  std::filesystem::directory_iterator at(folder, failure);
  for (const std::filesystem::directory_iterator end; !failure && at != end; at.increment(failure))
    names.push_back(at->path().filename().string());
  if (failure && failure != std::errc::no_such_file_or_directory)
    return fail(Error::fromErrno(failure.value(), folder.string()));
  return names;
}

}  // namespace

bool isRunFile(const std::filesystem::path& relative) {
  const std::string name = relative.filename().string();
  const std::filesystem::path folder = relative.parent_path();
  if (folder.empty()) return isModelFile(name) || isOwnFile(name);
  return folder == folder.filename() && isModelFolder(folder.string()) && isModelFile(name);
}

Result<std::vector<std::filesystem::path>> runFilesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  MASU_TRY(const std::vector<std::string> names, namesIn(folder));
  for (const std::string& name : names) {
    if (isOwnFile(name)) files.emplace_back(name);
  }
  MASU_TRY(const std::vector<std::filesystem::path> folders, modelFoldersIn(folder));
  for (const std::filesystem::path& model : folders) {
    std::error_code ignored;
    const bool entered =
        model.empty() || std::filesystem::is_directory(std::filesystem::symlink_status(folder / model, ignored));
    if (!entered) continue;
    MASU_TRY(const std::vector<std::string> inside, namesIn(folder / model));
    for (const std::string& file : inside) {
      if (isModelFile(file)) files.push_back(model / file);
    }
  }
  std::ranges::sort(files);
  return files;
}

bool hasCheckpoint(const std::filesystem::path& folder) {
  const auto files = runFilesIn(folder);
  const auto isModel = [](const std::filesystem::path& file) { return file.filename() == "last.pt"; };
  return files && std::ranges::any_of(*files, isModel);
}

Result<void> removeRunFile(const std::filesystem::path& file) {
  std::error_code failure;
  io::unconfined([&] { std::filesystem::remove(file, failure); });
  if (failure) return fail(Error::fromErrno(failure.value(), file.string()));
  return {};
}

}  // namespace masu::metrics
