// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/table/schema.h"

namespace masu::store {

enum class SampleKind { table, waveform, image };
std::string_view name(SampleKind kind);

/// Codes of classes count from 0: every sample has a class. (Codes of categories count from 1: 0 is missing.)
enum class Target { none, classes, values };
std::string_view name(Target target);

/// One file that the dataset was imported from. `path` is below the import root, with forward slashes.
struct SourceFile {
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t records = 0;  ///< records of a table, frames of a recording
  std::string hash;           ///< hex64 of XXH3-64 over size, head, middle and tail; see FORMAT.md
  double rate = 0;            ///< samples per second of a recording, else 0
};

/// What /meta/* and the attributes of a dataset say; everything but the values themselves.
struct DatasetMeta {
  std::string uuid;
  std::string parent;  ///< of an appended dataset: the UUID before; else empty
  SampleKind kind = SampleKind::table;
  Target target = Target::none;
  table::Schema schema;              ///< table columns in source order; channels of a recording
  std::vector<std::string> classes;  ///< text of each label code, in code order
  std::vector<std::string> groups;   ///< name of each group number; empty where each recording is its own
  std::vector<SourceFile> sources;
  std::string recipe;  ///< JSON: the plan that made it, without thread count or budget
  std::uint64_t records = 0;
  std::uint64_t rejected = 0;
  std::uint64_t dropped = 0;
  std::uint64_t window = 0;  ///< frames of a sample that is cut from stored recordings; 0: samples are stored
  std::int64_t silence = 0;  ///< what such a sample ends with where its recording does
  std::optional<std::uint64_t>
      shuffleSeed;                  ///< samples are stored in a random order by this seed, not in that of the sources
  /// Windows that their recording or segment does not fill: nothing where samples are not stored windows, in shards of
  /// an export, and in files that were written before it was introduced.
  std::optional<std::uint64_t> paddedWindows;
  bool missingByTrainMean = false;  ///< NaN in /features stands for the train split's mean, applied by the loader
};

/// The documents of /meta as UTF-8 JSON, by name; what has nothing to say is absent.
std::map<std::string, std::string> documentsOf(const DatasetMeta& meta);

/// Fills schema, classes, groups, sources and recipe from documents. Errors: no JSON, or not what the format says.
Result<void> readDocuments(const std::map<std::string, std::string>& documents, const std::string& file,
                           DatasetMeta& meta);

}  // namespace masu::store
