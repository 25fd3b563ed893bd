// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/model.h"

#include <algorithm>
#include <numeric>

#include "core/ingest/recordings/read/segments.h"
#include "core/table/number_text.h"
#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

void ImportRecordingsModel::setPlan(std::shared_ptr<const ingest::ImportPlan> plan) {
  beginResetModel();
  m_plan = std::move(plan);
  m_order.resize(m_plan->recordings().files.size());
  std::iota(m_order.begin(), m_order.end(), std::size_t{0});
  std::stable_partition(m_order.begin(), m_order.end(),
                        [this](std::size_t at) { return !m_plan->recordings().files[at].problem.empty(); });
  // Of an array with millions of samples this takes too long for every time a row is painted.
  m_windows.clear();
  for (const std::size_t at : m_order) {
    const ingest::RecordingPlan& recording = m_plan->recordings().files[at];
    const bool cut = recording.problem.empty() && m_plan->recordings().window > 0;
    m_windows.push_back(cut ? ingest::samplesOf(recording, *m_plan) : 0);
  }
  endResetModel();
}

int ImportRecordingsModel::rowOf(const std::string& path) const {
  for (std::size_t row = 0; row < m_order.size(); ++row)
    if (m_plan->recordings().files[m_order[row]].path == path) return static_cast<int>(row);
  return -1;
}

int ImportRecordingsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int ImportRecordingsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columnCount_;
}

/// That of the recording, or those of its segments where they are few.
QString ImportRecordingsModel::labelText(int row) const {
  constexpr std::size_t kFew = 4;
  const ingest::RecordingPlan& at = recording(row);
  if (at.labels.empty()) return toQt(at.label);
  if (at.labels.size() > kFew) return tr("%1 labels").arg(formatCount(at.labels.size()));
  QStringList labels;
  for (const std::string& each : at.labels) labels += toQt(each);
  return labels.join(QStringLiteral(", "));
}

QString ImportRecordingsModel::text(int row, int section) const {
  const ingest::RecordingPlan& at = recording(row);
  switch (section) {
    case file:
      return toQt(at.path);
    case length:
      if (at.frames == 0) return QStringLiteral("–");
      if (!m_plan->recordings().sampleShape.empty()) return toQt(table::shapeText(m_plan->recordings().sampleShape));
      return at.rate > 0 ? formatSeconds(static_cast<double>(at.frames) / at.rate) : formatCount(at.frames);
    case rate:
      return at.rate > 0 ? tr("%1 Hz").arg(formatNumber(at.rate)) : QStringLiteral("–");
    case channels:
      return formatCount(at.channels);
    case label:
      return labelText(row);
    case group:
      return toQt(at.group);
    default:
      return at.problem.empty() ? formatCount(windowsOf(row)) : tr("set aside");
  }
}

QVariant ImportRecordingsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_plan) return {};
  switch (role) {
    case Qt::DisplayRole:
      return text(index.row(), index.column());
    case Qt::ToolTipRole:
    case ProblemRole:
      return translated(recording(index.row()).message);
    case StrongRole:
      return index.column() == file;
    case SecondaryRole:
      return index.column() == rate || index.column() == channels;
    case FailedRole:
      return index.column() == windows && !recording(index.row()).problem.empty();
    case Qt::TextAlignmentRole:
      return headerData(index.column(), Qt::Horizontal, role);
    default:
      return {};
  }
}

QVariant ImportRecordingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool right = section == length || section == rate || section == channels || section == windows;
    return QVariant((right ? Qt::AlignRight : section == label ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case file:
      return tr("File");
    case length:
      return tr("Length");
    case rate:
      return tr("Rate");
    case channels:
      return tr("Ch.");
    case label:
      return tr("Label");
    case group:
      return tr("Group");
    default:
      return m_plan && !m_plan->recordings().sampleShape.empty() ? tr("Samples") : tr("Windows");
  }
}

}  // namespace masu::ui
