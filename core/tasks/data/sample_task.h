// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/job.h"
#include "core/base/result.h"

namespace masu::tasks {

enum class SampleData { tabular, waveform };
struct SampleRequest {
  SampleData set = SampleData::tabular;
  std::filesystem::path out;
  std::uint64_t rows = 0;  ///< 0: 48,842 people, or 3,000 recordings
  std::uint64_t seed = 0;
  bool overwrite = false;
};
struct SampleOutcome {
  std::filesystem::path path;  ///< the CSV, or the folder of recordings
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Writes generated data that looks and learns like the real thing: a census table, or spoken-digit-like WAV files
/// named {digit}_{speaker}_{index}.wav. The same seed gives the same bytes.
Result<SampleOutcome> makeSample(const SampleRequest& request, const JobContext& job);

}  // namespace masu::tasks
