// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace masu::store {

/// The name is taken, and what has it may not be replaced.
Error nameTaken(const std::filesystem::path& target);

/// A rename that never replaces a file by accident, even one that appeared a moment ago.
Result<void> moveTo(const std::filesystem::path& from, const std::filesystem::path& to, bool overwrite);

/// The renames that give a dataset its name: all of them or none. They are noted in the staging directory before the
/// first one, so that the next process to claim that directory can undo those of one that was killed in between.
/// Threads: one at a time.
class Renames {
 public:
  /// `folder`: the staging directory of `target`.
  Renames(std::filesystem::path folder, std::filesystem::path target)
      : m_folder(std::move(folder)), m_target(std::move(target)) {}

  /// From the folder, or from beside the target, to beside it. Requires: the last one added is to the target itself;
  /// it is what makes the others count.
  void add(const std::filesystem::path& from, const std::filesystem::path& to, bool overwrite);
  /// A file beside the target that nothing refers to any more once all is done: it is removed then.
  void addOutdated(const std::filesystem::path& file);
  /// A file that makes way for another and is not kept: it has the name `aside` until all is done.
  void addReplaced(const std::filesystem::path& file, const std::filesystem::path& aside, bool overwrite);

  /// Errors: one of them failed, and all are taken back.
  Result<void> run(bool sync);

  enum class Settled {
    nothing,   ///< there is no note, or nothing was renamed
    restored,  ///< the process was killed before the last rename: all are undone
    complete,  ///< it was killed after the last one: files that nothing refers to any more are removed
  };
  /// Undoes the renames of a process that was killed before the last one, or removes the outdated files of one that was
  /// killed after it. The note is removed: it concerns files that the next writer makes again.
  static Settled settle(const std::filesystem::path& folder, const std::filesystem::path& target);
  static bool isNoted(const std::filesystem::path& folder);

 private:
  struct Step {
    std::filesystem::path from;
    std::filesystem::path to;  ///< empty: an outdated file
    bool overwrite = false;
    std::uint64_t inode = 0;  ///< identifies the file, whatever its name
  };

  Result<void> note(bool sync) const;
  bool readNote();
  bool isDone() const;
  bool takeBack() const;
  void removeOutdated() const;

  std::filesystem::path m_folder;
  std::filesystem::path m_target;
  std::vector<Step> m_steps;
  std::vector<Step> m_outdated;
};

}  // namespace masu::store
