#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::store {

/// Which set a sample belongs to; the codes of the HDF5 enum in the file.
enum class Split : std::uint8_t { unused = 0, train = 1, validation = 2, test = 3 };
inline constexpr int kSplitCount = 4;
std::string_view name(Split split);

/// One byte a sample, so a sample is in one split by construction.
using Assignment = std::vector<Split>;

/// A manifest as the splits file keeps it.
struct StoredManifest {
  std::string name;
  std::string origin;  ///< JSON: how it was drawn
  bool frozen = false;
  bool hasChecksum = false;  ///< as read: an earlier Masu wrote none
};

/// `F.splits.h5`: the small file beside a dataset that holds its manifests. Replaced whole and atomically on every
/// change. Threads: none of its own; two processes that write at once: the later rename wins, neither file is torn.
class SplitsFile {
 public:
  /// The file that the dataset's link names, else `<file>.splits.h5`; a dataset without a link (a plain file) begins
  /// with no manifest and none. Errors: missing; of another dataset (UUIDs differ).
  static Result<SplitsFile> open(const std::filesystem::path& dataset, std::string_view uuid, std::uint64_t samples);

  const std::filesystem::path& path() const { return m_path; }
  /// By name.
  const std::vector<StoredManifest>& manifests() const { return m_manifests; }
  const StoredManifest* find(std::string_view name) const;
  Result<Assignment> read(std::string_view name) const;

  /// Adds or replaces a manifest. Errors: frozen; wrong length.
  Result<void> write(const StoredManifest& manifest, const Assignment& assignment);
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

  /// Errors where the manifest is frozen.
  Result<void> replaceable(std::string_view name) const;
  /// Writes the file anew from manifests of the old one and new ones.
  Result<void> rewrite(std::vector<StoredManifest> kept, const Renamed& renamed,
                       const std::vector<StoredManifest>& added, const AssignmentOf& assignmentOf);

  std::filesystem::path m_path;
  std::string m_uuid;
  std::uint64_t m_samples = 0;
  std::vector<StoredManifest> m_manifests;
};

}  // namespace masu::store
