// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/step_bar.h"

#include <QAccessibleWidget>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/text/message.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr int kMargin = 8;     // of the bar, and within a line
constexpr int kNameLeft = 34;  // icon and the gap after it
constexpr int kMark = 20;

void drawFocus(QPainter& painter, const QRect& rect) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), size::kRadius, size::kRadius);
}

/// A screen reader calls a step one of the pages, and says which is shown. Qt calls every button that can be checked a
/// box to check.
class HeardStep : public QAccessibleWidget {
 public:
  explicit HeardStep(StepBarButton* button) : QAccessibleWidget(button, QAccessible::Button), m_button(button) {}

  QAccessible::Role role() const override {
    return m_button->isCheckable() ? QAccessible::PageTab : QAccessible::Button;
  }
  QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    state.selectable = m_button->isCheckable();
    state.selected = m_button->isChecked();
    return state;
  }
  QStringList actionNames() const override { return {pressAction()}; }
  void doAction(const QString& action) override {
    if (action == pressAction()) m_button->click();
  }

 private:
  StepBarButton* m_button;
};

QAccessibleInterface* heardStep(const QString& /*className*/, QObject* object) {
  if (auto* button = qobject_cast<StepBarButton*>(object)) return new HeardStep(button);
  auto* bar = qobject_cast<StepBar*>(object);
  return bar != nullptr ? new QAccessibleWidget(bar, QAccessible::PageTabList) : nullptr;
}

void drawGround(QPainter& painter, const QRect& rect, const QColor& colour) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawRoundedRect(rect, size::kRadius, size::kRadius);
}

}  // namespace

QString stepName(Step step) {
  switch (step) {
    case Step::start:
      return StepBar::tr("Start");
    case Step::import:
      return StepBar::tr("Import");
    case Step::browse:
      return StepBar::tr("Browse");
    case Step::split:
      return StepBar::tr("Split");
    case Step::fit:
      return StepBar::tr("Fit");
    case Step::train:
      return StepBar::tr("Train");
    case Step::export_:
      break;
  }
  return StepBar::tr("Export");
}

QString stepIcon(Step step) {
  switch (step) {
    case Step::start:
      return "start";
    case Step::import:
      return "import";
    case Step::browse:
      return "browse";
    case Step::split:
      return "split";
    case Step::fit:
      return "fit";
    case Step::train:
      return "train";
    case Step::export_:
      break;
  }
  return "export";
}

StepBarButton::StepBarButton(const QString& iconName, const QString& name, QWidget* parent)
    : QAbstractButton(parent), m_icon(iconName) {
  setText(name);
  setAccessibleName(name);
  setFixedHeight(size::kStep);
  setFocusPolicy(Qt::TabFocus);
}

void StepBarButton::setState(const QString& state) {
  m_state = state;
  setAccessibleDescription(state);
  setFolded(m_folded);
}

void StepBarButton::setFolded(bool folded) {
  m_folded = folded;
  setToolTip(!folded ? QString() : m_state.isEmpty() ? text() : QStringLiteral("%1 · %2").arg(text(), m_state));
  update();
}

QSize StepBarButton::sizeHint() const {
  return {m_folded ? size::kStepBarFolded - 16 : size::kStepBar - 16, size::kStep};
}

void StepBarButton::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void StepBarButton::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void StepBarButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  if (isChecked())
    drawGround(painter, rect(), t.tint);
  else if (underMouse() && isEnabled())
    drawGround(painter, rect(), t.hover);
  const QColor ink = !isEnabled() ? t.textOff : isChecked() ? t.accent : t.text2;
  const QColor faint = !isEnabled() ? t.textOff : isChecked() ? t.accent : t.text3;
  const int left = m_folded ? (width() - size::kIcon) / 2 : kMargin;
  painter.drawPixmap(left, (height() - size::kIcon) / 2,
                     iconPixmap(m_icon, isCheckable() ? faint : ink, size::kIcon, devicePixelRatioF()));
  if (!m_folded) {
    painter.setFont(uiFont(Type::hint));
    painter.setPen(faint);
    drawFigures(painter, rect().adjusted(0, 0, -kMargin, 0), Qt::AlignRight | Qt::AlignVCenter, m_state);
    const int taken = static_cast<int>(figuresWidth(painter.font(), m_state)) + 2 * kMargin;
    painter.setFont(uiFont(Type::body, isCheckable() ? QFont::Medium : QFont::Normal));
    painter.setPen(ink);
    const QRect room = rect().adjusted(kNameLeft, 0, -taken, 0);
    painter.drawText(room, Qt::AlignVCenter, painter.fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
  }
  if (hasFocus()) drawFocus(painter, rect());
}

