#pragma once

#include <QWidget>
#include <array>

#include "core/shards/shard_options.h"
#include "core/tasks/dataset_task.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace masu::ui {

/// What an export holds: format, manifest, splits, shard size, and how values are written.
class ExportForm : public QWidget {
  Q_OBJECT

 public:
  explicit ExportForm(QWidget* parent = nullptr);

  void setManifests(const std::vector<tasks::ManifestInfo>& manifests, const QString& current);
  /// Folder and overwriting are the page's.
  void fill(shards::ShardOptions& options) const;
  /// At least one split is ticked, or there is no manifest and everything is written.
  bool complete() const;
  void setShards(const std::vector<shards::ShardInfo>& shards);
  bool encoded() const;

  QCheckBox* splitBox(int shown) const { return m_splits[static_cast<std::size_t>(shown)]; }
  QSpinBox* shardField() const { return m_shardSamples; }
  QCheckBox* encodedBox() const { return m_encoded; }

 Q_SIGNALS:
  void edited();

 private:
  QWidget* buildFormat();
  QWidget* buildSplits();

  QLabel* addRow(const QString& name, QWidget* field);

  QGridLayout* m_rows;
  QComboBox* m_manifest;
  std::array<QCheckBox*, 4> m_splits = {};
  QSpinBox* m_shardSamples;
  QCheckBox* m_encoded;
  QLabel* m_shardNote = nullptr;
  QLabel* m_size = nullptr;
};

}  // namespace masu::ui
