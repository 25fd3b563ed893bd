// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/facts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "core/table/measured_loss.h"
#include "core/tasks/data/dataset_task.h"
#include "ui/models/roles.h"
#include "ui/pages/common/table_setup.h"
#include "ui/text/column_labels.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

namespace {

constexpr QSize kSize{1160, 600};

QStandardItem* word(const QString& text) {
  auto* item = new QStandardItem(text);
  item->setEditable(false);
  item->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  return item;
}

QStandardItem* figure(const QString& text, double value) {
  QStandardItem* item = word(text);
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  item->setData(value, ValueRole);
  return item;
}

QStandardItem* number(double value, bool known, int significant = 4) {
  return figure(known ? formatNumber(value, significant) : QStringLiteral("–"), value);
}

QStandardItem* count(std::uint64_t value) {
  return figure(formatCount(value), static_cast<double>(value));
}

QStandardItem* bytes(std::uint64_t value) {
  return figure(formatBytes(value), static_cast<double>(value));
}

void setTitles(QStandardItemModel& model, const QStringList& titles, int words) {
  model.setHorizontalHeaderLabels(titles);
  for (int i = words; i < static_cast<int>(titles.size()); ++i)
    model.setHeaderData(i, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
}

QString headlineOf(const store::Dataset& dataset) {
  QStringList sides;
  for (const std::uint64_t side : dataset.sampleShape()) sides << formatCount(side);
  const QString samples =
      counted(BrowseFacts::tr("%n sample(s)", nullptr, pluralOf(dataset.samples())), dataset.samples());
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr) return BrowseFacts::tr("%1 without numbers").arg(samples);
  return BrowseFacts::tr("%1 of %2 numbers, %3")
      .arg(samples, sides.join(QStringLiteral(" × ")), toQt(table::name(features->dtype)));
}

/// `minWidth`: of a column, in pixels.
QTableView* viewOf(QStandardItemModel* model, const QString& name, int minWidth) {
  QTableView* view = makeTable(model);
  view->setAccessibleName(name);
  view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  view->horizontalHeader()->setMinimumSectionSize(minWidth);
  return view;
}

}  // namespace

BrowseFacts::BrowseFacts(const store::Dataset& dataset, QWidget* parent)
    : QDialog(parent),
      m_columns(new QStandardItemModel(this)),
      m_sizes(new QStandardItemModel(this)),
      m_sources(new QStandardItemModel(this)) {
  setWindowTitle(tr("Facts of %1").arg(shownText(dataset.path().filename().string())));
  setProperty("pane", "surface");
  resize(kSize);
  fillColumns(dataset);
  fillSizes(dataset);
  fillSources(dataset);
  auto* pages = new QStackedWidget;
  pages->addWidget(viewOf(m_columns, tr("Columns"), 72));
  pages->addWidget(viewOf(m_sizes, tr("Sizes"), 128));
  pages->addWidget(viewOf(m_sources, tr("Sources"), 128));
  pages->addWidget(makeRecipe(dataset));
  auto* choice = new Segments({tr("Columns"), tr("Sizes"), tr("Sources"), tr("Recipe")});
  connect(choice, &Segments::currentChanged, pages, &QStackedWidget::setCurrentIndex);

  auto* head = new QHBoxLayout;
  head->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  head->setSpacing(12);
  head->addWidget(makeLabel(headlineOf(dataset), "heading"));
  head->addWidget(makeLabel(tr("%1 on disk").arg(formatBytes(dataset.fileBytes())), "label"));
  if (const auto seed = dataset.meta().shuffleSeed)
    head->addWidget(makeLabel(tr("stored in random order, seed %1").arg(*seed), "label"));
  head->addStretch(1);
  head->addWidget(choice);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 12, 0, 0);
  column->setSpacing(12);
  column->addLayout(head);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(pages, 1);
  column->addWidget(makeFoot(dataset));
}

QWidget* BrowseFacts::makeFoot(const store::Dataset& dataset) {
  auto* foot = new QWidget;
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(size::kLeft, 0, size::kRight, 12);
  QLabel* hint =
      makeLabel(tr("Further files are imported as these were; nothing that is there is written again."), "hint");
  row->addWidget(hint);
  row->addStretch(1);
  QPushButton* report = makeButton(tr("Save report…"), QStringLiteral("file"));
  connect(report, &QPushButton::clicked, this, [this] { done(kReport); });
  row->addWidget(report);
  QPushButton* append = makeButton(tr("Append files…"), QStringLiteral("import"));
  append->setObjectName("append");
  connect(append, &QPushButton::clicked, this, &QDialog::accept);
  row->addWidget(append);
  for (QWidget* part : {static_cast<QWidget*>(hint), static_cast<QWidget*>(append)})
    part->setVisible(!dataset.meta().recipe.empty());
  return foot;
}