ProjectButton::ProjectButton(QWidget* parent) : QAbstractButton(parent) {
  setFixedHeight(size::kHeader);
  setFocusPolicy(Qt::TabFocus);
  setProject({}, {});
}

void ProjectButton::setProject(const QString& name, const QString& detail) {
  setText(name.isEmpty() ? tr("No project") : shownText(name));
  m_detail = name.isEmpty() && detail.isEmpty() ? tr("open one to begin") : detail;
  setAccessibleDescription(m_detail);
  setAccessibleName(tr("Project: %1").arg(text()));
  setToolTip(text());
  update();
}

void ProjectButton::setFolded(bool folded) {
  m_folded = folded;
  update();
}

QSize ProjectButton::sizeHint() const {
  return {m_folded ? size::kStepBarFolded - 16 : size::kStepBar - 16, size::kHeader};
}

void ProjectButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  const qreal ratio = devicePixelRatioF();
  const int left = m_folded ? (width() - kMark) / 2 : kMargin;
  painter.drawPixmap(left, (height() - kMark) / 2, iconPixmap("mark", t.accent, kMark, ratio));
  if (!m_folded) {
    const int textLeft = kMargin + kMark + 10;
    const int room = width() - textLeft - kMargin - 18;
    painter.setPen(t.text);
    painter.setFont(uiFont(Type::body, QFont::DemiBold));
    painter.drawText(QRect(textLeft, 13, room, 16), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, room));
    painter.setPen(t.text2);
    painter.setFont(uiFont(Type::hint));
    painter.drawText(QRect(textLeft, 29, room, 14), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_detail, Qt::ElideRight, room));
    painter.drawPixmap(width() - kMargin - 14, (height() - 14) / 2, iconPixmap("updown", t.text3, 14, ratio));
  }
  if (hasFocus()) drawFocus(painter, rect().adjusted(0, 8, 0, -8));
}

StepBar::StepBar(QWidget* parent) : QWidget(parent), m_project(new ProjectButton), m_column(new QVBoxLayout(this)) {
  QAccessible::installFactory(heardStep);  // once, however often
  setAccessibleName(tr("Steps"));
  setProperty("pane", "steps");
  setAttribute(Qt::WA_StyledBackground);
  setFixedWidth(size::kStepBar);
  m_column->setContentsMargins(kMargin, 0, kMargin + 1, kMargin);
  m_column->setSpacing(2);
  m_column->addWidget(m_project);
  m_column->addSpacing(6);
  for (const Step step : kSteps) {
    auto* button = new StepBarButton(stepIcon(step), stepName(step));
    button->setCheckable(true);
    connect(button, &StepBarButton::clicked, this, [this, step, button] {
      button->setChecked(false);  // The shell checks the page that came to the front.
      Q_EMIT stepChosen(step);
    });
    m_steps[step] = button;
    m_column->addWidget(button);
  }
  m_column->addStretch();
  connect(addAction("search", tr("Find an action"), tr("Ctrl K")), &StepBarButton::clicked, this,
          &StepBar::searchChosen);
  connect(addAction("help", tr("Help"), tr("F1")), &StepBarButton::clicked, this, &StepBar::helpChosen);
  connect(addAction("settings", tr("Settings"), tr("Ctrl ,")), &StepBarButton::clicked, this, &StepBar::settingsChosen);
}

StepBarButton* StepBar::addAction(const QString& iconName, const QString& name, const QString& key) {
  auto* button = new StepBarButton(iconName, name);
  button->setState(key);
  m_actions.push_back(button);
  m_column->addWidget(button);
  return button;
}

void StepBar::setProject(const QString& name, const QString& detail) {
  m_project->setProject(name, detail);
}

void StepBar::setCurrent(Step step) {
  for (const auto& [at, button] : m_steps) button->setChecked(at == step);
}

void StepBar::setState(Step step, const QString& state) {
  m_steps.at(step)->setState(state);
}

void StepBar::setAvailable(Step step, bool available) {
  m_steps.at(step)->setEnabled(available);
}

void StepBar::setFolded(bool folded) {
  setFixedWidth(folded ? size::kStepBarFolded : size::kStepBar);
  m_project->setFolded(folded);
  for (const auto& [step, button] : m_steps) button->setFolded(folded);
  for (StepBarButton* button : m_actions) button->setFolded(folded);
}

}  // namespace masu::ui
