#include "ui/pages/split_page.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/charts/ratio_bar.h"
#include "ui/charts/split_bar.h"
#include "ui/pages/pane_line.h"
#include "ui/pages/split_page_facts.h"
#include "ui/pages/split_page_form.h"
#include "ui/pages/split_page_jobs.h"
#include "ui/pages/split_page_plan.h"
#include "ui/pages/split_page_rules.h"
#include "ui/pages/split_page_tabs.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr std::size_t kUndoSteps = 20;
constexpr int kClassesWidth = 288;

manifest::SplitPlan firstPlan(const store::Dataset& dataset) {
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.stratify = !dataset.meta().classes.empty();
  return plan;
}

}  // namespace

SplitPage::SplitPage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(Step::split, tr("Split"), tr("Choose what the network learns from, and what it is judged by."),
                  session, runner, parent),
      m_job(runner),
      m_listJob(runner) {
  buildHeader();
  QHBoxLayout* bar = addToolBar();
  m_tabs = new SplitTabs;
  bar->addWidget(m_tabs, 1);
  showWithDataset(bar->parentWidget());
  setContent(buildBody(), QStringLiteral("split"),
             tr("Its samples can then be divided into train, validation and test."));
  m_facts = new SplitFacts;
  addSidePanel(size::kSide)->addWidget(m_facts);

  connect(m_tabs, &SplitTabs::chosen, this, [this](const QString& name) { this->session().setManifest(name); });
  connect(m_tabs, &SplitTabs::newRequested, this, &SplitPage::addManifest);
  connect(m_bar, &RatioBar::ratiosMoved, this, &SplitPage::previewShares);
  connect(m_bar, &RatioBar::ratiosCommitted, this, &SplitPage::edited);
  connect(m_form, &SplitForm::edited, this, &SplitPage::edited);
  connect(m_form, &SplitForm::drawRequested, this, &SplitPage::drawAgain);
  connect(m_rules, &SplitRules::edited, this, &SplitPage::edited);
  connect(m_facts, &SplitFacts::freezeRequested, this, &SplitPage::freeze);
  connect(m_facts, &SplitFacts::copyRequested, this, &SplitPage::copy);
  connect(&m_job, &JobSlot::busyChanged, this, &SplitPage::setBusy);
}

SplitPage::~SplitPage() = default;

void SplitPage::buildHeader() {
  m_undoButton = makeIconButton(QStringLiteral("undo"), tr("Undo (Ctrl+Z)"));
  m_redoButton = makeIconButton(QStringLiteral("redo"), tr("Redo (Ctrl+Shift+Z)"));
  QPushButton* read = makeButton(tr("Read lists"), QStringLiteral("list-in"));
  QPushButton* write = makeButton(tr("Write lists"), QStringLiteral("list-out"));
  read->setToolTip(tr("Takes train.csv, validation.csv and test.csv, or .txt lists of file names, from a folder."));
  write->setToolTip(tr("Writes train.csv, validation.csv and test.csv into a folder."));
  for (QWidget* action : {static_cast<QWidget*>(m_undoButton), static_cast<QWidget*>(m_redoButton),
                          static_cast<QWidget*>(read), static_cast<QWidget*>(write)}) {
    addHeaderAction(action);
    showWithDataset(action);
  }
  showWithDataset(addNextStep(tr("Fit"), Step::fit));
  connect(m_undoButton, &QToolButton::clicked, this, &SplitPage::undo);
  connect(m_redoButton, &QToolButton::clicked, this, &SplitPage::redo);
  connect(read, &QPushButton::clicked, this, [this] { askForFolder(true); });
  connect(write, &QPushButton::clicked, this, [this] { askForFolder(false); });
  m_undoButton->setEnabled(false);
  m_redoButton->setEnabled(false);
}

