// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QItemSelection>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/manifest/edit/draft.h"
#include "ui/models/row_pages.h"

namespace masu::ui {

/// What people drag out of a tree of samples; the payload is the tree's selection.
inline constexpr auto kSamplesMime = "application/x-masu-samples";

/// What a selection consists of: whole children of the tree, single samples, and the filter that both are limited to.
/// A value for workers; looking up the samples takes a pass over the tree's runs.
struct SplitChoice {
  std::vector<std::uint32_t> children;
  std::vector<std::uint64_t> samples;                 ///< ascending
  std::shared_ptr<const manifest::SampleSet> within;  ///< null: all
  std::uint64_t count = 0;
};
manifest::SampleSet samplesOf(const SplitChoice& choice, const manifest::GroupTree& tree);

/// Groups, their recordings, and the samples in them, with the split of each; under a filter only what matches it.
/// Samples appear when their node is opened, some hundreds at a time (canFetchMore), and are read from the dataset when
/// they are painted. Nothing is stored for a group or child: a hundred thousand of them cost what core's tree does.
/// Threads: the GUI thread. Lifetime: borrows the draft between setDraft() and setDraft(nullptr).
class SplitTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kSplit, kLabel, kSamples, kColumns };
  enum Role : int { TallyRole = Qt::UserRole + 40 };  ///< SplitCounts as shown, of a row that holds many samples

  explicit SplitTreeModel(JobRunner& runner, QObject* parent = nullptr);

  void setSource(std::shared_ptr<const RowSource> source) { m_pages.setSource(std::move(source)); }
  /// Other groups, another dataset, or none. Requires: a draft with groups.
  void setDraft(const manifest::Draft* draft);
  /// Samples moved: the counts changed, the rows did not.
  void countsChanged();
  /// Shows only these samples; null shows all.
  void setFilter(std::shared_ptr<const manifest::SampleSet> samples);
  const std::shared_ptr<const manifest::SampleSet>& filter() const { return m_filter; }

  std::uint64_t samplesShown() const;
  bool hasInner() const;
  SplitChoice choiceOf(const QItemSelection& selection) const;
  SplitChoice everything() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 Q_SIGNALS:
  void failed(const masu::Error& error);

 private:
  enum class Kind : quintptr { group, child, sample };
  /// The samples of a child that was opened, and how many of them are rows by now.
  struct Opened {
    manifest::SampleSet samples;
    std::uint64_t rows = 0;
  };

  const manifest::GroupTree& tree() const { return *m_draft->groups(); }
  static Kind kindOf(const QModelIndex& index);
  /// Of a child or sample: the place it carries.
  static std::uint32_t carried(const QModelIndex& index);
  std::uint32_t groupAt(int row) const { return m_groups[static_cast<std::size_t>(row)]; }
  int rowOfGroup(std::uint32_t group) const;
  const std::vector<std::uint32_t>& childrenOf(std::uint32_t group) const;
  /// The child whose samples a node holds; none for a group of several children.
  std::optional<std::uint32_t> openable(const QModelIndex& node) const;
  manifest::SplitTally tallyOf(const QModelIndex& node) const;
  manifest::SplitTally childTally(std::uint32_t child) const;
  manifest::SplitTally groupTally(std::uint32_t group) const;
  std::uint64_t sampleAt(const QModelIndex& index) const;
  QString nameOf(const QModelIndex& index, bool whole) const;
  QVariant nodeData(const QModelIndex& index, int role) const;
  QVariant sampleData(const QModelIndex& index, int role) const;
  void takeNodes(SplitChoice& choice, const QItemSelectionRange& range) const;
  void takeSamples(SplitChoice& choice, const QItemSelectionRange& range) const;
  void updateAll();
  void rebuild();
  void tallyFilter();

  mutable RowPages m_pages;  ///< painting is what asks for rows
  const manifest::Draft* m_draft = nullptr;
  std::shared_ptr<const manifest::SampleSet> m_filter;
  std::vector<std::uint32_t> m_groups;                                               ///< shown, in order
  std::vector<manifest::SplitTally> m_childTallies;                                  ///< with a filter, by place
  std::vector<manifest::SplitTally> m_groupTallies;                                  ///< with a filter, by place
  mutable std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_children;  ///< with a filter, once asked for
  std::unordered_map<std::uint32_t, Opened> m_opened;
};

}  // namespace masu::ui
