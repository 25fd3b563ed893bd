#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"

namespace masu::io {

/// A ZIP file that is written member by member, of any size (Zip64). Every member has the same date and rights, so
/// equal content is equal bytes. Threads: one at a time.
class ArchiveWriter {
 public:
  enum class Method { stored, deflated };

  static Result<ArchiveWriter> create(const std::filesystem::path& path);
  ArchiveWriter(ArchiveWriter&&) noexcept;
  ArchiveWriter& operator=(ArchiveWriter&&) noexcept;
  /// What was not finished is no valid ZIP file.
  ~ArchiveWriter();

  /// Begins a member. Requires: the one before has ended. The name has forward slashes.
  Result<void> begin(const std::string& name, Method method);
  Result<void> append(std::span<const std::byte> bytes);
  Result<void> end();

  /// Writes the directory of the archive and syncs.
  Result<void> finish();

 private:
  struct State;
  explicit ArchiveWriter(std::unique_ptr<State> state);
  Error failure() const;

  std::unique_ptr<State> m_state;
};

}  // namespace masu::io
