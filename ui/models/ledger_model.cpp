// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ledger_model.h"

#include <algorithm>
#include <array>
#include <map>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr std::array kPlaces = {estimate::Where::device, estimate::Where::host, estimate::Where::disk};

QColor shade(int run, int nth) {
  const Tokens& colours = tokens();
  // The large items in the middle of a ledger (activations) take the run's own colour.
  static constexpr std::array<std::size_t, 5> kFirst = {0, 1, 3, 2, 4};
  static constexpr std::array<std::size_t, 4> kSecond = {0, 2, 1, 3};
  const auto at = static_cast<std::size_t>(nth);
  if (run == 0) return colours.ledgerFirst[kFirst[at % kFirst.size()]];
  if (run == 1) return colours.ledgerSecond[kSecond[at % kSecond.size()]];
  if (run < 0) return colours.ledgerShared[at % colours.ledgerShared.size()];
  const QColor& base = colours.runs[static_cast<std::size_t>(run) % colours.runs.size()];
  static constexpr std::array kLighter = {85, 100, 130, 115, 150};
  return base.lighter(kLighter[at % kLighter.size()]);
}

}  // namespace

std::vector<QColor> ledgerColours(const estimate::Ledger& ledger, const std::vector<std::string>& models) {
  std::map<std::string, int> counted;
  std::vector<QColor> colours;
  for (const estimate::LedgerItem& item : ledger.items) {
    const auto found = std::find(models.begin(), models.end(), item.model);
    const int run = item.model.empty() || found == models.end() ? -1 : static_cast<int>(found - models.begin());
    colours.push_back(shade(run, counted[item.model]++));
  }
  return colours;
}

QString whereText(estimate::Where where) {
  switch (where) {
    case estimate::Where::host:
      return LedgerModel::tr("host");
    case estimate::Where::device:
      return LedgerModel::tr("device");
    case estimate::Where::disk:
      break;
  }
  return LedgerModel::tr("disk");
}

LedgerModel::LedgerModel(QObject* parent) : QAbstractTableModel(parent) {}

void LedgerModel::setLedger(const estimate::Ledger& ledger, const std::vector<std::string>& models) {
  std::vector<ItemRow> rows;
  for (const estimate::Where where : kPlaces) {
    const auto before = rows.size();
    for (std::size_t i = 0; i < ledger.items.size(); ++i) {
      if (ledger.items[i].where == where) rows.push_back({static_cast<int>(i), where});
    }
    if (rows.size() > before) rows.push_back({-1, where});
  }
  const auto same = [](const ItemRow& a, const ItemRow& b) { return a.item == b.item && a.where == b.where; };
  // A slider changes figures, not rows: keeping the rows keeps the selection and the scroll position.
  const bool kept = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), same);
  if (!kept) beginResetModel();
  m_ledger = ledger;
  m_colours = ledgerColours(ledger, models);
  m_rows = std::move(rows);
  if (!kept) {
    endResetModel();
  } else if (!m_rows.empty()) {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
  }
}

int LedgerModel::itemOf(int row) const {
  return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].item : -1;
}

int LedgerModel::rowOf(int item) const {
  const auto found =
      std::find_if(m_rows.begin(), m_rows.end(), [item](const ItemRow& row) { return row.item == item; });
  return item < 0 || found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int LedgerModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LedgerModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

Bytes LedgerModel::bytesOf(const ItemRow& row) const {
  if (row.item >= 0) return m_ledger.items[static_cast<std::size_t>(row.item)].bytes;
  switch (row.where) {
    case estimate::Where::host:
      return m_ledger.host;
    case estimate::Where::device:
      return m_ledger.device;
    case estimate::Where::disk:
      break;
  }
  return m_ledger.disk;
}

QVariant LedgerModel::totalText(const ItemRow& row, int column) const {
  if (column == kBytes) return formatBytes(bytesOf(row).value);
  if (column != kItem) return {};
  switch (row.where) {
    case estimate::Where::host:
      return tr("Everything in host memory");
    case estimate::Where::device:
      return tr("Everything on the device");
    case estimate::Where::disk:
      break;
  }
  return tr("Everything on disk");
}

QVariant LedgerModel::textOf(const ItemRow& row, int column) const {
  if (row.item < 0) return totalText(row, column);
  const estimate::LedgerItem& item = m_ledger.items[static_cast<std::size_t>(row.item)];
  switch (column) {
    case kItem:
      return translated(std::string_view(item.name));
    case kFor:
      return item.model.empty() ? tr("shared") : toQt(item.model);
    case kWhere:
      return whereText(item.where);
    case kCounted:
      return toQt(item.counted);
    default:
      return formatBytes(item.bytes.value);
  }
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const ItemRow& row = m_rows[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return textOf(row, column);
    case Qt::ToolTipRole:
      return column == kCounted || column == kItem ? textOf(row, column) : QVariant();
    case ValueRole:
      return column == kBytes ? QVariant::fromValue(bytesOf(row).value) : textOf(row, column);
    case SwatchRole:
      return column == kItem && row.item >= 0 ? QVariant(m_colours[static_cast<std::size_t>(row.item)]) : QVariant();
    case SecondaryRole:
      return column == kFor || column == kWhere || column == kCounted;
    case StrongRole:
      return column == kBytes;
    case TotalRole:
      return row.item < 0;
    case Qt::TextAlignmentRole:
      return int((column == kBytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int((section == kBytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kItem:
      return tr("Item");
    case kFor:
      return tr("For");
    case kWhere:
      return tr("Where");
    case kCounted:
      return tr("Counted as");
    case kBytes:
      return tr("Estimated");
    default:
      return {};
  }
}

}  // namespace masu::ui
