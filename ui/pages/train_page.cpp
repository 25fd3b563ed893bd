#include "ui/pages/train_page.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/flow/machine.h"
#include "core/io/file.h"
#include "core/loader/training_streams.h"
#include "core/tasks/outlook_task.h"
#include "ui/pages/model_names.h"
#include "ui/pages/pane_line.h"
#include "ui/pages/train_page_charts.h"
#include "ui/pages/train_page_form.h"
#include "ui/pages/train_page_history.h"
#include "ui/pages/train_page_outlook.h"
#include "ui/pages/train_page_runs.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kFormWidth = 232;
/// Charts refresh four times a second at most.
constexpr int kRefreshMilliseconds = 250;
/// Finding out what the stream will be like takes half a second, so not at every step of a field.
constexpr int kQuietMilliseconds = 400;

}  // namespace

TrainPage::TrainPage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(Step::train, tr("Train"), tr("Watch the runs, and stop what does not help."), session, runner,
                  parent),
      m_runs(new RunTableModel(this)),
      m_job(runner),
      m_historyJob(runner),
      m_outlookJob(runner) {
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
  auto* body = new QWidget;
  auto* row = new QHBoxLayout(body);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_form);
  row->addWidget(new PaneLine(Qt::Vertical));
  row->addWidget(right, 1);
  setContent(body, QStringLiteral("train"), tr("Models can then be trained on it and watched here."));

  m_timer.setInterval(kRefreshMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &TrainPage::refresh);
  m_quiet.setInterval(kQuietMilliseconds);
  m_quiet.setSingleShot(true);
  connect(&m_quiet, &QTimer::timeout, this, &TrainPage::lookAhead);
  connect(m_form, &TrainForm::streamEdited, &m_quiet, qOverload<>(&QTimer::start));
  connect(m_form, &TrainForm::edited, this, [this] { m_start->setEnabled(m_form->complete()); });
  connect(m_form, &TrainForm::newRunRequested, this, [this] {
    m_form->showFields();
    showLive(false);
  });
  connect(m_table, &TrainRuns::runChosen, this, &TrainPage::chartChosen);
  connect(&session, &Session::estimateChanged, this, &TrainPage::takeEstimate);
  connect(&session, &Session::runChanged, this, [this] {
    if (isVisible()) takeRun();
  });
}

TrainPage::~TrainPage() = default;

void TrainPage::buildHeader() {
  m_stop = makeButton(tr("Stop and keep"), QStringLiteral("stop"));
  m_start = makeButton(tr("Start"), QStringLiteral("play"), ButtonKind::primary);
  m_resume = makeButton(tr("Go on with this run"), QStringLiteral("play"));
  addHeaderAction(m_stop);
  addHeaderAction(m_resume);
  addHeaderAction(m_start);
  showWithDataset(addNextStep(tr("Export"), Step::export_));
  m_stop->hide();
  m_start->hide();
  m_resume->hide();
  connect(m_resume, &QPushButton::clicked, this, &TrainPage::resume);
  connect(m_start, &QPushButton::clicked, this, &TrainPage::start);
  connect(m_stop, &QPushButton::clicked, this, &TrainPage::stop);
}

QString TrainPage::stepState() const {
  if (live()) return tr("%1 live").arg(session().runSpec().models.size());
  if (m_runs->rowCount() == 0) return {};
  return m_runs->rowCount() == 1 ? tr("1 run") : tr("%1 runs").arg(m_runs->rowCount());
}

void TrainPage::triggerPrimary() {
  if (!live()) start();
}

std::filesystem::path TrainPage::runsFolder() const {
  std::filesystem::path folder = session().dataset()->path();
  return folder.replace_extension("runs");
}

void TrainPage::datasetChanged() {
  m_historyJob.drop();
  m_outlookJob.drop();
  m_form->outlook()->clear();
  m_earlier.clear();
  m_latest.clear();
  m_runs->setRuns({});
  m_charts->reset();
  const auto dataset = session().dataset();
  m_start->setVisible(dataset != nullptr);
  if (!dataset) return;
  QStringList classes;
  for (const std::string& name : dataset->meta().classes) classes << toQt(name);
  m_table->setClasses(classes);
  m_form->setModels(modelsFor(*dataset), {});
  m_form->showFields();
  takeEstimate();
  if (dataset->meta().target == store::Target::none) {
    m_start->setEnabled(false);
    banner().showSentence(Banner::Kind::warn,
                          tr("This dataset has no labels to learn. Import it again and choose a label column."));
  }
  takeRun();
  readEarlierRuns();
}

