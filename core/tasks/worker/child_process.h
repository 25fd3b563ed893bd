// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace masu::tasks {

struct WorkerCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::string input;     ///< what it reads on stdin
  unsigned threads = 0;  ///< what libraries of it that count cores by themselves may use; 0: as they like
};

/// How a worker ended.
struct WorkerEnd {
  int exitCode = 0;
  int signal = 0;  ///< what killed it; 0: it exited by itself
  std::uint64_t peakMemoryBytes = 0;
  std::string complaint;  ///< the last it said on stderr
};

/// Owns an open file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : m_number(number) {}
  Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return m_number; }
  void close();

 private:
  int m_number;
};

/// A started program: its two outputs, and its end. Destruction kills it where it still runs.
/// Threads: one at a time.
class ChildProcess {
 public:
  /// Errors: the program cannot be started.
  static Result<ChildProcess> start(const WorkerCommand& command);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();

  int output() const { return m_output.number(); }
  int error() const { return m_error.number(); }
  void signal(int number) const;

  /// Waits for its end. `complaint` is left to the reader of error().
  WorkerEnd wait();

 private:
  ChildProcess(int process, Descriptor output, Descriptor error)
      : m_process(process), m_output(std::move(output)), m_error(std::move(error)) {}

  int m_process;
  Descriptor m_output;
  Descriptor m_error;
};

}  // namespace masu::tasks
