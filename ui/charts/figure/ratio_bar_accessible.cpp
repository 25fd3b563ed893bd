// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessibleWidget>
#include <array>
#include <cmath>

#include "ui/charts/figure/ratio_bar.h"

namespace masu::ui {
namespace {

class AccessibleHandle : public QAccessibleInterface, public QAccessibleValueInterface {
 public:
  AccessibleHandle(RatioBar* bar, int handle) : m_bar(bar), m_handle(handle) {}

  bool isValid() const override { return m_bar != nullptr; }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_bar); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QRect rect() const override {
    const QRect local = m_bar->handleRect(m_handle);
    return {m_bar->mapToGlobal(local.topLeft()), local.size()};
  }
  QAccessible::Role role() const override { return QAccessible::Slider; }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = true;
    state.readOnly = m_bar->isReadOnly();
    state.focused = m_bar->hasFocus() && m_bar->currentHandle() == m_handle;
    return state;
  }
  QString text(QAccessible::Text kind) const override {
    if (kind == QAccessible::Name) return RatioBar::handleName(m_handle);
    if (kind == QAccessible::Value) return QString::number(m_bar->handleValue(m_handle) / 10.0, 'f', 1);
    return {};
  }
  void setText(QAccessible::Text, const QString&) override {}
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this) : nullptr;
  }

  QVariant currentValue() const override { return m_bar->handleValue(m_handle) / 10.0; }
  void setCurrentValue(const QVariant& value) override {
    const int before = m_bar->handleValue(m_handle);
    m_bar->setHandleValue(m_handle, static_cast<int>(std::lround(value.toDouble() * 10)));
    if (m_bar->handleValue(m_handle) != before) Q_EMIT m_bar->ratiosCommitted(m_bar->ratios());
  }
  QVariant maximumValue() const override { return 100.0; }
  QVariant minimumValue() const override { return 0.0; }
  QVariant minimumStepSize() const override { return 0.1; }

 private:
  QPointer<RatioBar> m_bar;
  int m_handle;
};

class AccessibleRatioBar : public QAccessibleWidget {
 public:
  explicit AccessibleRatioBar(RatioBar* bar) : QAccessibleWidget(bar, QAccessible::Grouping) {
    for (int handle = 0; handle < RatioBar::kHandles; ++handle) {
      m_handles[static_cast<std::size_t>(handle)] =
          QAccessible::registerAccessibleInterface(new AccessibleHandle(bar, handle));
    }
  }
  ~AccessibleRatioBar() override {
    for (const QAccessible::Id id : m_handles) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return RatioBar::kHandles; }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= RatioBar::kHandles) return nullptr;
    return QAccessible::accessibleInterface(m_handles[static_cast<std::size_t>(index)]);
  }
  int indexOfChild(const QAccessibleInterface* wanted) const override {
    for (int index = 0; index < RatioBar::kHandles; ++index) {
      if (child(index) == wanted) return index;
    }
    return -1;
  }

 private:
  std::array<QAccessible::Id, RatioBar::kHandles> m_handles = {};
};

QAccessibleInterface* makeInterface(const QString& className, QObject* object) {
  if (className != QLatin1String("masu::ui::RatioBar")) return nullptr;
  return new AccessibleRatioBar(static_cast<RatioBar*>(object));
}

}  // namespace

void installRatioBarAccessibility() {
  QAccessible::installFactory(makeInterface);
}

}  // namespace masu::ui
