// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/tasks/data/inspect_task.h"
#include "ui/pages/import/recordings/windows_view.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace masu::ui {

class Banner;
class ImageGrid;
class ImportArrays;
class ImportRecordingsModel;
class ImportRules;

/// The body of a recordings import: the rules for label and group, the table of files, and the chosen one with its
/// windows.
class ImportRecordingsView : public QWidget {
  Q_OBJECT

 public:
  explicit ImportRecordingsView(QWidget* parent = nullptr);
  void showPlan(std::shared_ptr<const ingest::ImportPlan> plan);
  /// The one on screen; null before there is one.
  const std::shared_ptr<const ingest::ImportPlan>& plan() const { return m_plan; }
  /// First channel of the recording that was asked for by recordingChosen().
  void showSignal(const std::string& path, const std::shared_ptr<const tasks::RecordingSignal>& signal);
  ImportRules* rules() const { return m_rules; }
  /// In the place of the rules where the source is a file of arrays.
  ImportArrays* arrays() const { return m_arrays; }

 Q_SIGNALS:
  void recordingChosen(const QString& path);

 private:
  void choose(int row);
  void fitColumns();
  void announce();
  void updateSamples();
  void showImages();
  QSize imageSize() const;

  std::shared_ptr<const ingest::ImportPlan> m_plan;
  ImportArrays* m_arrays;
  ImportRules* m_rules;
  ImportRecordingsModel* m_model;
  QTableView* m_table;
  Banner* m_banner;
  QLabel* m_name;
  QLabel* m_statusLabel;
  QStackedWidget* m_preview;
  ImportWindowsView* m_windows;
  ImageGrid* m_images;  ///< in the place of the windows where samples are images
  ImportWindowsView::Recording m_shown;
  QString m_channel;         ///< that is drawn, where the recording has several
  std::size_t m_channels = 1;
  std::uint64_t m_samples = 0;  ///< that the recording gives
  std::string m_path;
};

}  // namespace masu::ui
