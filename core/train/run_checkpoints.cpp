#include "core/train/run_checkpoints.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace masu::train {

namespace {

/// The better of the checkpoints in a folder; empty where there is none.
std::string checkpointIn(const std::filesystem::path& folder) {
  std::error_code failure;
  for (const char* name : {"best.pt", "last.pt"}) {
    if (std::filesystem::exists(folder / name, failure)) return (folder / name).string();
  }
  return {};
}

/// 2-cnn1d comes before 10-mlp.
bool comesBefore(const RunCheckpoint& a, const RunCheckpoint& b) {
  const long left = std::strtol(a.model.c_str(), nullptr, 10);
  const long right = std::strtol(b.model.c_str(), nullptr, 10);
  return left != right ? left < right : a.model < b.model;
}

}  // namespace

Result<std::vector<RunCheckpoint>> checkpointsOf(const std::filesystem::path& path) {
  std::error_code failure;
  if (!std::filesystem::is_directory(path, failure)) return std::vector<RunCheckpoint>{{{}, path.string()}};
  if (std::string file = checkpointIn(path); !file.empty()) return std::vector<RunCheckpoint>{{{}, std::move(file)}};
  std::vector<RunCheckpoint> found;
  for (const auto& entry : std::filesystem::directory_iterator(path, failure)) {
    if (!entry.is_directory(failure)) continue;
    if (std::string file = checkpointIn(entry.path()); !file.empty())
      found.push_back({entry.path().filename().string(), std::move(file)});
  }
  if (found.empty()) {
    return fail(
        Errc::notFound,
        MASU_TEXT("core", "There is no checkpoint in {0}: name the folder of a training run, or of one model in it."),
        {path.string()}, {path.string(), 0, 0});
  }
  std::ranges::sort(found, comesBefore);
  if (found.size() == 1) found.front().model.clear();
  return found;
}

}  // namespace masu::train
