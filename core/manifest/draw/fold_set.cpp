// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/fold_set.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>

#include "core/base/exact_json.h"
#include "core/manifest/draw/split_plan.h"

namespace masu::manifest {

namespace {

using Places = std::map<unsigned, std::optional<FoldPlace>>;

/// The number of NAME-7; nothing of NAME-07 or NAME-x.
std::optional<unsigned> numberAfter(std::string_view manifest, const std::string& name) {
  if (!manifest.starts_with(name + "-")) return std::nullopt;
  const std::string_view digits = manifest.substr(name.size() + 1);
  unsigned number = 0;
  const char* end = digits.data() + digits.size();
  const auto [next, failure] = std::from_chars(digits.data(), end, number);
  if (failure != std::errc() || next != end || digits.starts_with('0')) return std::nullopt;
  return number;
}

/// How many folds there are to be, by how the first of them was drawn, or by the largest number.
unsigned countOf(const Places& places) {
  const auto drawn = std::ranges::find_if(places, [](const auto& one) { return one.second.has_value(); });
  return drawn != places.end() ? drawn->second->folds : places.rbegin()->first;
}

Error missing(const std::string& name, unsigned fold, unsigned folds, const std::filesystem::path& dataset) {
  return {Errc::notFound,
          MASU_TEXT("core",
                    "{0} has no manifest {1}, which --cross-validate needs of the folds {2} to {3}: draw them again by "
                    "masu split --folds."),
          {dataset.string(), foldName(name, fold), foldName(name, 1), foldName(name, folds)},
          {dataset.string(), 0, 0}};
}

Error mixed(const std::string& name, unsigned fold, unsigned folds, const std::filesystem::path& dataset) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The manifest {1} of {0} was not drawn together with the folds {2} to {3}, so that "
                    "--cross-validate does not know which folds to take: rename or delete it, or draw the folds "
                    "again by masu split --folds."),
          {dataset.string(), foldName(name, fold), foldName(name, 1), foldName(name, folds)},
          {dataset.string(), 0, 0}};
}

/// Of folds that were drawn: each is the one that its name says, and nobody else says to be one.
Result<void> checkDrawn(const Places& places, unsigned folds, const std::string& name,
                        const std::filesystem::path& dataset) {
  for (const auto& [number, place] : places) {
    const bool isOne = place && place->fold == number && place->folds == folds;
    if (!isOne && (place || number <= folds)) return fail(mixed(name, number, folds, dataset));
  }
  return {};
}

Result<void> checkCount(unsigned folds, const std::string& name, const std::filesystem::path& dataset) {
  if (folds >= 2 && folds <= Folds::kMost) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "--cross-validate takes 2 to {0} folds, but the manifests of {1} are {2} to {3}: draw others "
                        "by masu split --folds, or name them by --manifest."),
              {std::to_string(Folds::kMost), dataset.string(), foldName(name, 1), foldName(name, folds)},
              {dataset.string(), 0, 0});
}

}  // namespace

std::optional<FoldPlace> foldPlaceOf(const std::string& origin) {
  const ExactJson json = ExactJson::parse(origin, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto fold = json.find("fold");
  const auto folds = json.find("folds");
  const auto counts = [&](auto one) {
    return one != json.end() && one->is_number_unsigned() &&
           one->template get<std::uint64_t>() <= std::numeric_limits<unsigned>::max();
  };
  if (!counts(fold) || !counts(folds)) return std::nullopt;
  const FoldPlace place = {fold->get<unsigned>(), folds->get<unsigned>()};
  return place.fold >= 1 && place.fold <= place.folds ? std::optional(place) : std::nullopt;
}

std::string foldName(const std::string& name, unsigned fold) {
  return name + "-" + std::to_string(fold);
}

Result<std::vector<std::string>> foldManifests(const std::vector<store::StoredManifest>& manifests,
                                               const std::string& name, const std::filesystem::path& dataset) {
  Places places;
  for (const store::StoredManifest& manifest : manifests)
    if (const auto number = numberAfter(manifest.name, name)) places[*number] = foldPlaceOf(manifest.origin);
  if (places.empty()) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "{0} has no manifests {1}, {2} and so on for --cross-validate: draw them by masu split "
                          "--folds K --name {3}, or name those that there are by --manifest, without their numbers."),
                {dataset.string(), foldName(name, 1), foldName(name, 2), name}, {dataset.string(), 0, 0});
  }
  const unsigned folds = countOf(places);
  MASU_CHECK(checkCount(folds, name, dataset));
  std::vector<std::string> names;
  for (unsigned fold = 1; fold <= folds; ++fold) {
    if (!places.contains(fold)) return fail(missing(name, fold, folds, dataset));
    names.push_back(foldName(name, fold));
  }
  const bool isDrawn = std::ranges::any_of(places, [](const auto& one) { return one.second.has_value(); });
  if (isDrawn) MASU_CHECK(checkDrawn(places, folds, name, dataset));
  return names;
}

}  // namespace masu::manifest
