// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace masu::io {

/// What holds a thread that runs programs of others, such as a TorchScript module.
struct Confinement {
  int landlock = 0;      ///< version of the kernel's interface; 0: the kernel has none
  bool seccomp = false;  ///< a filter of system calls

  bool operator==(const Confinement&) const = default;
};

enum class Devices : bool {
  no,
  graphics,  ///< a graphics card's driver opens its devices for writing
};

/// Confines the calling thread and those that it starts from now on, for as long as they live: they open no file for
/// writing, read no files but libraries, what the kernel says of this process and the machine, and what is open, reach
/// no network and start no program. Threads that ran before stay as they were. What unconfined() runs is exempt, and so
/// are File and AtomicFile, which go through it: it is the programs of others that may do nothing.
/// Returns what the kernel put in force. A second call changes nothing and returns the same.
Confinement confineThread(Devices devices);

/// Runs `work` with the rights that the process had before it was confined, and returns when it is done: on a thread of
/// its own, or on the calling one where nothing is confined. What it throws is thrown here. Threads: any.
void unconfined(const std::function<void()>& work);

}  // namespace masu::io
