// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/predict/view.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "core/metrics/run_spec.h"
#include "core/tasks/data/import_task.h"
#include "ui/charts/figure/confusion_matrix.h"
#include "ui/models/class_figures_model.h"
#include "ui/models/csv_records_model.h"
#include "ui/pages/common/separator.h"
#include "ui/pages/common/table_setup.h"
#include "ui/pages/train/predict/form.h"
#include "ui/pages/train/predict/scores_text.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/question.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

/// A table shows so many; the file has all.
constexpr std::size_t kMostListed = 10'000;
constexpr int kCellWidth = 120;
constexpr int kSourceWidth = 200;
constexpr int kFigureWidth = 84;
constexpr int kModelWidth = 160;
enum Tab { kRecords, kClasses, kConfusion };
enum ResultPage { kNothing, kResults };

using Choices = std::vector<PredictForm::Choice>;

/// All models of the run, and each alone where there are several.
Result<Choices> choicesOf(const std::filesystem::path& run) {
  MASU_TRY(const metrics::RunSpec spec, metrics::readSpec(run));
  const std::vector<std::filesystem::path> folders = metrics::modelFolders(spec);
  if (folders.size() == 1) return Choices{{run, shownText(spec.models.front())}};
  Choices choices = {{run, PredictView::tr("all %1").arg(folders.size())}};
  for (const std::filesystem::path& folder : folders) choices.push_back({run / folder, shownText(folder.string())});
  return choices;
}

}  // namespace

PredictView::PredictView(Session& session, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_predict(runner),
      m_modelsJob(runner),
      m_action(new QAction(themeIcon(QStringLiteral("play")), tr("Predict…"), this)),
      m_form(new PredictForm),
      m_records(new CsvRecordsModel(this)),
      m_figures(new ClassFiguresModel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_form);
  row->addWidget(new Separator(Qt::Vertical));
  auto* right = new QVBoxLayout;
  right->setSpacing(0);
  row->addLayout(right, 1);
  right->addWidget(buildBar());
  m_banner = new Banner;
  m_banner->setFlat();
  right->addWidget(m_banner);
  m_pages = new QStackedWidget;
  m_pages->addWidget(new EmptyState(QStringLiteral("table"), tr("Nothing was predicted yet"),
                                    tr("The models of a run predict samples of this dataset, or of files like those "
                                       "that it was imported from, with or without labels.")));
  m_pages->addWidget(buildResults());
  right->addWidget(m_pages, 1);
  connect(m_form, &PredictForm::predictWanted, this, &PredictView::predict);
  connect(m_form, &PredictForm::stopWanted, this, &PredictView::stop);
  connect(&m_predict, &JobSlot::busyChanged, this, &PredictView::showLive);
  m_action->setToolTip(tr("Predict with the models of the chosen run"));
  m_action->setEnabled(false);
  showLive();
  showMade();
}

PredictView::~PredictView() = default;

QWidget* PredictView::buildBar() {
  auto* bar = new QWidget;
  bar->setProperty("pane", "toolbar");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setFixedHeight(size::kToolBar);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  row->setSpacing(8);
  auto* back = makeButton(tr("Back to the runs"), QStringLiteral("chevron-left"), ButtonKind::ghost, ButtonSize::small);
  m_model = new QComboBox;
  m_model->setProperty("scale", "small");
  m_model->setFixedWidth(kModelWidth);
  m_model->setAccessibleName(tr("Model whose figures are shown"));
  m_view = new Segments({tr("Predictions"), tr("Classes"), tr("Confusion")}, ButtonSize::small);
  row->addWidget(back);
  row->addStretch(1);
  row->addWidget(m_model);
  row->addWidget(m_view);
  connect(back, &QPushButton::clicked, this, &PredictView::closed);
  connect(m_model, &QComboBox::currentIndexChanged, this, &PredictView::showModel);
  return bar;
}

