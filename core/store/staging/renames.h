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

/// The renames that give a dataset its name: all of them or none. They are noted in the folder that the files come from
/// before the first one, so that whoever claims the folder of a process that died in between can take them back.
/// Threads: one at a time.
class Renames {
 public:
  /// `folder`: the staging directory of `target`.
  Renames(std::filesystem::path folder, std::filesystem::path target)
      : m_folder(std::move(folder)), m_target(std::move(target)) {}

  /// From the folder, or from beside the target, to beside it. Requires: the last one added is to the target itself;
  /// it is what makes the others count.
  void add(const std::filesystem::path& from, const std::filesystem::path& to, bool overwrite);
  /// A file beside the target that nothing stands for any more once all is done: it is removed then.
  void addOutdated(const std::filesystem::path& file);

  /// Errors: one of them failed, and all are taken back.
  Result<void> run(bool sync);

  enum class Settled {
    nothing,   ///< there is no note, or nothing was renamed
    restored,  ///< the process died before the last rename: all are taken back
    complete,  ///< it died after the last one: what nothing stands for any more is removed
  };
  /// Takes back what a process left that died before the last rename, or removes what one left that died after it. The
  /// note goes: it is about files that the next writer makes again.
  static Settled settle(const std::filesystem::path& folder, const std::filesystem::path& target);
  static bool isNoted(const std::filesystem::path& folder);

 private:
  struct Step {
    std::filesystem::path from;
    std::filesystem::path to;  ///< empty: an outdated file
    bool overwrite = false;
    std::uint64_t inode = 0;  ///< tells the file again, whatever name it has
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
