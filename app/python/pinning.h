// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include <pybind11/pybind11.h>
#include <sys/types.h>

#include "core/loader/batch/batch.h"

namespace masu::python {

/// Registers the memory that batches are in with a CUDA runtime, so that a card copies from it by itself: once for each
/// slab, which is unregistered before it is freed, in any thread and also after the loader. Such copies go on after
/// they were asked for, and nothing but this knows that they read the slab: a batch that nobody holds any more goes
/// back to its pool when the card has done what it had been asked for until then.
class Pinning : public std::enable_shared_from_this<Pinning> {
 public:
  /// `cuda`: the module torch.cuda. Requires: the GIL.
  static std::shared_ptr<Pinning> of(const pybind11::object& cuda);
  Pinning(const Pinning&) = delete;
  Pinning& operator=(const Pinning&) = delete;

  /// For StreamOptions. Lifetime: keeps the pinning.
  static loader::BeforeFree beforeFree(std::shared_ptr<Pinning> pinning);
  /// A batch that is to be handed out, in memory that is registered. Raises what the runtime refuses. Requires: the
  /// GIL.
  loader::BatchPtr pinned(const loader::BatchPtr& batch);
  /// Waits for the card; from now on each batch waits when it is let go of. Requires: the GIL.
  void finish() noexcept;

 private:
  /// A batch that the card may be reading.
  struct Leaving {
    pybind11::object event;
    std::shared_ptr<const void> storage;
  };

  explicit Pinning(const pybind11::object& cuda);
  void add(std::span<const std::byte> slab);
  void remove(std::span<const std::byte> slab) noexcept;
  void letGo(std::shared_ptr<const void> storage) noexcept;
  void giveBackFinished();
  bool isUsable() const;

  pybind11::object m_runtime;
  pybind11::object m_event;        ///< makes one
  std::vector<Leaving> m_leaving;  ///< guarded by the GIL, as the next
  bool m_finished = false;
  const pid_t m_process;  ///< a process that was forked off leaves the card alone
  std::mutex m_mutex;     ///< guards the one below; nobody waits for the GIL with it
  std::set<const std::byte*> m_slabs;
};

}  // namespace masu::python
