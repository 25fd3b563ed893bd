// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "core/manifest/draw/split_plan.h"
#include "core/manifest/edit/change.h"
#include "core/manifest/edit/group_tree.h"
#include "core/store/read/dataset.h"

namespace masu::manifest {

/// An assignment that people edit: what moves is recorded as a Change that can be taken back, and counts follow.
/// Invariant: counts are those of the assignment. Memory: one byte a sample, and the group tree's.
/// Threads: one that changes it, or many that read. A change may be found by readers and then made without any reading,
/// so that a view stays alive meanwhile.
class Draft {
 public:
  /// One pass over the labels. Errors: of reading; an assignment of another length; Errc::cancelled.
  static Result<Draft> begin(std::shared_ptr<const store::Dataset> dataset, store::Assignment assignment,
                             const std::stop_token& stop = {});

  const store::Dataset& dataset() const { return *m_dataset; }
  const std::shared_ptr<const store::Dataset>& sharedDataset() const { return m_dataset; }
  const store::Assignment& assignment() const { return m_assignment; }
  const SplitTally& counts() const { return m_counts; }
  /// By class code; empty without classes.
  const std::vector<SplitTally>& perClass() const { return m_perClass; }

  /// What moving samples to a split would change. Reads the labels around them, no more. Errors: of reading;
  /// Errc::cancelled. Requires: samples of the dataset.
  Result<Change> changeMoving(const SampleSet& samples, store::Split to, const std::stop_token& stop = {}) const;
  /// What changing to another assignment, such as one drawn again, would change. Requires: the same length.
  Result<Change> changeInto(const store::Assignment& assignment, const std::stop_token& stop = {}) const;
  /// The same, and makes the change.
  Result<Change> move(const SampleSet& samples, store::Split to, const std::stop_token& stop = {});
  Result<Change> replace(const store::Assignment& assignment, const std::stop_token& stop = {});

  /// Makes a change, or takes it back. No reading: the time of writing the samples that change.
  /// Requires: a change found in this state of the draft; afterwards, in the order of an undo stack.
  void redo(const Change& change) { apply(change, false); }
  void undo(const Change& change) { apply(change, true); }

  /// Counts the groups of these levels from now on. Errors: as GroupTree::build().
  Result<void> groupBy(const GroupLevels& levels, const std::stop_token& stop = {});
  /// The same with groups that were counted elsewhere. Requires: over this dataset, in this state of the assignment.
  void setGroups(GroupTree groups) { m_groups = std::move(groups); }
  /// Null before groupBy().
  const GroupTree* groups() const { return m_groups ? &*m_groups : nullptr; }

 private:
  Draft(std::shared_ptr<const store::Dataset> dataset, store::Assignment assignment)
      : m_dataset(std::move(dataset)), m_assignment(std::move(assignment)) {}
  const store::ObjectInfo* classLabels() const;
  void apply(const Change& change, bool back);

  std::shared_ptr<const store::Dataset> m_dataset;
  store::Assignment m_assignment;
  SplitTally m_counts{};
  std::vector<SplitTally> m_perClass;
  std::optional<GroupTree> m_groups;
};

}  // namespace masu::manifest
