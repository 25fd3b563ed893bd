// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/jobs/job_slot.h"
#include "ui/models/network_lens.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace masu::ui {

class Segments;

/// Chooses how Browse shows samples: as stored, or as the network sees them, with the augmentation that is tried and
/// its draw. Statistics of the train split are read by a quiet job when they are first asked for. Threads: the GUI
/// thread. Lifetime: borrows the runner.
class ViewAs : public QWidget {
  Q_OBJECT

 public:
  explicit ViewAs(JobRunner& runner, QWidget* parent = nullptr);

  /// Another dataset or manifest, or the same with other samples in it: what was read before is forgotten. An empty
  /// manifest: there is none, and all samples are trained with.
  void setDataset(std::shared_ptr<const store::Dataset> dataset, const QString& manifest);
  const NetworkLens& lens() const { return m_lens; }
  /// What there is to choose of the network's view, for a bar of its own. Lifetime: the lens's until it has a place.
  QWidget* options() const { return m_options; }

 Q_SIGNALS:
  void lensChanged();
  /// Whether options() have an effect.
  void networkChosen(bool chosen);
  void failed(const masu::Error& error);

 private:
  void choose(int segment);
  void open();
  void setAugment();
  void apply();

  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  QString m_manifest;
  std::shared_ptr<const loader::SampleView> m_view;
  NetworkLens m_lens;
  loader::SampleView::Draw m_draw;
  Segments* m_segments;
  QWidget* m_options;
  QLineEdit* m_augment;
  QPushButton* m_again;
};

}  // namespace masu::ui
