#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace masu::shards {

/// A folder in which an export grows, inside its output folder. Files move to their final names together, at the end;
/// destruction before that removes them, and the folders that were made for them.
class Staging {
 public:
  /// Errors: the place is read-only, full, or no folder.
  static Result<Staging> create(const std::filesystem::path& out);

  Staging(Staging&& other) noexcept;
  Staging& operator=(Staging&&) = delete;
  ~Staging();

  const std::filesystem::path& folder() const { return m_folder; }

  /// Moves the files at `paths` (below the folder) to the same paths below `out`, replacing what is there. `outdated`
  /// files below `out` are removed.
  Result<void> publish(const std::vector<std::string>& paths, const std::vector<std::string>& outdated);

 private:
  Staging(std::filesystem::path out, std::filesystem::path folder, std::filesystem::path made)
      : m_out(std::move(out)), m_folder(std::move(folder)), m_made(std::move(made)) {}

  std::filesystem::path m_out;
  std::filesystem::path m_folder;
  std::filesystem::path m_made;  ///< the topmost folder that was not there before; empty when all were
};

}  // namespace masu::shards
