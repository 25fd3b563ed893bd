// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "core/store/hdf5/handle.h"
#include "core/store/splits/splits_file.h"

/// The splits file as HDF5: attributes `uuid` and `samples` on the root, one dataset a manifest, with the checksums of
/// its values and of its description.
namespace masu::store::splits {

/// What a splits file says of itself.
struct Heading {
  std::string uuid;
  std::uint64_t samples = 0;
  std::vector<StoredManifest> manifests;
};
/// Tries the file first (see readSandboxed).
Result<Heading> readHeading(const std::filesystem::path& file, const std::stop_token& stop = {});
/// Errors: damaged, where a value is none of a split, or the values or the description are not what was written.
Result<Assignment> readAssignment(const std::filesystem::path& file, std::string_view manifest, std::uint64_t samples);

/// The values of a manifest to be written. They last until the next ones are asked for.
struct Values {
  std::span<const Split> splits;
  std::optional<std::uint64_t> checksum = {};  ///< unset: theirs
};
using ValuesOf = std::function<Result<Values>(std::size_t manifest)>;

/// The values as they are stored, right or wrong, to be written again with the checksum that they had.
struct Copied {
  Assignment splits;
  std::optional<std::uint64_t> checksum;
  bool damaged = false;  ///< the description: see StoredManifest
};
Result<Copied> copyValues(const std::filesystem::path& file, std::string_view manifest, std::uint64_t samples);

/// Writes a splits file with the manifests of the heading and puts it under its name at once.
/// Errors: a full disk; the first of `valuesOf`, which is asked once for each manifest, in order.
Result<void> replace(const std::filesystem::path& target, const Heading& heading, const ValuesOf& valuesOf);

}  // namespace masu::store::splits
