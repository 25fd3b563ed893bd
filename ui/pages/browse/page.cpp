// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>
#include <utility>

#include "ui/models/network_rows.h"
#include "ui/models/sample_copy.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/append.h"
#include "ui/pages/browse/classes.h"
#include "ui/pages/browse/details.h"
#include "ui/pages/browse/facts.h"
#include "ui/pages/browse/filter.h"
#include "ui/pages/browse/header.h"
#include "ui/pages/browse/images.h"
#include "ui/pages/browse/recording.h"
#include "ui/pages/browse/table.h"
#include "ui/pages/browse/view_as.h"
#include "ui/pages/browse/waves.h"
#include "ui/pages/common/save_report.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

enum Pane { kRowsPane, kWavesPane, kImagesPane, kClassesPane, kRecordingPane, kNothingPane };

}  // namespace

BrowsePage::BrowsePage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(QStringLiteral("browse"), tr("Browse"), tr("Read any sample, and see each column as a whole."),
                  session, runner, parent),
      m_rows(new SampleTableModel(runner, this)),
      m_profileJob(runner),
      m_splitJob(runner) {
  buildHeader();
  buildToolBar();
  buildReport();
  setContent(buildBody(), QStringLiteral("browse"), tr("Its samples can then be read here, row by row or as signals."));
  m_details = new BrowseDetails(session, runner);
  addSidePanel(size::kSide)->addWidget(m_details);

  buildCopy();
  connect(m_table, &BrowseTable::sampleSelected, this, &BrowsePage::select);
  const auto showError = [this](const Error& error) { banner().showError(error); };
  for (BrowseSignalPane* pane : signalPanes()) {
    connect(pane, &BrowseSignalPane::sampleSelected, this, &BrowsePage::select);
    connect(pane, &BrowseSignalPane::failed, this, showError);
  }
  connect(m_classes, &BrowseClasses::classOpened, this, &BrowsePage::openClass);
  connect(&m_waves->view(), &WaveformView::cursorMoved, m_details, &BrowseDetails::setCursor);
  connect(m_waves, &BrowseWaves::channelChosen, m_details, &BrowseDetails::setChannel);
  connect(m_table, &BrowseTable::columnChosen, this, &BrowsePage::showColumn);
  connect(m_rows, &SampleTableModel::failed, this, showError);
  connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_G), this), &QShortcut::activated, this, [this] {
    m_go->setFocus(Qt::ShortcutFocusReason);
    m_go->selectAll();
  });
}

BrowsePage::~BrowsePage() = default;

void BrowsePage::buildHeader() {
  m_view = new Segments({tr("Table"), tr("Stack"), tr("Grid"), tr("Classes"), tr("Recording")});
  connect(m_view, &Segments::currentChanged, this, &BrowsePage::showView);
  addHeaderAction(m_view);
  m_view->hide();
  m_goLabel = makeLabel(tr("Go to row"), "label");
  m_go = new QLineEdit;
  m_go->setFixedWidth(108);
  m_go->setAccessibleName(m_goLabel->text());
  m_go->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9,. ]*")), m_go));
  connect(m_go, &QLineEdit::returnPressed, this, &BrowsePage::goToTyped);
  auto* group = new QWidget;
  auto* row = new QHBoxLayout(group);
  row->setContentsMargins(4, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(m_goLabel);
  row->addWidget(m_go);
  row->addWidget(makeLabel(tr("Ctrl G"), "hint"));
  addHeaderAction(group);
  showWithDataset(group);
  showWithDataset(addNextStep(tr("Split"), Step::split));
}

void BrowsePage::buildToolBar() {
  QHBoxLayout* bar = addToolBar();
  m_count = makeLabel({}, "value");
  m_count->setTextFormat(Qt::RichText);
  bar->addWidget(m_count);
  m_lens = new ViewAs(runner());
  connect(m_lens, &ViewAs::lensChanged, this, &BrowsePage::applyLens);
  connect(m_lens, &ViewAs::failed, this, [this](const Error& error) { banner().showError(error); });
  bar->addWidget(m_lens);
  m_filter = new BrowseFilter(runner());
  connect(m_filter, &BrowseFilter::changed, this, [this] {
    if (std::exchange(m_filterFailed, false)) banner().clear();
    applyFilter();
  });
  connect(m_filter, &BrowseFilter::failed, this, [this](const Error& error) {
    m_filterFailed = true;
    banner().showError(error);
  });
  bar->addWidget(m_filter, 1);
  m_columns = makeButton(tr("Columns"), QStringLiteral("table"));
  connect(m_columns, &QPushButton::clicked, this, &BrowsePage::chooseColumns);
  bar->addWidget(m_columns);
  QPushButton* facts = makeButton({}, QStringLiteral("info"));
  facts->setObjectName("facts");
  facts->setToolTip(tr("Facts"));
  facts->setAccessibleName(tr("Facts"));
  connect(facts, &QPushButton::clicked, this, &BrowsePage::showFacts);
  m_append = new BrowseAppend(session(), runner(), this);
  connect(m_append, &BrowseAppend::failed, this, [this](const Error& error) { banner().showError(error); });
  connect(m_append, &BrowseAppend::appended, this,
          [this](const QString& sentence) { banner().showSentence(Banner::Kind::warn, sentence); });
  bar->addWidget(facts);
  showWithDataset(bar->parentWidget());
  QHBoxLayout* options = addToolBar();
  options->addWidget(m_lens->options());
  m_lens->options()->show();
  options->parentWidget()->hide();
  connect(m_lens, &ViewAs::networkChosen, options->parentWidget(), &QWidget::setVisible);
}

