// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

/// What recordings were found to be: labels may come from files that are not sources.
std::string hashOf(std::span<const RecordingPlan> recordings);

/// What makes the dataset of a plan this one and no other, as JSON: recipe, sources and what was read off them, and the
/// size of its parts (store::WriteOptions::partBytes). An import that was interrupted is resumed under the same
/// identity alone.
std::string identityOf(const ImportPlan& plan, std::uint64_t partBytes);

/// Fails where what an interrupted import of the target left is of another one, with a sentence that says what differs:
/// an option by its name.
Result<void> checkInterrupted(const std::optional<store::Interrupted>& left, const std::filesystem::path& target,
                              const std::string& identity);

/// Whether two descriptions are of one state of one file, whatever was counted in it.
bool isSameSource(const store::SourceFile& a, const store::SourceFile& b);

/// What an interrupted import left says something that cannot be.
Error damagedJournal();

/// What is said of a source of which something was read that is different now.
Error editedSource(const std::string& path);

/// How many samples an interrupted import of the target had finished, where this plan could resume it; else 0.
std::uint64_t finishedBefore(const std::filesystem::path& target, const ImportPlan& plan, std::uint64_t partBytes);

/// Whether what was finished before a failure is worth keeping: another try could get further.
bool isResumable(Errc failure);

}  // namespace masu::ingest