QWidget* SplitPage::buildBody() {
  m_bar = new RatioBar;
  m_form = new SplitForm;
  m_classes = new ClassBars;
  m_furthest = makeLabel({}, "caption");
  m_furthest->setWordWrap(true);
  m_rules = new SplitRules;

  auto* top = new QWidget;
  top->setProperty("pane", "section");
  top->setAttribute(Qt::WA_StyledBackground);
  auto* topColumn = new QVBoxLayout(top);
  topColumn->setContentsMargins(size::kLeft, 16, size::kRight, 12);
  topColumn->setSpacing(8);
  topColumn->addWidget(m_bar);
  topColumn->addWidget(m_form);

  auto* scrolled = new QWidget;
  auto* classColumn = new QVBoxLayout(scrolled);
  classColumn->setContentsMargins(size::kLeft, 0, size::kRight, 12);
  classColumn->addWidget(m_classes);
  classColumn->addWidget(m_furthest);
  classColumn->addStretch();
  auto* scroll = new QScrollArea;
  scroll->setWidget(scrolled);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_classPane = new QWidget;
  m_classPane->setFixedWidth(kClassesWidth);
  auto* left = new QVBoxLayout(m_classPane);
  left->setContentsMargins(0, 12, 0, 0);
  left->setSpacing(0);
  auto* heading = makeLabel(tr("Classes"), "heading");
  heading->setContentsMargins(size::kLeft, 0, 0, 0);
  left->addWidget(heading);
  left->addWidget(scroll, 1);

  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(top);
  auto* lower = new QHBoxLayout;
  lower->setSpacing(0);
  lower->addWidget(m_classPane);
  m_classLine = new PaneLine(Qt::Vertical);
  lower->addWidget(m_classLine);
  lower->addWidget(m_rules, 1);
  column->addLayout(lower, 1);
  return body;
}

QString SplitPage::stepState() const {
  const tasks::ManifestInfo* info = session().dataset() ? session().manifestInfo() : nullptr;
  if (info == nullptr) return {};
  const double all = static_cast<double>(info->counts.train + info->counts.validation + info->counts.test);
  if (all <= 0) return toQt(info->name);
  const auto part = [all](std::uint64_t count) { return qRound(static_cast<double>(count) / all * 100); };
  return QStringLiteral("%1 %2 %3")
      .arg(part(info->counts.train))
      .arg(part(info->counts.validation))
      .arg(part(info->counts.test));
}

bool SplitPage::stored() const {
  return session().manifestInfo() != nullptr;
}
bool SplitPage::frozen() const {
  return stored() && session().manifestInfo()->frozen;
}

manifest::SplitPlan SplitPage::plan() const {
  manifest::SplitPlan plan;
  plan.ratios = m_bar->ratios();
  plan.rules = m_rules->rules();
  m_form->fill(plan);
  return plan;
}

void SplitPage::triggerPrimary() {
  drawAgain();
}

void SplitPage::datasetChanged() {
  m_job.drop();
  m_listJob.drop();
  m_shown.reset();
  m_undo.clear();
  m_redo.clear();
  const auto dataset = session().dataset();
  if (!dataset) return;
  const bool classes = !dataset->meta().classes.empty();
  m_form->setPossible(classes, dataset->find("group") != nullptr);
  m_rules->setSources(dataset->meta().sources);
  m_classPane->setVisible(classes);
  m_classLine->setVisible(classes);
}

