// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/suspects/view.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <atomic>
#include <utility>

#include "ui/pages/common/separator.h"
#include "ui/pages/common/table_setup.h"
#include "ui/pages/train/suspects/form.h"
#include "ui/pages/train/suspects/model.h"
#include "ui/pages/train/suspects/noise_model.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

/// A table shows so many; the list that is saved has all.
constexpr std::size_t kMostListed = 10'000;
constexpr int kSampleWidth = 104;
constexpr int kFigureWidth = 84;
constexpr int kMostClassWidth = 180;
constexpr int kCellMargins = 36;
constexpr int kNamedMissing = 3;
constexpr int kShareDecimals = 2;
enum Tab { kSamples, kPairs };
enum ResultPage { kNothing, kResults };

QString nameOf(const std::filesystem::path& dataset) {
  return shownText(dataset.stem().string());
}

QString textOf(const manifest::NamedSample& sample) {
  const QString number = formatCount(sample.sample);
  if (!sample.source || !sample.position) return number;
  return QStringLiteral("%1 (%2:%3)").arg(number, shownText(*sample.source), QString::number(*sample.position));
}

/// Texts get what is left of the width, in equal shares.
void setColumns(QTableView& table, const std::vector<int>& texts, int columns) {
  QHeaderView* header = table.horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Interactive);
  for (int column = 0; column < columns; ++column) table.setColumnWidth(column, kFigureWidth);
  for (const int column : texts) header->setSectionResizeMode(column, QHeaderView::Stretch);
}

}  // namespace

SuspectsView::SuspectsView(Session& session, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_search(runner),
      m_saving(runner),
      m_action(new QAction(themeIcon(QStringLiteral("search")), tr("Find wrong labels…"), this)),
      m_form(new SuspectsForm(runner)),
      m_suspects(new SuspectsModel(this)),
      m_noise(new NoiseModel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_form);
  row->addWidget(new Separator(Qt::Vertical));
  auto* right = new QVBoxLayout;
  right->setSpacing(0);
  row->addLayout(right, 1);
  buildTables();
  right->addWidget(buildBar());
  m_banner = new Banner;
  m_banner->setFlat();
  right->addWidget(m_banner);
  m_pages = new QStackedWidget;
  m_pages->addWidget(new EmptyState(QStringLiteral("search"), tr("No wrong labels were looked for yet"),
                                    tr("Samples whose label is probably wrong are listed here. A search only reads "
                                       "the dataset.")));
  m_pages->addWidget(buildResults());
  right->addWidget(m_pages, 1);
  connect(m_form, &SuspectsForm::searchWanted, this, &SuspectsView::search);
  connect(m_form, &SuspectsForm::stopWanted, this, &SuspectsView::stop);
  connect(m_table, &QTableView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT sampleOpened(m_suspects->sampleAt(index.row())); });
  connect(&m_search, &JobSlot::busyChanged, this, &SuspectsView::showSearching);
  connect(&m_saving, &JobSlot::busyChanged, this, &SuspectsView::offerSave);
  m_action->setEnabled(false);
  showSearching();
  showFound();
}

SuspectsView::~SuspectsView() = default;

void SuspectsView::buildTables() {
  m_table = makeTable(m_suspects);
  m_table->setAccessibleName(tr("Samples whose label is probably wrong"));
  m_table->setTextElideMode(Qt::ElideMiddle);  // the position is at the end of a source
  setColumns(*m_table, {SuspectsModel::kSource}, SuspectsModel::kColumns);
  m_table->setColumnWidth(SuspectsModel::kSample, kSampleWidth);
  m_pairs = makeTable(m_noise);
  m_pairs->setAccessibleName(tr("Estimated wrong labels by pair of classes"));
  setColumns(*m_pairs, {NoiseModel::kLabel, NoiseModel::kReally}, NoiseModel::kColumns);
}

QWidget* SuspectsView::buildBar() {
  auto* bar = new QWidget;
  bar->setProperty("pane", "toolbar");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setFixedHeight(size::kToolBar);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  row->setSpacing(8);
  auto* back = makeButton(tr("Back to the runs"), QStringLiteral("chevron-left"), ButtonKind::ghost, ButtonSize::small);
  m_view = new Segments({tr("Samples"), tr("Pairs of classes")}, ButtonSize::small);
  m_save = makeButton(tr("Save as CSV…"), QStringLiteral("file"), ButtonKind::normal, ButtonSize::small);
  m_save->setToolTip(tr("Writes all suspects to a file, with source and position of each"));
  row->addWidget(back);
  row->addStretch(1);
  row->addWidget(m_view);
  row->addWidget(m_save);
  connect(back, &QPushButton::clicked, this, &SuspectsView::closed);
  connect(m_save, &QPushButton::clicked, this, &SuspectsView::chooseFile);
  return bar;
}

