#include "ui/pages/split_page_rules.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>
#include <regex>

#include "ui/models/source_table_model.h"
#include "ui/pages/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

bool isExpression(const std::string& text) {
  try {
    const std::regex compiled(text, std::regex::ECMAScript);
    return !text.empty();
  } catch (const std::regex_error&) {
    return false;
  }
}

store::Split splitShown(int shown) {
  return static_cast<store::Split>(shown == 3 ? 0 : shown + 1);
}

}  // namespace

SplitRules::SplitRules(QWidget* parent)
    : QWidget(parent),
      m_list(new QVBoxLayout),
      m_add(makeButton(tr("Add a rule"), QStringLiteral("plus"), ButtonKind::normal, ButtonSize::small)),
      m_summary(makeLabel({}, "label")),
      m_model(new SourceTableModel(this)),
      m_table(makeTable(m_model)) {
  auto* head = new QHBoxLayout;
  head->setContentsMargins(size::kLeft, 8, size::kRight, 8);
  head->addWidget(makeLabel(tr("Rules on source names"), "heading"));
  head->addStretch();
  head->setSpacing(12);
  head->addWidget(m_summary);
  head->addWidget(m_add);
  m_list->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  m_list->setSpacing(4);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addLayout(m_list);
  column->addSpacing(8);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(m_table, 1);
  m_table->setColumnWidth(SourceTableModel::kSplit, 116);
  m_table->setColumnWidth(SourceTableModel::kRecords, 96);
  m_table->setAccessibleName(tr("Sources"));
  connect(m_add, &QPushButton::clicked, this, [this] {
    addRule(store::Split::test, {});
    m_rows.back().expression->setFocus();
  });
}

void SplitRules::setSources(const std::vector<store::SourceFile>& sources) {
  m_sources = sources;
  m_model->setSources(sources);
  m_model->setRules(rules());
  m_summary->setText(sources.size() == 1 ? tr("1 source") : tr("%1 sources").arg(formatCount(sources.size())));
}

void SplitRules::setRules(const std::vector<manifest::SplitRule>& rules) {
  while (!m_rows.empty()) removeRule(m_rows.back().widget);
  const QSignalBlocker quiet(this);
  for (const manifest::SplitRule& rule : rules) addRule(rule.split, toQt(rule.expression));
  m_model->setRules(rules);
}

std::vector<manifest::SplitRule> SplitRules::rules() const {
  std::vector<manifest::SplitRule> found;
  for (const Row& row : m_rows) {
    const std::string expression = fromQt(row.expression->text());
    if (isExpression(expression)) found.push_back({splitShown(row.split->currentIndex()), expression});
  }
  return found;
}

void SplitRules::setFrozen(bool frozen) {
  m_add->setEnabled(!frozen);
  for (const Row& row : m_rows) row.widget->setEnabled(!frozen);
}

void SplitRules::addRule(store::Split split, const QString& expression) {
  Row row;
  row.widget = new QWidget;
  auto* line = new QHBoxLayout(row.widget);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  row.split = new QComboBox;
  for (int shown = 0; shown < 4; ++shown) row.split->addItem(splitTitle(shown));
  row.split->setCurrentIndex(shownSplit(static_cast<int>(split)));
  row.split->setFixedWidth(116);
  row.split->setAccessibleName(tr("Split of this rule"));
  row.expression = new QLineEdit(expression);
  row.expression->setProperty("mono", true);
  row.expression->setPlaceholderText(tr("regular expression, such as _[0-4]\\.wav$"));
  row.expression->setAccessibleName(tr("Regular expression on the source's path"));
  auto* remove = makeIconButton(QStringLiteral("close"), tr("Remove this rule"), ButtonSize::normal, ButtonKind::ghost);
  line->addWidget(makeLabel(tr("to"), "label"));
  line->addWidget(row.split);
  line->addWidget(makeLabel(tr("where the path has"), "label"));
  line->addWidget(row.expression, 1);
  line->addWidget(remove);
  m_list->addWidget(row.widget);
  m_rows.push_back(row);
  connect(row.split, &QComboBox::activated, this, &SplitRules::changed);
  connect(row.expression, &QLineEdit::editingFinished, this, &SplitRules::changed);
  connect(row.expression, &QLineEdit::textChanged, this, [this, field = row.expression] {
    const bool bad = !field->text().isEmpty() && !isExpression(fromQt(field->text()));
    setStyleProperty(field, "invalid", bad);
    field->setToolTip(bad ? tr("This is no regular expression yet.") : QString());
    m_model->setRules(rules());
  });
  connect(remove, &QToolButton::clicked, this, [this, widget = row.widget] {
    removeRule(widget);
    changed();
  });
}

void SplitRules::removeRule(QWidget* widget) {
  std::erase_if(m_rows, [widget](const Row& row) { return row.widget == widget; });
  m_list->removeWidget(widget);
  widget->hide();
  widget->deleteLater();
}

void SplitRules::changed() {
  m_model->setRules(rules());
  Q_EMIT edited();
}

}  // namespace masu::ui