void SplitPage::manifestChanged() {
  const auto dataset = session().dataset();
  m_job.drop();
  if (!dataset) return;
  m_tabs->setManifests(session().info()->manifests, session().manifest());
  Q_EMIT stepStateChanged();
  if (!stored()) {
    if (!m_plan) m_plan = firstPlan(*dataset);
    takePlan(*m_plan);
    return preview();
  }
  m_job.run<LoadedSplit>(
      {.title = tr("Read the split"), .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [dataset, name = fromQt(session().manifest())](const JobContext&) { return loadSplit(*dataset, name); },
      [this](Result<LoadedSplit> loaded) {
        if (!loaded) return banner().showError(loaded.error());
        m_plan = planFrom(loaded->origin);
        if (m_plan) takePlan(*m_plan);
        showOutcome(loaded->outcome);
      });
}

void SplitPage::takePlan(const manifest::SplitPlan& plan) {
  if (plan.ratios[0] + plan.ratios[1] + plan.ratios[2] > 0) m_bar->setRatios(plan.ratios);
  m_form->setPlan(plan);
  m_rules->setRules(plan.rules);
}

void SplitPage::showOutcome(const tasks::SplitOutcome& outcome) {
  m_shown = outcome;
  showCounts(outcome);
  tellState();
}

void SplitPage::showCounts(const tasks::SplitOutcome& outcome) {
  const auto dataset = session().dataset();
  m_bar->setCounts(shownCounts(outcome.counts));
  if (!m_plan) m_bar->setRatios(sharesFromCounts(outcome.counts));
  std::vector<ClassBars::Row> rows;
  for (std::size_t i = 0; i < outcome.perClass.size(); ++i) {
    const auto& stored = outcome.perClass[i];
    const QString name = i < dataset->meta().classes.size() ? toQt(dataset->meta().classes[i]) : QString::number(i);
    rows.push_back({name, {stored[0], stored[1], stored[2], stored[3]}});
  }
  m_classes->setRows(std::move(rows));
  const FurthestClass furthest = furthestClass(outcome);
  m_furthest->setText(
      furthest.index < 0 ? QString()
      : furthest.by < 0.0005
          ? tr("Every class has its share in every split.")
          : tr("Class %1 is furthest from its share, by %2.")
                .arg(m_classes->rows()[static_cast<std::size_t>(furthest.index)].name, formatPercent(furthest.by, 1)));
}

void SplitPage::tellState() {
  m_bar->setReadOnly(frozen());
  m_rules->setFrozen(frozen());
  m_form->setState(stored(), frozen(),
                   frozen()    ? tr("frozen")
                   : !stored() ? tr("a preview, not kept yet")
                   : m_plan    ? QString()
                               : tr("read from lists"));
  m_facts->setState(
      {session().manifest(), stored(), frozen(), m_plan, m_shown ? m_shown->counts : manifest::SplitCounts{}});
  m_undoButton->setEnabled(!m_undo.empty() && !frozen());
  m_redoButton->setEnabled(!m_redo.empty() && !frozen());
}

void SplitPage::previewShares() {
  if (m_shown && m_rules->rules().empty()) showCounts(sharesOf(*m_shown, m_bar->ratios()));
}

void SplitPage::edited() {
  if (!session().dataset() || frozen()) return;
  m_plan = plan();
  if (stored()) {
    draw();
  } else {
    preview();
  }
}

void SplitPage::preview() {
  m_job.run<tasks::SplitOutcome>(
      {.title = tr("Preview the split"), .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), plan = plan()](const JobContext&) { return tasks::previewSplit(*dataset, plan); },
      [this](Result<tasks::SplitOutcome> outcome) {
        if (!outcome) return banner().showError(outcome.error());
        banner().clear();
        showOutcome(*outcome);
      });
}

void SplitPage::drawAgain() {
  if (!session().dataset() || frozen()) return;
  manifest::SplitPlan wanted = plan();
  // The same seed gives the same split; drawing again is asking for another.
  if (stored() && m_plan && manifest::describe(*m_plan) == manifest::describe(wanted)) ++wanted.seed;
  m_form->setPlan(wanted);
  m_plan = wanted;
  draw();
}

void SplitPage::draw() {
  const tasks::SplitRequest request{session().dataset()->path(), fromQt(session().manifest()), plan()};
  m_job.run<DrawnSplit>(
      {.title = tr("Draw the split"), .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), request](const JobContext& job) { return drawSplit(*dataset, request, job); },
      [this](Result<DrawnSplit> drawn) {
        if (!drawn) return banner().showError(drawn.error());
        banner().clear();
        if (drawn->before) remember(std::move(*drawn->before));
        showOutcome(drawn->outcome);
        reload();
      });
}

void SplitPage::reload() {
  if (auto again = session().reload(); !again) banner().showError(again.error());
}

void SplitPage::remember(ManifestState before) {
  m_redo.clear();
  m_undo.push_back(std::move(before));
  if (m_undo.size() > kUndoSteps) m_undo.pop_front();
}