void TrainPage::takeRun() {
  const auto log = session().runLog();
  if (log == m_log || !log || live() || session().runSpec().dataset != session().dataset()->path()) return;
  m_log = log;
  refresh();
  for (RunTableModel::Run& run : m_latest) run.state = RunTableModel::State::done;
  tellRuns();
  m_form->showFixed(session().runSpec(), false);
}

void TrainPage::takeEstimate() {
  const auto& estimate = session().estimate();
  if (!estimate || !session().dataset() || live()) return;
  std::vector<std::string> chosen;
  for (const estimate::ModelFootprint& model : estimate->input.models) chosen.push_back(model.model);
  m_form->setModels(modelsFor(*session().dataset()), chosen);
  m_form->setBatch(estimate->input.batch, std::string(estimate::name(estimate->input.optimizer)));
}

void TrainPage::manifestChanged() {
  if (!session().dataset()) return;
  m_form->setManifest(session().manifest());
  if (live() || session().dataset()->meta().target == store::Target::none) return;
  const bool divided = session().manifestInfo() != nullptr;
  m_start->setEnabled(divided && m_form->complete());
  if (!divided) {
    banner().showSentence(Banner::Kind::warn, tr("There is no split yet: go to Split first, and keep one."));
  } else {
    banner().clear();
    m_quiet.start();
  }
}

/// What cannot be foretold is not shown: starting the run tells why.
void TrainPage::lookAhead() {
  if (!session().dataset() || live() || session().manifestInfo() == nullptr) return;
  metrics::RunSpec spec;
  m_form->fill(spec);
  const auto augment = loader::AugmentSpec::parse(spec.augment);
  if (!augment) return m_form->outlook()->clear();
  const loader::TrainingRequest request{.manifest = fromQt(session().manifest()),
                                        .batch = spec.batch,
                                        .seed = spec.seed,
                                        .augment = *augment,
                                        .balance = spec.balance,
                                        .resources = flow::resolve({})};
  m_outlookJob.run<tasks::Outlook>(
      {.title = tr("Looking ahead"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), options = loader::learningStream(request)](const JobContext& job) {
        return tasks::lookAhead(dataset, options, job);
      },
      [this](Result<tasks::Outlook> outlook) {
        if (!outlook) return m_form->outlook()->clear();
        m_form->outlook()->showOutlook(*outlook);
      });
}

