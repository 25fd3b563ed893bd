// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/worst_answers_model.h"

#include <algorithm>

#include "ui/models/roles.h"
#include "ui/text/format.h"

namespace masu::ui {
namespace {

int alignmentOf(int column) {
  const bool figure = column == WorstAnswersModel::kSample || column == WorstAnswersModel::kLoss;
  return int((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

}  // namespace

WorstAnswersModel::WorstAnswersModel(QObject* parent) : QAbstractTableModel(parent) {}

void WorstAnswersModel::setAnswers(std::vector<metrics::WorstPrediction> answers, const QStringList& classes) {
  const auto isSame = [](const metrics::WorstPrediction& a, const metrics::WorstPrediction& b) {
    return a.sample == b.sample && a.prediction == b.prediction;
  };
  // Set again four times a second while training; an unchanged table keeps its selection.
  if (classes == m_classes && std::equal(answers.begin(), answers.end(), m_answers.begin(), m_answers.end(), isSame))
    return;
  beginResetModel();
  m_answers = std::move(answers);
  m_classes = classes;
  endResetModel();
}

int WorstAnswersModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_answers.size());
}

int WorstAnswersModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString WorstAnswersModel::told(double value) const {
  const bool isClass = value >= 0 && value < static_cast<double>(m_classes.size());
  return isClass ? m_classes[static_cast<qsizetype>(value)] : formatNumber(value, 4);
}

QVariant WorstAnswersModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const metrics::WorstPrediction& answer = m_answers[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  if (role == ValueRole && index.column() == kSample) return QVariant::fromValue<qulonglong>(answer.sample);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kSample:
      return formatCount(answer.sample);
    case kTruth:
      return told(answer.truth);
    case kAnswer:
      return told(answer.prediction);
    case kLoss:
      return formatNumber(answer.loss, 3);
    default:
      return {};
  }
}

QVariant WorstAnswersModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kSample:
      return tr("Sample");
    case kTruth:
      return tr("True");
    case kAnswer:
      return tr("Predicted");
    case kLoss:
      return tr("Loss");
    default:
      return {};
  }
}

}  // namespace masu::ui
