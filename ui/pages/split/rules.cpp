// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/rules.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/pattern.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {
namespace {

bool isExpression(const std::string& text) {
  return !text.empty() && Pattern::compile(text);
}

}  // namespace

SplitRules::SplitRules(QWidget* parent)
    : QWidget(parent),
      m_list(new QVBoxLayout),
      m_add(makeButton(tr("Add a rule"), QStringLiteral("plus"), ButtonKind::normal, ButtonSize::small)),
      m_summary(makeLabel({}, "hint")) {
  auto* section = new Section(tr("Rules on source names"));
  m_list->setSpacing(4);
  section->content()->addLayout(m_list);
  section->content()->addWidget(m_add, 0, Qt::AlignLeft);
  section->content()->addWidget(m_summary);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(section);
  connect(m_add, &QPushButton::clicked, this, [this] {
    addRule(store::Split::test, {});
    m_rows.back().expression->setFocus();
  });
}

void SplitRules::setSources(const std::vector<store::SourceFile>& sources) {
  m_sources = sources;
  announce();
}

void SplitRules::setRules(const std::vector<manifest::SplitRule>& rules) {
  while (!m_rows.empty()) removeRule(m_rows.back().widget);
  const QSignalBlocker quiet(this);
  for (const manifest::SplitRule& rule : rules) addRule(rule.split, toQt(rule.expression));
  announce();
}

void SplitRules::announce() {
  std::vector<Pattern> expressions;
  for (const manifest::SplitRule& rule : rules()) {
    if (auto compiled = Pattern::compile(rule.expression)) expressions.push_back(*std::move(compiled));
  }
  const auto matched = std::ranges::count_if(m_sources, [&](const store::SourceFile& source) {
    return std::ranges::any_of(expressions, [&](const Pattern& one) { return one.matches(source.path); });
  });
  const std::uint64_t all = m_sources.size();
  m_summary->setText(expressions.empty()
                         ? tr("First match wins; ratios divide the rest.")
                         : counted(tr("%1 of %n source(s) matched", nullptr, pluralOf(all)), all)
                               .arg(formatCount(static_cast<std::uint64_t>(matched))));
}

QString SplitRules::summary() const {
  return m_summary->text();
}

std::vector<manifest::SplitRule> SplitRules::rules() const {
  std::vector<manifest::SplitRule> found;
  for (const RuleFields& row : m_rows) {
    const std::string expression = fromQt(row.expression->text());
    if (isExpression(expression))
      found.push_back({static_cast<store::Split>(storedSplit(row.split->currentIndex())), expression});
  }
  return found;
}

void SplitRules::setFrozen(bool frozen) {
  m_add->setEnabled(!frozen);
  for (const RuleFields& row : m_rows) row.widget->setEnabled(!frozen);
}

void SplitRules::addRule(store::Split split, const QString& expression) {
  RuleFields row;
  row.widget = new QWidget;
  auto* line = new QHBoxLayout(row.widget);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(4);
  row.split = new QComboBox;
  for (int shown = 0; shown < 4; ++shown) row.split->addItem(splitTitle(shown));
  row.split->setCurrentIndex(shownSplit(static_cast<int>(split)));
  row.split->setFixedWidth(96);
  row.split->setAccessibleName(tr("Split of this rule"));
  row.expression = new QLineEdit(expression);
  row.expression->setProperty("mono", true);
  row.expression->setPlaceholderText(QStringLiteral("_[0-4]\\.wav$"));
  row.expression->setAccessibleName(tr("Regular expression on the source's path"));
  auto* remove = makeIconButton(QStringLiteral("close"), tr("Remove this rule"), ButtonSize::normal, ButtonKind::ghost);
  line->addWidget(row.split);
  line->addWidget(row.expression, 1);
  line->addWidget(remove);
  m_list->addWidget(row.widget);
  m_rows.push_back(row);
  connect(row.split, &QComboBox::activated, this, &SplitRules::changed);
  connect(row.expression, &QLineEdit::editingFinished, this, &SplitRules::changed);
  connect(row.expression, &QLineEdit::textChanged, this, [this, field = row.expression] {
    const bool bad = !field->text().isEmpty() && !isExpression(fromQt(field->text()));
    setStyleProperty(field, "invalid", bad);
    field->setToolTip(bad ? tr("This is not yet a regular expression.") : QString());
    announce();
  });
  connect(remove, &QToolButton::clicked, this, [this, widget = row.widget] {
    removeRule(widget);
    changed();
  });
}

void SplitRules::removeRule(QWidget* widget) {
  std::erase_if(m_rows, [widget](const RuleFields& row) { return row.widget == widget; });
  m_list->removeWidget(widget);
  widget->hide();
  widget->deleteLater();
}

void SplitRules::changed() {
  announce();
  Q_EMIT edited();
}

}  // namespace masu::ui
