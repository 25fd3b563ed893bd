// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::store {

class Dataset;

/// Which set a sample belongs to; the codes of the HDF5 enum in the file.
enum class Split : std::uint8_t { unused = 0, train = 1, validation = 2, test = 3 };
inline constexpr int kSplitCount = 4;
std::string_view name(Split split);
std::optional<Split> splitNamed(std::string_view name);

/// One byte a sample, so a sample is in one split by construction.
using Assignment = std::vector<Split>;

/// Hex of XXH3-64 over the assignment, one byte a sample: two manifests with the same hash have the same assignment,
/// whatever their names.
std::string hashOf(const Assignment& assignment);

/// A manifest as the splits file keeps it.
struct StoredManifest {
  std::string name;
  std::string origin;  ///< JSON: how it was drawn
  bool frozen = false;
  bool hasChecksum = false;             ///< as read: of its values; the first versions of Masu wrote none
  bool descriptionHasChecksum = false;  ///< as read: of its name, origin and frozen; earlier versions wrote none
  /// As read: name, origin or frozen is not what was written. Such a manifest cannot be read, and may be replaced or
  /// deleted even where it seems frozen.
  bool damaged = false;
};

/// What a change to a manifest was worked out from.
struct SeenManifest {
  std::string hash;  ///< of its assignment; empty: there was no manifest of that name
};

/// `F.splits.h5`: the small file beside a dataset that holds its manifests. Replaced whole and atomically on every
/// change. Each change is made under a lock (io::FileLock), on what the file holds by then, so that processes that
/// write at once lose nothing of each other; manifests() is then the result of all changes.
/// Threads: one at a time.
class SplitsFile {
 public:
  /// The file that the dataset's link names, else `<file>.splits.h5`; a dataset without a link (a plain file) begins
  /// with no manifest and none. Errors: missing; of another dataset (UUIDs differ); cancelled.
  static Result<SplitsFile> open(const std::filesystem::path& dataset, std::string_view uuid, std::uint64_t samples,
                                 const std::stop_token& stop = {});
  static Result<SplitsFile> open(const Dataset& dataset, const std::stop_token& stop = {});

  const std::filesystem::path& path() const { return m_path; }
  /// By name.
  const std::vector<StoredManifest>& manifests() const { return m_manifests; }
  const StoredManifest* find(std::string_view name) const;
  Result<Assignment> read(std::string_view name) const;

  /// Every change is refused (Errc::exists) of a copy beside the dataset whose splits file its link names.

  /// Adds or replaces a manifest. `seen`: only what that is of is replaced; unset: whatever is there by now. Errors:
  /// frozen; wrong length; something else than what was seen (Errc::exists); Errc::busy when another program holds the
  /// file for a minute; a dataset that was replaced since open().
  Result<void> write(const StoredManifest& manifest, const Assignment& assignment,
                     const std::optional<SeenManifest>& seen = std::nullopt);
  /// The same for several at once, such as folds: all of them or none. `assignmentOf` is asked once for each, in order,
  /// and what it returns need last only until it is asked again.
  using AssignmentOf = std::function<const Assignment&(std::size_t)>;
  Result<void> write(const std::vector<StoredManifest>& manifests, const AssignmentOf& assignmentOf);
  /// Errors: frozen.
  Result<void> remove(std::string_view name);
  Result<void> rename(std::string_view from, std::string_view to);
  Result<void> freeze(std::string_view name);

 private:
  struct Renamed {
    std::string from;
    std::string to;
  };

  /// Makes a change under the lock, on what the file holds by then.
  Result<void> change(const std::function<Result<void>()>& make);
  Result<void> add(const std::vector<StoredManifest>& added, const AssignmentOf& assignmentOf);
  /// Errors where the manifest is frozen.
  Result<void> replaceable(std::string_view name) const;
  /// Errors where the manifest is another than the one that was seen.
  Result<void> stillAs(const SeenManifest& seen, const std::string& name) const;
  /// Writes the file again from manifests of the old one and new ones.
  Result<void> rewrite(std::vector<StoredManifest> kept, const Renamed& renamed,
                       const std::vector<StoredManifest>& added, const AssignmentOf& assignmentOf);

  std::filesystem::path m_dataset;
  std::filesystem::path m_path;
  std::string m_uuid;
  std::uint64_t m_samples = 0;
  std::vector<StoredManifest> m_manifests;
};

}  // namespace masu::store
