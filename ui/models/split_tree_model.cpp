// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/split_tree_model.h"

#include <QColor>
#include <QMimeData>
#include <algorithm>
#include <numeric>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"

namespace masu::ui {
namespace {

constexpr std::uint64_t kRowsAtOnce = 256;

std::uint64_t sum(const manifest::SplitTally& tally) {
  return std::accumulate(tally.begin(), tally.end(), std::uint64_t{0});
}

void add(manifest::SplitTally& to, const manifest::SplitTally& tally) {
  for (std::size_t split = 0; split < to.size(); ++split) to[split] += tally[split];
}

/// The split that holds all of a tally, as shown; −1 where several do.
int onlySplit(const manifest::SplitTally& tally) {
  const auto full = std::ranges::find_if(tally, [](std::uint64_t count) { return count > 0; });
  if (full == tally.end() || *full != sum(tally)) return -1;
  return shownSplit(static_cast<int>(full - tally.begin()));
}

}  // namespace

manifest::SampleSet samplesOf(const SplitChoice& choice, const manifest::GroupTree& tree) {
  manifest::SampleSet chosen;
  if (!choice.children.empty()) chosen = tree.samplesOf(choice.children);
  if (!choice.samples.empty()) {
    std::vector<manifest::TaggedRun> runs;
    for (const std::uint64_t sample : choice.samples) runs.push_back({sample, 1, 0});
    manifest::TaggedRuns::Cursor cursor(chosen.runs());
    for (manifest::TaggedRun run; cursor.next(run);) runs.push_back(run);
    chosen = manifest::SampleSet::of(std::move(runs));
  }
  return choice.within ? manifest::intersection(chosen, *choice.within) : chosen;
}

SplitTreeModel::SplitTreeModel(JobRunner& runner, QObject* parent) : QAbstractItemModel(parent), m_pages(runner) {
  connect(&m_pages, &RowPages::arrived, this, &SplitTreeModel::updateAll);
  connect(&m_pages, &RowPages::failed, this, &SplitTreeModel::failed);
}

void SplitTreeModel::setDraft(const manifest::Draft* draft) {
  beginResetModel();
  m_draft = draft != nullptr && draft->groups() != nullptr ? draft : nullptr;
  m_filter.reset();
  rebuild();
  endResetModel();
}

void SplitTreeModel::setFilter(std::shared_ptr<const manifest::SampleSet> samples) {
  if (m_draft == nullptr || samples == m_filter) return;
  beginResetModel();
  m_filter = std::move(samples);
  rebuild();
  endResetModel();
}

void SplitTreeModel::rebuild() {
  m_groups.clear();
  m_children.clear();
  m_opened.clear();
  m_childTallies.clear();
  m_groupTallies.clear();
  if (m_draft == nullptr) return;
  if (m_filter) tallyFilter();
  for (std::uint32_t group = 0; group < tree().groups().size(); ++group) {
    if (!m_filter || sum(m_groupTallies[group]) > 0) m_groups.push_back(group);
  }
}

void SplitTreeModel::tallyFilter() {
  m_childTallies = tree().tally(*m_filter, m_draft->assignment());
  m_groupTallies.assign(tree().groups().size(), {});
  for (std::size_t child = 0; child < m_childTallies.size(); ++child) {
    add(m_groupTallies[tree().children()[child].group], m_childTallies[child]);
  }
}

void SplitTreeModel::countsChanged() {
  if (m_draft == nullptr) return;
  if (m_filter) tallyFilter();
  updateAll();
}

void SplitTreeModel::updateAll() {
  if (!m_groups.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

std::uint64_t SplitTreeModel::samplesShown() const {
  if (m_draft == nullptr) return 0;
  return m_filter ? m_filter->size() : m_draft->assignment().size();
}

bool SplitTreeModel::hasInner() const {
  return m_draft != nullptr && !tree().levels().inner.empty();
}

SplitTreeModel::Kind SplitTreeModel::kindOf(const QModelIndex& index) {
  return static_cast<Kind>(index.internalId() & 3U);
}

std::uint32_t SplitTreeModel::carried(const QModelIndex& index) {
  return static_cast<std::uint32_t>(index.internalId() >> 2U);
}

int SplitTreeModel::rowOfGroup(std::uint32_t group) const {
  return static_cast<int>(std::ranges::lower_bound(m_groups, group) - m_groups.begin());
}

const std::vector<std::uint32_t>& SplitTreeModel::childrenOf(std::uint32_t group) const {
  const auto& all = tree().groups()[group].children;
  if (!m_filter) return all;
  const auto [found, fresh] = m_children.try_emplace(group);
  if (fresh) {
    std::ranges::copy_if(all, std::back_inserter(found->second),
                         [this](std::uint32_t child) { return sum(m_childTallies[child]) > 0; });
  }
  return found->second;
}

std::optional<std::uint32_t> SplitTreeModel::openable(const QModelIndex& node) const {
  if (!node.isValid() || node.column() != 0) return std::nullopt;
  if (kindOf(node) == Kind::group && !hasInner()) return childrenOf(groupAt(node.row())).front();
  if (kindOf(node) == Kind::child) return childrenOf(carried(node))[static_cast<std::size_t>(node.row())];
  return std::nullopt;
}

QModelIndex SplitTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (m_draft == nullptr || row < 0 || column < 0 || column >= kColumns || row >= rowCount(parent)) return {};
  const auto made = [&](Kind kind, std::uint32_t place) {
    return createIndex(row, column, static_cast<quintptr>(place) << 2U | static_cast<quintptr>(kind));
  };
  if (!parent.isValid()) return made(Kind::group, 0);
  if (const auto child = openable(parent.siblingAtColumn(0))) return made(Kind::sample, *child);
  return made(Kind::child, groupAt(parent.row()));
}

QModelIndex SplitTreeModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || kindOf(index) == Kind::group || m_draft == nullptr) return {};
  const quintptr groupId = static_cast<quintptr>(Kind::group);
  if (kindOf(index) == Kind::child) return createIndex(rowOfGroup(carried(index)), 0, groupId);
  const std::uint32_t child = carried(index);
  const std::uint32_t group = tree().children()[child].group;
  if (!hasInner()) return createIndex(rowOfGroup(group), 0, groupId);
  const auto& siblings = childrenOf(group);
  const auto row = static_cast<int>(std::ranges::lower_bound(siblings, child) - siblings.begin());
  return createIndex(row, 0, static_cast<quintptr>(group) << 2U | static_cast<quintptr>(Kind::child));
}