QWidget* PredictView::buildResults() {
  m_table = makeTable(m_records);
  m_table->setAccessibleName(tr("Predictions"));
  m_table->setTextElideMode(Qt::ElideMiddle);
  m_table->horizontalHeader()->setStretchLastSection(true);
  connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { openRecord(index.row()); });
  m_classes = makeTable(m_figures);
  m_classes->setAccessibleName(tr("Figures of each class"));
  m_classes->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  for (int column = 0; column < ClassFiguresModel::kColumns; ++column) m_classes->setColumnWidth(column, kFigureWidth);
  m_classes->horizontalHeader()->setSectionResizeMode(ClassFiguresModel::kClass, QHeaderView::Stretch);
  m_confusion = new ConfusionMatrix;
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 12, 0, 8);
  column->setSpacing(4);
  const auto indented = [column](QWidget* part, int stretch) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
    row->addWidget(part);
    column->addLayout(row, stretch);
  };
  const auto addText = [&indented](const char* role) {
    QLabel* label = makeLabel({}, role);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    indented(label, 0);
    return label;
  };
  m_headline = addText("strong");
  m_scores = addText("value");
  m_remarks = addText("label");
  auto* matrix = new QWidget;
  auto* inner = new QVBoxLayout(matrix);
  inner->setContentsMargins(size::kLeft, 8, size::kRight, 0);
  inner->addWidget(m_confusion, 1);
  inner->addStretch();
  m_views = new QStackedWidget;
  for (QWidget* view : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_classes), matrix})
    m_views->addWidget(view);
  column->addWidget(m_views, 1);
  m_foot = addText("caption");
  connect(m_view, &Segments::currentChanged, this, &PredictView::showTab);
  return page;
}

void PredictView::takeDataset() {
  m_form->setDataset(m_session.dataset());
  m_banner->clear();
  m_action->setEnabled(false);
  setRun({}, {});
  showLive();
  showMade();
}

void PredictView::setRun(const std::filesystem::path& run, const QString& title) {
  m_title = title;
  m_run = run;
  m_modelsJob.drop();
  m_form->setChoices(title, {});
}

void PredictView::activate() {
  QStringList manifests;
  for (const tasks::ManifestFacts& manifest : m_session.info()->manifests) manifests << toQt(manifest.name);
  m_form->setManifests(manifests);
  listModels();
  m_form->focusFirst();
}

