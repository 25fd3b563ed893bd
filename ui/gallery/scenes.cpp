// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/scenes.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSpinBox>
#include <QThread>
#include <cstdio>

#include "core/tasks/data/sample_task.h"
#include "core/tasks/split/split_task.h"
#include "core/tasks/train/train_task.h"
#include "ui/models/csv_records_model.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/checks.h"
#include "ui/pages/split/compare.h"
#include "ui/pages/split/manifests.h"
#include "ui/pages/split/page.h"
#include "ui/pages/split/samples.h"
#include "ui/pages/split/tree.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/predict/form.h"
#include "ui/pages/train/predict/view.h"
#include "ui/pages/train/suspects/form.h"
#include "ui/pages/train/suspects/model.h"
#include "ui/pages/train/suspects/runs.h"
#include "ui/pages/train/suspects/view.h"
#include "ui/shell/help_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {

constexpr std::uint64_t kRecordings = 600;
constexpr std::uint64_t kLongRows = 1'500'000;  ///< keeps an import at work until its picture is taken
constexpr int kEpochs = 6;

bool complain(const char* sentence) {
  std::fprintf(stderr, "%s\n", sentence);
  return false;
}

bool complain(const Error& error) {
  return complain(qUtf8Printable(translated(error)));
}

QString splitsOf(const QString& dataset) {
  return dataset.left(dataset.size() - 3) + ".splits.h5";
}

Result<tasks::SampleOutcome> sample(tasks::SampleData set, const QString& folder, std::uint64_t rows) {
  Progress progress;
  return tasks::makeSample({set, pathFrom(folder), rows, 0, true}, {{}, progress});
}

}  // namespace

GalleryScenes::GalleryScenes(QString scratch, QString directory)
    : m_scratch(std::move(scratch)), m_directory(std::move(directory)) {}

/// Lets the event loop run until no job is left and `done` holds.
bool GalleryScenes::settle(const std::function<bool()>& done, int milliseconds) {
  QElapsedTimer clock;
  clock.start();
  do {
    QApplication::processEvents(QEventLoop::AllEvents, 20);
    QThread::msleep(5);
    const bool idle = done ? done() : m_runner.jobs().empty() && clock.elapsed() > 150;
    if (idle) return true;
  } while (clock.elapsed() < milliseconds);
  return false;
}

std::unique_ptr<MainWindow> GalleryScenes::open(QSize size) {
  auto window = std::make_unique<MainWindow>(m_session, m_runner);
  window->resize(size);
  window->show();
  return window;
}

void GalleryScenes::save(QWidget& window, const QString& name) {
  QApplication::processEvents();
  const QString path = QDir(m_directory).filePath(name + ".png");
  if (window.grab().save(path)) return;
  std::fprintf(stderr, "%s cannot be written.\n", qUtf8Printable(path));
  ++m_failures;
}

bool GalleryScenes::prepare() {
  const auto table = sample(tasks::SampleData::tabular, QDir(m_scratch).filePath("census"), 0);
  if (!table) return complain(table.error());
  const auto longTable = sample(tasks::SampleData::tabular, QDir(m_scratch).filePath("long"), kLongRows);
  if (!longTable) return complain(longTable.error());
  const auto digits = sample(tasks::SampleData::waveform, QDir(m_scratch).filePath("spoken-digits"), kRecordings);
  if (!digits) return complain(digits.error());
  m_table = toQt(table->path);
  m_longTable = toQt(longTable->path);
  m_recordings = toQt(digits->path);
  m_tableDataset = QDir(m_scratch).filePath("census.h5");
  m_recordingsDataset = QDir(m_scratch).filePath("spoken-digits.h5");
  m_splitsAtFirst = QDir(m_scratch).filePath("splits-at-first.h5");
  const bool made = importThrough(m_table, m_tableDataset, "income") && split(m_tableDataset) && train() &&
                    importThrough(m_recordings, m_recordingsDataset, {}) && split(m_recordingsDataset) &&
                    QFile::copy(splitsOf(m_recordingsDataset), m_splitsAtFirst);
  // The list of recent files then knows of the splits.
  return made && m_session.open(m_recordingsDataset).has_value() && m_session.open(m_tableDataset).has_value();
}

bool GalleryScenes::importThrough(const QString& source, const QString& target, const QString& label) {
  const auto window = open({1280, 800});
  auto& page = static_cast<ImportPage&>(*window->page(Step::import));
  window->openPaths({source});
  if (!settle() || !page.inspection()) return complain("The sample data could not be inspected.");
  page.setTarget(target);
  if (!label.isEmpty()) page.setLabel(label);
  settle();
  page.triggerPrimary();
  settle();
  if (m_session.path().isEmpty() || !QFile::exists(target)) return complain("The sample data could not be imported.");
  return true;
}

