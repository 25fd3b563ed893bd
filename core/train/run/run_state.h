// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/train/learning/score.h"

namespace masu::train {

/// One model of a run, as far as it came.
struct ModelRunState {
  std::string learner;  ///< Learner::state()
  Score::Sums trained;  ///< of the epoch under way
  double bestLoss = 0;
  bool hasBest = false;
  int epochsWithoutBetter = 0;
  bool stoppedEarly = false;
};

/// All that a run in progress is, beside its spec: a run made alike resumes from it bit for bit.
struct RunState {
  std::string dataset;                  ///< its UUID
  std::string splitHash;                ///< DatasetSummary::splitHash
  int epoch = 1;                        ///< under way
  std::uint64_t steps = 0;              ///< done in it
  std::string stream;                   ///< loader::BatchStream::state()
  std::vector<std::uint64_t> logBytes;  ///< how far each log of the run's folder was written
  std::vector<ModelRunState> modelRuns;
};

/// What writeState writes.
std::vector<std::uint8_t> encodeState(const RunState& state);

/// Replaces the file as a whole. Errors: those of io::AtomicFile.
Result<void> writeState(const std::filesystem::path& file, const RunState& state);
/// What encodeState() wrote. Errors: anything else; `file` is named then.
Result<RunState> decodeState(std::string_view bytes, const std::filesystem::path& file);
/// Errors: no such file; not what writeState wrote.
Result<RunState> readState(const std::filesystem::path& file);

}  // namespace masu::train
