// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>

#include "ui/models/row_pages.h"
#include "ui/models/split_index.h"

namespace masu::ui {

/// The rows of a dataset that are in view, and no others: a window of a few dozen rows over a 64-bit position, so that
/// ten billion samples scroll like ten. Rows arrive by pages from a quiet job; until then they are pending. Positions
/// count the samples shown: all of them, or those of one split. Threads: the GUI thread. Lifetime: borrows the runner.
class SampleTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit SampleTableModel(JobRunner& runner, QObject* parent = nullptr);

  /// Column 0 is the sample number; the label, where there is one, comes second.
  void setSource(std::shared_ptr<const RowSource> source, bool hasLabel, const QString& labelName);
  /// The same samples with other values: what is in view stays.
  void setValues(std::shared_ptr<const RowSource> source);
  /// What is shown; null: nothing.
  const std::shared_ptr<const RowSource>& source() const { return m_pages.sharedSource(); }
  /// Null: there is no manifest, so that splits are not shown and cannot be chosen.
  void setSplits(std::shared_ptr<const SplitIndex> splits);
  /// Shows the samples of a split, or those that are in the train split of `members` where that is given; else all.
  void setFilter(std::optional<store::Split> split, std::shared_ptr<const SplitIndex> members = {});
  bool shows(std::uint64_t sample) const;

  std::uint64_t positions() const;
  std::uint64_t top() const { return m_top; }
  /// Moves and sizes the window; both are clamped to what there is.
  void setWindow(std::uint64_t top, int rows);

  /// The sample in a row of the window. Requires: row < rowCount().
  std::uint64_t sampleAt(int row) const { return sampleOf(m_top + static_cast<std::uint64_t>(row)); }
  std::uint64_t sampleOf(std::uint64_t position) const;
  /// The position of a sample among those shown; where the filter hides it, that of the next one that is shown.
  std::uint64_t positionOf(std::uint64_t sample) const;
  /// Null while the row is pending.
  const SampleRow* row(int row) const;

  int dataColumn(int column) const;  ///< of RowSource::columns(); −1 for number and label
  bool isLabel(int column) const { return m_hasLabel && column == 1; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  static constexpr std::uint64_t kPageRows = RowPages::kPageRows;

 Q_SIGNALS:
  /// A page could not be read; its rows say so.
  void failed(const masu::Error& error);
  void windowChanged();
  void rowsArrived();

 private:
  void fetch();
  void rowsRead();
  QVariant cell(const SampleRow* row, int column) const;
  /// The samples shown, in their index; null: all are.
  const SplitIndex* shown() const;
  store::Split shownCode() const { return m_members ? store::Split::train : *m_filter; }

  RowPages m_pages;
  std::shared_ptr<const SplitIndex> m_splits;
  std::optional<store::Split> m_filter;
  std::shared_ptr<const SplitIndex> m_members;  ///< samples chosen one by one; they go before m_filter
  QString m_labelName;
  bool m_hasLabel = false;
  std::uint64_t m_top = 0;
  int m_rows = 0;
  int m_wantedRows = 0;
};

}  // namespace masu::ui