int SplitTreeModel::rowCount(const QModelIndex& parent) const {
  if (m_draft == nullptr) return 0;
  if (!parent.isValid()) return static_cast<int>(m_groups.size());
  if (const auto child = openable(parent)) {
    const auto opened = m_opened.find(*child);
    return opened == m_opened.end() ? 0 : static_cast<int>(opened->second.rows);
  }
  if (parent.column() != 0 || kindOf(parent) != Kind::group) return 0;
  return static_cast<int>(childrenOf(groupAt(parent.row())).size());
}

int SplitTreeModel::columnCount(const QModelIndex&) const {
  return kColumns;
}

bool SplitTreeModel::hasChildren(const QModelIndex& parent) const {
  return m_draft != nullptr &&
         (!parent.isValid() ? !m_groups.empty() : parent.column() == 0 && kindOf(parent) != Kind::sample);
}

bool SplitTreeModel::canFetchMore(const QModelIndex& parent) const {
  if (m_draft == nullptr) return false;
  const auto child = openable(parent);
  if (!child) return false;
  const auto opened = m_opened.find(*child);
  return opened == m_opened.end() || opened->second.rows < opened->second.samples.size();
}

void SplitTreeModel::fetchMore(const QModelIndex& parent) {
  const auto child = openable(parent);
  if (!child) return;
  const auto [opened, fresh] = m_opened.try_emplace(*child);
  Opened& shown = opened->second;
  if (fresh) shown.samples = samplesOf({{*child}, {}, m_filter, 0}, tree());
  const std::uint64_t more = std::min(kRowsAtOnce, shown.samples.size() - shown.rows);
  if (more == 0) return;
  beginInsertRows(parent, static_cast<int>(shown.rows), static_cast<int>(shown.rows + more) - 1);
  shown.rows += more;
  endInsertRows();
}

manifest::SplitTally SplitTreeModel::childTally(std::uint32_t child) const {
  return m_filter ? m_childTallies[child] : tree().children()[child].counts;
}

manifest::SplitTally SplitTreeModel::groupTally(std::uint32_t group) const {
  return m_filter ? m_groupTallies[group] : tree().groups()[group].counts;
}

manifest::SplitTally SplitTreeModel::tallyOf(const QModelIndex& node) const {
  if (kindOf(node) == Kind::group) return groupTally(groupAt(node.row()));
  return childTally(childrenOf(carried(node))[static_cast<std::size_t>(node.row())]);
}

std::uint64_t SplitTreeModel::sampleAt(const QModelIndex& index) const {
  return m_opened.at(carried(index)).samples.at(static_cast<std::uint64_t>(index.row()));
}

QString SplitTreeModel::nameOf(const QModelIndex& index, bool whole) const {
  const bool group = kindOf(index) == Kind::group;
  const QString name =
      group ? toQt(tree().nameOf(tree().groups()[groupAt(index.row())]))
            : toQt(tree().nameOf(tree().children()[childrenOf(carried(index))[static_cast<std::size_t>(index.row())]]));
  if (name.isEmpty()) return tr("without a value");
  const auto& level = group ? tree().levels().outer : tree().levels().inner;
  return whole || level != "source" ? name : name.section(QLatin1Char('/'), -1);
}

