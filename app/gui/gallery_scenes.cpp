#include "app/gui/gallery_scenes.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QThread>
#include <cstdio>

#include "core/tasks/sample_task.h"
#include "core/tasks/split_task.h"
#include "core/tasks/train_task.h"
#include "ui/pages/import_page.h"
#include "ui/shell/main_window.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

using namespace masu;
using ui::Step;

namespace {

constexpr std::uint64_t kRecordings = 600;
constexpr int kEpochs = 6;

bool complain(const Error& error) {
  std::fprintf(stderr, "%s\n", qUtf8Printable(ui::translated(error)));
  return false;
}

Result<tasks::SampleOutcome> sample(tasks::SampleSet set, const QString& folder, std::uint64_t rows) {
  Progress progress;
  return tasks::makeSample({set, ui::pathFrom(folder), rows, 0, true}, {{}, progress});
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

std::unique_ptr<ui::MainWindow> GalleryScenes::open(QSize size) {
  auto window = std::make_unique<ui::MainWindow>(m_session, m_runner);
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
  const auto table = sample(tasks::SampleSet::tabular, QDir(m_scratch).filePath("census"), 0);
  if (!table) return complain(table.error());
  const auto digits = sample(tasks::SampleSet::waveform, QDir(m_scratch).filePath("spoken-digits"), kRecordings);
  if (!digits) return complain(digits.error());
  m_table = ui::toQt(table->path);
  m_recordings = ui::toQt(digits->path);
  m_tableDataset = QDir(m_scratch).filePath("census.h5");
  m_recordingsDataset = QDir(m_scratch).filePath("spoken-digits.h5");
  const bool made = importThrough(m_table, m_tableDataset, "income") && split(m_tableDataset) && train() &&
                    importThrough(m_recordings, m_recordingsDataset, {}) && split(m_recordingsDataset);
  // The list of recent files then knows of the splits.
  return made && m_session.open(m_recordingsDataset).has_value() && m_session.open(m_tableDataset).has_value();
}

bool GalleryScenes::importThrough(const QString& source, const QString& target, const QString& label) {
  const auto window = open({1280, 800});
  auto& page = static_cast<ui::ImportPage&>(*window->page(Step::import));
  window->openPaths({source});
  if (!settle() || !page.inspection()) return std::fputs("The sample data could not be inspected.\n", stderr), false;
  page.setTarget(target);
  if (!label.isEmpty()) page.setLabel(label);
  settle();
  page.triggerPrimary();
  settle();
  if (m_session.path().isEmpty() || !QFile::exists(target))
    return std::fputs("The sample data could not be imported.\n", stderr), false;
  return true;
}

bool GalleryScenes::split(const QString& dataset) {
  Progress progress;
  tasks::SplitRequest request;
  request.file = ui::pathFrom(dataset);
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
  m_spec.dataset = ui::pathFrom(m_tableDataset);
  m_spec.models = {"mlp", "linear"};
  m_spec.epochs = kEpochs;
  m_spec.batch = 512;
  m_spec.out = ui::pathFrom(QDir(m_scratch).filePath("run"));
  if (const auto trained = tasks::train({m_spec, true}, *m_log, {{}, progress}); !trained) {
    // The worker is a package of its own; without it the Train page has no run to show.
    complain(trained.error());
    m_log = nullptr;
  }
  return true;
}

/// A job that holds where it is until the picture is taken.
void GalleryScenes::runningJob(ui::MainWindow& window) {
  const auto bytes = static_cast<std::uint64_t>(QFileInfo(m_table).size());
  m_runner.start<int>(
      {QApplication::translate("masu::ui::ImportPage", "Importing %1").arg(QFileInfo(m_table).fileName()), "import"},
      [bytes](const JobContext& job) -> Result<int> {
        job.progress.begin("", bytes, Progress::Unit::bytes);
        job.progress.addRejected(12);
        while (!job.stopRequested()) {
          if (job.progress.done() < bytes * 2 / 5) job.progress.add(bytes / 50);
          QThread::msleep(60);
        }
        return fail(Error::cancelled());
      },
      &window, [](Result<int>) {});
  settle([this, bytes] { return m_runner.jobs().empty() || m_runner.jobs().front()->state().done >= bytes * 2 / 5; });
}

void GalleryScenes::startAndImport(const QString& suffix, QSize size) {
  m_session.close();
  const auto window = open(size);
  settle();
  save(*window, "start" + suffix);
  window->goTo(Step::import);
  save(*window, "import-empty" + suffix);
  window->openPaths({m_table});
  settle();
  auto& page = static_cast<ui::ImportPage&>(*window->page(Step::import));
  page.setLabel("income");
  settle();
  save(*window, "import-table" + suffix);
  runningJob(*window);
  save(*window, "import-table-running" + suffix);
  m_runner.cancelAll();
  settle();
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
  if (m_log && dataset == m_tableDataset) m_session.setRun(m_spec, m_log);
  const std::pair<Step, const char*> steps[] = {{Step::browse, "browse"},
                                                {Step::split, "split"},
                                                {Step::fit, "fit"},
                                                {Step::train, "train"},
                                                {Step::export_, "export"}};
  for (const auto& [step, name] : steps) {
    window->goTo(step);
    settle();
    save(*window, QStringLiteral("%1-%2%3").arg(QString::fromLatin1(name), prefix, suffix));
  }
}

void GalleryScenes::render(const QString& look, ui::Theme::Mode mode, const QString& language, QSize size) {
  ui::Theme::current().setMode(mode);
  m_language.apply(language);
  const QString suffix = QStringLiteral("-%1-%2x%3").arg(look).arg(size.width()).arg(size.height());
  startAndImport(suffix, size);
  failedImport(suffix, size);
  datasetPages("table", m_tableDataset, suffix, size);
  datasetPages("recordings", m_recordingsDataset, suffix, size);
}
