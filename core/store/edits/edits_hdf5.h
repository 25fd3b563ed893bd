// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/store/edits/edits_file.h"

/// The edits file as HDF5, as FORMAT.md describes it: attributes of the dataset on the root, one group an edition.
namespace masu::store::edits {

/// What an edits file says of itself.
struct Heading {
  std::string uuid;
  std::uint64_t samples = 0;
  std::vector<EditionNote> editions;
};

/// Tries the file first (see readSandboxed). Errors: it is not as the format says; of a later Masu; cancelled.
Result<Heading> readHeading(const std::filesystem::path& file, const std::stop_token& stop = {});

/// Tries to read the edits of some editions in a separate process (see readSandboxed). Errors: as of readEdit().
Result<void> probe(const std::filesystem::path& file, std::span<const std::uint64_t> editions, std::uint64_t samples);

/// Errors: Errc::format or Errc::damaged where it is not as the format says. Whether it makes sense is for the caller.
/// Requires: it was tried, or this process wrote it.
Result<LabelEdit> readEdit(const std::filesystem::path& file, std::uint64_t edition, std::uint64_t samples);

/// Writes the file with the editions that it has, if it is there, and one more. `heading` is of the old editions.
/// Errors: a full disk.
Result<void> write(const std::filesystem::path& file, const Heading& heading, const EditionNote& note,
                   const std::optional<LabelEdit>& edit);

}  // namespace masu::store::edits
