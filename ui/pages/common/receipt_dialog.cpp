// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/receipt_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/pages/common/table_setup.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

namespace {

constexpr QSize kSize{760, 560};
constexpr int kBarSteps = 1000;
constexpr int kCopiedMilliseconds = 1'500;
enum Tab { kFacts, kEpochs, kJson };

/// A folder may be written with a slash at its end.
QString nameOf(const std::filesystem::path& place) {
  return shownText((place.has_filename() ? place : place.parent_path()).filename().string());
}

QStandardItem* cell(const QString& text) {
  auto* item = new QStandardItem(text);
  item->setEditable(false);
  item->setToolTip(text);
  return item;
}

void appendRow(QStandardItemModel& model, const QStringList& texts) {
  QList<QStandardItem*> row;
  for (const QString& text : texts) row << cell(text);
  model.appendRow(row);
}

/// Names as wide as they are, and what is said of them in the rest.
QTableView* viewOf(QStandardItemModel* model, const QString& name) {
  QTableView* view = makeTable(model);
  view->setAccessibleName(name);
  view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  view->horizontalHeader()->setStretchLastSection(true);
  return view;
}

QHBoxLayout* indentedRow() {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  row->setSpacing(8);
  return row;
}

/// The numbers of steps in a text; nothing where one of them is too large.
std::optional<std::vector<std::uint64_t>> stepsIn(const QString& text) {
  std::vector<std::uint64_t> steps;
  static const QRegularExpression between(QStringLiteral("[^0-9]+"));
  for (const QString& number : text.split(between, Qt::SkipEmptyParts)) {
    bool good = false;
    steps.push_back(number.toULongLong(&good));
    if (!good) return std::nullopt;
  }
  return steps;
}

}  // namespace

ReceiptDialog::ReceiptDialog(const std::filesystem::path& place, Session& session, JobRunner& runner, QWidget* parent)
    : QDialog(parent),
      m_place(place),
      m_session(session),
      m_load(runner),
      m_check(runner),
      m_facts(new QStandardItemModel(this)),
      m_epochs(new QStandardItemModel(this)) {
  setWindowTitle(tr("Receipt of %1").arg(nameOf(place)));
  setProperty("pane", "surface");
  resize(kSize);
  m_heading = makeLabel({}, "heading");
  m_choice = new Segments({tr("Receipt"), tr("Epochs"), tr("JSON")});
  auto* head = indentedRow();
  head->addWidget(m_heading);
  head->addStretch(1);
  head->addWidget(m_choice);
  m_banner = new Banner;
  auto* bannerRow = indentedRow();
  bannerRow->addWidget(m_banner);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 12, 0, 12);
  column->setSpacing(12);
  column->addLayout(head);
  column->addLayout(bannerRow);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(buildPages(), 1);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(buildOptions());
  column->addWidget(buildFoot());
  m_start->setDefault(true);
  connect(m_choice, &Segments::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
  connect(&m_check, &JobSlot::busyChanged, this, &ReceiptDialog::showBusy);
  connect(&session, &Session::datasetChanged, this, &QDialog::close);
  load();
}

ReceiptDialog::~ReceiptDialog() = default;

