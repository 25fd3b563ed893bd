// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/header.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/sample_table_model.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::BrowsePage)
};

double missingShare(const table::Column& column, std::uint64_t samples) {
  return samples == 0 ? 0 : static_cast<double>(column.stats.missing) / static_cast<double>(samples);
}

}  // namespace

int schemaColumn(const store::Dataset& dataset, const SampleTableModel& rows, int column) {
  const table::Schema& schema = dataset.meta().schema;
  if (rows.isLabel(column)) {
    const auto labels = schema.indicesOf(table::Role::label);
    return labels.empty() ? -1 : static_cast<int>(labels.front());
  }
  if (rows.dataColumn(column) < 0) return -1;
  const std::string name = fromQt(rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
  const auto found = std::find_if(schema.columns.begin(), schema.columns.end(),
                                  [&name](const table::Column& known) { return known.name == name; });
  return found == schema.columns.end() ? -1 : static_cast<int>(found - schema.columns.begin());
}

std::vector<HistogramHeader::Column> headerColumns(const store::Dataset& dataset, const SampleTableModel& rows,
                                                   const DatasetProfile& profile) {
  std::vector<HistogramHeader::Column> heads;
  for (int column = 0; column < rows.columnCount(); ++column) {
    HistogramHeader::Column head;
    head.name = shownText(rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    if (column == 0) {
      head.type = Texts::tr("stored order");
      head.alignment = Qt::AlignRight;
      head.indent = 26;
    } else if (rows.isLabel(column)) {
      head.type = Texts::tr("label");
      head.label = true;
      head.all = profile.classes;
    } else if (const int index = schemaColumn(dataset, rows, column); index >= 0) {
      const auto at = static_cast<std::size_t>(index);
      const table::Column& known = dataset.meta().schema.columns[at];
      head.type = known.role == table::Role::kept ? Texts::tr("kept") : toQt(table::name(known.stored));
      head.missingShare = missingShare(known, dataset.samples());
      if (at < profile.bins.size()) head.all = profile.bins[at];
    }
    heads.push_back(std::move(head));
  }
  return heads;
}

}  // namespace masu::ui
