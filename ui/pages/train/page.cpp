// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/page.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/estimate/comparison.h"
#include "core/loader/transform/augment.h"
#include "core/tasks/runs/run_history.h"
#include "core/tasks/train/recipe_task.h"
#include "core/tasks/train/stream_task.h"
#include "ui/pages/common/save_report.h"
#include "ui/pages/common/separator.h"
#include "ui/pages/train/charts.h"
#include "ui/pages/train/forecast.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/labels.h"
#include "ui/pages/train/predict/view.h"
#include "ui/pages/train/rates.h"
#include "ui/pages/train/run_history.h"
#include "ui/pages/train/runs.h"
#include "ui/pages/train/suspects/view.h"
#include "ui/session/settings.h"
#include "ui/session/unfinished_work.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kFormWidth = 248;
/// Charts refresh four times a second at most.
constexpr int kRefreshMilliseconds = 250;
/// Finding out what the stream will be like takes half a second, so not at every step of a field.
constexpr int kQuietMilliseconds = 400;

/// A run as work that may be interrupted: its folder holds all that resuming it needs.
UnfinishedWork workOf(const metrics::RunSpec& spec) {
  UnfinishedWork work;
  work.kind = UnfinishedWork::Kind::training;
  work.target = QFileInfo(toQt(spec.out)).absoluteFilePath();
  work.dataset = toQt(spec.dataset);
  work.begun = QDateTime::currentDateTime();
  return work;
}

bool isOf(const tasks::EstimateOutcome& estimate, const metrics::RunSpec& spec) {
  const estimate::LedgerInput& input = estimate.input;
  const auto runs = metrics::plannedRuns(spec);
  const auto sameModel = [](const metrics::PlannedRun& run, const estimate::ModelFootprint& model) {
    return run.model == model.model;
  };
  return !input.device && !input.inference && input.batch == spec.batch && input.slices == spec.slices &&
         estimate::name(input.optimizer) == spec.optimizer &&
         std::equal(runs.begin(), runs.end(), input.models.begin(), input.models.end(), sameModel);
}

}  // namespace

TrainPage::TrainPage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(QStringLiteral("training"), tr("Train"), tr("Watch the runs, and stop those that do not improve."),
                  session, runner, parent),
      m_runs(new RunTableModel(this)),
      m_job(runner),
      m_recipeJob(runner),
      m_forecastJob(runner),
      m_memoryJob(runner),
      m_ratesJob(runner),
      m_history(new RunHistory(runner, this)) {
  buildHeader();
  m_form = new TrainForm;
  m_form->setFixedWidth(kFormWidth);
  m_charts = new TrainCharts;
  m_table = new TrainRuns(*m_runs);

  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_charts, 3);
  column->addWidget(m_table, 2);
  m_runsBody = new QWidget;
  auto* row = new QHBoxLayout(m_runsBody);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_form);
  row->addWidget(new Separator(Qt::Vertical));
  row->addWidget(right, 1);
  buildViews();
  auto* body = new QWidget;
  auto* either = new QVBoxLayout(body);
  either->setContentsMargins(0, 0, 0, 0);
  either->addWidget(m_runsBody);
  either->addWidget(m_suspects);
  either->addWidget(m_predictions);
  setContent(body, QStringLiteral("train"), tr("Models can then be trained on it and watched here."));

  m_timer.setInterval(kRefreshMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &TrainPage::refresh);
  m_quiet.setInterval(kQuietMilliseconds);
  m_quiet.setSingleShot(true);
  connect(&m_quiet, &QTimer::timeout, this, &TrainPage::updateForecast);
  connectForm();
  connectHistory();
  connect(m_table, &TrainRuns::chosenChanged, this, &TrainPage::chosenChanged);
  buildRunActions();
  addActions(m_table->sorts());
  shareCurrent();
  connect(m_table, &TrainRuns::receiptWanted, this, &TrainPage::showReceipt);
  connect(m_table, &TrainRuns::nameWanted, this, &TrainPage::nameCurrent);
  connect(m_table, &TrainRuns::deleteWanted, this, &TrainPage::confirmDelete);
  connect(m_table, &TrainRuns::sampleOpened, this, &TrainPage::sampleOpened);
  connect(&session, &Session::estimateChanged, this, &TrainPage::takeEstimate);
  connect(&session, &Session::runChanged, this, [this] {
    if (isVisible()) takeRun();
  });
}

