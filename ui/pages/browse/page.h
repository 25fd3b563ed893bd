// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "ui/models/dataset_profile.h"
#include "ui/models/split_index.h"
#include "ui/pages/common/dataset_page.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace masu::ui {

class BrowseDetails;
class BrowseClasses;
class BrowseFilter;
class BrowseImages;
class BrowseAppend;
class ViewAs;
class BrowseRecording;
class BrowseSignalPane;
class BrowseTable;
class BrowseWaves;
class DatasetRowSource;
class SampleCopy;
class SampleTableModel;
class SaveReport;
class Segments;

/// Read any sample, and see each column whole: a table of rows for tables; a table, a stack or a grid of signals for
/// recordings, a grid for images, and the classes of both side by side. The side panel describes the selected sample,
/// its column and the dataset.
class BrowsePage : public DatasetPage {
  Q_OBJECT

 public:
  BrowsePage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~BrowsePage() override;

  QString stepState() const override;
  void activated() override;
  void focusFilter() override;

  /// Brings a sample into view and selects it. Requires: it exists.
  void goTo(std::uint64_t sample);
  /// The same, without the filter where that hides it.
  void open(std::uint64_t sample);
  SampleTableModel& rows() { return *m_rows; }
  std::optional<std::uint64_t> selected() const { return m_selected; }

 protected:
  void datasetChanged() override;
  void manifestChanged() override;

 private:
  enum View { kTable, kStack, kGrid, kClasses, kRecording };

  void buildHeader();
  void buildToolBar();
  void buildReport();
  void showFacts();
  QWidget* buildBody();
  void buildCopy();
  void showView(int view);
  void goToTyped();
  void openClass(int code);
  void select(std::uint64_t sample);
  void applyFilter();
  void showColumn(int column);
  void chooseColumns();
  void readProfile();
  void readSplits();
  void shareSplits();
  void applyLens();
  std::array<BrowseSignalPane*, 4> signalPanes() const;
  /// Null where rows are in view, or nothing.
  BrowseSignalPane* signalPane() const;
  void updateCount();

  SampleTableModel* m_rows;
  std::shared_ptr<const DatasetRowSource> m_source;
  std::shared_ptr<const SplitIndex> m_splits;
  JobSlot m_profileJob;
  JobSlot m_splitJob;
  std::optional<std::uint64_t> m_selected;
  DatasetProfile m_profile;
  bool m_filterFailed = false;  ///< the banner says why

  Segments* m_view = nullptr;
  BrowseFilter* m_filter = nullptr;
  BrowseAppend* m_append = nullptr;
  SaveReport* m_report = nullptr;
  SampleCopy* m_copy = nullptr;
  ViewAs* m_lens = nullptr;
  QLabel* m_goLabel = nullptr;
  QLineEdit* m_go = nullptr;
  QLabel* m_count = nullptr;
  QPushButton* m_columns = nullptr;
  QStackedWidget* m_views = nullptr;
  BrowseTable* m_table = nullptr;
  BrowseWaves* m_waves = nullptr;
  BrowseImages* m_images = nullptr;
  BrowseClasses* m_classes = nullptr;
  BrowseRecording* m_recording = nullptr;
  BrowseDetails* m_details = nullptr;
};

}  // namespace masu::ui
