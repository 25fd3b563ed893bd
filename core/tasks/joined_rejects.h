#pragma once

#include <filesystem>

#include "core/io/atomic_file.h"

namespace masu::tasks {

/// The rejects of further sources behind those of a dataset, which are in a file or never were any; of both, the line
/// that names the columns stands once where it is the same. Complete, but not committed. Errors: a full disk.
Result<io::AtomicFile> joinedRejects(const std::filesystem::path& rejects, const std::filesystem::path& further);

}  // namespace masu::tasks
