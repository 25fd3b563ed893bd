#include "core/tasks/manifests_along.h"

#include "core/store/splits_file.h"

namespace masu::tasks {

void takeManifestsAlong(const store::Dataset& dataset, store::WriteOptions& options, std::optional<Error>& problem) {
  const auto splits = store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
  std::error_code ignored;
  if (!splits) {
    problem = splits.error();
  } else if (std::filesystem::exists(splits->path(), ignored)) {
    options.splitsFrom = splits->path();
  }
}

}  // namespace masu::tasks
