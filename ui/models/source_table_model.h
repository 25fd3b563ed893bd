#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/manifest/split_plan.h"
#include "core/store/meta.h"

namespace masu::ui {

/// The sources of a dataset and which split a rule sends each to.
class SourceTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kPath, kSplit, kRecords, kColumns };

  explicit SourceTableModel(QObject* parent = nullptr);

  void setSources(std::vector<store::SourceFile> sources);
  /// Rules that are no expression match nothing.
  void setRules(const std::vector<manifest::SplitRule>& rules);
  std::size_t matched() const { return m_matched; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<store::SourceFile> m_sources;
  std::vector<int> m_splits;  ///< beside m_sources, as shown; −1: the ratios divide it
  std::size_t m_matched = 0;
};

}  // namespace masu::ui
