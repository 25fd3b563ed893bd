// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/plan_model.h"

#include "core/ingest/plan/column_rules.h"
#include "core/ingest/plan/sampled_loss.h"
#include "ui/text/column_labels.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {

constexpr std::size_t kDateLength = 10;  ///< of 2014-02-14

}  // namespace

void ImportPlanModel::setPlan(std::shared_ptr<const ingest::ImportPlan> plan) {
  // The columns are the same: only their description changed, and the selection stays.
  const bool same = m_plan && plan && m_plan->columns.size() == plan->columns.size();
  if (!same) beginResetModel();
  m_plan = std::move(plan);
  if (!same)
    endResetModel();
  else if (rowCount() > 0)
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount_ - 1));
  Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount_ - 1);
}

std::optional<ingest::MissingRule> ImportPlanModel::missingRule(int row) const {
  for (const auto& [of, rule] : m_plan->options.table.columnMissing) {
    if (of == column(row).name) return rule;
  }
  return std::nullopt;
}

int ImportPlanModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_plan ? 0 : static_cast<int>(m_plan->columns.size());
}

int ImportPlanModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columnCount_;
}

Qt::ItemFlags ImportPlanModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  Qt::ItemFlags all = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (index.column() == use) all |= Qt::ItemIsUserCheckable;
  return all;
}

double ImportPlanModel::missingShare(const ingest::ColumnPlan& column) const {
  const std::uint64_t all = column.stats.count + column.stats.missing;
  return all == 0 ? 0 : static_cast<double>(ingest::missingCells(column)) / static_cast<double>(all);
}

QString ImportPlanModel::storedText(const ingest::ColumnPlan& column) const {
  switch (column.role) {
    case table::Role::ignored:
      return QStringLiteral("–");
    case table::Role::category: {
      const auto code = table::narrowestUnsigned(column.distinct);
      return tr("%1 code").arg(toQt(table::name(code)));
    }
    case table::Role::label:
      if (m_plan->target == store::Target::values) return tr("as it is");
      return tr("%1 code").arg(toQt(table::name(
          table::narrowestUnsigned(m_plan->classes.empty() ? 0 : m_plan->classes.size() - 1))));
    case table::Role::weight:
      return QStringLiteral("f32");
    case table::Role::group:
      return QStringLiteral("i32");
    case table::Role::kept:
      return tr("as it is");
    case table::Role::feature:
      break;
  }
  const QString type = toQt(table::name(m_plan->dtype));
  return column.steps ? tr("%1 steps").arg(type) : type;
}

/// The meaning of the dots, a line each.
QString ImportPlanModel::lossText(const ingest::ColumnPlan& column) const {
  QStringList lines;
  for (const table::DType type : kComparedTypes) {
    const ingest::SampledLoss sampled = ingest::sampledLoss(*m_plan, column, type);
    const QString typeName = toQt(table::name(type));
    if (sampled.missing) {
      lines << tr("%1: has no value for missing cells").arg(typeName);
    } else if (!sampled.holds) {
      lines << tr("%1: does not hold all numbers").arg(typeName);
    } else if (sampled.bound() == 0) {
      lines << (m_plan->surveyedBytes < m_plan->sourceBytes ? tr("%1: exact in the sample") : tr("%1: exact"))
                   .arg(typeName);
    } else {
      lines << tr("%1: ± %2, signal to noise %3 dB")
                   .arg(typeName, formatNumber(sampled.bound(), 3),
                        formatNumber(sampled.loss.signalToNoise(sampled.sample), 3));
    }
  }
  return lines.join(QLatin1Char('\n'));
}

/// Only some places of the sources were looked at.
bool ImportPlanModel::isEstimated() const {
  return m_plan->surveyedBytes < m_plan->sourceBytes;
}

/// Marks what was measured of those places.
QString ImportPlanModel::about() const {
  return isEstimated() ? QStringLiteral("≈ ") : QString();
}