void BrowsePage::buildReport() {
  m_report = new SaveReport(tr("Save a report of the dataset…"), runner(), this);
  addAction(m_report);
  connect(m_report, &SaveReport::failed, this, [this](const Error& error) { banner().showError(error); });
  connect(m_report, &SaveReport::saved, this,
          [this](const QString& sentence) { banner().showSentence(Banner::Kind::warn, sentence); });
}

void BrowsePage::showFacts() {
  if (!session().dataset()) return;
  const int wanted = BrowseFacts(*session().dataset(), this).exec();
  if (wanted == QDialog::Accepted) m_append->ask(this);
  if (wanted == BrowseFacts::kReport) m_report->trigger();
}

QWidget* BrowsePage::buildBody() {
  m_views = new QStackedWidget;
  m_table = new BrowseTable(*m_rows);
  m_waves = new BrowseWaves(*m_rows, runner());
  m_images = new BrowseImages(*m_rows, runner());
  m_classes = new BrowseClasses(runner());
  m_recording = new BrowseRecording(runner());
  for (QWidget* pane : std::initializer_list<QWidget*>{m_table, m_waves, m_images, m_classes, m_recording})
    m_views->addWidget(pane);
  auto* nothing = new EmptyState(QStringLiteral("filter"), tr("No such sample"),
                                 tr("No sample of this dataset fits all that is chosen above."));
  nothing->setObjectName(QStringLiteral("noSamples"));
  connect(nothing->addAction(tr("Show all samples")), &QPushButton::clicked, m_filter, &BrowseFilter::clear);
  m_views->addWidget(nothing);
  return m_views;
}

void BrowsePage::buildCopy() {
  m_copy = new SampleCopy(runner(), this);
  addAction(m_table->copyAction());
  connect(m_table, &BrowseTable::copyWanted, this,
          [this] { m_copy->copy(*m_rows, m_table->selection(), m_table->shownColumns()); });
  connect(m_copy, &SampleCopy::failed, this, [this](const Error& error) { banner().showError(error); });
  connect(m_copy, &SampleCopy::copied, this, [this](quint64 samples) {
    QToolTip::showText(m_table->mapToGlobal(m_table->rect().center()),
                       counted(tr("Copied %n sample(s).", nullptr, pluralOf(samples)), samples), m_table);
  });
}

QString BrowsePage::stepState() const {
  return session().dataset() ? formatCountShort(session().dataset()->samples()) : QString();
}

void BrowsePage::activated() {
  if (session().dataset()) m_views->currentWidget()->setFocus();
  m_details->refreshSeen();
}

void BrowsePage::focusFilter() {
  if (session().dataset()) m_filter->focusWhere();
}

