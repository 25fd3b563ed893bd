// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_copy.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>

#include "ui/models/sample_table_model.h"
#include "ui/text/csv_line.h"
#include "ui/text/format.h"

namespace masu::ui {

namespace {

/// What a line has at each of the columns: of a row's cells, or one of these.
constexpr int kNumber = -2;
constexpr int kLabel = -1;

struct Wanted {
  std::shared_ptr<const RowSource> source;
  std::vector<std::uint64_t> samples;  ///< ascending
  std::vector<int> fields;
  QStringList names;
};

QString cellOf(const Wanted& wanted, const SampleRow& row, std::uint64_t sample, int field) {
  if (field == kNumber) return QString::number(sample);
  if (field == kLabel) return row.label;
  const QString cell = row.cells.value(field);
  return wanted.source->columns()[static_cast<std::size_t>(field)].numeric ? plainNumber(cell) : cell;
}

/// Samples that follow each other are read at once, as far as this many go.
constexpr std::size_t kBlock = 1024;
/// More of them take a while, so that the job is shown.
constexpr std::uint64_t kFew = 1000;

Result<QString> csvOf(const Wanted& wanted, const JobContext& job) {
  QString text = csvLine(wanted.names);
  job.progress.begin(MASU_TEXT("core", "Reading samples"), wanted.samples.size(), Progress::Unit::samples);
  for (std::size_t at = 0; at < wanted.samples.size();) {
    if (job.stopRequested()) return fail(Error::cancelled());
    std::size_t end = at + 1;
    while (end < wanted.samples.size() && end - at < kBlock && wanted.samples[end] == wanted.samples[end - 1] + 1)
      ++end;
    MASU_TRY(const std::vector<SampleRow> rows, wanted.source->read(wanted.samples[at], end - at));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      QStringList cells;
      for (const int field : wanted.fields) cells << cellOf(wanted, rows[row], wanted.samples[at + row], field);
      text += csvLine(cells);
    }
    job.progress.add(end - at);
    at = end;
  }
  return text;
}

}  // namespace

SampleCopy::SampleCopy(JobRunner& runner, QObject* parent) : QObject(parent), m_job(runner) {}

void SampleCopy::copy(const SampleTableModel& rows, const PositionSelection& selection,
                      const std::vector<int>& columns) {
  const std::uint64_t count = selection.count();
  if (count == 0 || rows.source() == nullptr) return;
  const std::uint64_t most = std::min(kMost, kMostCells / std::max<std::uint64_t>(1, columns.size()));
  if (count > most) {
    return Q_EMIT failed({Errc::invalidArgument,
                          MASU_TEXT("core",
                                    "{0} samples are selected; up to {1} can be copied. Write more of them as CSV on "
                                    "the Export page."),
                          {std::to_string(count), std::to_string(most)}});
  }
  Wanted wanted{rows.source(), {}, {}, {}};
  for (const PositionSelection::Range& range : selection.ranges()) {
    for (std::uint64_t position = range.first; position <= range.last; ++position)
      wanted.samples.push_back(rows.sampleOf(position));
  }
  for (const int column : columns) {
    wanted.fields.push_back(column == 0 ? kNumber : rows.isLabel(column) ? kLabel : rows.dataColumn(column));
    wanted.names << (column == 0 ? QStringLiteral("sample")
                                 : rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
  }
  m_job.run<QString>(
      {.title = tr("Copying samples"),
       .icon = QStringLiteral("copy"),
       .kind = count > kFew ? Job::Kind::visible : Job::Kind::quiet},
      [wanted = std::move(wanted)](const JobContext& job) { return csvOf(wanted, job); },
      [this, count](Result<QString> text) {
        if (!text && text.error().code == Errc::cancelled) return;
        if (!text) return Q_EMIT failed(text.error());
        QGuiApplication::clipboard()->setText(*text);
        Q_EMIT copied(count);
      });
}

}  // namespace masu::ui
