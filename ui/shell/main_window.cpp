// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMimeData>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

#include "core/ingest/recordings/read/source_arrays.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/export/page.h"
#include "ui/pages/import/draft.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/pages/start/page.h"
#include "ui/pages/train/page.h"
#include "ui/shell/action_palette.h"
#include "ui/shell/help_dialog.h"
#include "ui/shell/job_strip.h"
#include "ui/shell/page_factory.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/step_bar.h"
#include "ui/shell/step_states.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/guards.h"
#include "ui/widgets/question.h"

namespace masu::ui {

namespace {

constexpr QSize kDefaultSize(1280, 800);
constexpr QSize kMinSize(960, 600);

/// One that is gone is opened, too: that says so.
bool isDataset(const QString& path) {
  static const QStringList kSuffixes = {"h5", "hdf5"};
  return !QFileInfo(path).isDir() && kSuffixes.contains(QFileInfo(path).suffix().toLower());
}

/// What a drag carries that can be opened: files and folders of this machine, and no addresses of the web.
QStringList localFiles(const QMimeData& dragged) {
  QStringList paths;
  for (const QUrl& url : dragged.urls())
    if (url.isLocalFile()) paths << url.toLocalFile();
  return paths;
}

/// Nothing for HDF5 that was made elsewhere: what of it is meant is chosen where files are imported.
Result<std::optional<OpenedDataset>> openOwn(const std::filesystem::path& path, const JobContext& job) {
  auto opened = openDatasetFile(path, job);
  if (opened) return std::optional(std::move(*opened));
  if (opened.error().code == Errc::format && ingest::isHdf5(path)) return std::optional<OpenedDataset>();
  return fail(std::move(opened.error()));
}

}  // namespace

MainWindow::MainWindow(Session& session, JobRunner& runner, QWidget* parent)
    : QMainWindow(parent),
      m_session(session),
      m_runner(runner),
      m_stepBar(new StepBar),
      m_stack(new QStackedWidget),
      m_strip(new JobStrip(runner)),
      m_opening(runner, this) {
  qApp->installEventFilter(new WheelGuard(this));  // before anything is shown
  qApp->installEventFilter(new PlainTextGuard(this));
  Settings::read().apply();
  setWindowTitle(QStringLiteral("Masu"));
  setWindowIcon(themeIcon("mark", &Tokens::accent));
  setMinimumSize(kMinSize);
  setAcceptDrops(true);
  auto* frame = new QWidget;
  auto* column = new QVBoxLayout(frame);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(m_stepBar);
  row->addWidget(m_stack, 1);
  column->addLayout(row, 1);
  column->addWidget(m_strip);
  setCentralWidget(frame);
  resize(kDefaultSize);

  connect(m_stepBar, &StepBar::stepChosen, this, &MainWindow::goTo);
  connect(m_stepBar, &StepBar::searchChosen, this, &MainWindow::showPalette);
  connect(m_stepBar, &StepBar::settingsChosen, this, &MainWindow::showSettings);
  connect(m_stepBar, &StepBar::helpChosen, this, &MainWindow::showHelp);
  connect(m_stepBar->project(), &QAbstractButton::clicked, this, &MainWindow::showProjectMenu);
  addActions();
  connectSession();
  goTo(Step::start);
}

/// A page that goes may start a last job, which must not be shown on a step bar that is gone already.
MainWindow::~MainWindow() {
  disconnect(&m_runner, nullptr, this, nullptr);
  disconnect(&m_session, nullptr, this, nullptr);
}

QAction* MainWindow::addShortcut(const QString& name, const QString& iconName, const QKeySequence& keys,
                                 std::function<void()> run) {
  auto* action = new QAction(themeIcon(iconName), name, this);
  action->setShortcut(keys);
  connect(action, &QAction::triggered, this, std::move(run));
  addAction(action);
  return action;
}

void MainWindow::addActions() {
  int number = 1;
  for (const Step step : kSteps) {
    const QKeySequence keys(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number++));
    m_stepActions[step] = addShortcut(stepName(step), stepIcon(step), keys, [this, step] { goTo(step); });
  }
  addShortcut(tr("Start"), "start", QKeySequence(Qt::CTRL | Qt::Key_0), [this] { goTo(Step::start); });
  addShortcut(tr("Open files"), "file", QKeySequence::Open, [this] { chooseFiles(); });
  addShortcut(tr("Open project"), "folder-open", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
              [this] { chooseDataset(); });
  addShortcut(tr("Find an action"), "search", QKeySequence(Qt::CTRL | Qt::Key_K), [this] { showPalette(); });
  addShortcut(tr("Help"), "help", QKeySequence(Qt::Key_F1), [this] { showHelp(); });
  addShortcut(tr("Settings"), "settings", QKeySequence(Qt::CTRL | Qt::Key_Comma), [this] { showSettings(); });
  addShortcut(tr("Switch between light and dark"), "eye", {}, [] {
    Theme& theme = Theme::current();
    theme.setMode(theme.isDark() ? Theme::Mode::light : Theme::Mode::dark);
  });
  addShortcut(tr("Do the page’s primary action"), "play", QKeySequence(Qt::CTRL | Qt::Key_Return),
              [this] { page(m_current)->triggerPrimary(); });
  addShortcut(tr("Copy as command"), "code", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
              [this] { page(m_current)->copyCommand(); });
  addShortcut(tr("Filter"), "filter", QKeySequence::Find, [this] { page(m_current)->focusFilter(); });
  addShortcut(tr("Undo"), "undo", QKeySequence(Qt::CTRL | Qt::Key_Z), [this] { page(m_current)->undo(); });
  addShortcut(tr("Redo"), "redo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [this] { page(m_current)->redo(); });
  addShortcut(tr("Cancel all jobs"), "close", {}, [this] { m_runner.cancelAll(); });
  addShortcut(tr("Quit"), "close", QKeySequence::Quit, [this] { close(); });
}

void MainWindow::connectSession() {
  for (const auto signal : {&Session::datasetChanged, &Session::manifestChanged, &Session::planChanged,
                            &Session::estimateChanged, &Session::runChanged})
    connect(&m_session, signal, this, &MainWindow::refreshSteps);
  connect(&m_runner, &JobRunner::changed, this, &MainWindow::refreshSteps);
  connect(&m_opening, &JobSlot::busyChanged, this, &MainWindow::refreshSteps);
  connect(&m_session, &Session::datasetChanged, this, [this] {
    m_strip->forgetEnd();
    if (!m_session.path().isEmpty()) m_strip->setFolder(QFileInfo(m_session.path()).absolutePath());
  });
  connect(&m_runner, &JobRunner::changed, this, [this] {
    if (m_closing && !m_runner.busy()) close();
    changeLanguageWhenIdle();
  });
}

void MainWindow::refreshSteps() {
  m_stepBar->setProject(m_session.name(),
                        m_opening.busy() ? tr("opening %1").arg(m_openingName) : projectDetail(m_session));
  for (const Step step : kSteps) {
    m_stepBar->setState(step, updateState(step));
    const bool available = step == Step::import || m_session.dataset() != nullptr;
    m_stepBar->setAvailable(step, available);
    m_stepActions.at(step)->setEnabled(available);
  }
  m_stepBar->setCurrent(m_current);
  setWindowTitle(m_session.name().isEmpty() ? QStringLiteral("Masu")
                                            : QStringLiteral("%1 – Masu").arg(shownText(m_session.name())));
}

/// A page that is there knows more than the session: that a run waits, or was stopped.
QString MainWindow::updateState(Step step) const {
  const auto made = m_pages.find(step);
  const QString own = made == m_pages.end() ? QString() : made->second->stepState();
  return own.isEmpty() ? stateOf(step, m_session, m_runner) : own;
}

Page* MainWindow::page(Step step) {
  if (const auto found = m_pages.find(step); found != m_pages.end()) return found->second;
  Page* made = makePage(step, m_session, m_runner, m_stack);
  connect(made, &Page::stepRequested, this, &MainWindow::goTo);
  connect(made, &Page::filesChosen, this, &MainWindow::openPaths);
  connect(made, &Page::splitRequested, this, [this] {
    goTo(Step::split);
    static_cast<SplitPage*>(page(Step::split))->keepPreview();
  });
  connect(made, &Page::stepStateChanged, this, &MainWindow::refreshSteps);
  if (const auto* train = qobject_cast<TrainPage*>(made)) {
    connect(train, &TrainPage::sampleOpened, this, [this](quint64 sample) {
      goTo(Step::browse);
      static_cast<BrowsePage*>(page(Step::browse))->open(sample);
    });
  }
  if (const auto* start = qobject_cast<StartPage*>(made))
    connect(start, &StartPage::resumeWanted, this, &MainWindow::resumeWork);
  m_stack->addWidget(made);
  m_pages[step] = made;
  return made;
}

void MainWindow::goTo(Step step) {
  m_current = step;
  Page* front = page(step);
  m_stack->setCurrentWidget(front);
  front->setFocus();
  front->activated();
  refreshSteps();
}

ImportPage& MainWindow::importPage() {
  return static_cast<ImportPage&>(*page(Step::import));
}

void MainWindow::openPaths(const QStringList& paths) {
  if (paths.isEmpty()) return;
  m_afterOpening.reset();
  if (paths.size() == 1 && isDataset(paths.front())) return openDataset(paths.front());
  m_opening.drop();
  goTo(Step::import);
  importPage().setSources(paths);
}

void MainWindow::openDataset(const QString& path) {
  m_openingName = shownText(QFileInfo(path).fileName());
  m_opening.run<std::optional<OpenedDataset>>(
      {.title = tr("Opening %1").arg(m_openingName), .icon = QStringLiteral("folder-open")},
      [file = pathFrom(path)](const JobContext& job) { return openOwn(file, job); },
      [this, path](Result<std::optional<OpenedDataset>> opened) { finishOpening(path, std::move(opened)); });
}

void MainWindow::finishOpening(const QString& path, Result<std::optional<OpenedDataset>> opened) {
  const std::optional<UnfinishedWork> work = std::exchange(m_afterOpening, std::nullopt);
  if (!opened) {
    if (opened.error().code == Errc::cancelled) return;
    goTo(Step::start);
    static_cast<StartPage*>(page(Step::start))->showProblem(opened.error());
    if (opened.error().code == Errc::notFound) m_session.forgetRecent(path);
    return;
  }
  if (!opened->has_value()) {
    goTo(Step::import);
    return importPage().setSources({path});
  }
  m_session.show(std::move(**opened));
  work ? showInterrupted(*work) : goTo(Step::browse);
  // That it is open is seen. The strip hears of the job's end after this.
  QTimer::singleShot(0, m_strip, &JobStrip::forgetEnd);
}

/// Work on a dataset needs that to be open; an import makes one.
void MainWindow::resumeWork(const UnfinishedWork& work) {
  m_opening.drop();
  m_afterOpening.reset();
  const bool isOpen = m_session.dataset() != nullptr && m_session.path() == work.dataset;
  if (work.kind == UnfinishedWork::Kind::importing || isOpen) return showInterrupted(work);
  m_afterOpening = work;
  openDataset(work.dataset);
}

/// On its page, where one more click resumes it.
void MainWindow::showInterrupted(const UnfinishedWork& work) {
  switch (work.kind) {
    case UnfinishedWork::Kind::importing:
      goTo(Step::import);
      return importPage().setDraft(draftOf(work));
    case UnfinishedWork::Kind::training:
      goTo(Step::train);
      return static_cast<TrainPage*>(page(Step::train))->showRun(pathFrom(work.target));
    case UnfinishedWork::Kind::exporting:
      goTo(Step::export_);
      return static_cast<ExportPage*>(page(Step::export_))->showInterrupted(work);
  }
}

void MainWindow::continueFrom(const MainWindow& before) {
  setGeometry(before.geometry());
  if (const auto made = before.m_pages.find(Step::import); made != before.m_pages.end()) {
    const bool planned = m_session.plan() != nullptr;
    importPage().setDraft(static_cast<const ImportPage*>(made->second)->draft());
    if (!planned) m_session.setPlan(nullptr);  // it was imported
  }
  goTo(before.current());
}

void MainWindow::chooseFiles() {
  openPaths(QFileDialog::getOpenFileNames(
      this, tr("Open files"), {},
      tr("Tables and datasets (*.csv *.tsv *.txt *.data *.jsonl *.ndjson *.xlsx *.xlsm *.arff *.ts *.gz *.h5 "
         "*.hdf5);;Recordings (*.wav *.flac *.ogg *.aiff *.edf *.bdf *.hea *.vhdr *.mat *.npy *.npz);;All files (*)")));
}

void MainWindow::chooseDataset() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open project"), {}, tr("Datasets (*.h5 *.hdf5)"));
  if (!path.isEmpty()) openPaths({path});
}