void BrowsePage::datasetChanged() {
  m_profileJob.drop();
  m_splitJob.drop();
  m_splits.reset();
  m_selected.reset();
  m_source.reset();
  m_profile = {};
  m_go->clear();
  m_go->setToolTip({});
  setStyleProperty(m_go, "invalid", false);
  const auto dataset = session().dataset();
  m_filter->setDataset(dataset);
  m_report->setSubject(dataset ? dataset->path() : std::filesystem::path());
  if (!dataset) {
    m_rows->setSource(nullptr, false, {});
    for (BrowseSignalPane* pane : signalPanes()) pane->setDataset(nullptr);
    m_details->clearSample();
    m_view->hide();
    return;
  }
  auto source = DatasetRowSource::open(dataset);
  if (!source) {
    banner().showError(source.error());
    m_rows->setSource(nullptr, false, {});
  } else {
    m_source = *source;
    const auto labels = dataset->meta().schema.indicesOf(table::Role::label);
    const QString name = labels.empty() ? tr("label") : shownText(dataset->meta().schema.columns[labels.front()].name);
    m_rows->setSource(m_source, dataset->find("labels") != nullptr, name);
  }
  m_table->forgetColumns();
  const bool rows = dataset->meta().kind == store::SampleKind::table;
  const bool images = dataset->meta().kind == store::SampleKind::image;
  for (BrowseSignalPane* pane : signalPanes()) pane->setDataset(dataset);
  m_view->setVisible(!rows);
  m_view->setOffered(kStack, !images);
  m_view->setOffered(kClasses, m_classes->offers());
  m_view->setOffered(kRecording, m_recording->offers());
  m_columns->setVisible(rows);
  m_goLabel->setText(rows ? tr("Go to row") : tr("Go to sample"));
  m_go->setAccessibleName(m_goLabel->text());
  setPurpose(rows ? tr("Read any sample, and see each column as a whole.")
                  : tr("Read any sample, and see each class side by side."));
  const View first = rows ? kTable : images ? kGrid : kStack;
  m_view->setCurrent(first);
  showView(first);
  m_details->setDataset(*dataset);
  m_details->showTab(BrowseDetails::kDataset);
  m_table->header().setColumns(headerColumns(*dataset, *m_rows, m_profile));
  readProfile();
  updateCount();
  Q_EMIT stepStateChanged();
}

void BrowsePage::manifestChanged() {
  const bool known = session().manifestInfo() != nullptr;
  const bool lensed = m_lens->lens().active();
  m_lens->setDataset(session().dataset(), known ? session().manifest() : QString());
  if (lensed && !m_lens->lens().active()) applyLens();
  readSplits();
}

void BrowsePage::showView(int view) {
  const auto dataset = session().dataset();
  const bool images = dataset && dataset->meta().kind == store::SampleKind::image;
  const Pane pane = view == kTable       ? kRowsPane
                    : view == kRecording ? kRecordingPane
                    : view == kClasses   ? kClassesPane
                    : images             ? kImagesPane
                                         : kWavesPane;
  const bool none = m_filter->active() && m_rows->positions() == 0 && pane != kRecordingPane;
  m_views->setCurrentIndex(none ? kNothingPane : pane);
  if (view == kStack || view == kGrid) {
    m_waves->setArrangement(view == kGrid ? WaveformView::Arrangement::grid : WaveformView::Arrangement::stack);
  }
  if (m_selected && !none && m_rows->shows(*m_selected)) goTo(*m_selected);
}

