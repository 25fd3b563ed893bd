// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/tasks/data/dataset_task.h"

class QHBoxLayout;
class QToolButton;

namespace masu::ui {

/// The manifests of a dataset side by side, with a lock on those that are frozen; the one chosen, and a new one. Those
/// that do not fit are in a menu at the end.
class SplitTabs : public QWidget {
  Q_OBJECT

 public:
  explicit SplitTabs(QWidget* parent = nullptr);

  /// `current` may be a name that is not stored yet.
  void setManifests(const std::vector<tasks::ManifestFacts>& manifests, const QString& current);
  QStringList names() const;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void chosen(const QString& name);
  void newRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addTab(const QString& name, bool frozen, bool current);
  void fit();

  QHBoxLayout* m_row;
  std::vector<QToolButton*> m_tabs;
  QToolButton* m_more;
  QWidget* m_new;
};

}  // namespace masu::ui
