// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/class_figures_model.h"

#include <algorithm>
#include <utility>

#include "ui/text/format.h"

namespace masu::ui {
namespace {

constexpr int kDigits = 3;

int alignmentOf(int column) {
  return int((column == ClassFiguresModel::kClass ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

/// Whether there is anything to recognize, then how well.
std::pair<bool, double> placeOf(const metrics::ClassFigures& figures) {
  return {figures.samples == 0, figures.f1};
}

}  // namespace

ClassFiguresModel::ClassFiguresModel(QObject* parent) : QAbstractTableModel(parent) {}

void ClassFiguresModel::setMatrix(std::span<const std::uint64_t> confusion, const QStringList& classes) {
  // Set again four times a second while training; an unchanged table keeps its selection.
  if (classes == m_classes && std::ranges::equal(confusion, m_confusion)) return;
  beginResetModel();
  m_confusion.assign(confusion.begin(), confusion.end());
  m_classes = classes;
  m_rows.clear();
  if (!confusion.empty()) {
    qsizetype code = 0;
    for (const metrics::ClassFigures& one : metrics::perClass(confusion)) {
      m_rows.push_back({code < classes.size() ? classes[code] : QString::number(code), one});
      ++code;
    }
  }
  std::ranges::stable_sort(m_rows, {}, [](const Row& row) { return placeOf(row.figures); });
  endResetModel();
}

int ClassFiguresModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ClassFiguresModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant ClassFiguresModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  if (role == Qt::ToolTipRole && index.column() == kClass) {
    const QString samples = counted(tr("%n sample(s)", nullptr, pluralOf(row.figures.samples)), row.figures.samples);
    return tr("%1: %2").arg(row.name, samples);
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kClass:
      return row.name;
    case kPrecision:
      return QString::number(row.figures.precision, 'f', kDigits);
    case kRecall:
      return QString::number(row.figures.recall, 'f', kDigits);
    case kF1:
      return QString::number(row.figures.f1, 'f', kDigits);
    case kSamples:
      return formatCount(row.figures.samples);
    default:
      return {};
  }
}

QVariant ClassFiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (section) {
    case kClass:
      return tr("Class");
    case kPrecision:
      return role == Qt::ToolTipRole ? tr("Of the samples predicted as this class, the share that is of it")
                                     : tr("Prec.");
    case kRecall:
      return role == Qt::ToolTipRole ? tr("Of the samples of this class, the share that is predicted as it")
                                     : tr("Recall");
    case kF1:
      return role == Qt::ToolTipRole ? tr("Harmonic mean of precision and recall") : tr("F1");
    case kSamples:
      return tr("Samples");
    default:
      return {};
  }
}

}  // namespace masu::ui
