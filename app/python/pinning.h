// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include <pybind11/pybind11.h>
#include <sys/types.h>

#include "core/loader/batch/batch.h"

namespace masu::python {

class FinishedCalls;

/// Registers the memory that batches are in with a CUDA runtime, so that cards copy from it by themselves: once for
/// each slab, which is unregistered before it is freed, in any thread and also after the loader. Such copies go on
/// after they were asked for, and nothing but this knows that they read the slab: a batch that nobody holds any more
/// goes back to its pool when every card on which the process has a context has done what its current stream held until
/// then, which is torch's for the thread that lets go of the batch. Whoever copies on another stream holds the batch
/// until that copy is done. A batch of which a card does not say that it has read it, since its runtime fails, is never
/// written to or freed again. No context is made where the process has one on some card.
class Pinning : public std::enable_shared_from_this<Pinning> {
 public:
  /// Batches that wait for cards without anybody else waiting for them, where the memory holds so many.
  static constexpr std::uint64_t kMostLeaving = 16;

  /// `cuda`: the module torch.cuda. Requires: the GIL.
  static std::shared_ptr<Pinning> of(const pybind11::object& cuda);
  Pinning(const Pinning&) = delete;
  Pinning& operator=(const Pinning&) = delete;

  /// For StreamOptions. Lifetime: keeps the pinning.
  static loader::BeforeFree beforeFree(std::shared_ptr<Pinning> pinning);
  /// A batch that is to be handed out, in memory that is registered. Raises what the runtime refuses, and what it
  /// raised since the last call while batches were let go of. Requires: the GIL.
  loader::BatchPtr pinned(const loader::BatchPtr& batch);
  /// Of batches that were let go of, at most so many wait for a card at a time; whoever lets go of one more waits for
  /// the oldest. Requires: the GIL.
  void limit(std::uint64_t mostLeaving) { m_mostLeaving = mostLeaving; }
  /// Waits for the cards; from now on whoever lets go of a batch waits for them. Requires: the GIL.
  void finish() noexcept;

 private:
  /// A card that may be reading a batch.
  struct Reader {
    int card = 0;
    pybind11::object event;  ///< null where none could be recorded
  };
  /// A batch that nobody holds any more.
  struct Leaving {
    std::vector<Reader> readers;
    std::shared_ptr<const void> storage;
  };

  explicit Pinning(const pybind11::object& cuda);
  bool isInUse(int card) const;
  std::vector<int> cardsInUse() const;
  pybind11::object recordEvent(int card) const;
  template <class... Arguments>
  pybind11::object call(const char* function, const Arguments&... arguments) const;
  void add(std::span<const std::byte> slab);
  void remove(std::span<const std::byte> slab) noexcept;
  void letGo(std::shared_ptr<const void> storage) noexcept;
  void giveBackFinished();
  bool waitFor(const Reader& reader, FinishedCalls& calls) const noexcept;
  void waitForOldest(std::uint64_t mostLeaving, FinishedCalls& calls) noexcept;
  bool isUsable() const;

  pybind11::object m_cuda;
  pybind11::object m_runtime;
  pybind11::object m_hasContext;  ///< of torch; None where it cannot say
  const int m_cards;
  std::list<Leaving> m_leaving;  ///< guarded by the GIL, as the next three
  std::list<Leaving> m_lost;     ///< nobody knows whether they were read; their slabs keep this, so that they stay
  std::uint64_t m_mostLeaving = kMostLeaving;
  std::exception_ptr m_failure;  ///< raised with the next batch
  const pid_t m_process;  ///< a process that was forked off leaves the card alone
  std::mutex m_mutex;     ///< guards the one below; nobody waits for the GIL with it
  std::set<const std::byte*> m_slabs;
};

}  // namespace masu::python
