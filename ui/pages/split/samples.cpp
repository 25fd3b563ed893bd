// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/samples.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "core/table/filter_expression.h"
#include "core/tasks/split/edit_task.h"
#include "ui/models/split_editor.h"
#include "ui/pages/split/targets.h"
#include "ui/pages/split/tree.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kFilterAfterMs = 350;
constexpr int kByWidth = 148;

/// A lone word or two mean a name; anything that has a test in it is the filter language.
QString expressionOf(const QString& typed) {
  static const QRegularExpression tests(QStringLiteral("[=<>!\"`()]|\\b(contains|missing|in|starts|ends)\\b"),
                                        QRegularExpression::CaseInsensitiveOption);
  if (typed.contains(tests)) return typed;
  return QStringLiteral("source contains \"%1\"").arg(typed);
}

std::shared_ptr<const RowSource> rowsOf(const std::shared_ptr<const store::Dataset>& dataset) {
  if (!dataset) return nullptr;
  auto rows = DatasetRowSource::open(dataset);
  return rows ? *rows : nullptr;
}

}  // namespace

SplitSamples::SplitSamples(SplitEditor& editor, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_job(runner),
      m_rows(new SplitTreeModel(runner, this)),
      m_problem(makeLabel({}, "hint-bad")),
      m_tree(new SplitTree(*m_rows)),
      m_targets(new SplitTargets) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildBar());
  m_problem->setWordWrap(true);
  m_problem->setContentsMargins(size::kLeft, 0, size::kRight, 6);
  m_problem->hide();
  column->addWidget(m_problem);
  column->addWidget(m_tree, 1);
  column->addWidget(m_targets);

  m_wait.setSingleShot(true);
  m_wait.setInterval(kFilterAfterMs);
  connect(&m_wait, &QTimer::timeout, this, &SplitSamples::runFilter);
  connect(m_field, &QLineEdit::textChanged, this, [this] { m_wait.start(); });
  connect(m_field, &QLineEdit::returnPressed, this, &SplitSamples::runFilter);
  connect(m_by, &QComboBox::activated, this, &SplitSamples::chooseLevels);
  connect(m_tree, &SplitTree::moveRequested, this, &SplitSamples::move);
  connect(m_tree, &SplitTree::selectionMade, this, &SplitSamples::announce);
  connect(m_targets, &SplitTargets::moveRequested, this, &SplitSamples::move);
  connect(m_rows, &SplitTreeModel::failed, this, &SplitSamples::failed);
  connect(&m_editor, &SplitEditor::opened, this, &SplitSamples::draftOpened);
  connect(&m_editor, &SplitEditor::grouped, this, &SplitSamples::draftOpened);
  connect(&m_editor, &SplitEditor::closed, this, [this] { m_rows->setDraft(nullptr); });
  connect(&m_editor, &SplitEditor::changed, m_rows, &SplitTreeModel::countsChanged);
}

QWidget* SplitSamples::buildBar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(size::kLeft, 8, size::kRight, 8);
  row->setSpacing(12);
  m_field = new QLineEdit;
  m_field->setProperty("mono", true);
  m_field->setClearButtonEnabled(true);
  m_field->addAction(themeIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
  m_field->setPlaceholderText(tr("label = \"2\" and source contains \"jackson\""));
  m_field->setAccessibleName(tr("Filter"));
  m_field->setToolTip(
      tr("A name, or tests of columns joined by and, or, not. Names: sample, source, position, label, "
         "group, split, and the columns (Ctrl+F)."));
  row->addWidget(m_field, 1);
  m_found = makeLabel({}, "label");
  row->addWidget(m_found);
  m_by = new QComboBox;
  m_by->setFixedWidth(kByWidth);
  m_by->setAccessibleName(tr("Group by"));
  m_by->setToolTip(tr("What the rows are grouped by"));
  row->addWidget(m_by);
  return bar;
}

void SplitSamples::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_job.drop();
  m_wait.stop();
  m_dataset = std::move(dataset);
  m_rows->setDraft(nullptr);
  m_rows->setSource(rowsOf(m_dataset));
  // Not silently: the field takes its clear button away when it hears of it.
  m_field->clear();
  m_wait.stop();
  showProblem({});
  fillLevels();
  announce();
}

