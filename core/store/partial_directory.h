#pragma once

#include <filesystem>

#include "core/io/file.h"

namespace masu::store {

/// `F.h5.partial/`: where the parts of a dataset lie while it is written. A locked file in it tells a live import from
/// an abandoned one, whose parts are discarded. Lifetime: destruction removes the folder and everything in it.
class PartialDirectory {
 public:
  /// Errors: the folder of the target is missing, read-only or full; another import holds it.
  static Result<PartialDirectory> create(const std::filesystem::path& target);

  PartialDirectory(PartialDirectory&& other) noexcept = default;
  PartialDirectory& operator=(PartialDirectory&& other) = delete;
  ~PartialDirectory();

  const std::filesystem::path& path() const { return m_path; }

 private:
  PartialDirectory(std::filesystem::path path, io::File lock) : m_path(std::move(path)), m_lock(std::move(lock)) {}

  std::filesystem::path m_path;
  io::File m_lock;
};

}  // namespace masu::store