QString ImportPlanModel::rangeText(const ingest::ColumnPlan& column) const {
  const bool numeric = column.kind == table::Kind::integer || column.kind == table::Kind::decimal;
  // Beyond the places of the sources that were looked at there may be more.
  const QString atLeast = isEstimated() ? QStringLiteral("≥ ") : QString();
  if (column.role == table::Role::label && m_plan->target != store::Target::values)
    return atLeast + tr("%n class(es)", nullptr, static_cast<int>(column.distinct));
  if (numeric && column.role != table::Role::category && column.stats.count > 0)
    return about() + QStringLiteral("%1 – %2").arg(formatNumber(column.stats.min), formatNumber(column.stats.max));
  if (column.kind == table::Kind::time && column.stats.count > 0)
    return about() + QStringLiteral("%1 – %2").arg(toQt(table::timeText(column.stats.min).substr(0, kDateLength)),
                                                   toQt(table::timeText(column.stats.max).substr(0, kDateLength)));
  return atLeast + tr("%n value(s)", nullptr, static_cast<int>(ingest::distinctCells(column)));
}

QString ImportPlanModel::text(int row, int section) const {
  const ingest::ColumnPlan& at = column(row);
  switch (section) {
    case name:
      return toQt(at.name);
    case purpose:
      return roleName(at.role);
    case found:
      return kindName(at.kind);
    case stored:
      return storedText(at);
    case range:
      return rangeText(at);
    case missing:
      return about() + (ingest::missingCells(at) == 0 ? QStringLiteral("0") : formatPercent(missingShare(at), 1));
    case loss:
      return isNumber(at) || at.role == table::Role::ignored ? QString() : tr("codes, exact");
    default:
      return {};
  }
}

QVariant ImportPlanModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_plan) return {};
  const ingest::ColumnPlan& at = column(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return text(index.row(), index.column());
    case Qt::ToolTipRole:
      if (index.column() == range && at.kind == table::Kind::time)
        return toQt(table::timeText(at.stats.min) + " – " + table::timeText(at.stats.max) + " UTC");
      if (index.column() == loss && isNumber(at)) return lossText(at);
      if (index.column() == stored && at.steps)
        return tr("value = code × %1 + %2")
            .arg(formatNumber(static_cast<double>(at.steps->scale), 6),
                 formatNumber(static_cast<double>(at.steps->offset), 6));
      return index.column() == name ? toQt(at.name) : QVariant();
    case Qt::CheckStateRole:
      if (index.column() != use) return {};
      return at.role == table::Role::ignored ? Qt::Unchecked : Qt::Checked;
    case Qt::TextAlignmentRole:
      return QVariant((index.column() == missing ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case LabelRole:
      return at.role == table::Role::label;
    case MenuRole:
      // What is not a number is stored in one way only.
      return index.column() == purpose || index.column() == found || index.column() == missing ||
             (index.column() == stored && isNumber(at));
    case HistogramRole: {
      if (index.column() != distribution) return {};
      // The bins say it for numbers, the counts of the most frequent values otherwise.
      const std::vector<std::uint64_t>& bins = at.histogram.empty() ? at.valueCounts : at.histogram;
      QVariantList heights;
      for (std::size_t i = 0; i < std::min<std::size_t>(bins.size(), 24); ++i) heights << static_cast<double>(bins[i]);
      return heights;
    }
    case LossRole: {
      if (index.column() != loss || !isNumber(at)) return {};
      QVariantList marks;
      for (const table::DType type : kComparedTypes) marks << static_cast<int>(lossMark(*m_plan, at, type));
      return marks;
    }
    default:
      return {};
  }
}

bool ImportPlanModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || index.column() != use) return false;
  Q_EMIT useAsked(index.row(), value.toInt() == Qt::Checked);
  return true;
}

QVariant ImportPlanModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant((section == missing ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name:
      return tr("Column");
    case purpose:
      return tr("Role");
    case found:
      return tr("Found");
    case stored:
      return tr("Stored as");
    case range:
      return tr("Range");
    case missing:
      return tr("Missing");
    case distribution:
      return tr("Distribution");
    default:
      return QString();
  }
}

}  // namespace masu::ui
