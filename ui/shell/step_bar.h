// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QWidget>
#include <map>

#include "ui/pages/common/page.h"

class QVBoxLayout;

namespace masu::ui {

/// One line of the step bar: icon, name, and at the right a state or a key. Checked is the current page.
class StepBarButton : public QAbstractButton {
  Q_OBJECT

 public:
  StepBarButton(const QString& iconName, const QString& name, QWidget* parent = nullptr);

  void setState(const QString& state);  ///< "done", "3,834"; for actions the shortcut
  void setFolded(bool folded);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString m_icon;
  QString m_state;
  bool m_folded = false;
};

/// The head of the step bar: the mark, the dataset's name and what is known of it. Opens the project menu.
class ProjectButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit ProjectButton(QWidget* parent = nullptr);
  void setProject(const QString& name, const QString& detail);
  void setFolded(bool folded);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_detail;
  bool m_folded = false;
};

/// The left edge of the window: project, the six steps with their states, then search, help and settings.
class StepBar : public QWidget {
  Q_OBJECT

 public:
  explicit StepBar(QWidget* parent = nullptr);

  void setProject(const QString& name, const QString& detail);
  void setCurrent(Step step);
  void setState(Step step, const QString& state);
  void setAvailable(Step step, bool available);
  void setFolded(bool folded);
  ProjectButton* project() const { return m_project; }

 Q_SIGNALS:
  void stepChosen(masu::ui::Step step);
  void searchChosen();
  void helpChosen();
  void settingsChosen();

 private:
  StepBarButton* addAction(const QString& iconName, const QString& name, const QString& key);

  ProjectButton* m_project;
  std::map<Step, StepBarButton*> m_steps;
  std::vector<StepBarButton*> m_actions;
  QVBoxLayout* m_column;
};

/// Name and icon of a step, for step bar, palette and shortcuts.
QString stepName(Step step);
QString stepIcon(Step step);
inline constexpr std::array kSteps = {Step::import, Step::browse, Step::split, Step::fit, Step::train, Step::export_};

}  // namespace masu::ui
