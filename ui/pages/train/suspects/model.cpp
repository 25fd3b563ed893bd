// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/suspects/model.h"

#include <utility>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/message.h"

namespace masu::ui {
namespace {

constexpr int kDigits = 3;

int alignmentOf(int column) {
  const bool isText =
      column == SuspectsModel::kSource || column == SuspectsModel::kLabel || column == SuspectsModel::kProposed;
  return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

}  // namespace

SuspectsModel::SuspectsModel(QObject* parent) : QAbstractTableModel(parent) {}

void SuspectsModel::setOutcome(std::shared_ptr<const tasks::SuspectsOutcome> outcome) {
  if (outcome == m_outcome) return;
  beginResetModel();
  m_outcome = std::move(outcome);
  endResetModel();
}

bool SuspectsModel::hasSources() const {
  return rowCount() > 0 && m_outcome->places.front().source.has_value();
}

int SuspectsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_outcome ? 0 : static_cast<int>(m_outcome->places.size());
}

int SuspectsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString SuspectsModel::textOf(std::size_t row, int column) const {
  const tasks::Suspect& suspect = m_outcome->found.suspects[row];
  const manifest::NamedSample& place = m_outcome->places[row];
  switch (column) {
    case kSample:
      return formatCount(suspect.sample);
    case kSource:
      if (!place.source || !place.position) return {};
      return QStringLiteral("%1:%2").arg(shownText(*place.source), QString::number(*place.position));
    case kLabel:
      return shownText(m_outcome->classes[suspect.label]);
    case kProposed:
      return shownText(m_outcome->classes[suspect.proposed]);
    case kConfidence:
      return formatNumber(suspect.confidence, kDigits);
    case kOther:
      return formatNumber(suspect.confidence - suspect.margin, kDigits);
    case kMargin:
      return formatNumber(suspect.margin, kDigits);
    default:
      return {};
  }
}

QVariant SuspectsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const int column = index.column();
  if (role == Qt::TextAlignmentRole) return alignmentOf(column);
  if (role == Qt::DisplayRole) return textOf(row, column);
  // What is cut where it does not fit.
  if (role == Qt::ToolTipRole && (column == kSource || column == kLabel || column == kProposed))
    return textOf(row, column);
  if (role == StrongRole) return column == kProposed;
  if (role == ValueRole && column == kSample)
    return QVariant::fromValue<qulonglong>(m_outcome->found.suspects[row].sample);
  return {};
}

QVariant SuspectsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  const bool isHint = role == Qt::ToolTipRole;
  if (role != Qt::DisplayRole && !isHint) return {};
  switch (section) {
    case kSample:
      return isHint ? tr("Its number in the dataset, from 0") : tr("Sample");
    case kSource:
      return isHint ? tr("The source and the position in it, from 0") : tr("Source");
    case kLabel:
      return isHint ? tr("The class that the sample is labelled with") : tr("Label");
    case kProposed:
      return isHint ? tr("The class that it probably is") : tr("Proposed");
    case kConfidence:
      return isHint ? tr("The probability of the label") : tr("Confidence");
    case kOther:
      return isHint ? tr("The largest probability of another class") : tr("Other");
    case kMargin:
      return isHint ? tr("Confidence minus the largest probability of another class; the lowest is the most suspicious")
                    : tr("Margin");
    default:
      return {};
  }
}

}  // namespace masu::ui