TrainPage::~TrainPage() = default;

void TrainPage::buildRunActions() {
  m_receipt = new QAction(themeIcon(QStringLiteral("file")), tr("Receipt of the chosen run"), this);
  connect(m_receipt, &QAction::triggered, this, &TrainPage::showReceipt);
  m_report = new SaveReport(tr("Save a report of the chosen run…"), runner(), this);
  connect(m_report, &SaveReport::failed, this, [this](const Error& error) { banner().showError(error); });
  connect(m_report, &SaveReport::saved, this,
          [this](const QString& sentence) { banner().showSentence(Banner::Kind::warn, sentence); });
  addActions({m_receipt, m_report});
  m_table->setRunActions(m_receipt, m_report, m_predictions->action());
}

void TrainPage::connectForm() {
  connect(m_form, &TrainForm::streamEdited, &m_quiet, qOverload<>(&QTimer::start));
  connect(m_form, &TrainForm::edited, this, [this] {
    m_start->setEnabled(canStart());
    m_quiet.start();
  });
  connect(m_form, &TrainForm::newRunRequested, this, [this] {
    m_form->take(m_shown);
    showFields();
  });
  connect(m_form, &TrainForm::ratesWanted, this, &TrainPage::findRates);
}

void TrainPage::buildHeader() {
  m_stop = makeButton(tr("Stop and keep"), QStringLiteral("stop"));
  m_pause = makeButton(tr("Pause"), QStringLiteral("pause"));
  m_start = makeButton(tr("Start"), QStringLiteral("play"), ButtonKind::primary);
  m_resume = makeButton(tr("Resume this run"), QStringLiteral("play"));
  showWithDataset(addCopyCommand());
  showWithDataset(addCluster());
  addHeaderAction(m_pause);
  addHeaderAction(m_stop);
  addHeaderAction(m_resume);
  addHeaderAction(m_start);
  showWithDataset(addNextStep(tr("Export"), Step::export_));
  m_pause->hide();
  m_stop->hide();
  m_start->hide();
  m_resume->hide();
  connect(m_resume, &QPushButton::clicked, this, &TrainPage::resume);
  connect(m_start, &QPushButton::clicked, this, &TrainPage::start);
  connect(m_stop, &QPushButton::clicked, this, &TrainPage::stop);
  connect(m_pause, &QPushButton::clicked, this, [this] { setPaused(!*m_paused); });
}

QString TrainPage::stepState() const {
  if (live()) return *m_paused ? tr("paused") : tr("%1 live").arg(metrics::plannedRuns(m_shown).size());
  if (stale() || m_runs->rowCount() == 0) return {};
  return m_runs->rowCount() == 1 ? tr("1 run") : tr("%1 runs").arg(m_runs->rowCount());
}

QString TrainPage::commandLine() const {
  if (stale()) return {};
  if (view() == View::suspects) return m_suspects->commandLine();
  if (view() == View::predictions) return m_predictions->commandLine();
  if (!canStart()) return {};
  return trainCommand(copied(), tasks::freeRunFolder(runsFolder()), m_form->stated());
}

/// What the command on the clipboard, or the script for a cluster, trains: the run that is looked at, else the fields.
metrics::RunSpec TrainPage::copied() const {
  return m_form->showsFixed() && !m_shown.models.empty() ? m_shown : asked();
}