QWidget* SuspectsView::buildResults() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 12, 0, 8);
  column->setSpacing(4);
  const auto addText = [column](const char* role) {
    QLabel* label = makeLabel({}, role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
    row->addWidget(label);
    column->addLayout(row);
    return label;
  };
  m_headline = addText("strong");
  m_remarks = addText("label");
  m_views = new QStackedWidget;
  m_views->addWidget(m_table);
  m_views->addWidget(m_pairs);
  column->addWidget(m_views, 1);
  m_foot = addText("caption");
  connect(m_view, &Segments::currentChanged, m_views, &QStackedWidget::setCurrentIndex);
  return page;
}

void SuspectsView::takeDataset() {
  const auto dataset = m_session.dataset();
  m_form->setDataset(dataset);
  m_action->setEnabled(dataset && dataset->meta().target == store::Target::classes);
  m_banner->clear();
  showSearching();
  showFound();
}

void SuspectsView::activate() {
  m_form->listRuns();
  m_form->focusFirst();
}

bool SuspectsView::isOpen(const std::filesystem::path& dataset) const {
  return m_session.dataset() != nullptr && m_session.dataset()->path() == dataset;
}

QString SuspectsView::commandLine() const {
  const auto request = m_form->asked();
  return request ? suspectsCommand(*request) : QString();
}

QString SuspectsView::complaint() const {
  return m_banner->sentence();
}

void SuspectsView::search() {
  auto request = m_form->asked();
  if (!request || searching()) return;
  m_banner->clear();
  m_searched = request->file;
  request->limit = kMostListed;
  const auto begun = std::make_shared<std::atomic<unsigned>>(0);
  request->begins = [begun](unsigned run) { *begun = run; };
  const unsigned folds = request->training.folds;
  const QString models =
      request->runs.empty()
          ? counted(tr("%1 on %n fold(s)", nullptr, static_cast<int>(folds)), folds)
                .arg(shownText(std::filesystem::path(request->training.spec.models.front()).filename().string()))
          : counted(tr("%n run(s)", nullptr, pluralOf(request->runs.size())), request->runs.size());
  const Job* job = m_search.run<std::shared_ptr<const Found>>(
      {.title = tr("Finding wrong labels of %1").arg(nameOf(request->file)),
       .icon = QStringLiteral("search"),
       .kind = Job::Kind::visible},
      [request = *request, models](const JobContext& context) -> Result<std::shared_ptr<const Found>> {
        MASU_TRY(tasks::SuspectsOutcome outcome, tasks::suspects(request, context));
        auto found = std::make_shared<Found>();
        found->dataset = request.file;
        found->models = models;
        found->pairs = tasks::noisePairs(outcome.found);
        found->outcome = std::make_shared<const tasks::SuspectsOutcome>(std::move(outcome));
        return found;
      },
      [this, dataset = request->file](Result<std::shared_ptr<const Found>> found) {
        ended(dataset, std::move(found));
      });
  connect(job, &Job::progressed, this, [this, job, begun, folds] {
    if (isOpen(m_searched)) m_form->showProgress(job->state(), *begun, folds);
  });
}

void SuspectsView::ended(const std::filesystem::path& dataset, Result<std::shared_ptr<const Found>> found) {
  if (found) m_found = *std::move(found);
  showFound();
  if (!isOpen(dataset)) return;
  if (!found) return m_banner->showError(found.error());
  m_form->listRuns();
  if (!hasResults())
    m_banner->showSentence(Banner::Kind::warn,
                           tr("The dataset or its labels changed while it was open here. Open it again, and search "
                              "again if nothing is listed then."));
}

void SuspectsView::showSearching() {
  if (!searching()) {
    m_banner->clear();
    m_form->showSearch(SuspectsForm::Search::none);
  } else if (isOpen(m_searched)) {
    m_form->showSearch(SuspectsForm::Search::here);
  } else {
    m_form->showSearch(SuspectsForm::Search::elsewhere);
    m_banner->showSentence(
        Banner::Kind::warn,
        tr("Wrong labels of <b>%1</b> are being looked for. Another search can be started when that has ended, or is "
           "cancelled.")
            .arg(nameOf(m_searched).toHtmlEscaped()));
  }
}

QString SuspectsView::headlineOf(const tasks::SuspectsOutcome& outcome) {
  const std::size_t count = outcome.found.suspects.size();
  return tr("%1 among %2. Estimated share of wrong labels: %3")
      .arg(counted(tr("%n suspect(s)", nullptr, pluralOf(count)), count),
           counted(tr("%n sample(s)", nullptr, pluralOf(outcome.predicted)), outcome.predicted),
           formatPercent(outcome.found.noise(), kShareDecimals));
}