void MainWindow::showProjectMenu() {
  QMenu menu(this);
  menu.addAction(themeIcon("start"), tr("Start"), this, [this] { goTo(Step::start); });
  menu.addAction(themeIcon("folder-open"), tr("Open project"), this, [this] { chooseDataset(); });
  menu.addSeparator();
  for (const RecentFile& file : m_session.recentFiles())
    menu.addAction(themeIcon("box"), shownText(QFileInfo(file.path).completeBaseName()), this,
                   [this, path = file.path] { openPaths({path}); });
  menu.addSeparator();
  menu.addAction(themeIcon("settings"), tr("Settings"), this, &MainWindow::showSettings);
  const QWidget* anchor = m_stepBar->project();
  menu.exec(anchor->mapToGlobal(QPoint(8, anchor->height() - 4)));
}

void MainWindow::showPalette() {
  auto* palette = new ActionPalette(actions() + page(m_current)->actions(), *page(m_current), this);
  palette->show();
}

void MainWindow::showSettings() {
  SettingsDialog dialog(Settings::read(), this);
  if (dialog.exec() != QDialog::Accepted) return;
  const bool otherLanguage = dialog.settings().language != Settings::read().language;
  dialog.settings().write();
  dialog.settings().apply();
  if (otherLanguage) changeLanguage();
}