void SplitPage::undo() {
  restore(m_undo, m_redo);
}
void SplitPage::redo() {
  restore(m_redo, m_undo);
}

void SplitPage::restore(std::deque<ManifestState>& from, std::deque<ManifestState>& to) {
  if (from.empty() || !session().dataset() || m_job.busy()) return;
  const ManifestState wanted = from.back();
  const QString name = toQt(wanted.manifest.name);
  m_job.run<ManifestState>(
      {.title = tr("Undo"), .icon = QStringLiteral("undo"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), wanted](const JobContext&) { return exchangeManifest(*dataset, wanted); },
      [this, &from, &to, name](Result<ManifestState> replaced) {
        if (!replaced) return banner().showError(replaced.error());
        from.pop_back();
        to.push_back(std::move(*replaced));
        session().setManifest(name);
        reload();
      });
}

void SplitPage::addManifest() {
  QStringList taken;
  for (const tasks::ManifestInfo& manifest : session().info()->manifests) taken << toQt(manifest.name);
  QString name;
  for (int number = 2; name.isEmpty() || taken.contains(name); ++number) name = tr("split-%1").arg(number);
  m_plan = plan();
  m_plan->seed += 1;
  session().setManifest(name);
}

void SplitPage::freeze() {
  m_job.run<Done>(
      {.title = tr("Freeze"), .icon = QStringLiteral("lock"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), name = fromQt(session().manifest())](const JobContext&) {
        return freezeManifest(*dataset, name);
      },
      [this](Result<Done> done) {
        if (!done) return banner().showError(done.error());
        m_undo.clear();
        m_redo.clear();
        reload();
      });
}

void SplitPage::copy() {
  const QString from = session().manifest();
  QStringList taken;
  for (const tasks::ManifestInfo& manifest : session().info()->manifests) taken << toQt(manifest.name);
  QString name = tr("%1-copy").arg(from);
  for (int number = 2; taken.contains(name); ++number) name = tr("%1-copy-%2").arg(from).arg(number);
  m_job.run<Done>(
      {.title = tr("Copy"), .icon = QStringLiteral("copy"), .kind = Job::Kind::quiet},
      [dataset = session().dataset(), from = fromQt(from), to = fromQt(name)](const JobContext&) {
        return copyManifest(*dataset, from, to);
      },
      [this, name](Result<Done> done) {
        if (!done) return banner().showError(done.error());
        reload();
        session().setManifest(name);
      });
}

void SplitPage::askForFolder(bool toRead) {
  const QString start = QFileInfo(session().path()).absolutePath();
  const QString title = toRead ? tr("Folder that holds the lists") : tr("Folder to write the lists into");
  const QString folder = QFileDialog::getExistingDirectory(this, title, start);
  if (folder.isEmpty()) return;
  if (toRead) {
    readLists(folder);
  } else {
    writeLists(folder);
  }
}

void SplitPage::readLists(const QString& folder) {
  const tasks::SplitRequest target{session().dataset()->path(), fromQt(session().manifest()), {}};
  m_listJob.run<DrawnSplit>(
      {.title = tr("Read lists"), .icon = QStringLiteral("list-in"), .kind = Job::Kind::visible},
      [dataset = session().dataset(), target, directory = pathFrom(folder)](const JobContext&) {
        return readSplit(*dataset, target, directory);
      },
      [this](Result<DrawnSplit> read) {
        if (!read) return banner().showError(read.error());
        banner().clear();
        if (read->before) remember(std::move(*read->before));
        m_plan.reset();
        reload();
      });
}

void SplitPage::writeLists(const QString& folder) {
  m_listJob.run<tasks::SplitOutcome>(
      {.title = tr("Write lists"), .icon = QStringLiteral("list-out"), .kind = Job::Kind::visible},
      [file = session().dataset()->path(), name = fromQt(session().manifest()),
       directory = pathFrom(folder)](const JobContext&) { return tasks::writeManifest(file, name, directory, false); },
      [this](Result<tasks::SplitOutcome> written) {
        if (!written) return banner().showError(written.error());
        banner().clear();
      });
}

}  // namespace masu::ui
