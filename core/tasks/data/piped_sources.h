// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::tasks {

/// Sources that can be read only once, standard input ("-") and pipes, kept until their task is done: a survey reads
/// them, then the import does. Up to 64 MiB of each are in memory, or a quarter of the budget where that is less; what
/// is longer is in an unnamed file in the scratch folder, which goes with the process.
/// Threads: one at a time. Lifetime: of the paths that take() gives, that of the object.
class PipedSources {
 public:
  static bool isPipe(const std::filesystem::path& source);

  /// Reads every such source to its end, and replaces it by the path of what came, whose file name is "standard input"
  /// or that of the pipe, "pipe 63" for /dev/fd/63. Waits for programs that write to it. Errors: files are among the
  /// sources; standard input is a terminal, or named twice; the scratch folder has not the room; Errc::cancelled.
  static Result<PipedSources> take(std::vector<std::filesystem::path>& sources, const Resources& resources,
                                   const JobContext& job);

  PipedSources() = default;
  PipedSources(PipedSources&&) noexcept;
  PipedSources& operator=(PipedSources&&) noexcept;
  ~PipedSources();

  bool empty() const { return m_kept.empty(); }
  /// An error of a task that read them, with the names of the pipes instead of where Masu kept what came.
  Error named(Error error) const;
  /// How much came, and where it was kept. Requires: not empty.
  Message note() const;

 private:
  std::filesystem::path m_folder;  ///< of links to what was kept, under the names that messages have
  std::vector<io::File> m_kept;
  std::uint64_t m_bytes = 0;
  bool m_inMemory = true;  ///< all of them
};

}  // namespace masu::tasks