void MainWindow::showHelp() {
  HelpDialog(page(m_current)->helpTopic(), this).exec();
}

/// The window is made again for it, and what its pages have begun would end with them.
void MainWindow::changeLanguage() {
  m_languageWaits = true;
  const auto running = static_cast<int>(m_runner.visibleJobs().size());
  if (running > 0) {
    const QString text =
        tr("%n job(s) are running. Changing the language now stops them; nothing half-finished is kept.", nullptr,
           running);
    if (confirmed({tr("Change the language during a job"), text, tr("Stop and change"), tr("Change when they end")},
                  this))
      m_runner.cancelAll();
  }
  changeLanguageWhenIdle();
}

/// The last edits of a split are stored first; where they cannot be, its page says why, and stays.
void MainWindow::changeLanguageWhenIdle() {
  if (m_runner.busy() || m_closing || !m_languageWaits) return;
  if (const auto made = m_pages.find(Step::split); made != m_pages.end()) {
    SplitEditor& editor = static_cast<SplitPage*>(made->second)->editor();
    if (editor.unsettled()) {
      return editor.settle([this](const std::optional<Error>& problem) {
        if (!problem) return changeLanguageWhenIdle();
        m_languageWaits = false;
        goTo(Step::split);
      });
    }
  }
  m_languageWaits = false;
  Q_EMIT languageChanged();
}