void PredictView::listModels() {
  m_modelsJob.run<Choices>(
      {.title = tr("Reading a run"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [run = m_run](const JobContext&) { return choicesOf(run); },
      [this](Result<Choices> choices) {
        if (!choices) return m_banner->showError(choices.error());
        m_form->setChoices(m_title, *choices);
      });
}

bool PredictView::isOpen(const std::string& dataset) const {
  return m_session.dataset() != nullptr && m_session.dataset()->uuid() == dataset;
}

QString PredictView::commandLine() const {
  const auto request = m_form->asked();
  return request ? predictCommand(*request) : QString();
}

QString PredictView::headline() const {
  return m_headline->text();
}

QString PredictView::complaint() const {
  return m_banner->sentence();
}

void PredictView::predict() {
  auto request = m_form->asked();
  if (!request || predicting()) return;
  const std::string dataset = m_session.dataset()->uuid();
  // Another one may be open when the question is answered.
  if (isReplacementConfirmed(*request) && isOpen(dataset)) run(*request);
}

/// Of recordings there are two files, which are both replaced.
bool PredictView::isReplacementConfirmed(tasks::PredictRequest& request) {
  std::vector<std::filesystem::path> files = {request.out};
  if (m_session.dataset()->meta().kind != store::SampleKind::table)
    files.push_back(metrics::recordingsFileOf(request.out));
  QStringList there;
  for (const std::filesystem::path& file : files)
    if (QFileInfo::exists(toQt(file))) there << shownText(file.filename().string());
  request.overwrite = !there.isEmpty();
  if (there.isEmpty()) return true;
  const QString text = tr("%1 is there already. Overwrite it?").arg(there.front());
  const QString both = tr("%1 are there already. Overwrite them?").arg(there.join(QStringLiteral(", ")));
  return confirmed({tr("Overwrite"), there.size() == 1 ? text : both, tr("Overwrite"), tr("Cancel")}, this);
}

void PredictView::run(const tasks::PredictRequest& request) {
  m_banner->clear();
  m_asked = m_session.dataset()->uuid();
  m_askedName = m_session.name();
  const Job* job = m_predict.run<std::shared_ptr<const Made>>(
      {.title = tr("Predicting with %1").arg(shownText(request.run.filename().string())),
       .icon = QStringLiteral("train"),
       .kind = Job::Kind::visible},
      [request, dataset = m_asked](const JobContext& context) -> Result<std::shared_ptr<const Made>> {
        MASU_TRY(metrics::PredictSummary summary, tasks::predict(request, context));
        auto made = std::make_shared<Made>();
        made->dataset = dataset;
        made->request = request;
        made->summary = std::move(summary);
        made->records = tasks::firstRecords(request.out, kMostListed);
        return made;
      },
      [this, dataset = m_asked](Result<std::shared_ptr<const Made>> made) { ended(dataset, std::move(made)); });
  connect(job, &Job::progressed, this, [this, job] {
    if (isOpen(m_asked)) m_form->showProgress(job->state());
  });
}

void PredictView::ended(const std::string& dataset, Result<std::shared_ptr<const Made>> made) {
  if (made) m_made = *std::move(made);
  showMade();
  if (isOpen(dataset) && !made && made.error().code != Errc::cancelled) m_banner->showError(made.error());
}

void PredictView::showLive() {
  if (!predicting()) {
    m_banner->clear();
    m_form->showLive(PredictForm::Live::none);
  } else if (isOpen(m_asked)) {
    m_form->showLive(PredictForm::Live::here);
  } else {
    m_form->showLive(PredictForm::Live::elsewhere);
    m_banner->showSentence(Banner::Kind::warn,
                           tr("Predictions with a run of <b>%1</b> are being made. Others can be asked for when they "
                              "are ready, or are cancelled.")
                               .arg(shownText(m_askedName).toHtmlEscaped()));
  }
}

bool PredictView::hasResults() const {
  return m_made && isOpen(m_made->dataset);
}

/// Whether the records are samples of the dataset that is open.
bool PredictView::isOfDataset() const {
  return hasResults() && m_made->request.sources.front() == m_session.dataset()->path();
}

/// What has no prediction, whole recordings, and what the prediction noted.
QString PredictView::remarksOf(const Made& made) {
  const metrics::PredictSummary& summary = made.summary;
  QStringList remarks;
  if (const std::uint64_t without = summary.records - summary.samples; without > 0)
    remarks << counted(
        tr("%n record(s) without a prediction: see the column Reason, or the notes.", nullptr, pluralOf(without)),
        without);
  if (!summary.recordingsFile.empty())
    remarks << counted(tr("Predictions for %n whole recording(s) are in %1.", nullptr,
                          pluralOf(summary.recordingsPredicted)),
                       summary.recordingsPredicted)
                   .arg(shownText(summary.recordingsFile.string()));
  for (const Message& note : summary.notes) remarks << translated(note);
  return joinedSentences(remarks);
}

void PredictView::showMade() {
  const bool isOfIt = hasResults();
  m_pages->setCurrentIndex(isOfIt ? kResults : kNothing);
  m_records->setRecords(isOfIt ? m_made->records : std::vector<std::vector<std::string>>(),
                        isOfIt ? m_made->request.keep : std::vector<std::string>());
  m_model->clear();
  if (isOfIt) {
    const metrics::PredictSummary& summary = m_made->summary;
    for (const metrics::ModelFigures& model : summary.models) m_model->addItem(shownText(model.model));
    m_headline->setText(counted(tr("%n prediction(s) in %1", nullptr, pluralOf(summary.samples)), summary.samples)
                            .arg(shownText(m_made->request.out.string())));
    m_remarks->setText(remarksOf(*m_made));
    m_remarks->setHidden(m_remarks->text().isEmpty());
    const auto listed = static_cast<std::uint64_t>(m_records->rowCount());
    QStringList foot;
    if (listed < summary.records) foot << tr("The first %1 are listed; the file has all.").arg(formatCount(listed));
    if (isOfDataset()) foot << tr("A double click or Enter opens a sample in Browse.");
    m_foot->setText(joinedSentences(foot));
    for (int column = 0; column < m_records->columnCount(); ++column) {
      const bool isSource = m_records->header()[static_cast<std::size_t>(column)] == "source";
      m_table->setColumnWidth(column, isSource ? kSourceWidth : kCellWidth);
    }
  }
  m_model->setVisible(m_model->count() > 1);
  m_view->setCurrent(kRecords);
  showTab(kRecords);
  showModel();
}

/// What is below is said of the records.
void PredictView::showTab(int tab) {
  m_views->setCurrentIndex(tab);
  m_foot->setHidden(tab != kRecords || m_foot->text().isEmpty());
}

/// The figures of the model that is chosen above.
void PredictView::showModel() {
  const int index = m_model->currentIndex();
  const bool isThere = hasResults() && index >= 0;
  const metrics::ModelFigures none;
  const metrics::ModelFigures& model = isThere ? m_made->summary.models[static_cast<std::size_t>(index)] : none;
  QStringList classes;
  if (isThere)
    for (const std::string& name : m_made->summary.classes) classes << shownText(name);
  const bool isScored = !model.confusion.empty();
  m_view->setEnabled(isScored);
  m_figures->setMatrix(model.confusion, isScored ? classes : QStringList());
  isScored ? m_confusion->setMatrix(model.confusion, classes) : m_confusion->clear();
  m_scores->setText(isThere ? scoresText(model, m_made->summary.classes) : QString());
  m_scores->setHidden(m_scores->text().isEmpty());
}

void PredictView::openRecord(int row) {
  bool isNumber = false;
  const quint64 sample = QString::fromStdString(m_records->cell(row, "sample")).toULongLong(&isNumber);
  if (isNumber && isOfDataset()) Q_EMIT sampleOpened(sample);
}

}  // namespace masu::ui
