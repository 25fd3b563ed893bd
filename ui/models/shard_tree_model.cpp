// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/shard_tree_model.h"

#include <algorithm>
#include <map>

#include "ui/models/roles.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/icons.h"
#include "ui/theme/split_colours.h"

namespace masu::ui {

struct ShardTreeModel::Node {
  enum class Kind { folder, shard, rest, companion };

  Node(Kind what, QString title, Node* above) : kind(what), name(std::move(title)), parent(above) {}

  Node* add(Kind what, const QString& title) {
    children.push_back(std::make_unique<Node>(what, title, this));
    return children.back().get();
  }
  /// Here and in the folders above.
  void count(std::uint64_t moreSamples, std::uint64_t moreBytes) {
    for (Node* at = this; at != nullptr; at = at->parent) {
      at->samples += moreSamples;
      at->bytes += moreBytes;
    }
  }
  int rowInParent() const {
    for (std::size_t i = 0; i < parent->children.size(); ++i) {
      if (parent->children[i].get() == this) return static_cast<int>(i);
    }
    return 0;
  }

  Kind kind;
  QString name;
  Node* parent;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
  int split = -1;
  std::vector<std::unique_ptr<Node>> children;
};

namespace {

int splitNamed(const QString& folder) {
  if (folder == QLatin1String("train")) return 0;
  if (folder == QLatin1String("validation")) return 1;
  if (folder == QLatin1String("test")) return 2;
  return folder == QLatin1String("unused") ? 3 : -1;
}

QString folderOf(const std::string& path) {
  return toQt(path).section(QLatin1Char('/'), 0, -2);
}

QString fileOf(const std::string& path) {
  return toQt(path).section(QLatin1Char('/'), -1);
}

/// The digits of "split_data_00012.csv".
QString numberIn(const QString& name) {
  qsizetype end = name.size();
  while (end > 0 && !name[end - 1].isDigit()) --end;
  qsizetype first = end;
  while (first > 0 && name[first - 1].isDigit()) --first;
  return end > first ? name.mid(first, end - first) : name;
}

}  // namespace

ShardTreeModel::ShardTreeModel(QObject* parent)
    : QAbstractItemModel(parent), m_root(std::make_unique<Node>(Node::Kind::folder, QString(), nullptr)) {}

ShardTreeModel::~ShardTreeModel() = default;

void ShardTreeModel::setShards(const QString& folder, const std::vector<shards::ShardInfo>& shards,
                               const std::vector<shards::ShardFile>& companions) {
  beginResetModel();
  m_root = std::make_unique<Node>(Node::Kind::folder, QString(), nullptr);
  if (!shards.empty()) {
    Node* top = m_root->add(Node::Kind::folder, folder);
    addShards(*top, shards);
    addCompanions(*top, companions);
  }
  endResetModel();
}

void ShardTreeModel::addShards(Node& top, const std::vector<shards::ShardInfo>& shards) {
  // In one folder, each split is a row of files of its own.
  using FolderAndSplit = std::pair<QString, std::string>;
  std::vector<FolderAndSplit> order;
  std::map<FolderAndSplit, std::vector<const shards::ShardInfo*>> rows;
  for (const shards::ShardInfo& shard : shards) {
    const FolderAndSplit row(folderOf(shard.path), shard.split);
    if (!rows.contains(row)) order.push_back(row);
    rows[row].push_back(&shard);
  }
  std::map<QString, Node*> folders = {{QString(), &top}};
  for (const FolderAndSplit& row : order) {
    const auto& files = rows[row];
    Node*& at = folders[row.first];
    if (at == nullptr) at = top.add(Node::Kind::folder, row.first);
    at->split = splitNamed(row.first);
    Node* rest = nullptr;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const QString file = fileOf(files[i]->path);
      const bool named = files.size() <= kNamedAtOnce || i == 0 || i + 1 == files.size();
      Node* node = named ? at->add(Node::Kind::shard, file) : rest;
      if (node == nullptr) {
        node = rest = at->add(Node::Kind::rest,
                              tr("%1 to %2").arg(numberIn(file), numberIn(fileOf(files[files.size() - 2]->path))));
      }
      node->count(files[i]->samples, files[i]->bytes);
    }
  }
}

/// In the folder they will be in, where that has shards.
void ShardTreeModel::addCompanions(Node& top, const std::vector<shards::ShardFile>& companions) {
  for (const shards::ShardFile& file : companions) {
    const QString below = folderOf(file.path);
    const auto folder = std::find_if(top.children.begin(), top.children.end(), [&](const auto& child) {
      return child->kind == Node::Kind::folder && child->name == below;
    });
    const bool inFolder = folder != top.children.end();
    Node* node = inFolder ? (*folder)->add(Node::Kind::companion, fileOf(file.path))
                          : top.add(Node::Kind::companion, toQt(file.path));
    node->count(0, file.bytes);
  }
}

ShardTreeModel::Node* ShardTreeModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex ShardTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, nodeOf(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex ShardTreeModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  Node* above = nodeOf(child)->parent;
  return above == nullptr || above == m_root.get() ? QModelIndex() : createIndex(above->rowInParent(), 0, above);
}

int ShardTreeModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int ShardTreeModel::columnCount(const QModelIndex&) const {
  return kColumns;
}

QVariant ShardTreeModel::textOf(const Node& node, int column) const {
  switch (column) {
    case kName:
      return node.name;
    case kSamples:
      return node.kind == Node::Kind::companion ? QString() : formatCount(node.samples);
    default:
      return formatBytes(node.bytes);
  }
}

QVariant ShardTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& node = *nodeOf(index);
  switch (role) {
    case Qt::DisplayRole:
      return textOf(node, index.column());
    case ValueRole:
      return index.column() == kName ? QVariant(node.name)
                                     : QVariant::fromValue(index.column() == kSamples ? node.samples : node.bytes);
    case Qt::DecorationRole:
      if (index.column() != kName) return {};
      return node.kind == Node::Kind::folder ? themeIcon(QStringLiteral("folder-open"))
             : node.kind == Node::Kind::rest ? themeIcon(QStringLiteral("dots"))
                                             : themeIcon(QStringLiteral("file"));
    case TrailingSwatchRole:
      return index.column() == kName && node.split >= 0 ? QVariant(splitColour(node.split)) : QVariant();
    case SecondaryRole:
      return index.column() == kSamples || (index.column() == kName && node.kind == Node::Kind::rest) ||
             node.kind == Node::Kind::companion;
    case StrongRole:
      return index.column() == kName && node.kind == Node::Kind::folder;
    case Qt::TextAlignmentRole:
      return int((index.column() == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant ShardTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return tr("Name");
    case kSamples:
      return tr("Samples");
    default:
      return tr("Size");
  }
}

}  // namespace masu::ui