bool MainWindow::mayClose() {
  const auto running = static_cast<int>(m_runner.visibleJobs().size());
  if (running == 0 || m_closing) return true;
  return confirmed(
      {tr("Quit during a job"),
       tr("%n job(s) are running. Quitting stops them; nothing half-finished is kept.", nullptr, running),
       tr("Stop and quit"), tr("Keep running")},
      this);
}

/// True where the last edits of a split are still on their way to the file: the window closes when they are there.
bool MainWindow::storeFirst() {
  const auto made = m_pages.find(Step::split);
  if (m_stored || made == m_pages.end()) return false;
  SplitEditor& editor = static_cast<SplitPage*>(made->second)->editor();
  if (!editor.unsettled()) return false;
  editor.settle([this](const std::optional<Error>& problem) {
    if (problem && !quitsWithout(*problem)) return;
    m_stored = true;
    close();
    m_stored = false;
  });
  return true;
}

bool MainWindow::quitsWithout(const Error& problem) {
  return confirmed(
      {tr("Not stored"), tr("The last changes to the split were not stored. %1").arg(translated(problem)),
       tr("Quit without them"), tr("Stay")},
      this);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (storeFirst()) return event->ignore();
  if (!mayClose()) return event->ignore();
  if (m_runner.busy()) {
    // The strip shows "stopping"; the window closes when the last job has ended.
    m_closing = true;
    m_runner.cancelAll();
    return event->ignore();
  }
  event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  m_stepBar->setFolded(width() < size::kFoldWidth);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  openPaths(localFiles(*event->mimeData()));
}

}  // namespace masu::ui
