// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/split/manifest_task.h"

#include <algorithm>
#include <optional>

#include "core/flow/machine.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::tasks {

namespace {

/// A dataset and its manifests.
struct Opened {
  std::shared_ptr<const store::Dataset> dataset;
  store::SplitsFile splits;
};

/// Errors also where so many assignments at once are beyond the memory.
Result<Opened> open(const std::filesystem::path& file, std::uint64_t assignments, const Resources& resources) {
  MASU_TRY(auto dataset, store::Dataset::open(file));
  MASU_CHECK(memoryBeside(*dataset, assignments, resources));
  MASU_TRY(auto splits, store::SplitsFile::open(*dataset));
  return Opened{std::move(dataset), std::move(splits)};
}

std::size_t indexOf(store::Split from, store::Split to) {
  return static_cast<std::size_t>(from) * store::kSplitCount + static_cast<std::size_t>(to);
}

}  // namespace

Result<ManifestFacts> factsOf(const store::SplitsFile& splits, const std::string& name) {
  MASU_TRY(const store::Assignment assignment, splits.read(name));
  const store::StoredManifest& stored = *splits.find(name);
  return ManifestFacts{stored.name, stored.frozen, store::hashOf(assignment), stored.origin,
                       manifest::countsOf(assignment)};
}

Result<store::Assignment> assignmentOf(const store::Dataset& dataset, const std::string& manifest) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  return splits.read(manifest);
}

Result<std::uint64_t> memoryBeside(const store::Dataset& dataset, std::uint64_t assignments,
                                   const Resources& resources) {
  const std::uint64_t allowed = flow::resolve(resources).memoryBytes;
  const std::uint64_t held = assignments * dataset.samples();
  if (held <= allowed) return allowed - held;
  return fail(manifest::beyondMemory(dataset, MASU_TEXT("core", "its samples"), held, allowed));
}

std::optional<store::StoredManifest> storedManifest(const store::Dataset& dataset, const std::string& name) {
  const auto splits = store::SplitsFile::open(dataset);
  const store::StoredManifest* found = splits ? splits->find(name) : nullptr;
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

Result<std::vector<ManifestFacts>> listManifests(const std::filesystem::path& file, const Resources& resources) {
  MASU_TRY(const Opened opened, open(file, 1, resources));
  std::vector<ManifestFacts> manifests;
  for (const store::StoredManifest& stored : opened.splits.manifests()) {
    MASU_TRY(ManifestFacts facts, factsOf(opened.splits, stored.name));
    manifests.push_back(std::move(facts));
  }
  return manifests;
}

Result<ManifestFacts> manifestFacts(const std::filesystem::path& file, const std::string& name) {
  MASU_TRY(const Opened opened, open(file, 1, {}));
  return factsOf(opened.splits, name);
}

Result<ManifestFacts> copyManifest(const std::filesystem::path& file, const std::string& from, const std::string& to,
                                   const Resources& resources) {
  MASU_TRY(Opened opened, open(file, 2, resources));
  MASU_TRY(const store::Assignment assignment, opened.splits.read(from));
  const store::StoredManifest copy{to, opened.splits.find(from)->origin, false};
  MASU_CHECK(opened.splits.write(copy, assignment, store::SeenManifest{}));
  return factsOf(opened.splits, to);
}

Result<ManifestFacts> renameManifest(const std::filesystem::path& file, const std::string& from, const std::string& to,
                                     const Resources& resources) {
  MASU_TRY(Opened opened, open(file, 1, resources));
  MASU_CHECK(factsOf(opened.splits, from));  // a damaged one stays as it is
  MASU_CHECK(opened.splits.rename(from, to));
  return factsOf(opened.splits, to);
}

Result<ManifestFacts> freezeManifest(const std::filesystem::path& file, const std::string& name,
                                     const Resources& resources) {
  MASU_TRY(Opened opened, open(file, 1, resources));
  MASU_CHECK(factsOf(opened.splits, name));  // a damaged one stays as it is
  MASU_CHECK(opened.splits.freeze(name));
  return factsOf(opened.splits, name);
}

Result<void> deleteManifest(const std::filesystem::path& file, const std::string& name, const Resources& resources) {
  MASU_TRY(Opened opened, open(file, 1, resources));
  return opened.splits.remove(name);
}

Result<ManifestDiff> diffManifests(const std::filesystem::path& file, const std::string& from, const std::string& to,
                                   const Resources& resources) {
  MASU_TRY(const Opened opened, open(file, 2, resources));
  MASU_TRY(const store::Assignment before, opened.splits.read(from));
  MASU_TRY(const store::Assignment after, opened.splits.read(to));
  ManifestDiff diff;
  std::optional<manifest::CodeReader> labels;
  if (opened.dataset->meta().target == store::Target::classes) {
    diff.classes = opened.dataset->meta().classes;
    labels.emplace(*opened.dataset, *opened.dataset->find("labels"));
  }
  std::vector<ManifestMove> moves(store::kSplitCount * store::kSplitCount);
  for (std::uint64_t first = 0; first < before.size(); first += manifest::kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(manifest::kBlockSamples, before.size() - first);
    std::span<const std::int64_t> classes;
    if (labels) {
      MASU_TRY(classes, labels->read(first, count));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (before[first + i] == after[first + i]) continue;
      ManifestMove& move = moves[indexOf(before[first + i], after[first + i])];
      move.from = before[first + i];
      move.to = after[first + i];
      ++move.samples;
      ++diff.moved;
      if (classes.empty()) continue;
      move.perClass.resize(diff.classes.size());
      ++move.perClass[static_cast<std::size_t>(classes[i])];
    }
  }
  std::erase_if(moves, [](const ManifestMove& move) { return move.samples == 0; });
  diff.moves = std::move(moves);
  return diff;
}

}  // namespace masu::tasks
