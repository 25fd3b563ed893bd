// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace masu::metrics {

/// What a training run learns from: its data.json, written when it begins.
struct DataNote {
  std::string dataset;  ///< file name
  std::string uuid;     ///< of the dataset
  std::uint64_t edition = 0;  ///< of the labels that were learned, see store::LabelEdition
  std::string labels;         ///< its hash; empty: as they were imported
  std::uint64_t samples = 0;
  std::vector<std::string> classes;
  std::string manifest;
  std::string splitHash;  ///< of the assignment, see store::hashOf()
  /// Version of the order of samples, see loader::Sequence::version(). A note of an earlier Masu has none; all of those
  /// were written under kFirstOrder.
  std::string order;
  std::uint64_t train = 0;
  std::uint64_t validation = 0;
  std::uint64_t test = 0;

  static constexpr const char* kFirstOrder = "masu1.2";
};

std::string toJson(const DataNote& note);
/// The note in a run's folder. Errors: it cannot be read; it names no dataset or split.
Result<DataNote> readDataNote(const std::filesystem::path& run);

}  // namespace masu::metrics
