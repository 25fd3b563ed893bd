#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/metrics/figures.h"

namespace masu::metrics {

/// What a model is to score: read by masu-train on stdin as JSON.
struct PredictSpec {
  std::filesystem::path checkpoint;  ///< a file, or a run's folder: its best.pt, else its last.pt
  std::filesystem::path dataset;
  std::string manifest = "default";
  std::string split;          ///< train | validation | test; empty: every sample
  std::filesystem::path out;  ///< CSV, a line a sample
  bool overwrite = false;
  std::uint64_t batch = 256;
  unsigned threads = 0;
  std::uint64_t memoryBytes = 0;
};

/// What came of it: the last line that masu-train prints.
struct PredictSummary {
  std::uint64_t samples = 0;
  Figures figures;  ///< absent but where the samples are labelled
};

std::string toJson(const PredictSpec& spec);
Result<PredictSpec> predictSpecFromJson(std::string_view json);
/// One line, without the newline.
std::string toJson(const PredictSummary& summary);
/// Errors: a line that is something else.
Result<PredictSummary> predictSummaryFromJson(std::string_view line);

}  // namespace masu::metrics