std::optional<tasks::ClusterRequest> TrainPage::clusterRequest() const {
  if (stale() || !canStart() || view() != View::runs) return std::nullopt;
  metrics::RunSpec spec = copied();
  // The script gives each worker its own.
  spec.threads = 0;
  spec.memoryBytes = 0;
  const std::vector<std::string>& stated = m_form->stated();
  tasks::ClusterRequest request;
  request.work = tasks::ClusterWork::training;
  request.training.out = tasks::freeRunFolder(runsFolder());
  request.words = trainLine(spec, request.training.out, stated).words();
  request.training.models = spec.models;
  if (spec.slices != metrics::RunSpec().slices) request.training.slices = spec.slices;
  const bool isChosen = spec.epochs == metrics::kAutoEpochs && std::ranges::find(stated, "batch") == stated.end();
  if (!isChosen) request.training.batch = spec.batch;
  if (!m_form->showsFixed()) request.estimatedBytes = m_estimated.value_or(0);
  return request;
}

/// Where a run is looked at, the next one begins with its choices, which are to be seen before they are used.
void TrainPage::triggerPrimary() {
  if (view() == View::suspects) return m_suspects->search();
  if (view() == View::predictions) return m_predictions->predict();
  if (live()) return;
  if (!m_form->showsFixed()) return start();
  m_form->take(m_shown);
  showFields();
}

void TrainPage::focusFilter() {
  showView(View::runs);
  m_table->focusFilter();
}

void TrainPage::showFields() {
  m_form->showFields();
  showLive(false);
  if (isVisible()) m_start->setFocus();
}

/// What Start would start is on screen: the fields, not a run that is looked at.
void TrainPage::offerStart() {
  m_start->setVisible(session().dataset() != nullptr && !live() && !m_form->showsFixed() && view() == View::runs);
}

void TrainPage::datasetChanged() {
  m_history->forget();
  m_recipeJob.drop();
  m_forecastJob.drop();
  m_memoryJob.drop();
  m_ratesJob.drop();
  m_wanted.clear();
  m_form->setSearching(false);
  m_form->rates()->clear();
  m_form->forecast()->clear();
  m_estimated.reset();
  m_latest.clear();
  m_runs->setRuns({});
  shareCurrent();
  offerActions(live());
  m_charts->reset();
  showView(View::runs);
  m_suspects->takeDataset();
  m_predictions->takeDataset();
  const auto dataset = session().dataset();
  if (!live()) m_shown = {};
  offerStart();
  if (!dataset) return;
  QStringList classes;
  for (const std::string& name : dataset->meta().classes) classes << shownText(name);
  m_table->setClasses(classes);
  if (std::exchange(m_formOf, dataset->path()) != dataset->path()) {
    metrics::RunSpec usual;
    usual.epochs = metrics::kAutoEpochs;
    m_form->take(usual);
  }
  m_form->setModels(tasks::modelsFor(*dataset), {});
  const bool values = dataset->meta().target == store::Target::values;
  m_form->setPredictsValues(values);
  m_charts->setPredictsValues(values);
  m_runs->setPredictsValues(values);
  m_form->showFields();
  offerStart();
  takeEstimate();
  if (dataset->meta().target == store::Target::none) {
    m_start->setEnabled(false);
    banner().showSentence(Banner::Kind::warn,
                          tr("This dataset has no labels to learn. Import it again and choose a label column."));
  }
  if (live()) showRunElsewhere();
  takeRun();
  m_history->read(runsFolder());
}

bool TrainPage::liveHere() const {
  return live() && session().dataset() && m_shown.dataset == session().dataset()->path();
}

/// A run continues while another dataset is open, and is shown again when its own is.
void TrainPage::showRunElsewhere() {
  if (liveHere()) {
    session().setRun(m_shown, m_log);
    m_form->showFixed(m_shown, true);
    return refresh();
  }
  banner().showSentence(
      Banner::Kind::warn,
      tr("A run on <b>%1</b> is in progress. Another can be started when it has ended, or is stopped.")
          .arg(shownText(m_shown.dataset.stem().string()).toHtmlEscaped()));
}

