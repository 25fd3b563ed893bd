// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_table_model.h"

#include <QColor>
#include <algorithm>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/theme/split_colours.h"

namespace masu::ui {

SampleTableModel::SampleTableModel(JobRunner& runner, QObject* parent) : QAbstractTableModel(parent), m_pages(runner) {
  connect(&m_pages, &RowPages::arrived, this, &SampleTableModel::rowsRead);
  connect(&m_pages, &RowPages::failed, this, &SampleTableModel::failed);
}

void SampleTableModel::setSource(std::shared_ptr<const RowSource> source, bool hasLabel, const QString& labelName) {
  beginResetModel();
  m_pages.setSource(std::move(source));
  m_hasLabel = hasLabel;
  m_labelName = labelName;
  m_splits.reset();
  m_filter.reset();
  m_members.reset();
  m_top = 0;
  m_rows = static_cast<int>(std::min<std::uint64_t>(positions(), static_cast<std::uint64_t>(m_wantedRows)));
  endResetModel();
  fetch();
  Q_EMIT windowChanged();
}

void SampleTableModel::setValues(std::shared_ptr<const RowSource> source) {
  m_pages.setSource(std::move(source));
  fetch();
  if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

void SampleTableModel::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  if (!m_splits) m_filter.reset();
  const std::uint64_t top = m_top;
  setWindow(top, m_wantedRows);
  if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

void SampleTableModel::setFilter(std::optional<store::Split> split, std::shared_ptr<const SplitIndex> members) {
  if (!m_splits) split.reset();
  if (split == m_filter && members == m_members) return;
  const std::uint64_t sample = m_rows > 0 ? sampleAt(0) : 0;
  beginResetModel();
  m_filter = split;
  m_members = std::move(members);
  m_top = 0;
  m_rows = 0;
  endResetModel();
  setWindow(positionOf(sample), m_wantedRows);
}

const SplitIndex* SampleTableModel::shown() const {
  if (m_members) return m_members.get();
  return m_filter ? m_splits.get() : nullptr;
}

bool SampleTableModel::shows(std::uint64_t sample) const {
  return shown() == nullptr || (sample < shown()->samples() && shown()->at(sample) == shownCode());
}

std::uint64_t SampleTableModel::positions() const {
  if (m_pages.source() == nullptr) return 0;
  return shown() != nullptr ? shown()->count(shownCode()) : m_pages.source()->samples();
}

std::uint64_t SampleTableModel::sampleOf(std::uint64_t position) const {
  return shown() != nullptr ? shown()->nth(shownCode(), position) : position;
}

std::uint64_t SampleTableModel::positionOf(std::uint64_t sample) const {
  return shown() != nullptr ? shown()->rank(shownCode(), sample) : sample;
}

void SampleTableModel::setWindow(std::uint64_t top, int rows) {
  m_wantedRows = std::max(0, rows);
  const std::uint64_t all = positions();
  const auto shown = static_cast<int>(std::min<std::uint64_t>(all, static_cast<std::uint64_t>(m_wantedRows)));
  top = std::min<std::uint64_t>(top, all - static_cast<std::uint64_t>(shown));
  if (shown < m_rows) {
    beginRemoveRows({}, shown, m_rows - 1);
    m_rows = shown;
    endRemoveRows();
  }
  // The rows that stay change before others join them: an insertion may not touch its neighbours.
  if (top != m_top) {
    m_top = top;
    if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
  }
  if (shown > m_rows) {
    beginInsertRows({}, m_rows, shown - 1);
    m_rows = shown;
    endInsertRows();
  }
  fetch();
  Q_EMIT windowChanged();
}

void SampleTableModel::fetch() {
  for (int row = 0; row < m_rows; ++row) {
    if (!m_pages.want(sampleAt(row))) return;
  }
}

void SampleTableModel::rowsRead() {
  if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
  Q_EMIT rowsArrived();
  fetch();
}

const SampleRow* SampleTableModel::row(int row) const {
  return row < 0 || row >= m_rows ? nullptr : m_pages.row(sampleAt(row));
}

int SampleTableModel::dataColumn(int column) const {
  const int before = m_hasLabel ? 2 : 1;
  return column < before ? -1 : column - before;
}

int SampleTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : m_rows;
}

int SampleTableModel::columnCount(const QModelIndex& parent) const {
  if (parent.isValid() || m_pages.source() == nullptr) return 0;
  return static_cast<int>(m_pages.source()->columns().size()) + (m_hasLabel ? 2 : 1);
}

QVariant SampleTableModel::cell(const SampleRow* row, int column) const {
  if (row == nullptr) return {};
  if (isLabel(column)) return row->label;
  return row->cells.value(dataColumn(column));
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_rows) return {};
  const int column = index.column();
  if (column == 0) {
    const std::uint64_t sample = sampleAt(index.row());
    switch (role) {
      case Qt::DisplayRole:
        return formatCount(sample);
      case ValueRole:
        return QVariant::fromValue(sample);
      case SecondaryRole:
        return true;
      case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
      case TrailingSwatchRole:
        return m_splits ? QVariant(splitColour(shownSplit(static_cast<int>(m_splits->at(sample))))) : QVariant();
      case Qt::ToolTipRole:
        return m_splits ? QVariant(splitTitle(shownSplit(static_cast<int>(m_splits->at(sample))))) : QVariant();
      default:
        return {};
    }
  }
  const int field = dataColumn(column);
  const SampleRow* found = row(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return cell(found, column);
    case PendingRole:
      return m_pages.pending(sampleAt(index.row()));
    case FailedRole:
      return m_pages.unreadable(sampleAt(index.row()));
    case MissingRole:
      return found != nullptr && cell(found, column).toString().isEmpty();
    case Qt::TextAlignmentRole: {
      const bool right = field >= 0 && m_pages.source()->columns()[static_cast<std::size_t>(field)].numeric;
      return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default:
      return {};
  }
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || m_pages.source() == nullptr) return {};
  if (section == 0) return tr("Row");
  if (isLabel(section)) return m_labelName;
  const int field = dataColumn(section);
  return field >= 0 && field < static_cast<int>(m_pages.source()->columns().size())
             ? QVariant(m_pages.source()->columns()[static_cast<std::size_t>(field)].name)
             : QVariant();
}

}  // namespace masu::ui
