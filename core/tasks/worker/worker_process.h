// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>

#include "core/tasks/worker/child_process.h"

namespace masu::tasks {

/// masu-train: what MASU_TRAIN names, else beside this program, in ../libexec/masu of it, where Python's module was
/// built or installed with it, or on PATH.
/// Errors: not installed.
Result<std::filesystem::path> findTrainingWorker();

/// Runs a program to its end and hands over each line of its stdout as it comes, on the calling thread. A stop request
/// sends SIGTERM, and after ten seconds SIGKILL. While `paused` is set the worker waits between two steps (SIGUSR1,
/// SIGUSR2), once it has printed something; null: never.
/// Errors: it cannot be started.
Result<WorkerEnd> runWorker(const WorkerCommand& command, const std::function<void(std::string_view)>& onLine,
                            const std::stop_token& stop, const std::atomic<bool>* paused = nullptr);

}  // namespace masu::tasks
