#pragma once

#include "core/ingest/load.h"

namespace masu::ingest {

/// Runs a plan that surveyTable made: blocks of records are parsed and written on several threads; what depends on
/// their order is decided one block after the other. The file is the same for any number of threads and any size of
/// blocks.
Result<ImportReport> loadTable(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                               const JobContext& job);

/// What a byte of text in work takes where records fit: itself, the places of its fields, its values at eight bytes and
/// their moments.
inline constexpr std::uint64_t kBytesPerTextByte = 16;
/// The same where each record of a few bytes is rejected, with its place and reason.
inline constexpr std::uint64_t kMostBytesPerTextByte = 64;

/// Bytes of text that a thread parses at a time under a budget.
std::uint64_t blockBytesFor(const Resources& resources);

/// Bytes of memory that blocks of such a size take together, at most: one a thread, and three that wait for one before
/// them, so that no thread waits for another that the system put aside for some milliseconds.
std::uint64_t parsingBytes(const Resources& resources, std::uint64_t blockBytes);

}  // namespace masu::ingest
