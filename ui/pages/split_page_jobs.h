#pragma once

#include <QString>
#include <optional>

#include "core/store/dataset.h"
#include "core/store/splits_file.h"
#include "core/tasks/split_task.h"

namespace masu::ui {

/// The work behind Split, off the GUI thread.
/// Memory: one byte a sample for a manifest as it stood before.

struct ManifestState {
  store::StoredManifest manifest;
  store::Assignment assignment;
};
struct LoadedSplit {
  tasks::SplitOutcome outcome;
  QString origin;
};
struct DrawnSplit {
  tasks::SplitOutcome outcome;
  std::optional<ManifestState> before;  ///< none where the manifest is new
};
struct Done {};

Result<LoadedSplit> loadSplit(const store::Dataset& dataset, const std::string& name);
Result<DrawnSplit> drawSplit(const store::Dataset& dataset, const tasks::SplitRequest& request, const JobContext& job);
Result<DrawnSplit> readSplit(const store::Dataset& dataset, const tasks::SplitRequest& target,
                             const std::filesystem::path& directory);
/// Writes a state back and returns the one it replaced.
Result<ManifestState> exchangeManifest(const store::Dataset& dataset, const ManifestState& wanted);
Result<Done> freezeManifest(const store::Dataset& dataset, const std::string& name);
Result<Done> copyManifest(const store::Dataset& dataset, const std::string& from, const std::string& to);

}  // namespace masu::ui
