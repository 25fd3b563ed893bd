// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/worst_predictions_model.h"

#include <algorithm>

#include "ui/models/roles.h"
#include "ui/text/format.h"

namespace masu::ui {
namespace {

int alignmentOf(int column) {
  const bool figure = column == WorstPredictionsModel::kSample || column == WorstPredictionsModel::kLoss;
  return int((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

}  // namespace

WorstPredictionsModel::WorstPredictionsModel(QObject* parent) : QAbstractTableModel(parent) {}

void WorstPredictionsModel::setPredictions(std::vector<metrics::WorstPrediction> predictions,
                                           const QStringList& classes) {
  const auto isSame = [](const metrics::WorstPrediction& a, const metrics::WorstPrediction& b) {
    return a.sample == b.sample && a.prediction == b.prediction;
  };
  // Set again four times a second while training; an unchanged table keeps its selection.
  if (classes == m_classes &&
      std::equal(predictions.begin(), predictions.end(), m_predictions.begin(), m_predictions.end(), isSame))
    return;
  beginResetModel();
  m_predictions = std::move(predictions);
  m_classes = classes;
  endResetModel();
}

int WorstPredictionsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_predictions.size());
}

int WorstPredictionsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString WorstPredictionsModel::textOf(double value) const {
  const bool isClass = value >= 0 && value < static_cast<double>(m_classes.size());
  return isClass ? m_classes[static_cast<qsizetype>(value)] : formatNumber(value, 4);
}

QVariant WorstPredictionsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const metrics::WorstPrediction& one = m_predictions[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  if (role == ValueRole && index.column() == kSample) return QVariant::fromValue<qulonglong>(one.sample);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kSample:
      return formatCount(one.sample);
    case kTruth:
      return textOf(one.truth);
    case kPrediction:
      return textOf(one.prediction);
    case kLoss:
      return formatNumber(one.loss, 3);
    default:
      return {};
  }
}

QVariant WorstPredictionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kSample:
      return tr("Sample");
    case kTruth:
      return tr("True");
    case kPrediction:
      return tr("Predicted");
    case kLoss:
      return tr("Loss");
    default:
      return {};
  }
}

}  // namespace masu::ui
