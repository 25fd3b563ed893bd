// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/csv_records_model.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ui/text/message.h"

namespace masu::ui {

CsvRecordsModel::CsvRecordsModel(QObject* parent) : QAbstractTableModel(parent) {}

void CsvRecordsModel::setRecords(std::vector<std::vector<std::string>> records, std::vector<std::string> theirs) {
  beginResetModel();
  m_theirs = std::move(theirs);
  m_header.clear();
  m_records = std::move(records);
  if (!m_records.empty()) {
    m_header = std::move(m_records.front());
    m_records.erase(m_records.begin());
  }
  endResetModel();
}

bool CsvRecordsModel::isOurs(const std::string& column) const {
  return std::ranges::find(m_theirs, column) == m_theirs.end();
}

const std::string& CsvRecordsModel::cell(int row, const std::string& column) const {
  static const std::string kNone;
  const auto place = static_cast<std::size_t>(std::ranges::find(m_header, column) - m_header.begin());
  const std::vector<std::string>& record = m_records[static_cast<std::size_t>(row)];
  return place < std::min(m_header.size(), record.size()) ? record[place] : kNone;
}

int CsvRecordsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

int CsvRecordsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_header.size());
}

QVariant CsvRecordsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  const std::vector<std::string>& record = m_records[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<std::size_t>(index.column());
  if (column >= record.size()) return {};
  // Reasons are words of Masu, written in English.
  const bool isReason = m_header[column] == "reason" && isOurs(m_header[column]);
  const QString text = isReason ? translated(record[column]) : shownText(record[column]);
  return role == Qt::DisplayRole ? text.simplified() : text;
}

QVariant CsvRecordsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const auto column = static_cast<std::size_t>(section);
  if (column >= m_header.size()) return {};
  static const std::map<std::string, const char*> kTitles = {
      {"source", QT_TR_NOOP("Source")},   {"line", QT_TR_NOOP("Line")},          {"byte", QT_TR_NOOP("Byte")},
      {"column", QT_TR_NOOP("Column")},   {"reason", QT_TR_NOOP("Reason")},      {"text", QT_TR_NOOP("Text")},
      {"problem", QT_TR_NOOP("Problem")}, {"sample", QT_TR_NOOP("Sample")},      {"position", QT_TR_NOOP("Position")},
      {"truth", QT_TR_NOOP("Truth")},     {"predicted", QT_TR_NOOP("Predicted")}};
  if (!isOurs(m_header[column])) return shownText(m_header[column]);
  const auto title = kTitles.find(m_header[column]);
  return title == kTitles.end() ? shownText(m_header[column]) : tr(title->second);
}

}  // namespace masu::ui
