// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemModel;
class QHeaderView;
class QTableView;
class QWidget;

namespace masu::ui {

/// A table in Masu's manner: 26 px rows under a 28 px header, no grid, whole rows selected, painted by TableDelegate.
QTableView* makeTable(QAbstractItemModel* model);
/// The header of such a table, for trees.
QHeaderView* makeTableHeader(QWidget* parent);

}  // namespace masu::ui
