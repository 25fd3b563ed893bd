// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/class_map.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kOld = 0;
constexpr int kNew = 1;
constexpr QSize kSize(420, 420);

}  // namespace

ImportClassMap::ImportClassMap(const ingest::ImportPlan& plan, QWidget* parent)
    : QDialog(parent), m_classes(classesOf(plan)), m_table(new QTableWidget(static_cast<int>(m_classes.size()), 2)) {
  setWindowTitle(tr("Rename or merge classes"));
  const std::map<std::string, std::string> renamed(plan.options.table.classMap.begin(),
                                                   plan.options.table.classMap.end());
  for (std::size_t i = 0; i < m_classes.size(); ++i) {
    auto* old = new QTableWidgetItem(shownText(m_classes[i]));
    old->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    const auto found = renamed.find(m_classes[i]);
    m_table->setItem(static_cast<int>(i), kOld, old);
    m_table->setItem(static_cast<int>(i), kNew,
                     new QTableWidgetItem(found == renamed.end() ? QString() : toQt(found->second)));
  }
  m_table->setObjectName(QStringLiteral("classes"));
  m_table->setAccessibleName(tr("Classes and their new names"));
  m_table->setHorizontalHeaderLabels({tr("Class"), tr("New name")});
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->verticalHeader()->hide();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* hint =
      makeLabel(tr("Classes with the same new name become one. A class without a new name keeps its own."), "caption");
  hint->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->addWidget(hint);
  column->addWidget(m_table, 1);
  column->addWidget(buttons);
  resize(kSize);
}

ImportClassMap::Map ImportClassMap::map() const {
  Map map;
  for (std::size_t i = 0; i < m_classes.size(); ++i) {
    const std::string name = fromQt(m_table->item(static_cast<int>(i), kNew)->text().trimmed());
    if (!name.empty() && name != m_classes[i]) map.emplace_back(m_classes[i], name);
  }
  return map;
}

std::vector<std::string> ImportClassMap::classesOf(const ingest::ImportPlan& plan) {
  const auto& map = plan.options.table.classMap;
  std::vector<std::string> classes;
  for (const auto& [from, to] : map) classes.push_back(from);
  for (const std::string& name : plan.classes) {
    // What others became is a class of the source only where the survey saw it there.
    const bool made = std::ranges::any_of(map, [&](const auto& entry) { return entry.second == name; });
    const auto label = std::ranges::find(plan.columns, table::Role::label, &ingest::ColumnPlan::role);
    const bool seen = label != plan.columns.end() && std::ranges::find(label->values, name) != label->values.end();
    if (!made || seen) classes.push_back(name);
  }
  std::ranges::sort(classes);
  const auto repeated = std::ranges::unique(classes);
  classes.erase(repeated.begin(), repeated.end());
  return classes;
}

}  // namespace masu::ui