void ReceiptDialog::present(const std::filesystem::path& place, Session& session, JobRunner& runner, QWidget* page) {
  for (auto* before : page->findChildren<ReceiptDialog*>(QString(), Qt::FindDirectChildrenOnly)) before->close();
  auto* dialog = new ReceiptDialog(place, session, runner, page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

QWidget* ReceiptDialog::buildPages() {
  m_facts->setColumnCount(2);  // makeTable() stretches the first
  m_epochs->setColumnCount(2);
  m_json = new QPlainTextEdit;
  m_json->setReadOnly(true);
  m_json->setFont(monoFont());
  m_json->setTabChangesFocus(true);
  m_json->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_json->setAccessibleName(tr("JSON"));
  m_pages = new QStackedWidget;
  m_pages->addWidget(viewOf(m_facts, tr("Receipt")));
  m_pages->addWidget(viewOf(m_epochs, tr("Epochs")));
  m_pages->addWidget(m_json);
  return m_pages;
}

/// What a check takes: steps of a run, or whether the dataset of an export is looked at; and what it found.
QWidget* ReceiptDialog::buildOptions() {
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  m_stepsLabel = makeLabel(tr("Steps to check"), "label");
  m_steps = new QLineEdit;
  m_steps->setAccessibleName(m_stepsLabel->text());
  m_steps->setPlaceholderText(tr("three at random"));
  m_steps->setToolTip(
      tr("Numbers of steps from 1 over all epochs. They are trained again, from the nearest state kept."));
  m_steps->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), m_steps));
  m_withDataset = new QCheckBox(tr("Compare the open dataset and its split, too"));
  auto* row = indentedRow();
  row->addWidget(m_stepsLabel);
  row->addWidget(m_steps, 1);
  row->addWidget(m_withDataset, 1);
  column->addLayout(row);
  m_verdict = makeLabel({}, "strong");
  m_detail = makeLabel({}, "label");
  for (QLabel* label : {m_verdict, m_detail}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->hide();
    auto* line = indentedRow();
    line->addWidget(label);
    column->addLayout(line);
  }
  for (QWidget* field : std::initializer_list<QWidget*>{m_stepsLabel, m_steps, m_withDataset}) field->hide();
  return part;
}

QWidget* ReceiptDialog::buildFoot() {
  auto* foot = new QWidget;
  auto* row = indentedRow();
  foot->setLayout(row);
  m_bar = new QProgressBar;
  m_bar->setTextVisible(false);
  m_bar->setFixedSize(120, 4);
  m_bar->setRange(0, kBarSteps);
  m_bar->setAccessibleName(tr("Progress of the check"));
  m_stage = makeLabel({}, "label");
  m_copy = makeButton(tr("Copy as JSON"), QStringLiteral("copy"));
  m_cancel = makeButton(tr("Cancel"), QStringLiteral("close"));
  m_start = makeButton(tr("Check"), {}, ButtonKind::primary);
  row->addWidget(m_bar);
  row->addWidget(m_stage, 1);
  row->addWidget(m_copy);
  row->addWidget(m_cancel);
  row->addWidget(m_start);
  m_copy->setEnabled(false);
  m_start->setEnabled(false);
  showBusy(false);
  connect(m_copy, &QPushButton::clicked, this, &ReceiptDialog::copy);
  connect(m_cancel, &QPushButton::clicked, this, &ReceiptDialog::cancel);
  connect(m_start, &QPushButton::clicked, this, &ReceiptDialog::check);
  return foot;
}

void ReceiptDialog::load() {
  m_load.run<tasks::AnyReceipt>(
      {.title = tr("Reading a receipt"), .icon = QStringLiteral("file"), .kind = Job::Kind::quiet},
      [place = m_place](const JobContext&) { return tasks::readAnyReceipt(place); },
      [this](Result<tasks::AnyReceipt> receipt) {
        if (!receipt) return m_banner->showError(receipt.error());
        showReceipt(receiptText(*receipt));
      });
}

void ReceiptDialog::showReceipt(ReceiptText text) {
  m_text = std::move(text);
  const bool isRun = !m_text.columns.isEmpty();
  m_heading->setText(m_text.heading);
  m_facts->setHorizontalHeaderLabels({tr("What"), tr("By the receipt")});
  for (const auto& [name, value] : m_text.facts) appendRow(*m_facts, {name, value});
  m_epochs->setHorizontalHeaderLabels(m_text.columns);
  for (const QStringList& epoch : m_text.epochs) appendRow(*m_epochs, epoch);
  for (QStandardItemModel* model : {m_facts, m_epochs}) {
    for (int section = 0; section < model->columnCount(); ++section)
      model->setHeaderData(section, Qt::Horizontal, int(Qt::AlignLeft | Qt::AlignVCenter), Qt::TextAlignmentRole);
  }
  m_json->setPlainText(m_text.json);
  m_choice->setOffered(kEpochs, isRun);
  m_stepsLabel->setVisible(isRun);
  m_steps->setVisible(isRun);
  m_withDataset->setVisible(!isRun && isOfOpenDataset());
  m_copy->setEnabled(true);
  m_start->setEnabled(true);
}

