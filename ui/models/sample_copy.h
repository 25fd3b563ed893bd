// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "ui/jobs/job_slot.h"
#include "ui/models/position_selection.h"

namespace masu::ui {

class SampleTableModel;

/// Puts samples on the clipboard as CSV: their numbers, labels and the columns that are shown, with the values that a
/// table shows. A job reads them, which is shown where they are many. One that is stopped copies nothing. Threads: the
/// GUI thread. Lifetime: borrows the runner.
class SampleCopy : public QObject {
  Q_OBJECT

 public:
  /// As much as a clipboard, and who pastes from it, can be expected to hold; of many columns fewer samples.
  static constexpr std::uint64_t kMost = 100'000;
  static constexpr std::uint64_t kMostCells = 10'000'000;

  explicit SampleCopy(JobRunner& runner, QObject* parent = nullptr);

  /// `columns` of the table, in their order. Requires: positions of the selection are those of the table.
  void copy(const SampleTableModel& rows, const PositionSelection& selection, const std::vector<int>& columns);

 Q_SIGNALS:
  void copied(quint64 samples);
  /// Also where there are too many.
  void failed(const masu::Error& error);

 private:
  JobSlot m_job;
};

}  // namespace masu::ui