void TrainPage::takeEstimate() {
  const auto& estimate = session().estimate();
  if (!estimate || !session().dataset() || live()) return;
  showView(View::runs);
  std::vector<std::string> chosen;
  for (const estimate::ModelFootprint& model : estimate->input.models) chosen.push_back(model.model);
  m_form->setModels(tasks::modelsFor(*session().dataset()), chosen);
  m_form->setBatch(estimate->input.batch, std::string(estimate::name(estimate->input.optimizer)));
  // Who comes from Fit to train what was estimated there means that, not the run that was looked at last.
  if (m_form->showsFixed()) showFields();
}

void TrainPage::manifestChanged() {
  if (!session().dataset()) return;
  m_form->setManifest(session().manifest());
  if (live() || session().dataset()->meta().target == store::Target::none) return;
  const bool divided = session().manifestInfo() != nullptr;
  m_start->setEnabled(canStart());
  if (!divided)
    return showSplitNotice(tr("There is no split yet, and a run needs one to learn from and be tested by."));
  hideSplitNotice();
  banner().clear();
  m_quiet.start();
}

/// What cannot be chosen or forecast is not shown: starting the run shows the reason.
void TrainPage::updateForecast() {
  if (!session().dataset() || live() || session().manifestInfo() == nullptr) return;
  const metrics::RunSpec spec = asked();
  if (spec.epochs != metrics::kAutoEpochs) {
    m_recipeJob.drop();
    return forecastRun(spec);
  }
  m_recipeJob.run<metrics::RunSpec>(
      {.title = tr("Choosing the settings of a run"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [spec, stated = m_form->stated()](const JobContext& job) { return tasks::chooseRecipe(spec, stated, job.stop); },
      [this](Result<metrics::RunSpec> chosen) {
        if (live()) return;
        if (!chosen) {
          m_form->clearRecipe();
          return m_form->forecast()->clear();
        }
        m_form->showRecipe(*chosen);
        forecastRun(*chosen);
      });
}

/// Of a run whose numbers are known.
void TrainPage::forecastRun(const metrics::RunSpec& spec) {
  estimateMemory(spec);
  if (!loader::AugmentSpec::parse(spec.augment)) return m_form->forecast()->clear();
  m_forecastJob.run<tasks::ForecastOutcome>(
      {.title = tr("Forecasting the data"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), spec](const JobContext& job) {
        return tasks::forecastTraining(dataset, spec, job);
      },
      [this](Result<tasks::ForecastOutcome> forecast) {
        if (!forecast) return m_form->forecast()->clear();
        m_form->forecast()->showForecast(*forecast);
      });
}

/// From the Fit page, where it counted for such a run.
std::optional<std::uint64_t> TrainPage::knownMemory(const metrics::RunSpec& spec) const {
  const auto& known = session().estimate();
  if (!known || !isOf(*known, spec)) return std::nullopt;
  return estimate::workerMemory(known->input).value;
}

/// Known from the Fit page, or found out as it does.
void TrainPage::estimateMemory(const metrics::RunSpec& spec) {
  if (const auto known = knownMemory(spec)) {
    m_memoryJob.drop();
    return showEstimated(known);
  }
  showEstimated(std::nullopt);
  tasks::EstimateRequest request;
  request.file = spec.dataset;
  request.manifest = spec.manifest;
  request.models.clear();
  for (const metrics::PlannedRun& run : metrics::plannedRuns(spec)) request.models.push_back(run.model);
  request.batch = spec.batch;
  request.slices = spec.slices;
  request.resources = chosenResources();
  const auto optimizer = estimate::optimizerFrom(spec.optimizer);
  if (request.models.empty() || !optimizer) return m_memoryJob.drop();
  request.optimizer = *optimizer;
  m_memoryJob.run<tasks::EstimateOutcome>(
      {.title = tr("Estimating memory"), .icon = QStringLiteral("fit"), .kind = Job::Kind::quiet},
      [request](const JobContext& job) { return tasks::estimate(request, job); },
      [this](Result<tasks::EstimateOutcome> outcome) {
        // What cannot be estimated is not shown: starting the run shows the reason.
        if (outcome) showEstimated(estimate::workerMemory(outcome->input).value);
      });
}

void TrainPage::showEstimated(std::optional<std::uint64_t> bytes) {
  m_estimated = bytes;
  if (live()) m_latestEstimated = bytes;
  m_form->forecast()->showMemory(bytes);
  draw();
}

void TrainPage::findRates() {
  if (live() || m_ratesJob.busy() || !canStart()) return;
  metrics::RunSpec spec = asked();
  m_form->setSearching(true);
  m_ratesJob.run<std::vector<metrics::RateCurve>>(
      {.title = tr("Finding a learning rate"), .icon = QStringLiteral("train"), .kind = Job::Kind::visible},
      [spec = std::move(spec),
       stated = m_form->stated()](const JobContext& job) -> Result<std::vector<metrics::RateCurve>> {
        MASU_TRY(const metrics::RunSpec chosen, tasks::chooseRecipe(spec, stated, job.stop));
        return tasks::findRates(chosen, job);
      },
      [this](Result<std::vector<metrics::RateCurve>> curves) {
        m_form->setSearching(false);
        if (!curves) return banner().showError(curves.error());
        m_form->rates()->showCurves(*curves);
      });
}

bool TrainPage::canStart() const {
  const auto dataset = session().dataset();
  return dataset && dataset->meta().target != store::Target::none && session().manifestInfo() != nullptr &&
         m_form->complete();
}

/// What the form says, of this dataset.
metrics::RunSpec TrainPage::asked() const {
  metrics::RunSpec spec;
  spec.dataset = session().dataset()->path();
  spec.manifest = fromQt(session().manifest());
  const Resources resources = chosenResources();
  spec.threads = resources.threads;
  spec.memoryBytes = resources.memoryBytes;
  m_form->fill(spec);
  return spec;
}

void TrainPage::start() {
  if (live() || !canStart()) return;
  metrics::RunSpec spec = asked();
  spec.out = tasks::freeRunFolder(runsFolder());
  launch(spec, m_form->stated());
}

void TrainPage::resume() {
  const RunTableModel::Run* run = currentRun();
  if (live() || run == nullptr) return;
  const std::filesystem::path folder = run->folder;
  auto spec = metrics::readSpec(folder);
  if (!spec) return banner().showError(spec.error());
  spec->dataset = session().dataset()->path();
  spec->resume = true;
  launch(*spec, {});
}

void TrainPage::launch(const metrics::RunSpec& spec, const std::vector<std::string>& stated) {
  m_latest.clear();
  m_quiet.stop();
  m_recipeJob.drop();
  m_forecastJob.drop();  // the run needs the disk
  m_ratesJob.stop();
  m_latestEstimated = spec.resume ? knownMemory(spec) : m_estimated;
  m_log = std::make_shared<metrics::RunLog>();
  session().setRun(spec, m_log);
  banner().clear();
  m_charts->reset();
  m_shown = spec;
  m_form->showFixed(spec, true);
  *m_paused = false;
  const UnfinishedWork work = workOf(spec);
  noteWork(work);
  const std::size_t models = metrics::plannedRuns(spec).size();
  const QString title =
      models == 1 ? tr("Training %1").arg(shownText(spec.models.front())) : tr("Training %1 models").arg(models);
  m_training = m_job.run<tasks::TrainOutcome>(
      {.title = title, .icon = QStringLiteral("train"), .kind = Job::Kind::visible, .stopped = Job::Stopped::keeps},
      [spec, stated, log = m_log, paused = m_paused](const JobContext& job) {
        return tasks::train({spec, false, stated, paused}, *log, job);
      },
      [this, target = work.target](Result<tasks::TrainOutcome> outcome) {
        outcome ? forgetWork(target) : noteInterruption(target);
        ended(std::move(outcome));
      });
  showLive(true);
  // Start is gone, and what has the focus then would be the way to another page.
  if (isVisible()) m_pause->setFocus();
  m_timer.start();
}

void TrainPage::stop() {
  if (m_stop->hasFocus()) m_pause->setFocus();  // what is disabled has none, and the next is the way to another page
  m_stop->setEnabled(false);
  m_stop->setText(tr("Stopping …"));
  m_job.stop();
}

void TrainPage::setPaused(bool paused) {
  if (!live()) return;
  *m_paused = paused;
  if (m_training) m_training->setPaused(paused);
  labelPause();
  Q_EMIT stepStateChanged();
}

void TrainPage::labelPause() {
  m_pause->setText(*m_paused ? tr("Resume") : tr("Pause"));
  m_pause->setIcon(themeIcon(*m_paused ? QStringLiteral("play") : QStringLiteral("pause")));
}

/// What can be done with the run that is current: nothing while one is live.
void TrainPage::offerActions(bool live) {
  const RunTableModel::Run* run = live ? nullptr : currentRun();
  m_resume->setVisible(run != nullptr && run->resumable && view() == View::runs);
  m_table->setDeletable(run != nullptr && run->state != RunTableModel::State::live);
}

void TrainPage::refresh() {
  if (!m_log || (live() && !liveHere())) return;
  showChosen();
  m_latest.clear();
  for (const metrics::RunSummary& summary : m_log->runs()) {
    m_latest.push_back({summary, RunTableModel::State::live, -1, m_shown.out, false});
  }
  updateRuns();
  m_table->refresh();
}

/// A run that was asked for with automatic epochs, as it was begun.
void TrainPage::showChosen() {
  if (m_shown.epochs != metrics::kAutoEpochs) return;
  const auto chosen = m_log->spec();
  if (!chosen) return;
  m_shown = *chosen;
  if (m_form->showsFixed()) m_form->showFixed(m_shown, live());
}

void TrainPage::ended(Result<tasks::TrainOutcome> outcome) {
  m_timer.stop();
  if (!session().dataset() || m_shown.dataset != session().dataset()->path()) {
    // It belongs to a dataset that is no longer open: its run is listed when that is opened again.
    m_log = nullptr;
    m_shown = {};
    showLive(false);
    banner().clear();
    return manifestChanged();
  }
  refresh();
  const bool stopped = !outcome && outcome.error().code == Errc::cancelled;
  for (RunTableModel::Run& run : m_latest) {
    const bool whole = outcome.has_value() || run.summary.tested;
    run.state = whole ? RunTableModel::State::done : RunTableModel::State::stopped;
    run.resumable = !whole && tasks::isResumable(run.folder);
  }
  if (!outcome && !stopped) banner().showError(outcome.error());
  m_history->refresh();
  updateRuns();
  // Where nothing came of it there is nothing to look at, and what was asked for can be mended and started again.
  m_latest.empty() && !outcome ? m_form->showFields() : m_form->showFixed(m_shown, false);
  showLive(false);
  m_table->refresh();
  updateBest();
}

void TrainPage::showLive(bool live) {
  offerActions(live);
  offerStart();
  if (!live && (m_stop->hasFocus() || m_pause->hasFocus())) {
    // What is hidden has no focus, and the next would be the way to another page.
    m_start->isVisible() ? m_start->setFocus() : m_table->focusTable();
  }
  m_stop->setVisible(live);
  m_pause->setVisible(live);
  labelPause();
  m_stop->setEnabled(true);
  m_stop->setText(tr("Stop and keep"));
  Q_EMIT stepStateChanged();
}

}  // namespace masu::ui
