// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QColor>
#include <QString>
#include <memory>
#include <vector>

#include "core/shards/content/shard_options.h"

namespace masu::ui {

/// What an export writes, as a tree of folders and files with samples and sizes. Of many shards only the first and the
/// last are named and one line counts the others, so that ten thousand shards read like three. The files that come with
/// the shards have no samples.
class ShardTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kSamples, kBytes, kColumns };

  explicit ShardTreeModel(QObject* parent = nullptr);
  ~ShardTreeModel() override;

  void setShards(const QString& folder, const std::vector<shards::ShardInfo>& shards,
                 const std::vector<shards::ShardFile>& companions = {});

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  static constexpr std::size_t kNamedAtOnce = 6;  ///< a folder of at most this many files names them all

 private:
  struct Node;
  void addShards(Node& top, const std::vector<shards::ShardInfo>& shards);
  void addCompanions(Node& top, const std::vector<shards::ShardFile>& companions);
  Node* nodeOf(const QModelIndex& index) const;
  QVariant textOf(const Node& node, int column) const;

  std::unique_ptr<Node> m_root;  ///< unseen; its one child is the export's folder
};

}  // namespace masu::ui
