// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/charts/figure/histogram_header.h"
#include "ui/models/position_selection.h"
#include "ui/pages/browse/pane.h"
#include "ui/pages/browse/scroll.h"

class QAction;
class QLabel;
class QMouseEvent;
class QPushButton;
class QTableView;

namespace masu::ui {

class SampleTableModel;
class TableDelegate;

/// The rows of a dataset under headers that show each column whole. Scrolls by a 64-bit position; the view itself only
/// ever holds the rows that fit. Several are selected as in any list: with Ctrl one by one, with Shift up to there.
class BrowseTable : public BrowsePane {
  Q_OBJECT

 public:
  explicit BrowseTable(SampleTableModel& rows, QWidget* parent = nullptr);

  HistogramHeader& header() { return *m_header; }
  /// Shows a column's histogram or takes the column away.
  void setColumnShown(int column, bool shown);
  bool isColumnShown(int column) const;
  std::vector<int> shownColumns() const;
  const PositionSelection& selection() const { return m_selection; }
  /// Copies the selected samples; of the view, and for the palette.
  QAction* copyAction() const { return m_copy; }
  /// Brings a position into view and selects it.
  void reveal(std::uint64_t position);
  void fitColumns();
  void setNote(const QString& text);
  /// What was chosen of another dataset's columns: which of them are hidden, and the one whose histogram shows.
  void forgetColumns();

 Q_SIGNALS:
  void sampleSelected(std::uint64_t sample);
  void columnChosen(int column);
  void copyWanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  BrowseTable(QTableView* view, SampleTableModel& rows, QWidget* parent);
  void build();
  void resizeWindow();
  void scrollTo(std::uint64_t top);
  void buildFoot();
  bool move(int rows, bool extending);
  void jump(std::uint64_t position, bool extending);
  void press(const QMouseEvent& event);
  void drag(const QMouseEvent& event);
  void showSelection();
  void selectShown();
  void countSelection();
  bool handleKey(QKeyEvent* event);
  void windowChanged();
  void selectionChanged();

  SampleTableModel& m_rows;
  QTableView* m_view;
  HistogramHeader* m_header = nullptr;
  TableDelegate* m_delegate = nullptr;
  QLabel* m_note = nullptr;
  QLabel* m_columns = nullptr;
  QLabel* m_count = nullptr;
  QPushButton* m_copyButton = nullptr;
  QAction* m_copy = nullptr;
  PositionSelection m_selection;
  WheelLines m_wheel;
  std::optional<std::uint64_t> m_position;  ///< of the selected row, in view or not
  int m_fit = 1;                            ///< rows that the view has room for
  bool m_moving = false;
  bool m_fitted = false;
};

}  // namespace masu::ui
