#include "ui/pages/split_page_jobs.h"

#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

Result<store::SplitsFile> openSplits(const store::Dataset& dataset) {
  return store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
}

Result<std::optional<ManifestState>> stateOf(const store::Dataset& dataset, const std::string& name) {
  const auto file = openSplits(dataset);
  if (!file || file->find(name) == nullptr) return std::optional<ManifestState>();
  MASU_TRY(store::Assignment assignment, file->read(name));
  return std::optional<ManifestState>({*file->find(name), std::move(assignment)});
}

}  // namespace

Result<LoadedSplit> loadSplit(const store::Dataset& dataset, const std::string& name) {
  LoadedSplit loaded;
  MASU_TRY(loaded.outcome, tasks::splitCounts(dataset, name));
  MASU_TRY(const store::SplitsFile file, openSplits(dataset));
  if (const store::StoredManifest* found = file.find(name)) loaded.origin = toQt(found->origin);
  return loaded;
}

Result<DrawnSplit> drawSplit(const store::Dataset& dataset, const tasks::SplitRequest& request, const JobContext& job) {
  DrawnSplit drawn;
  MASU_TRY(drawn.before, stateOf(dataset, request.manifest));
  MASU_TRY(drawn.outcome, tasks::split(request, job));
  return drawn;
}

Result<DrawnSplit> readSplit(const store::Dataset& dataset, const tasks::SplitRequest& target,
                             const std::filesystem::path& directory) {
  DrawnSplit drawn;
  MASU_TRY(drawn.before, stateOf(dataset, target.manifest));
  MASU_TRY(drawn.outcome, tasks::readManifest(target.file, target.manifest, directory));
  return drawn;
}

Result<ManifestState> exchangeManifest(const store::Dataset& dataset, const ManifestState& wanted) {
  MASU_TRY(store::SplitsFile file, openSplits(dataset));
  MASU_TRY(std::optional<ManifestState> before, stateOf(dataset, wanted.manifest.name));
  MASU_CHECK(file.write(wanted.manifest, wanted.assignment));
  return before.value_or(wanted);
}

Result<Done> freezeManifest(const store::Dataset& dataset, const std::string& name) {
  MASU_TRY(store::SplitsFile file, openSplits(dataset));
  MASU_CHECK(file.freeze(name));
  return Done{};
}

Result<Done> copyManifest(const store::Dataset& dataset, const std::string& from, const std::string& to) {
  MASU_TRY(store::SplitsFile file, openSplits(dataset));
  MASU_TRY(std::optional<ManifestState> state, stateOf(dataset, from));
  if (!state) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no manifest {0} to copy."), {from});
  }
  state->manifest.name = to;
  state->manifest.frozen = false;
  MASU_CHECK(file.write(state->manifest, state->assignment));
  return Done{};
}

}  // namespace masu::ui
