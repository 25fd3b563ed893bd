#include "ui/models/source_table_model.h"

#include <QColor>
#include <regex>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"

namespace masu::ui {

SourceTableModel::SourceTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void SourceTableModel::setSources(std::vector<store::SourceFile> sources) {
  beginResetModel();
  m_sources = std::move(sources);
  m_splits.assign(m_sources.size(), -1);
  m_matched = 0;
  endResetModel();
}

void SourceTableModel::setRules(const std::vector<manifest::SplitRule>& rules) {
  std::vector<std::pair<std::regex, int>> compiled;
  for (const manifest::SplitRule& rule : rules) {
    try {
      compiled.emplace_back(std::regex(rule.expression, std::regex::ECMAScript),
                            shownSplit(static_cast<int>(rule.split)));
    } catch (const std::regex_error&) {
      continue;  // marked where it is typed
    }
  }
  m_matched = 0;
  for (std::size_t i = 0; i < m_sources.size(); ++i) {
    m_splits[i] = -1;
    for (const auto& [expression, split] : compiled) {
      if (!std::regex_search(m_sources[i].path, expression)) continue;
      m_splits[i] = split;
      ++m_matched;
      break;
    }
  }
  if (!m_sources.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int SourceTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_sources.size());
}

int SourceTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant SourceTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto at = static_cast<std::size_t>(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      if (column == kPath) return toQt(m_sources[at].path);
      if (column == kRecords) return formatCount(m_sources[at].records);
      return m_splits[at] < 0 ? tr("by ratios") : splitTitle(m_splits[at]);
    case Qt::ToolTipRole:
      return column == kPath ? QVariant(toQt(m_sources[at].path)) : QVariant();
    case ValueRole:
      return column == kRecords ? QVariant::fromValue(m_sources[at].records) : QVariant(m_splits[at]);
    case SwatchRole:
      return column == kSplit && m_splits[at] >= 0 ? QVariant(splitColour(m_splits[at])) : QVariant();
    case SecondaryRole:
      return column == kRecords || (column == kSplit && m_splits[at] < 0);
    case Qt::TextAlignmentRole:
      return int((column == kRecords ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant SourceTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int((section == kRecords ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kPath:
      return tr("Source");
    case kSplit:
      return tr("Split");
    default:
      return tr("Records");
  }
}

}  // namespace masu::ui
