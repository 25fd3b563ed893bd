// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/tasks/split/manifest_task.h"
#include "ui/jobs/job_slot.h"

class QComboBox;
class QLabel;
class QStandardItemModel;

namespace masu::ui {

/// What moved between two manifests of a dataset: how many samples from where to where, per class.
class SplitCompare : public QDialog {
  Q_OBJECT

 public:
  SplitCompare(const std::filesystem::path& file, const QStringList& names, const QString& current, JobRunner& runner,
               QWidget* parent = nullptr);

  const QStandardItemModel& table() const { return *m_table; }
  bool busy() const { return m_job.busy(); }

 private:
  void compare();
  void show(const tasks::ManifestDiff& diff);

  std::filesystem::path m_file;
  JobSlot m_job;
  QComboBox* m_from;
  QComboBox* m_to;
  QLabel* m_headline;
  QStandardItemModel* m_table;
};

}  // namespace masu::ui
