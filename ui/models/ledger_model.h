// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QColor>

#include "core/estimate/ledger.h"

namespace masu::ui {

/// A ledger as a table: items by device, those of each device followed by their sum.
/// Rows of items come in the order of `Ledger::items` within a place, so that bar and table can point at each other.
class LedgerModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kItem, kFor, kWhere, kCounted, kBytes, kColumns };

  explicit LedgerModel(QObject* parent = nullptr);

  /// `models` in the order of their run colours.
  void setLedger(const estimate::Ledger& ledger, const std::vector<std::string>& models);
  /// The item of the ledger that a row shows; −1 for a sum.
  int itemOf(int row) const;
  int rowOf(int item) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct ItemRow {
    int item = -1;
    estimate::Where where = estimate::Where::host;
  };
  QVariant textOf(const ItemRow& row, int column) const;
  QVariant totalText(const ItemRow& row, int column) const;
  Bytes bytesOf(const ItemRow& row) const;

  estimate::Ledger m_ledger;
  std::vector<QColor> m_colours;  ///< beside the items
  std::vector<ItemRow> m_rows;
};

/// The shade of each item: of its model's run colour, grey where models share it.
std::vector<QColor> ledgerColours(const estimate::Ledger& ledger, const std::vector<std::string>& models);
QString whereText(estimate::Where where);

}  // namespace masu::ui
