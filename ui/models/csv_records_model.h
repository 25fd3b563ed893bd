// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <string>
#include <vector>

namespace masu::ui {

/// The first records of a CSV that Masu has written, such as a rejects file or predictions, below its header. Names of
/// columns and reasons that are Masu's words are translated; those of the data stay as they are.
class CsvRecordsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit CsvRecordsModel(QObject* parent = nullptr);

  /// The first of them is the header; none for an empty table. `theirs`: columns that are of the data.
  void setRecords(std::vector<std::vector<std::string>> records, std::vector<std::string> theirs = {});
  const std::vector<std::string>& header() const { return m_header; }
  /// The cell as it is in the file; empty where the record is shorter, or no column has this name.
  const std::string& cell(int row, const std::string& column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool isOurs(const std::string& column) const;

  std::vector<std::string> m_header;
  std::vector<std::string> m_theirs;
  std::vector<std::vector<std::string>> m_records;
};

}  // namespace masu::ui