/// Who predicted, what could not be looked at, and what the search noted.
QString SuspectsView::remarksOf(const Found& found) {
  const tasks::SuspectsOutcome& outcome = *found.outcome;
  QStringList remarks = {tr("Predicted by %1.").arg(found.models)};
  if (outcome.missing > 0) {
    QStringList first;
    for (const manifest::NamedSample& sample : outcome.firstMissing)
      if (first.size() < kNamedMissing) first << textOf(sample);
    QString listed = first.join(QStringLiteral(", "));
    if (outcome.missing > kNamedMissing) listed = tr("%1 and others").arg(listed);
    remarks << counted(tr("%n sample(s) without an out-of-sample prediction were not looked at: %1.", nullptr,
                          pluralOf(outcome.missing)),
                       outcome.missing)
                   .arg(listed);
  }
  if (outcome.unlabelled > 0)
    remarks << counted(tr("%n sample(s) without a label were not looked at.", nullptr, pluralOf(outcome.unlabelled)),
                       outcome.unlabelled);
  for (const Message& note : outcome.notes) remarks << translated(note);
  return joinedSentences(remarks);
}

/// Not of a dataset that is not open, nor of one that has changed since, or whose labels have.
bool SuspectsView::hasResults() const {
  const auto dataset = m_session.dataset();
  return m_found && dataset && tasks::isOf(*m_found->outcome, *dataset);
}

void SuspectsView::offerSave() {
  m_save->setEnabled(hasResults() && !saving());
}

void SuspectsView::showFound() {
  const bool isOfIt = hasResults();
  m_pages->setCurrentIndex(isOfIt ? kResults : kNothing);
  offerSave();
  m_view->setEnabled(isOfIt);
  if (!isOfIt) {
    m_suspects->setOutcome(nullptr);
    m_noise->setPairs({}, {}, {});
    return;
  }
  const tasks::SuspectsOutcome& outcome = *m_found->outcome;
  m_suspects->setOutcome(m_found->outcome);
  QStringList classes;
  for (const std::string& name : outcome.classes) classes << shownText(name);
  shareWidth(classes);
  m_noise->setPairs(m_found->pairs, classes, outcome.found.labelled);
  m_headline->setText(headlineOf(outcome));
  m_remarks->setTextFormat(Qt::PlainText);
  m_remarks->setText(remarksOf(*m_found));
  const std::size_t listed = outcome.places.size();
  const QString more =
      listed < outcome.found.suspects.size()
          ? tr("The first %1 are listed; the saved list has all.").arg(formatCount(listed)) + QLatin1Char(' ')
          : QString();
  m_foot->setText(more + tr("A double click or Enter opens a sample in Browse. A suspect is a proposal: look at it "
                            "before you change a label."));
}

/// A source gets what the classes leave of the width, for it is longest; where there is none, they get it all.
void SuspectsView::shareWidth(const QStringList& classes) {
  const bool hasSources = m_suspects->hasSources();
  int widest = 0;
  for (const QString& name : classes) widest = std::max(widest, m_table->fontMetrics().horizontalAdvance(name));
  m_table->setColumnHidden(SuspectsModel::kSource, !hasSources);
  for (const int column : {SuspectsModel::kLabel, SuspectsModel::kProposed}) {
    m_table->horizontalHeader()->setSectionResizeMode(column,
                                                      hasSources ? QHeaderView::Interactive : QHeaderView::Stretch);
    m_table->setColumnWidth(column, std::clamp(widest + kCellMargins, kFigureWidth, kMostClassWidth));
  }
}

void SuspectsView::chooseFile() {
  if (!m_save->isEnabled()) return;
  const QFileInfo dataset(toQt(m_found->dataset));
  const QString name = dataset.completeBaseName() + QStringLiteral(".suspects.csv");
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the list of suspects"),
                                   Settings::read().proposedPath(dataset.absolutePath(), name), tr("Tables (*.csv)"));
  if (!file.isEmpty()) save(file);
}

void SuspectsView::save(const QString& file) {
  if (!m_save->isEnabled()) return;
  m_banner->clear();
  tasks::SuspectsTarget target;
  target.dataset = m_found->dataset;
  target.out = pathFrom(file);
  target.overwrite = true;  // the dialog has asked already
  m_saving.run<QString>(
      {.title = tr("Writing the list of suspects"), .icon = QStringLiteral("file"), .kind = Job::Kind::visible},
      [target, file, outcome = m_found->outcome](const JobContext&) -> Result<QString> {
        MASU_CHECK(tasks::saveSuspects(*outcome, target));
        return file;
      },
      [this, dataset = m_found->dataset](Result<QString> saved) {
        if (!isOpen(dataset)) return;
        if (!saved) return m_banner->showError(saved.error());
        m_banner->showSentence(Banner::Kind::warn, tr("The list is in %1.").arg(shownText(*saved).toHtmlEscaped()));
      });
}

}  // namespace masu::ui
