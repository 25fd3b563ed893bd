// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_source.h"

#include "core/tasks/data/dataset_task.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

SampleColumn describe(const store::DatasetMeta& meta, const std::string& name) {
  SampleColumn column;
  column.name = toQt(name);
  const table::Column* known = meta.schema.find(name);
  if (known == nullptr) {
    column.numeric = meta.kind != store::SampleKind::table;
    return column;
  }
  column.type = toQt(table::name(known->stored));
  column.numeric = known->role == table::Role::feature || known->role == table::Role::weight ||
                   known->kind == table::Kind::integer || known->kind == table::Kind::decimal;
  if (known->role == table::Role::category) column.numeric = false;
  return column;
}

/// A number as the source has it, with "," between thousands and a true minus; every digit stays.
QString grouped(QString number) {
  qsizetype point = 0;
  while (point < number.size() && (number[point].isDigit() || (point == 0 && number[point] == QLatin1Char('-'))))
    ++point;
  const bool negative = number.startsWith(QLatin1Char('-'));
  for (qsizetype at = point - 3; at > (negative ? 1 : 0); at -= 3) number.insert(at, QLatin1Char(','));
  if (negative) number[0] = QChar(0x2212);
  return number;
}

}  // namespace

Result<std::shared_ptr<const DatasetRowSource>> DatasetRowSource::open(std::shared_ptr<const store::Dataset> dataset) {
  MASU_TRY(const tasks::HeadOutcome head, tasks::rows(*dataset, 0, 1, kValuesShown));
  std::shared_ptr<DatasetRowSource> made(new DatasetRowSource(std::move(dataset)));
  const store::DatasetMeta& meta = made->m_dataset->meta();
  for (std::size_t i = 0; i < head.columns.size(); ++i) {
    const table::Column* known = meta.schema.find(head.columns[i]);
    if (meta.kind == store::SampleKind::table && known != nullptr && known->role == table::Role::label &&
        !made->m_labelAt) {
      made->m_labelAt = i;
      continue;
    }
    made->m_columns.push_back(describe(meta, head.columns[i]));
  }
  return std::shared_ptr<const DatasetRowSource>(std::move(made));
}

Result<std::vector<SampleRow>> DatasetRowSource::read(std::uint64_t first, std::uint64_t count) const {
  MASU_TRY(const tasks::HeadOutcome head, tasks::rows(*m_dataset, first, count, kValuesShown));
  std::vector<SampleRow> rows;
  rows.reserve(head.rows.size());
  for (const tasks::HeadRow& read : head.rows) {
    SampleRow row;
    row.label = toQt(read.label);
    row.source = toQt(read.source);
    row.position = read.position;
    row.cells.reserve(static_cast<qsizetype>(read.cells.size()));
    for (std::size_t i = 0; i < read.cells.size(); ++i) {
      if (i == m_labelAt) continue;
      const bool numeric = m_columns[static_cast<std::size_t>(row.cells.size())].numeric;
      row.cells << (numeric ? grouped(toQt(read.cells[i])) : toQt(read.cells[i]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace masu::ui
