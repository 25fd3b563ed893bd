// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/result.h"

namespace masu::train {

/// Limits what TorchScript modules of others take, in a program that does nothing but run models, as the worker: memory
/// to what is free when the first is read, and time, as such a module can loop for ever and LibTorch cannot stop it.
/// `end` is called on a thread of its own when a module is overdue; it reports the error and ends the program.
void limitModels(std::function<void(const Error&)> end);

/// Lets LibTorch run out of memory, which is an error, before the machine does. Once; nothing without limitModels().
void limitModelMemory();

/// For how long a module may take a number of samples: 10 seconds for each, and at least a minute; MASU_MODEL_SECONDS
/// states another number of seconds a sample, six times which is the least.
std::chrono::milliseconds timeFor(std::uint64_t samples);

/// Calls the `end` of limitModels() where it lives for longer than allowed, both by the clock and in processor time, so
/// that a program that was stopped or waits for others is not overdue. One at a time; nothing without limitModels().
class TimeLimit {
 public:
  TimeLimit(std::chrono::milliseconds allowed, const Error& overdue);
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
  ~TimeLimit();
};

/// A module that is overdue with a batch.
Error overdueModel(const std::string& model, std::uint64_t samples);

}  // namespace masu::train