void BrowsePage::readProfile() {
  m_profileJob.run<DatasetProfile>(
      {.title = tr("Count values"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [dataset = session().dataset()](const JobContext& job) { return profileOf(*dataset, job); },
      [this](Result<DatasetProfile> profile) {
        const auto dataset = session().dataset();
        if (!profile || !dataset) return;  // the headers stay without histograms; reading rows shows what is wrong
        m_profile = std::move(*profile);
        m_table->header().setColumns(headerColumns(*dataset, *m_rows, m_profile));
        m_table->setNote(m_profile.exact
                             ? tr("histograms of all rows")
                             : tr("histograms of %1 rows, spread evenly").arg(formatCount(m_profile.samplesRead)));
        if (m_table->header().current() > 0) showColumn(m_table->header().current());
      });
}

void BrowsePage::readSplits() {
  const auto dataset = session().dataset();
  m_splitJob.drop();
  if (!dataset || session().manifestInfo() == nullptr) {
    m_splits.reset();
    shareSplits();
    return updateCount();
  }
  using Index = std::shared_ptr<const SplitIndex>;
  m_splitJob.run<Index>(
      {.title = tr("Read the split"), .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [dataset, name = fromQt(session().manifest())](const JobContext&) -> Result<Index> {
        MASU_TRY(store::Assignment assignment, tasks::assignmentOf(*dataset, name));
        return std::make_shared<const SplitIndex>(std::move(assignment));
      },
      [this](Result<Index> read) {
        if (!read) return banner().showError(read.error());
        m_splits = *read;
        shareSplits();
        updateCount();
      });
}

void BrowsePage::applyLens() {
  const auto dataset = session().dataset();
  if (!dataset || !m_source) return;
  const NetworkLens& lens = m_lens->lens();
  std::shared_ptr<const RowSource> rows = m_source;
  if (lens.active()) rows = std::make_shared<const NetworkRows>(dataset, m_source, lens);
  m_rows->setValues(std::move(rows));
  for (BrowseSignalPane* pane : signalPanes()) pane->setLens(lens);
}

void BrowsePage::shareSplits() {
  const bool filtered = m_filter->active();
  m_filter->setSplits(m_splits);
  m_rows->setSplits(m_splits);
  for (BrowseSignalPane* pane : signalPanes()) pane->setSplits(m_splits);
  // Other samples are of the split now, or none.
  if (filtered || m_filter->active()) applyFilter();
}

void BrowsePage::applyFilter() {
  m_rows->setFilter(m_filter->split(), m_filter->members());
  m_waves->filterChanged();
  m_images->filterChanged();
  m_classes->setFilter(m_filter->split(), m_filter->members());
  updateCount();
  showView(m_view->isVisible() ? m_view->current() : kTable);
}

void BrowsePage::updateCount() {
  if (!session().dataset()) return m_count->clear();
  const std::uint64_t all = session().dataset()->samples();
  m_count->setText(m_filter->active()
                       ? counted(tr("<b>%1</b> of %n sample(s)", nullptr, pluralOf(all)), all)
                             .arg(formatCount(m_rows->positions()))
                       : counted(tr("<b>%n</b> sample(s)", nullptr, pluralOf(all)), all));
}

void BrowsePage::goToTyped() {
  QString typed = m_go->text();
  typed.remove(QRegularExpression(QStringLiteral("[^0-9]")));
  bool good = false;
  const std::uint64_t sample = typed.toULongLong(&good);
  const auto dataset = session().dataset();
  const bool exists = good && dataset && sample < dataset->samples();
  setStyleProperty(m_go, "invalid", !exists && !typed.isEmpty());
  m_go->setToolTip(exists || !dataset || dataset->samples() == 0
                       ? QString()
                       : tr("Samples go from 0 to %1.").arg(formatCount(dataset->samples() - 1)));
  if (exists) open(sample);
}

void BrowsePage::open(std::uint64_t sample) {
  if (!m_rows->shows(sample)) m_filter->clear();
  goTo(sample);
  m_views->currentWidget()->setFocus();
}

void BrowsePage::goTo(std::uint64_t sample) {
  if (BrowseSignalPane* pane = signalPane()) return pane->reveal(sample);
  m_table->reveal(m_rows->positionOf(sample));
}

std::array<BrowseSignalPane*, 4> BrowsePage::signalPanes() const {
  return {m_waves, m_images, m_classes, m_recording};
}

BrowseSignalPane* BrowsePage::signalPane() const {
  return qobject_cast<BrowseSignalPane*>(m_views->currentWidget());
}

void BrowsePage::openClass(int code) {
  m_view->setCurrent(kGrid);
  showView(kGrid);
  m_filter->chooseClass(code);
}

void BrowsePage::select(std::uint64_t sample) {
  const bool fresh = m_selected != sample;
  m_selected = sample;
  if (!m_go->hasFocus()) m_go->setText(formatCount(sample));
  const int split = m_splits && sample < m_splits->samples() ? shownSplit(static_cast<int>(m_splits->at(sample))) : -1;
  const std::uint64_t position = m_rows->positionOf(sample);
  const SampleRow* row = position >= m_rows->top() ? m_rows->row(static_cast<int>(position - m_rows->top())) : nullptr;
  const BrowseSignalPane* pane = signalPane();
  const SampleSignals* read = pane != nullptr ? pane->signalsOf(sample) : nullptr;
  if (row == nullptr && read == nullptr) return;  // shown once it has been read
  m_details->setSample(sample, read != nullptr ? read->row : *row,
                       m_source ? m_source->columns() : std::vector<SampleColumn>{}, split);
  if (read != nullptr) m_details->setSignals(*read);
  if (fresh) m_details->showTab(BrowseDetails::kSample);
}

void BrowsePage::showColumn(int column) {
  const auto dataset = session().dataset();
  if (!dataset) return;
  const int index = schemaColumn(*dataset, *m_rows, column);
  if (index < 0) return;
  const auto at = static_cast<std::size_t>(index);
  const table::Column& shown = dataset->meta().schema.columns[at];
  std::vector<double> bins = at < m_profile.bins.size() ? m_profile.bins[at] : std::vector<double>{};
  if (m_rows->isLabel(column)) bins = m_profile.classes;
  m_details->setColumn(shown, bins, dataset->samples());
  m_details->showTab(BrowseDetails::kColumn);
}

void BrowsePage::chooseColumns() {
  QMenu menu(this);
  for (int column = 1; column < m_rows->columnCount(); ++column) {
    QAction* action = menu.addAction(shownText(m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
    action->setCheckable(true);
    action->setChecked(m_table->isColumnShown(column));
    connect(action, &QAction::toggled, this, [this, column](bool shown) { m_table->setColumnShown(column, shown); });
  }
  menu.exec(m_columns->mapToGlobal(QPoint(0, m_columns->height() + 2)));
}

}  // namespace masu::ui