bool GalleryScenes::split(const QString& dataset) {
  Progress progress;
  tasks::SplitRequest request;
  request.file = pathFrom(dataset);
  request.plan.ratios = {0.8, 0.1, 0.1};
  request.plan.stratify = true;
  request.plan.seed = 42;
  const auto drawn = tasks::split(request, {{}, progress});
  if (!drawn) return complain(drawn.error());
  return true;
}

bool GalleryScenes::train() {
  Progress progress;
  m_log = std::make_shared<metrics::RunLog>();
  m_spec.dataset = pathFrom(m_tableDataset);
  m_spec.models = {"mlp", "linear"};
  m_spec.epochs = kEpochs;
  m_spec.batch = 512;
  m_spec.out = pathFrom(QDir(m_scratch).filePath("run"));
  tasks::TrainRequest request;
  request.spec = m_spec;
  request.overwrite = true;
  if (const auto trained = tasks::train(request, *m_log, {{}, progress}); !trained) {
    // The worker is a package of its own; without it the Train page has no run to show.
    complain(trained.error());
    m_log = nullptr;
  }
  return true;
}

/// Pictured on its way; it is stopped afterwards and leaves nothing.
void GalleryScenes::runningImport(const QString& suffix, QSize size) {
  m_session.close();
  const auto window = open(size);
  auto& page = static_cast<ImportPage&>(*window->page(Step::import));
  window->openPaths({m_longTable});
  settle();
  page.setLabel("income");
  page.setTarget(QDir(m_scratch).filePath("running" + suffix + ".h5"));  // asks nothing of what another left
  settle();
  page.triggerPrimary();
  settle([this] {
    const auto jobs = m_runner.visibleJobs();
    return jobs.empty() || jobs.front()->state().share > 0.35;
  });
  if (!m_runner.busy()) complain("The import ended before its picture was taken.");
  save(*window, "import-table-running" + suffix);
  m_runner.cancelAll();
  settle();
}

/// Pictured after a few epochs; it is stopped afterwards.
void GalleryScenes::runningTraining(const QString& suffix, QSize size) {
  if (!m_log) return;
  const auto window = open(size);
  window->openPaths({m_tableDataset});
  settle();
  m_session.setRun({}, nullptr);
  window->goTo(Step::train);
  settle();
  auto& page = static_cast<TrainPage&>(*window->page(Step::train));
  page.form().epochsField()->setValue(kEpochs * 10);
  page.start();
  settle([this, &page] {
    if (!page.live()) return true;
    const auto runs = m_session.runLog() ? m_session.runLog()->runs() : std::vector<metrics::RunSummary>();
    return !runs.empty() && runs.front().epochs.size() >= kEpochs;
  });
  if (!page.live()) complain("The training ended before its picture was taken.");
  save(*window, "train-running" + suffix);
  page.stop();
  settle();
}

/// Before a search, and what the first model of the run finds.
void GalleryScenes::wrongLabels(const QString& suffix, QSize size) {
  const auto window = open(size);
  window->openPaths({m_tableDataset});
  settle();
  window->goTo(Step::train);
  settle();
  auto& page = static_cast<TrainPage&>(*window->page(Step::train));
  page.showView(TrainPage::View::suspects);
  settle();
  save(*window, "train-suspects-before" + suffix);
  if (!m_log) return;
  SuspectsView& view = page.suspects();
  view.form().setUsesRuns(true);
  view.form().runs().add(m_spec.out / metrics::modelFolders(m_spec).front());
  view.search();
  settle([&view] { return !view.searching(); });
  settle();
  if (view.suspects().rowCount() == 0) complain(qUtf8Printable(view.complaint()));
  save(*window, "train-suspects" + suffix);
}

/// Before anything is predicted, and what the run predicts for its dataset.
void GalleryScenes::predictions(const QString& suffix, QSize size) {
  if (!m_log) return;
  const auto window = open(size);
  window->openPaths({m_tableDataset});
  settle();
  window->goTo(Step::train);
  settle();
  auto& page = static_cast<TrainPage&>(*window->page(Step::train));
  page.showView(TrainPage::View::predictions);
  settle();
  save(*window, "train-predict-before" + suffix);
  PredictView& view = page.predictions();
  if (const auto asked = view.form().asked()) QFile::remove(asked->out);  // of the pictures before
  view.predict();
  settle([&view] { return !view.predicting(); });
  settle();
  if (view.records().rowCount() == 0) complain(qUtf8Printable(view.complaint()));
  save(*window, "train-predict" + suffix);
}

