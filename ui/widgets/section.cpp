// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"

namespace masu::ui {

Section::Section(const QString& heading, const QString& caption, QWidget* parent)
    : QWidget(parent),
      m_heading(makeLabel(heading, "heading")),
      m_caption(makeLabel(caption, "caption")),
      m_content(new QVBoxLayout) {
  setProperty("pane", "section");
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 13);
  column->setSpacing(6);
  auto* row = new QHBoxLayout;
  row->addWidget(m_heading);
  row->addStretch();
  row->addWidget(m_caption);
  column->addLayout(row);
  m_heading->setVisible(!heading.isEmpty());
  m_caption->setVisible(!caption.isEmpty());
  m_content->setSpacing(6);
  column->addLayout(m_content);
}

void Section::setHeading(const QString& heading) {
  m_heading->setText(heading);
  m_heading->setVisible(!heading.isEmpty());
}

void Section::setCaption(const QString& caption) {
  m_caption->setText(caption);
  m_caption->setVisible(!caption.isEmpty());
}

KeyValues::KeyValues(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(0);
  m_grid->setColumnStretch(1, 1);
}

void KeyValues::set(const QString& name, const QString& value) {
  auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const KeyValue& row) { return row.name == name; });
  if (found == m_rows.end()) {
    auto* right = new ElidedLabel({}, "value");
    right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_rows.push_back({name, new ElidedLabel(name, "label", Qt::ElideMiddle), right});
    found = m_rows.end() - 1;
    const auto row = static_cast<int>(m_rows.size()) - 1;
    found->left->setFixedHeight(20);
    right->setFixedHeight(20);
    m_grid->addWidget(found->left, row, 0);
    m_grid->addWidget(right, row, 1);
  }
  found->right->setText(value);
  // A long name gives way before a short value does.
  constexpr int kShortValue = 96;
  found->right->setMinimumWidth(std::min(found->right->sizeHint().width(), kShortValue));
  found->left->setVisible(!value.isEmpty());
  found->right->setVisible(!value.isEmpty());
}

void KeyValues::clear() {
  for (const KeyValue& row : m_rows) {
    delete row.left;
    delete row.right;
  }
  m_rows.clear();
}

QString KeyValues::value(const QString& name) const {
  for (const KeyValue& row : m_rows)
    if (row.name == name) return row.right->fullText();
  return {};
}

}  // namespace masu::ui
