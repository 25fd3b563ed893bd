// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <filesystem>
#include <utility>
#include <vector>

#include "ui/jobs/job_slot.h"

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace masu::ui {

/// The runs of a dataset to tick, each model of each, with folders of runs that are elsewhere.
/// Threads: the GUI thread; runs are listed by a job. Lifetime: borrows the runner.
class SuspectsRuns : public QWidget {
  Q_OBJECT

 public:
  explicit SuspectsRuns(JobRunner& runner, QWidget* parent = nullptr);

  /// Lists what is in a folder of runs now. What was ticked stays so while it is listed, and so do added folders.
  void list(const std::filesystem::path& folder);
  /// Forgets all, as another dataset is open.
  void clear();
  /// Adds the folder of a run, or of a model of one, and ticks it.
  void add(const std::filesystem::path& folder);
  /// The folders that are ticked, in their order.
  std::vector<std::filesystem::path> chosen() const;

 Q_SIGNALS:
  void edited();

 private:
  struct Entry {
    std::filesystem::path folder;
    QString name;
  };

  static std::vector<Entry> entriesIn(const std::filesystem::path& folder, const JobContext& job);
  void showEntries(const std::vector<Entry>& listed);
  void addBox(const Entry& entry, bool ticked);
  void ask();

  JobSlot m_job;
  std::vector<Entry> m_added;
  std::vector<std::pair<std::filesystem::path, QCheckBox*>> m_boxes;
  QVBoxLayout* m_rows;
  QLabel* m_none;
};

}  // namespace masu::ui
