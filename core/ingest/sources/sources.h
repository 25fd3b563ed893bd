// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/plan/import_options.h"
#include "core/io/archive_reader.h"
#include "core/io/file.h"

namespace masu::ingest {

/// Whether options ask for recordings: by word, or by an option that tables do not have.
bool asksForRecordings(const ImportOptions& options);

/// Decides what the sources are, and whether they exist. Errors: none given, one that is not there, a folder that holds
/// neither CSV files nor recordings.
Result<SourceKind> kindOf(const ImportOptions& options);

/// Files that sources come to, and what of them and their archives is left out, as notes for people.
struct FoundFiles {
  std::vector<std::filesystem::path> files;
  std::vector<Message> notes;
};

/// What to say of an archive's members: those whose names lead out of it, and `others` that are not taken.
std::vector<Message> notesOnArchive(const std::filesystem::path& archive, const std::vector<std::string>& refused,
                                    const std::vector<std::filesystem::path>& others);

/// The text files of a table import, in the order of the sources: a pattern with * or ? stands for the files that it
/// matches, a folder for the CSV files below it, or in its archives where it has none, or for its workbooks where it
/// has neither, or else for its JSON Lines, and a ZIP archive for those in it; each in the order of their paths. Lock
/// files of documents that are open are passed over, with a note; see lockedBy().
Result<FoundFiles> tableFiles(const std::vector<std::filesystem::path>& sources);

/// The deepest folder that holds all files; their paths in a dataset are below it.
std::filesystem::path commonRoot(const std::vector<std::filesystem::path>& files);

/// What distinguishes one source from another.
struct SourceContent {
  std::uint64_t bytes = 0;
  std::string hash;  ///< over size, head, middle and tail; of a member of an archive, the checksum in its directory
};
Result<SourceContent> contentOf(const io::File& file);
SourceContent contentOf(const io::ArchiveMember& member);

/// Content and path below the root of a file, of a member of an archive, or of a sheet of a workbook.
Result<store::SourceFile> describeSource(const std::filesystem::path& file, const std::filesystem::path& root);

}  // namespace masu::ingest
