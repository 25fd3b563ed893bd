// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace masu::metrics {

/// steps.log of a run: for every step which samples its batch had, as a hash, and the loss of each model to the last
/// bit. All numbers are 8 bytes, little-endian: "masustep", the number of models, the number of the first step, which
/// is 1; then for each step, over all epochs, the hash and the losses, NaN of a model that had stopped early.
inline constexpr const char* kStepLogName = "steps.log";

/// What the file begins with.
std::string stepLogHead(std::size_t models);
/// Appends the record of a step.
void appendStep(std::string& text, std::uint64_t order, std::span<const double> losses);

/// XXH3-64 of the numbers of a batch's samples, in their order.
std::uint64_t orderOf(std::span<const std::uint64_t> samples);
/// The order of an epoch as far as a step; of none yet it is 0.
std::uint64_t chainedOrder(std::uint64_t before, std::uint64_t step);

/// A steps.log that was read. Steps are counted from 1 over all epochs.
class StepLog {
 public:
  /// A last record that is not whole is left out: a run that was killed may leave one. Errors: no such file; something
  /// else than a log.
  static Result<StepLog> read(const std::filesystem::path& file);

  std::size_t models() const { return m_models; }
  /// 0: none was taken yet.
  std::uint64_t lastStep() const { return m_numbers.size() / width(); }
  bool has(std::uint64_t step) const { return step >= 1 && step <= lastStep(); }
  /// Requires for both: has(step).
  std::uint64_t order(std::uint64_t step) const { return m_numbers[(step - 1) * width()]; }
  double loss(std::uint64_t step, std::size_t model) const;
  /// chainedOrder() over the steps of [first, last]. Requires: it has them.
  std::uint64_t chained(std::uint64_t first, std::uint64_t last) const;

 private:
  std::size_t width() const { return 1 + m_models; }

  std::size_t m_models = 0;
  std::vector<std::uint64_t> m_numbers;
};

}  // namespace masu::metrics
