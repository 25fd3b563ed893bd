#pragma once

#include <QWidget>

#include "core/tasks/dataset_task.h"

class QHBoxLayout;
class QPushButton;

namespace masu::ui {

/// The manifests of a dataset side by side, with a lock on those that are frozen; the one chosen, and a new one.
class SplitTabs : public QWidget {
  Q_OBJECT

 public:
  explicit SplitTabs(QWidget* parent = nullptr);

  /// `current` may be a name that is not stored yet.
  void setManifests(const std::vector<tasks::ManifestInfo>& manifests, const QString& current);
  QStringList names() const;

 Q_SIGNALS:
  void chosen(const QString& name);
  void newRequested();

 private:
  QHBoxLayout* m_row;
};

}  // namespace masu::ui
