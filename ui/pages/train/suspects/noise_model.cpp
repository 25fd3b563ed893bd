// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/suspects/noise_model.h"

#include <utility>

#include "ui/models/roles.h"
#include "ui/text/format.h"

namespace masu::ui {
namespace {

constexpr int kDigits = 4;

bool isClass(int column) {
  return column == NoiseModel::kLabel || column == NoiseModel::kReally;
}

int alignmentOf(int column) {
  return int((isClass(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

}  // namespace

NoiseModel::NoiseModel(QObject* parent) : QAbstractTableModel(parent) {}

void NoiseModel::setPairs(std::vector<tasks::NoisePair> pairs, const QStringList& classes,
                          std::vector<std::uint64_t> labelled) {
  beginResetModel();
  m_pairs = std::move(pairs);
  m_classes = classes;
  m_labelled = std::move(labelled);
  endResetModel();
}

int NoiseModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_pairs.size());
}

int NoiseModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant NoiseModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const tasks::NoisePair& pair = m_pairs[static_cast<std::size_t>(index.row())];
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  if (role == StrongRole) return index.column() == kEstimated;
  if (role != Qt::DisplayRole && !(role == Qt::ToolTipRole && isClass(index.column()))) return {};
  switch (index.column()) {
    case kLabel:
      return m_classes[static_cast<qsizetype>(pair.label)];
    case kReally:
      return m_classes[static_cast<qsizetype>(pair.really)];
    case kSuspects:
      return formatCount(pair.suspects);
    case kEstimated:
      return formatNumber(pair.estimated, kDigits);
    case kShare:
      return formatPercent(pair.estimated / static_cast<double>(m_labelled[pair.label]), 1);
    default:
      return {};
  }
}

QVariant NoiseModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  const bool isHint = role == Qt::ToolTipRole;
  if (role != Qt::DisplayRole && !isHint) return {};
  switch (section) {
    case kLabel:
      return isHint ? tr("The class that samples are labelled with") : tr("Label");
    case kReally:
      return isHint ? tr("The class that they probably are") : tr("Probably");
    case kSuspects:
      return isHint ? tr("Samples that were found") : tr("Suspects");
    case kEstimated:
      return isHint ? tr("How many of all samples with the label are estimated to be of that class") : tr("Estimated");
    case kShare:
      return isHint ? tr("The estimate as a share of the samples with the label") : tr("Share");
    default:
      return {};
  }
}

}  // namespace masu::ui