QVariant SplitTreeModel::nodeData(const QModelIndex& index, int role) const {
  const manifest::SplitTally tally = tallyOf(index);
  const int only = onlySplit(tally);
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == kName) return nameOf(index, false);
      if (index.column() == kSplit) return only < 0 ? QVariant() : QVariant(splitTitle(only));
      return index.column() == kSamples ? QVariant(formatCount(sum(tally))) : QVariant();
    case Qt::AccessibleTextRole:
      // A bar is painted there, and no text.
      if (index.column() != kSplit || only >= 0) return {};
      [[fallthrough]];
    case Qt::ToolTipRole:
      if (index.column() == kName) return nameOf(index, true);
      if (index.column() != kSplit) return {};
      return tr("%1 train, %2 validation, %3 test, %4 unused")
          .arg(formatCount(tally[1]), formatCount(tally[2]), formatCount(tally[3]), formatCount(tally[0]));
    case ValueRole:
      return index.column() == kSamples ? QVariant::fromValue(sum(tally)) : QVariant(only);
    case TallyRole:
      if (index.column() != kSplit || only >= 0) return {};
      return QVariantList{qulonglong(tally[1]), qulonglong(tally[2]), qulonglong(tally[3]), qulonglong(tally[0])};
    case SwatchRole:
      return index.column() == kSplit && only >= 0 ? QVariant(splitColour(only)) : QVariant();
    case StrongRole:
      return index.column() == kName && kindOf(index) == Kind::group;
    case SecondaryRole:
      return index.column() == kSamples;
    default:
      return {};
  }
}

QVariant SplitTreeModel::sampleData(const QModelIndex& index, int role) const {
  const std::uint64_t sample = sampleAt(index);
  const int split = shownSplit(static_cast<int>(m_draft->assignment()[sample]));
  const SampleRow* row = m_pages.row(sample);
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == kName) return tr("Sample %1").arg(formatCount(sample));
      if (index.column() == kSplit) return splitTitle(split);
      return index.column() == kLabel && row != nullptr ? QVariant(row->label) : QVariant();
    case Qt::ToolTipRole:
      if (index.column() != kName || row == nullptr) return {};
      return row->source.isEmpty() ? row->cells.mid(0, 8).join(QLatin1String(", "))
                                   : tr("%1, position %2").arg(row->source, formatCount(row->position));
    case ValueRole:
      return index.column() == kSplit ? QVariant(split) : QVariant::fromValue(sample);
    case SwatchRole:
      return index.column() == kSplit ? QVariant(splitColour(split)) : QVariant();
    case PendingRole:
      if (index.column() == kLabel) m_pages.want(sample);
      return index.column() == kLabel && m_pages.pending(sample);
    case FailedRole:
      return index.column() == kLabel && m_pages.unreadable(sample);
    default:
      return {};
  }
}

QVariant SplitTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || m_draft == nullptr) return {};
  if (role == Qt::TextAlignmentRole)
    return int((index.column() == kSamples ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return kindOf(index) == Kind::sample ? sampleData(index, role) : nodeData(index, role);
}

QVariant SplitTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int((section == kSamples ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return tr("Name");
    case kSplit:
      return tr("Split");
    case kLabel:
      return tr("Label");
    default:
      return tr("Samples");
  }
}

Qt::ItemFlags SplitTreeModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
}

QStringList SplitTreeModel::mimeTypes() const {
  return {QLatin1String(kSamplesMime)};
}

QMimeData* SplitTreeModel::mimeData(const QModelIndexList&) const {
  auto* data = new QMimeData;
  data->setData(QLatin1String(kSamplesMime), {});
  return data;
}

SplitChoice SplitTreeModel::choiceOf(const QItemSelection& selection) const {
  SplitChoice choice;
  choice.within = m_filter;
  if (m_draft == nullptr) return choice;
  for (const QItemSelectionRange& range : selection) takeNodes(choice, range);
  std::ranges::sort(choice.children);
  const auto repeated = std::ranges::unique(choice.children);
  choice.children.erase(repeated.begin(), repeated.end());
  for (const std::uint32_t child : choice.children) choice.count += sum(childTally(child));
  for (const QItemSelectionRange& range : selection) takeSamples(choice, range);
  std::ranges::sort(choice.samples);
  choice.count += choice.samples.size();
  return choice;
}

void SplitTreeModel::takeNodes(SplitChoice& choice, const QItemSelectionRange& range) const {
  const QModelIndex parent = range.parent();
  if (range.left() > 0 || openable(parent)) return;
  for (int row = range.top(); row <= range.bottom(); ++row) {
    if (parent.isValid()) {
      choice.children.push_back(childrenOf(groupAt(parent.row()))[static_cast<std::size_t>(row)]);
    } else {
      const auto& children = childrenOf(groupAt(row));
      choice.children.insert(choice.children.end(), children.begin(), children.end());
    }
  }
}

void SplitTreeModel::takeSamples(SplitChoice& choice, const QItemSelectionRange& range) const {
  const auto child = openable(range.parent());
  // Those of a child that is chosen as a whole are counted with it.
  if (range.left() > 0 || !child || std::ranges::binary_search(choice.children, *child)) return;
  const manifest::SampleSet& samples = m_opened.at(*child).samples;
  for (int row = range.top(); row <= range.bottom(); ++row) {
    choice.samples.push_back(samples.at(static_cast<std::uint64_t>(row)));
  }
}

SplitChoice SplitTreeModel::everything() const {
  return m_groups.empty() ? SplitChoice{} : choiceOf(QItemSelection(index(0, 0), index(rowCount() - 1, 0)));
}

}  // namespace masu::ui