bool ReceiptDialog::isOfOpenDataset() const {
  return m_session.dataset() != nullptr && toQt(m_session.dataset()->uuid()) == m_text.dataset;
}

void ReceiptDialog::copy() {
  QGuiApplication::clipboard()->setText(m_text.json);
  m_copy->setText(tr("Copied"));
  QTimer::singleShot(kCopiedMilliseconds, m_copy, [this] { m_copy->setText(tr("Copy as JSON")); });
}

/// Nothing where a number in the field of steps is too large.
std::optional<tasks::ReceiptRequest> ReceiptDialog::asked() {
  tasks::ReceiptRequest request;
  request.run = m_place;
  request.resources = chosenResources();
  const bool isRun = !m_text.columns.isEmpty();
  // Where the dataset is now. One of another run or export is looked for where that had it.
  if (isOfOpenDataset() && (isRun || m_withDataset->isChecked())) request.dataset = m_session.dataset()->path();
  if (!isRun) return request;
  const auto steps = stepsIn(m_steps->text());
  setStyleProperty(m_steps, "invalid", !steps.has_value());
  if (!steps) return std::nullopt;
  request.steps = *steps;
  return request;
}

void ReceiptDialog::check() {
  if (!m_start->isEnabled() || busy()) return;
  const auto request = asked();
  if (!request) return;
  m_banner->clear();
  m_verdict->hide();
  m_detail->hide();
  const Job* job = m_check.run<tasks::ReceiptCheck>(
      {.title = tr("Checking the receipt of %1").arg(nameOf(m_place)),
       .icon = QStringLiteral("file"),
       .kind = Job::Kind::visible},
      [request = *request](const JobContext& context) { return tasks::checkReceipt(request, context); },
      [this](const Result<tasks::ReceiptCheck>& check) { ended(check); });
  connect(job, &Job::progressed, this, [this, job] { showProgress(job->state()); });
  m_cancel->setFocus();
}

void ReceiptDialog::ended(const Result<tasks::ReceiptCheck>& check) {
  m_start->setFocus();
  if (!check && check.error().code != Errc::cancelled) return m_banner->showError(check.error());
  CheckText text;
  if (check) {
    text = checkText(*check);
  } else {
    text.sentence = tr("The check was cancelled.");
  }
  m_verdict->setText(text.sentence);
  m_verdict->setVisible(!check || check->isEqual());
  if (check && !check->isEqual()) m_banner->showSentence(Banner::Kind::bad, text.sentence.toHtmlEscaped());
  m_detail->setText(text.detail);
  m_detail->setVisible(!text.detail.isEmpty());
}

QString ReceiptDialog::verdict() const {
  return m_verdict->text();
}

void ReceiptDialog::showProgress(const JobState& state) {
  m_bar->setValue(static_cast<int>(state.share * kBarSteps));
  QString text = state.stopping ? tr("Stopping …") : state.stage;
  if (!state.stopping && state.total > 0) {
    const QString amount = state.unit == Progress::Unit::bytes
                               ? formatBytesOf(state.done, state.total)
                               : tr("%1 of %2").arg(formatCount(state.done), formatCount(state.total));
    text = tr("%1: %2").arg(text, amount);
  }
  m_stage->setText(text);
}

void ReceiptDialog::showBusy(bool busy) {
  m_bar->setVisible(busy);
  m_bar->setValue(0);
  m_stage->clear();
  m_cancel->setVisible(busy);
  m_start->setVisible(!busy);
  m_steps->setEnabled(!busy);
  m_withDataset->setEnabled(!busy);
}

}  // namespace masu::ui
