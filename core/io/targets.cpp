// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/targets.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace masu::io {

namespace {

namespace fs = std::filesystem;

using Identity = std::pair<dev_t, ino_t>;

/// Of what a path leads to; nothing where that is not there.
std::optional<Identity> identityOf(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

/// Of a source: that of the archive for one of its members, that of the workbook for one of its sheets.
std::optional<Identity> identityOfSource(fs::path source) {
  struct stat status {};
  while (::stat(source.c_str(), &status) != 0) {
    const std::size_t sheet = errno == ENOENT ? source.native().rfind('#') : std::string::npos;
    if (sheet == std::string::npos && (errno != ENOTDIR || !source.has_relative_path())) return std::nullopt;
    source = sheet == std::string::npos ? source.parent_path() : fs::path(source.native().substr(0, sheet));
  }
  return Identity{status.st_dev, status.st_ino};
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path.lexically_normal() : absolute;
}

bool liesIn(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end();
}

Error replacesSource(const OutputTarget& target, const fs::path& source) {
  if (target.wholeFolder) {
    return {Errc::invalidArgument,
            MASU_TEXT("core",
                      "{0} is read, and is in {1} ({2}), which would be replaced with everything in it. Choose "
                      "another folder to write to."),
            {source.string(), target.path.string(), target.option},
            {source.string()}};
  }
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "{0} ({1}) is read by the same command, which would replace it. Choose another name to write to."),
          {target.path.string(), target.option},
          {target.path.string()}};
}

Error writtenTwice(const OutputTarget& one, const OutputTarget& other) {
  return {Errc::invalidArgument,
          MASU_TEXT("core", "{0} is to be written twice, as {1} and as {2}. Choose another name for one of them."),
          {other.path.string(), one.option, other.option},
          {other.path.string()}};
}

struct Place {
  const OutputTarget* target;
  std::optional<Identity> identity;
  fs::path path;
};

bool same(const Place& one, const Place& other) {
  return one.identity && other.identity ? one.identity == other.identity : one.path == other.path;
}

bool replaces(const Place& place, const Identity& source, const fs::path& path) {
  if (place.identity == source) return true;
  return place.target->wholeFolder && liesIn(resolved(path), place.path);
}

}  // namespace

Result<void> checkTargets(std::span<const fs::path> sources, std::span<const OutputTarget> targets) {
  std::vector<Place> places;
  for (const OutputTarget& target : targets) {
    if (target.path.empty()) continue;
    Place place{&target, identityOf(target.path), resolved(target.path)};
    const auto twin = std::ranges::find_if(places, [&](const Place& other) { return same(other, place); });
    if (twin != places.end()) return fail(writtenTwice(*twin->target, target));
    places.push_back(std::move(place));
  }
  // What is not there yet is nobody's source.
  std::erase_if(places, [](const Place& place) { return !place.identity; });
  if (places.empty()) return {};
  for (const fs::path& source : sources) {
    const auto identity = identityOfSource(source);
    if (!identity) continue;
    const auto hit = std::ranges::find_if(places, [&](const Place& one) { return replaces(one, *identity, source); });
    if (hit != places.end()) return fail(replacesSource(*hit->target, source));
  }
  return {};
}

}  // namespace masu::io