/// Its checks wait a moment before they begin.
void GalleryScenes::settleSplit(MainWindow& window) {
  auto& page = static_cast<SplitPage&>(*window.page(Step::split));
  settle([&page] { return !page.busy() && !page.checks().busy(); });
  settle();
}

void GalleryScenes::startAndImport(const QString& suffix, QSize size) {
  m_session.close();
  const auto window = open(size);
  settle();
  save(*window, "start" + suffix);
  HelpDialog help({}, window.get());
  help.show();
  settle();
  save(help, "help" + suffix);
  help.close();
  window->goTo(Step::import);
  save(*window, "import-empty" + suffix);
  window->openPaths({m_table});
  settle();
  auto& page = static_cast<ImportPage&>(*window->page(Step::import));
  page.setLabel("income");
  settle();
  save(*window, "import-table" + suffix);
  window->openPaths({m_recordings});
  settle();
  save(*window, "import-recordings" + suffix);
}

void GalleryScenes::failedImport(const QString& suffix, QSize size) {
  const QString path = QDir(m_scratch).filePath("empty.csv");
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return;
  file.close();
  m_session.close();
  const auto window = open(size);
  window->openPaths({path});
  settle();
  save(*window, "import-failed" + suffix);
}

void GalleryScenes::datasetPages(const QString& prefix, const QString& dataset, const QString& suffix, QSize size) {
  const auto window = open(size);
  window->openPaths({dataset});
  settle();
  if (m_log && dataset == m_tableDataset) m_session.setRun(m_spec, m_log);
  const std::pair<Step, const char*> steps[] = {{Step::browse, "browse"},
                                                {Step::split, "split"},
                                                {Step::fit, "fit"},
                                                {Step::train, "train"},
                                                {Step::export_, "export"}};
  for (const auto& [step, name] : steps) {
    window->goTo(step);
    settle();
    if (step == Step::split) settleSplit(*window);
    save(*window, QStringLiteral("%1-%2%3").arg(QString::fromLatin1(name), prefix, suffix));
  }
}

/// Split beyond its first look: a filter with a selection, options, a comparison, many groups and manifests, a frozen
/// one. Works on copies of manifests, which go again.
void GalleryScenes::splitStates(const QString& suffix, QSize size) {
  m_session.close();
  const auto window = open(size);
  window->goTo(Step::split);
  settle();
  save(*window, "split-empty" + suffix);
  window->openPaths({m_recordingsDataset});
  settle();
  window->goTo(Step::split);
  auto& page = static_cast<SplitPage&>(*window->page(Step::split));
  settleSplit(*window);
  page.samples().setFilter("label = \"2\"");
  settle();
  SplitTree& tree = page.samples().tree();
  SplitTreeModel& rows = page.samples().rows();
  tree.selectionModel()->select({rows.index(1, 0), rows.index(4, rows.columnCount() - 1)},
                                QItemSelectionModel::ClearAndSelect);
  settle();
  save(*window, "split-selection" + suffix);
  page.saveAs("by hand, with a rather long name");
  settle([&page] { return !page.busy() && !page.samples().filtering(); });
  settle();
  page.samples().move(store::Split::test);
  settle([&page] { return !page.busy(); });
  page.showSide(SplitPage::kOptions);
  settle();
  save(*window, "split-options" + suffix);
  page.compare();
  settle();
  if (auto* dialog = window->findChild<SplitCompare*>()) {
    save(*dialog, "split-compare" + suffix);
    dialog->close();
  }
  page.manifests().freeze();
  settle([&page] { return !page.busy(); });
  save(*window, "split-frozen" + suffix);
  // The splits file as prepare() left it, for the next look.
  QFile::remove(splitsOf(m_recordingsDataset));
  if (!QFile::copy(m_splitsAtFirst, splitsOf(m_recordingsDataset))) ++m_failures;
}

void GalleryScenes::render(const QString& look, Theme::Mode mode, const QString& language, QSize size) {
  Theme::current().setMode(mode);
  m_language.apply(language);
  const QString suffix = QStringLiteral("-%1-%2x%3").arg(look).arg(size.width()).arg(size.height());
  startAndImport(suffix, size);
  runningImport(suffix, size);
  failedImport(suffix, size);
  datasetPages("table", m_tableDataset, suffix, size);
  runningTraining(suffix, size);
  wrongLabels(suffix, size);
  predictions(suffix, size);
  datasetPages("recordings", m_recordingsDataset, suffix, size);
  splitStates(suffix, size);
}

}  // namespace masu::ui
