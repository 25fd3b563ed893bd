// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"

namespace masu::metrics {

/// Which steps of a run are to be trained again and compared with its log: read by masu-train on stdin as JSON.
struct ReplaySpec {
  std::filesystem::path run;
  std::filesystem::path dataset;     ///< that of the run, wherever it is now
  std::string manifest;              ///< that has the run's split, whatever it is called now
  std::vector<std::uint64_t> steps;  ///< from 1 over all epochs, ascending
  std::uint64_t memoryBytes = 0;
};

/// What a receipt is compared in, in the order in which it is looked at.
enum class Compared { dataset, content, split, spec, log, values, weights, order, loss, files };
std::string_view name(Compared what);

/// The first thing that is not as a receipt says.
struct Difference {
  Compared what = Compared::dataset;
  std::string model = {};     ///< where it is about one of several
  int epoch = 0;              ///< 0: none
  std::uint64_t step = 0;     ///< 0: none
  std::string expected = {};  ///< by the receipt, or the log of steps
  std::string found = {};
  Message message = {};  ///< the same as a sentence
};

/// How far a replay came.
struct ReplayProgress {
  std::uint64_t done = 0;  ///< steps
  std::uint64_t total = 0;
};

/// The outcome: the last line that masu-train prints.
struct ReplaySummary {
  std::uint64_t steps = 0;  ///< that were trained again and are equal
  int weights = 0;          ///< hashes of weights that were compared and are equal
  int files = 0;            ///< checkpoints with the weights that the receipt has
  std::optional<Difference> difference;
  std::vector<Message> notes;  ///< what may explain a difference, and is none itself: other versions or kernels
};

std::string toJson(const ReplaySpec& spec);
Result<ReplaySpec> replaySpecFromJson(std::string_view json);
/// One line each, without the newline.
std::string toJson(const ReplayProgress& progress);
std::string toJson(const ReplaySummary& summary);
/// Errors: a line that is something else.
Result<ReplayProgress> replayProgressFromJson(std::string_view line);
Result<ReplaySummary> replaySummaryFromJson(std::string_view line);

}  // namespace masu::metrics
