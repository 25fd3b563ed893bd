// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_table_model.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

double secondsSpent(const metrics::RunSummary& run) {
  double sum = 0;
  for (const metrics::EpochDone& epoch : run.epochs) sum += epoch.seconds;
  return sum;
}

}  // namespace

QString figureText(double value) {
  return std::isnan(value) ? QStringLiteral("–") : QString::number(value, 'f', 3);
}

double secondsLeft(const metrics::RunSummary& run) {
  if (run.epochs.empty()) return -1;
  const auto done = static_cast<double>(run.epochs.size());
  return secondsSpent(run) / done * (run.epochsPlanned - done);
}

RunTableModel::RunTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void RunTableModel::setRuns(std::vector<Run> runs) {
  // Four times a second while training: rows stay, so selection and scrolling do too.
  if (runs.size() != m_runs.size()) {
    beginResetModel();
    m_runs = std::move(runs);
    endResetModel();
    return;
  }
  m_runs = std::move(runs);
  if (!m_runs.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void RunTableModel::setPredictsValues(bool values) {
  m_values = values;
  Q_EMIT headerDataChanged(Qt::Horizontal, kValidationAccuracy, kTestAccuracy);
}

void RunTableModel::setCharted(const std::vector<int>& rows) {
  for (Run& run : m_runs) run.colour = -1;
  int colour = 0;
  for (const int row : rows) m_runs[static_cast<std::size_t>(row)].colour = colour++;
  if (!m_runs.empty()) Q_EMIT dataChanged(index(0, kRun), index(rowCount() - 1, kRun));
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

/// Runs of other folders are listed, too: a model that was trained four times needs more than its name.
bool RunTableModel::isOneOfSeveral(const Run& run) const {
  return !run.folder.empty() && std::ranges::any_of(m_runs, [&](const Run& one) { return one.folder != run.folder; });
}

/// With the run's own name, and with the learning rate where that distinguishes it from another run of the same model.
QString RunTableModel::nameOf(const Run& run) const {
  const QString model = modelOf(run);
  return run.title.name.empty() ? model : tr("%1: %2").arg(shownText(run.title.name), model);
}

QString RunTableModel::modelOf(const Run& run) const {
  const auto isTwin = [&](const Run& other) {
    return other.folder == run.folder && other.summary.isTwinOf(run.summary);
  };
  QString model = toQt(run.summary.model);
  if (std::any_of(m_runs.begin(), m_runs.end(), isTwin))
    model = tr("%1 at %2").arg(model, formatNumber(run.summary.learningRate, 3));
  return run.summary.repeat > 0 ? tr("%1, repeat %2").arg(model).arg(run.summary.repeat) : model;
}

/// What people noted of it, and where its best model is.
QString RunTableModel::hintOf(const Run& run) {
  QStringList lines;
  if (!run.title.note.empty()) lines << toQt(run.title.note);
  if (!run.summary.checkpoint.empty()) lines << toQt(run.summary.checkpoint);
  return lines.join(QLatin1Char('\n'));
}

QVariant RunTableModel::valueOf(const Run& run, int column) const {
  const metrics::EpochDone last = run.summary.epochs.empty() ? metrics::EpochDone{} : run.summary.epochs.back();
  switch (column) {
    case kRun:
      return toQt(run.summary.model);
    case kEpoch:
      return last.epoch;
    case kTrainLoss:
      return last.train.loss;
    case kValidationLoss:
      return last.validation.loss;
    case kValidationAccuracy:
      return m_values ? last.validation.r2 : last.validation.accuracy;
    case kTestAccuracy:
      return m_values ? run.summary.test.r2 : run.summary.test.accuracy;
    case kTime:
      return secondsSpent(run.summary);
    default:
      return {};
  }
}

QString RunTableModel::textOf(const Run& run, int column) const {
  const metrics::RunSummary& summary = run.summary;
  switch (column) {
    case kRun: {
      const QString name = isOneOfSeveral(run)
                               ? tr("%1, %2").arg(nameOf(run), shownText(run.folder.filename().string()))
                               : nameOf(run);
      return summary.parameters == 0 ? name : tr("%1, %2").arg(name, formatCountShort(summary.parameters));
    }
    case kEpoch:
      return tr("%1 / %2").arg(summary.epochs.empty() ? 0 : summary.epochs.back().epoch).arg(summary.epochsPlanned);
    case kTime: {
      if (run.state == State::stopped) return tr("stopped");
      if (run.state == State::done) return formatDuration(secondsSpent(summary));
      const double left = secondsLeft(summary);
      return left < 0 ? tr("starting") : tr("%1 left").arg(formatDuration(left));
    }
    default:
      return figureText(valueOf(run, column).toDouble());
  }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Run& run = m_runs[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  const std::array<QColor, 4>& colours = tokens().runs;
  switch (role) {
    case Qt::DisplayRole:
      return textOf(run, column);
    case ValueRole:
      return valueOf(run, column);
    case SwatchRole:
      if (column != kRun) return {};
      return run.colour >= 0 ? colours[static_cast<std::size_t>(run.colour) % colours.size()] : tokens().edge;
    case HollowSwatchRole:
      return run.colour < 0;
    case StrongRole:
      return column == kValidationAccuracy || (column == kRun && run.colour >= 0);
    case SecondaryRole:
      return column == kTime;
    case Qt::ToolTipRole:
      return column == kRun ? QVariant(hintOf(run)) : QVariant();
    case Qt::TextAlignmentRole:
      return int((column == kRun ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int((section == kRun ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  // The best first, where more is better.
  if (role == Qt::InitialSortOrderRole)
    return int(section == kValidationAccuracy || section == kTestAccuracy ? Qt::DescendingOrder : Qt::AscendingOrder);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kRun:
      return tr("Run");
    case kEpoch:
      return tr("Epoch");
    case kTrainLoss:
      return tr("Train loss");
    case kValidationLoss:
      return tr("Val. loss");
    case kValidationAccuracy:
      return m_values ? tr("Val. R²") : tr("Val. acc.");
    case kTestAccuracy:
      return m_values ? tr("Test R²") : tr("Test acc.");
    case kTime:
      return tr("Time");
    default:
      return {};
  }
}

}  // namespace masu::ui
