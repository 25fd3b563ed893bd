#pragma once

#include <filesystem>
#include <functional>

#include "core/store/hdf5_handle.h"
#include "core/store/splits_file.h"

/// The splits file as HDF5: attributes `uuid` and `samples` on the root, one dataset a manifest.
namespace masu::store::splits {

/// What a splits file says of itself.
struct Heading {
  std::string uuid;
  std::uint64_t samples = 0;
  std::vector<StoredManifest> manifests;
};
Result<Heading> readHeading(const std::filesystem::path& file);
Result<Assignment> readAssignment(const std::filesystem::path& file, std::string_view manifest, std::uint64_t samples);

/// One step of rewriting: gets the new file's root, and the old file's (negative for a new file).
using Fill = std::function<Result<void>(hid_t root, hid_t oldRoot)>;

/// Writes a splits file anew and puts it under its name at once. Requires: `old` is empty or a splits file.
Result<void> replace(const std::filesystem::path& target, const std::filesystem::path& old, const Heading& heading,
                     const Fill& fill);

Result<void> writeManifest(hid_t root, const StoredManifest& manifest, const Assignment& assignment,
                           const std::filesystem::path& file);
/// Copies a manifest's values without reading them into memory, under another name perhaps.
Result<void> copyManifest(hid_t oldRoot, std::string_view from, hid_t root, const StoredManifest& to,
                          const std::filesystem::path& file);

}  // namespace masu::store::splits
