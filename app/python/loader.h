// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <sys/types.h>

#include "app/python/batch.h"
#include "app/python/dataset.h"
#include "app/python/pinning.h"
#include "app/python/stream.h"

namespace masu::python {

class PyIterator;

/// The split of that name; nothing for "all", every sample. Raises a sentence with those that there are.
std::optional<store::Split> splitOf(const std::string& word);

/// Batches of a split, epoch after epoch. It has the position that the next iterator begins at and, between two epochs,
/// the stream, which continues with the next one. Threads: under the GIL.
class PyLoader : public std::enable_shared_from_this<PyLoader> {
 public:
  /// Raises what is wrong with the options. Reads no value but the labels of a balanced shuffle.
  /// `pinning`: null where the memory of batches is not pinned.
  PyLoader(const PyDataset& dataset, const loader::StreamOptions& options, Output output,
           std::shared_ptr<Pinning> pinning);
  ~PyLoader();
  PyLoader(const PyLoader&) = delete;
  PyLoader& operator=(const PyLoader&) = delete;

  std::shared_ptr<PyIterator> iterate();
  std::uint64_t batchesPerEpoch() const { return m_batches; }
  /// After the last batch handed out.
  std::string state() const;
  void load(const std::string& state);
  void setEpoch(std::uint32_t epoch);
  /// That the next iterator is of.
  std::uint32_t epoch() const { return begin().epoch; }
  /// Of the stream that handed out a batch last, since it began; empty before the first batch.
  pybind11::dict report() const;
  void close();

  // For iterators.
  /// Raises where this is another process than the one that made it, or where it is closed.
  void check() const;
  /// `stop` ends the opening of a stream: raises masu.Error then.
  std::shared_ptr<RunningStream> take(const Position& position, const std::stop_token& stop);
  /// Both do nothing for an iterator that was begun before the position was set: `move` counts how often that was.
  void giveBack(std::shared_ptr<RunningStream> stream, std::uint64_t move);
  void handedOut(const std::shared_ptr<RunningStream>& stream, std::uint64_t move);
  /// Keeps the stream's report, as the stream is about to be destroyed.
  void left(const std::shared_ptr<RunningStream>& stream);
  /// The batch in memory that is pinned, where it is to be. Raises what a card refuses.
  loader::BatchPtr pinned(loader::BatchPtr batch) const;
  const std::shared_ptr<const BatchForm>& form() const { return m_form; }

 private:
  loader::StreamState stateAt(const Position& position) const;
  Position begin() const;
  void moveTo(const Position& position);

  std::shared_ptr<const store::Dataset> m_dataset;
  loader::StreamOptions m_options;
  std::shared_ptr<Pinning> m_pinning;
  std::shared_ptr<const BatchForm> m_form;
  loader::StreamState m_start;
  std::uint64_t m_batches = 0;
  Position m_position;
  bool m_resumes = true;  ///< the next iterator begins at the position, also within an epoch
  std::shared_ptr<RunningStream> m_idle;
  std::weak_ptr<RunningStream> m_current;              ///< that handed out a batch last
  loader::StreamReport m_report;                       ///< of that stream, once it was left
  std::vector<std::weak_ptr<PyIterator>> m_iterators;  ///< those that are alive are among them
  std::uint64_t m_moves = 0;                           ///< how often load() or setEpoch() set the position
  pid_t m_process;
  bool m_closed = false;
};

/// One pass to the end of an epoch. Threads: one at a time.
class PyIterator {
 public:
  PyIterator(std::shared_ptr<PyLoader> loader, const Position& begin, std::uint64_t move)
      : m_loader(std::move(loader)), m_begin(begin), m_move(move) {}
  ~PyIterator() { leave(); }
  PyIterator(const PyIterator&) = delete;
  PyIterator& operator=(const PyIterator&) = delete;

  /// Raises StopIteration at the end.
  PyBatch next();
  /// Ends a next() that waits, and gives the stream up.
  void close();

 private:
  void leave();

  std::shared_ptr<PyLoader> m_loader;
  Position m_begin;
  std::uint64_t m_move;
  std::shared_ptr<RunningStream> m_stream;
  std::stop_source m_closed;
  bool m_waiting = false;
  bool m_over = false;
};

void addLoader(pybind11::module_& module);

}  // namespace masu::python
