// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "core/base/job.h"
#include "core/base/part_of.h"

namespace masu::cli {

/// What a worker does, and with what.
struct WorkerShare {
  std::optional<PartOf> part;  ///< none: all of it
  Resources resources;
};

/// `--part`, the part of a worker that shares its work with others. Lifetime: that of the command.
class PartArgument {
 public:
  void addTo(CLI::App& command, const std::string& description);
  bool isGiven() const { return !m_text.empty(); }
  /// That of this process, which gets a share of its machine by `auto`. Throws Conflict where no launcher is found.
  WorkerShare share(const Resources& asked) const;

 private:
  std::string m_text;
};

}  // namespace masu::cli