void SplitSamples::fillLevels() {
  m_by->clear();
  m_levels.clear();
  if (!m_dataset) return;
  const auto add = [this](const QString& title, manifest::GroupLevels levels) {
    m_levels.push_back(std::move(levels));
    m_by->addItem(title);
  };
  const store::DatasetMeta& meta = m_dataset->meta();
  const bool groups = m_dataset->find("group") != nullptr && !meta.groups.empty();
  const bool sources = m_dataset->find("origin") != nullptr;
  if (groups && sources && meta.sources.size() > 1) add(tr("by group, source"), {"group", "source"});
  if (groups) add(tr("by group"), {"group", ""});
  if (sources) add(tr("by source"), {"source", ""});
  if (!meta.classes.empty()) add(tr("by label"), {"label", ""});
  for (const table::Column& column : meta.schema.columns) {
    if (column.role != table::Role::category) continue;
    add(tr("by %1").arg(shownText(column.name)), {column.name, ""});
  }
}

void SplitSamples::chooseLevels(int index) {
  if (index >= 0 && index < static_cast<int>(m_levels.size())) {
    m_editor.groupBy(m_levels[static_cast<std::size_t>(index)]);
  }
}

void SplitSamples::draftOpened() {
  const manifest::Draft* draft = m_editor.draft();
  m_rows->setDraft(draft);
  if (!m_field->text().isEmpty()) runFilter();
  if (draft != nullptr && draft->groups() != nullptr) {
    const auto same = std::ranges::find_if(m_levels, [&](const manifest::GroupLevels& levels) {
      return levels.outer == draft->groups()->levels().outer && levels.inner == draft->groups()->levels().inner;
    });
    if (same != m_levels.end()) m_by->setCurrentIndex(static_cast<int>(same - m_levels.begin()));
    if (m_rows->rowCount() == 1) m_tree->expand(m_rows->index(0, 0));
  }
  announce();
}

void SplitSamples::setFrozen(bool frozen) {
  m_frozen = frozen;
  announce();
}

void SplitSamples::setFilter(const QString& text) {
  m_field->setText(text);
  runFilter();
}

void SplitSamples::runFilter() {
  m_wait.stop();
  const QString typed = m_field->text().trimmed();
  const manifest::Draft* draft = m_editor.draft();
  if (draft == nullptr) return;
  if (typed.isEmpty()) {
    m_job.drop();
    showProblem({});
    m_rows->setFilter(nullptr);
    return announce();
  }
  m_job.run<manifest::SampleSet>(
      {.title = tr("Filter"), .icon = QStringLiteral("filter"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, text = fromQt(expressionOf(typed)),
       assignment = std::make_shared<const store::Assignment>(draft->assignment())](const JobContext& job) {
        return tasks::selectSamples(*dataset, text, assignment.get(), job);
      },
      [this](Result<manifest::SampleSet> found) {
        if (!found) return showProblem(translated(found.error()));
        showProblem({});
        m_rows->setFilter(std::make_shared<const manifest::SampleSet>(std::move(*found)));
        if (m_rows->rowCount() == 1) m_tree->expand(m_rows->index(0, 0));
        announce();
      });
}

void SplitSamples::showProblem(const QString& sentence) {
  m_problem->setText(sentence);
  m_problem->setVisible(!sentence.isEmpty());
  setStyleProperty(m_field, "invalid", !sentence.isEmpty());
}

SplitChoice SplitSamples::choice() const {
  const QItemSelection selected = m_tree->selectionModel()->selection();
  if (selected.isEmpty() && m_rows->filter()) return m_rows->everything();
  return m_rows->choiceOf(selected);
}

void SplitSamples::move(store::Split to) {
  SplitChoice chosen = choice();
  if (m_frozen || chosen.count == 0) return;
  m_editor.move(
      [chosen = std::move(chosen)](const manifest::Draft& draft) { return samplesOf(chosen, *draft.groups()); }, to);
}

void SplitSamples::announce() {
  const bool filtered = m_rows->filter() != nullptr;
  const QString shown = formatCount(m_rows->samplesShown());
  m_found->setText(filtered ? tr("%1 found").arg(shown) : QString());
  const SplitChoice chosen = choice();
  const QString count = formatCount(chosen.count);
  const bool all = m_tree->selectionModel()->selection().isEmpty();
  m_targets->setState(m_frozen            ? tr("Frozen: edit a copy")
                      : chosen.count == 0 ? tr("Nothing selected")
                      : all               ? tr("All %1 found").arg(count)
                                          : tr("%1 selected").arg(count),
                      !m_frozen && chosen.count > 0);
}

}  // namespace masu::ui