void TrainPage::readEarlierRuns() {
  m_historyJob.run<std::vector<RunTableModel::Run>>(
      {.title = tr("Read earlier runs"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [folder = runsFolder()](const JobContext& job) { return readHistory(folder, job); },
      [this](Result<std::vector<RunTableModel::Run>> runs) {
        if (!runs) return;  // a run that cannot be read is not listed; its files stay as they are
        m_earlier = std::move(*runs);
        tellRuns();
        if (!live() && m_latest.empty() && !m_earlier.empty()) chartChosen(0);
      });
}

void TrainPage::start() {
  if (!session().dataset() || live() || !m_form->complete()) return;
  metrics::RunSpec spec;
  spec.dataset = session().dataset()->path();
  spec.manifest = fromQt(session().manifest());
  m_form->fill(spec);
  spec.out = freeRunFolder(runsFolder());
  m_earlier.insert(m_earlier.begin(), m_latest.begin(), m_latest.end());
  launch(spec);
}

void TrainPage::resume() {
  if (live() || m_chosen < 0 || m_chosen >= m_runs->rowCount()) return;
  const std::filesystem::path folder = m_runs->runs()[static_cast<std::size_t>(m_chosen)].folder;
  const auto text = io::readText(folder / "spec.json");
  auto spec = text ? metrics::specFromJson(*text) : Result<metrics::RunSpec>(fail(text.error()));
  if (!spec) return banner().showError(spec.error());
  spec->out = folder;
  spec->dataset = session().dataset()->path();
  spec->resume = true;
  // What was listed of it so far is told again.
  m_earlier.insert(m_earlier.begin(), m_latest.begin(), m_latest.end());
  std::erase_if(m_earlier, [&](const RunTableModel::Run& run) { return run.folder == folder; });
  launch(*spec);
}

void TrainPage::launch(const metrics::RunSpec& spec) {
  m_latest.clear();
  m_quiet.stop();
  m_outlookJob.drop();  // the run needs the disk
  m_log = std::make_shared<metrics::RunLog>();
  session().setRun(spec, m_log);
  banner().clear();
  m_charts->reset();
  m_form->showFixed(spec, true);
  const QString title = spec.models.size() == 1 ? tr("Training %1").arg(toQt(spec.models.front()))
                                                : tr("Training %1 models").arg(spec.models.size());
  m_job.run<tasks::TrainOutcome>(
      {.title = title, .icon = QStringLiteral("train"), .kind = Job::Kind::visible},
      [spec, log = m_log](const JobContext& job) {
        return tasks::train({spec, false, {}}, *log, job);
      },
      [this](Result<tasks::TrainOutcome> outcome) { ended(std::move(outcome)); });
  showLive(true);
  m_timer.start();
}

void TrainPage::stop() {
  m_stop->setEnabled(false);
  m_stop->setText(tr("Stopping …"));
  m_job.stop();
}

void TrainPage::refresh() {
  if (!m_log) return;
  const std::vector<metrics::RunSummary> summaries = m_log->runs();
  m_latest.clear();
  for (const metrics::RunSummary& summary : summaries) {
    m_latest.push_back({summary, RunTableModel::State::live, true, session().runSpec().out, false});
  }
  tellRuns();
  m_charts->update(summaries, live());
  m_table->refresh();
}

void TrainPage::tellRuns() {
  std::vector<RunTableModel::Run> all = m_latest;
  all.insert(all.end(), m_earlier.begin(), m_earlier.end());
  m_runs->setRuns(std::move(all));
  Q_EMIT stepStateChanged();
}

void TrainPage::ended(Result<tasks::TrainOutcome> outcome) {
  m_timer.stop();
  refresh();
  const bool stopped = !outcome && outcome.error().code == Errc::cancelled;
  for (RunTableModel::Run& run : m_latest) {
    const bool whole = outcome.has_value() || run.summary.tested;
    run.state = whole ? RunTableModel::State::done : RunTableModel::State::stopped;
    run.resumable = !whole && canGoOn(run.folder);
  }
  if (!outcome && !stopped) banner().showError(outcome.error());
  tellRuns();
  m_form->showFixed(session().runSpec(), false);
  showLive(false);
  m_table->refresh();
  showResume();
  tellBest();
}

void TrainPage::tellBest() {
  double best = -1;
  for (const RunTableModel::Run& run : m_runs->runs()) {
    for (const metrics::EpochDone& epoch : run.summary.epochs) {
      if (epoch.validation.accuracy > best) best = epoch.validation.accuracy;
    }
  }
  if (best >= 0) session().noteState(tr("best run %1").arg(QString::number(best, 'f', 3)));
}

void TrainPage::chartChosen(int row) {
  m_chosen = row;
  showResume();
  // While a run is live its curves stay; afterwards a row of the table shows its own.
  if (live() || row < 0 || row >= m_runs->rowCount()) return;
  const auto at = static_cast<std::size_t>(row);
  if (at < m_latest.size()) {
    std::vector<metrics::RunSummary> summaries;
    for (const RunTableModel::Run& run : m_latest) summaries.push_back(run.summary);
    return m_charts->update(summaries, false);
  }
  m_charts->update({m_runs->runs()[at].summary}, false);
}

void TrainPage::showResume() {
  const bool chosen = m_chosen >= 0 && m_chosen < m_runs->rowCount();
  m_resume->setVisible(!live() && chosen && m_runs->runs()[static_cast<std::size_t>(m_chosen)].resumable);
}

void TrainPage::showLive(bool live) {
  m_resume->setVisible(false);
  m_start->setVisible(!live);
  m_stop->setVisible(live);
  m_stop->setEnabled(true);
  m_stop->setText(tr("Stop and keep"));
  Q_EMIT stepStateChanged();
  Q_EMIT liveChanged(live);
}

}  // namespace masu::ui
