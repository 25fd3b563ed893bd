#include "ui/pages/split_page_tabs.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/text/to_qt.h"
#include "ui/widgets/buttons.h"

namespace masu::ui {

SplitTabs::SplitTabs(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(4);
}

void SplitTabs::setManifests(const std::vector<tasks::ManifestInfo>& manifests, const QString& current) {
  while (QLayoutItem* item = m_row->takeAt(0)) {
    if (item->widget() != nullptr) item->widget()->deleteLater();
    delete item;
  }
  auto* group = new QButtonGroup(this);
  const auto add = [&](const QString& name, bool frozen) {
    auto* tab = new QToolButton;
    tab->setText(name);
    tab->setCheckable(true);
    tab->setChecked(name == current);
    tab->setProperty("tab", true);
    tab->setObjectName(name);
    if (frozen) {
      tab->setIcon(themeIcon(QStringLiteral("lock")));
      tab->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      tab->setToolTip(tr("Frozen: it can be copied, but not changed."));
    }
    group->addButton(tab);
    m_row->addWidget(tab);
    connect(tab, &QToolButton::clicked, this, [this, name] { Q_EMIT chosen(name); });
  };
  bool known = false;
  for (const tasks::ManifestInfo& manifest : manifests) {
    known = known || toQt(manifest.name) == current;
    add(toQt(manifest.name), manifest.frozen);
  }
  if (!known) add(current, false);
  QPushButton* fresh = makeButton(tr("New"), QStringLiteral("plus"), ButtonKind::ghost);
  connect(fresh, &QPushButton::clicked, this, &SplitTabs::newRequested);
  m_row->addWidget(fresh);
  m_row->addStretch();
}

QStringList SplitTabs::names() const {
  QStringList found;
  for (const auto* tab : findChildren<QToolButton*>()) found << tab->objectName();
  return found;
}

}  // namespace masu::ui
