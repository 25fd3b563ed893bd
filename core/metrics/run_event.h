#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace masu::metrics {

/// NaN where a figure does not exist (no validation set); JSON null.
inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

/// What masu-train reports on stdout: one event a line, as JSON. `run` numbers the models of one stream from 0.
struct RunStarted {
  int run = 0;
  std::string model;
  std::uint64_t parameters = 0;
  int epochs = 0;
  std::uint64_t stepsPerEpoch = 0;
};
struct StepDone {
  int run = 0;
  int epoch = 0;  ///< from 1
  std::uint64_t step = 0;
  double loss = 0;
  double samplesPerSecond = 0;
  double starvedFraction = 0;
  std::uint64_t batchesReady = 0;
  std::uint64_t queueCapacity = 0;
  std::uint64_t memoryBytes = 0;  ///< resident now
};
struct EpochDone {
  int run = 0;
  int epoch = 0;  ///< from 1
  double trainLoss = kAbsent;
  double trainAccuracy = kAbsent;
  double validationLoss = kAbsent;
  double validationAccuracy = kAbsent;
  double seconds = 0;
};
struct CheckpointWritten {
  int run = 0;
  int epoch = 0;
  std::string path;
};
struct RunTested {
  int run = 0;
  double testLoss = kAbsent;
  double testAccuracy = kAbsent;
  /// Row-major [classes × classes], rows true, columns predicted; of the test split, else of validation.
  std::vector<std::uint64_t> confusion;
  std::string checkpoint;
};
struct Finished {
  double starvedFraction = 0;
  std::uint64_t peakMemoryBytes = 0;
};
struct Failed {
  Error error;
};

using RunEvent = std::variant<RunStarted, StepDone, EpochDone, CheckpointWritten, RunTested, Finished, Failed>;

/// One line of JSON without the newline.
std::string toJsonLine(const RunEvent& event);
/// Errors: a line that is no event of this version.
Result<RunEvent> eventFromJsonLine(std::string_view line);

}  // namespace masu::metrics
