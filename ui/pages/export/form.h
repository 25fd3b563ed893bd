// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <map>

#include "core/tasks/data/dataset_task.h"
#include "core/tasks/data/export_task.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace masu::ui {

class ExportFormats;
class SeedField;
class Segments;

/// What an export holds: format, manifest, splits, where shards end, their order, and how values are written.
class ExportForm : public QWidget {
  Q_OBJECT

 public:
  explicit ExportForm(QWidget* parent = nullptr);

  /// Another dataset: tables are proposed as CSV, recordings and images as NPY, whose rows are samples.
  void setKind(store::SampleKind kind);
  void setManifests(const std::vector<tasks::ManifestFacts>& manifests, const QString& current);
  /// Folder and overwriting are the page's.
  void fill(shards::ShardOptions& options) const;
  /// Shows what fill() wrote.
  void take(const shards::ShardOptions& options);
  /// At least one split is ticked, or there is no manifest and everything is written.
  bool complete() const;
  void setShards(const std::vector<shards::ShardInfo>& shards);
  void setBytes(const std::map<shards::Format, std::uint64_t>& bytes);

 Q_SIGNALS:
  void edited();

 private:
  enum ShardRule { kSamples, kSize, kReaders };

  QWidget* buildSplits();
  QWidget* buildShardRule();
  QWidget* buildOrder();
  void buildValues();
  void ruleChanged();
  QLabel* addRow(const QString& name, QWidget* field);

  store::SampleKind m_kind = store::SampleKind::table;
  ExportFormats* m_formats;
  QGridLayout* m_rows;
  QComboBox* m_manifest;
  std::array<QCheckBox*, 4> m_splits = {};
  Segments* m_shardRule;
  std::array<QSpinBox*, 3> m_shardFields = {};
  QComboBox* m_order;
  SeedField* m_seed;
  QComboBox* m_values;
  QComboBox* m_type;
  QLabel* m_formatNote;
  QLabel* m_shardNote = nullptr;
  QLabel* m_valuesNote = nullptr;
};

}  // namespace masu::ui