void BrowseFacts::fillColumns(const store::Dataset& dataset) {
  setTitles(*m_columns,
            {tr("Column"), tr("Role"), tr("Stored as"), tr("Min"), tr("Max"), tr("Mean"), tr("Deviation"),
             tr("Missing"), tr("Largest error"), tr("Relative"), tr("RMS error"), tr("SNR, dB"), tr("To zero")},
            kMin);
  for (const table::Column& column : dataset.meta().schema.columns) {
    const table::ColumnStats& stats = column.stats;
    const bool numbers = stats.count > 0 && stats.min <= stats.max;
    const bool lossy = table::isLossy(column);
    const table::StorageLoss& loss = column.loss;
    const bool known = lossy && table::measuredLoss(column) != nullptr;
    const bool steps = column.scale != 1 || column.offset != 0;
    const QString type = toQt(table::name(column.stored));
    QStandardItem* min = number(stats.min, numbers);
    QStandardItem* max = number(stats.max, numbers);
    if (numbers && stats.wholes) {
      min->setText(QString::number(stats.wholes->min));
      max->setText(QString::number(stats.wholes->max));
    }
    QStandardItem* error = number(table::largestError(column), lossy, 3);
    if (table::isExact(column)) error->setText(tr("exact"));
    m_columns->appendRow({word(shownText(column.name)), word(roleName(column.role)),
                          word(steps ? tr("%1 steps").arg(type) : type), min, max, number(stats.mean, numbers),
                          number(stats.deviation(), numbers), count(stats.missing), error,
                          number(loss.maxRelative, known, 3), number(loss.rootMeanSquare(stats), known, 3),
                          number(loss.signalToNoise(stats), known, 3), known ? count(loss.flushed) : number(0, false)});
  }
}

void BrowseFacts::fillSizes(const store::Dataset& dataset) {
  setTitles(*m_sizes, {tr("Stored as"), tr("Numbers take"), tr("The file takes"), tr("vs. current")}, 1);
  const store::ObjectInfo* features = dataset.find("features");
  for (const tasks::SizeAtType& size : tasks::sizesAtTypes(dataset)) {
    const bool now = size.type == features->dtype;
    const QString name = toQt(table::name(size.type));
    QStandardItem* whole = size.fileBytes ? bytes(*size.fileBytes) : word(tr("compressed: not known ahead"));
    const double share =
        size.fileBytes ? static_cast<double>(*size.fileBytes) / static_cast<double>(dataset.fileBytes()) : 0;
    QList<QStandardItem*> row = {word(now ? tr("%1, as it is").arg(name) : name), bytes(size.featureBytes), whole,
                                 figure(size.fileBytes ? formatPercent(share) : QStringLiteral("–"), share)};
    for (QStandardItem* item : row) item->setData(now, StrongRole);
    m_sizes->appendRow(row);
  }
}

void BrowseFacts::fillSources(const store::Dataset& dataset) {
  setTitles(*m_sources, {tr("Source"), tr("Size"), tr("Records")}, 1);
  for (const store::SourceFile& source : dataset.meta().sources)
    m_sources->appendRow({word(shownText(source.path)), bytes(source.bytes), count(source.records)});
}

QWidget* BrowseFacts::makeRecipe(const store::Dataset& dataset) {
  auto* page = new QWidget;
  auto* text = new QPlainTextEdit(toQt(dataset.meta().recipe));
  text->setReadOnly(true);
  text->setFont(monoFont());
  text->setAccessibleName(tr("Recipe"));
  auto* copy = makeButton(tr("Copy"), QStringLiteral("copy"));
  connect(copy, &QPushButton::clicked, text, [text, copy] {
    QGuiApplication::clipboard()->setText(text->toPlainText());
    copy->setText(tr("Copied"));
  });
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(size::kLeft, 0, size::kRight, 12);
  bar->addWidget(makeLabel(tr("masu import SOURCE --recipe FILE makes it again."), "label"));
  bar->addStretch(1);
  bar->addWidget(copy);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kLeft, 0, 0, 0);
  column->addWidget(text, 1);
  column->addLayout(bar);
  return page;
}

}  // namespace masu::ui
