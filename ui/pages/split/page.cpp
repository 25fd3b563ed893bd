// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/page.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "ui/charts/figure/ratio_bar.h"
#include "ui/pages/split/checks.h"
#include "ui/pages/split/classes.h"
#include "ui/pages/split/compare.h"
#include "ui/pages/split/form.h"
#include "ui/pages/split/manifests.h"
#include "ui/pages/split/options.h"
#include "ui/pages/split/plan.h"
#include "ui/pages/split/samples.h"
#include "ui/pages/split/tabs.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
SplitPage::SplitPage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(QStringLiteral("splits"), tr("Split"),
                  tr("Choose what the network learns from, and what it is evaluated on."), session, runner, parent),
      m_editor(runner),
      m_listJob(runner),
      m_manifests(new SplitManifests(session, runner, this)) {
  buildHeader();
  buildToolBar();
  setContent(buildBody(), QStringLiteral("split"),
             tr("Its samples can then be divided into train, validation and test."));
  buildSide();
  connectParts();
}

SplitPage::~SplitPage() = default;

QString SplitPage::stepState() const {
  const tasks::ManifestFacts* info = session().dataset() ? session().manifestInfo() : nullptr;
  if (info == nullptr) return {};
  const QString shares = formatShares({info->counts.train, info->counts.validation, info->counts.test});
  return shares.isEmpty() ? shownText(info->name) : shares;
}

manifest::SplitPlan SplitPage::plan() const {
  manifest::SplitPlan plan;
  plan.ratios = m_bar->ratios();
  m_form->fill(plan, fromQt(m_options->orderChosen()));
  m_options->fill(plan);
  return plan;
}

void SplitPage::takePlan(const manifest::SplitPlan& plan) {
  if (plan.ratios[0] + plan.ratios[1] + plan.ratios[2] > 0) m_bar->setRatios(plan.ratios);
  m_form->setPlan(plan);
  m_options->setPlan(plan);
}

bool SplitPage::busy() const {
  return m_editor.busy() || m_editor.storing() || m_manifests->busy() || m_listJob.busy();
}

bool SplitPage::frozen() const {
  const tasks::ManifestFacts* info = session().manifestInfo();
  return info != nullptr && info->frozen;
}

void SplitPage::triggerPrimary() {
  drawAgain();
}

QString SplitPage::commandLine() const {
  if (!session().dataset() || stale() || m_editor.draft() == nullptr) return {};
  const QString line = splitCommand(session().dataset()->path(), fromQt(session().manifest()), plan());
  const std::uint64_t moved = m_editor.movedByHand() + manifest::editedSamples(m_editor.origin());
  return moved == 0 ? line : QStringLiteral("# %1\n").arg(tr("without what was moved by hand")) + line;
}

void SplitPage::focusFilter() {
  m_samples->filterField()->setFocus(Qt::ShortcutFocusReason);
  m_samples->filterField()->selectAll();
}

void SplitPage::undo() {
  if (!frozen()) m_editor.undo();
}

void SplitPage::redo() {
  if (!frozen()) m_editor.redo();
}

void SplitPage::hideEvent(QHideEvent* event) {
  // Other pages read the file.
  if (m_editor.storing()) m_editor.afterStoring([] {});
  DatasetPage::hideEvent(event);
}

void SplitPage::datasetChanged() {
  m_editor.close();
  m_listJob.drop();
  m_shown.reset();
  m_plan.reset();
  m_keepWanted = false;
  const auto dataset = session().dataset();
  m_samples->setDataset(dataset);
  if (!dataset) return;
  const bool classes = !dataset->meta().classes.empty();
  m_options->setDataset(*dataset);
  takePlan({});
  showCounts({});
  m_form->setPossible(classes, m_options->hasGroups(), !m_options->orderChosen().isEmpty());
  m_classes->setVisible(classes);
  m_classLine->setVisible(classes);
}

void SplitPage::manifestChanged() {
  const auto dataset = session().dataset();
  if (!dataset) return;
  m_tabs->setManifests(session().info()->manifests, session().manifest());
  Q_EMIT stepStateChanged();
  const bool same = m_editor.draft() != nullptr && &m_editor.draft()->dataset() == dataset.get() &&
                    m_editor.name() == session().manifest();
  if (same) return updateState();  // what is shown is what was stored
  m_editor.open(dataset, session().manifest());
}

void SplitPage::opened() {
  if (m_editor.stored()) return changed();
  if (!m_plan) m_plan = tasks::proposedSplit(m_editor.draft()->dataset());
  takePlan(*m_plan);
  draw(*m_plan);
}

void SplitPage::changed() {
  banner().clear();
  m_plan = manifest::planOf(m_editor.origin());
  if (m_plan) takePlan(*m_plan);
  m_shown = outcomeOf(*m_editor.draft());
  const bool byHand = m_editor.movedByHand() + manifest::editedSamples(m_editor.origin()) > 0;
  if (!m_plan || byHand) m_bar->setRatios(sharesFromCounts(m_shown->counts));
  showCounts(*m_shown);
  updateState();
  if (std::exchange(m_keepWanted, false) && !m_editor.stored()) m_editor.save();
}

void SplitPage::keepPreview() {
  if (m_editor.stored()) return;
  if (m_editor.draft() == nullptr || m_editor.busy()) {
    m_keepWanted = true;
  } else {
    m_editor.save();
  }
}

void SplitPage::saved(const tasks::ManifestFacts& facts) {
  // Of a dataset that is no longer open: its splits are read again when it is.
  if (!stale()) session().putManifest(facts);
}

void SplitPage::showCounts(const tasks::SplitOutcome& outcome) {
  m_bar->setCounts(shownCounts(outcome.counts));
  m_classes->setOutcome(outcome, session().dataset()->meta().classes);
}

QString SplitPage::note() const {
  if (frozen()) return tr("frozen");
  if (!m_editor.stored()) return tr("a preview: no run uses it before it is kept");
  const std::uint64_t moved = m_editor.movedByHand() + manifest::editedSamples(m_editor.origin());
  if (moved == 1) return tr("1 sample moved by hand");
  if (moved > 0) return tr("%1 samples moved by hand").arg(formatCount(moved));
  return m_plan ? QString() : tr("not drawn by ratios");
}

void SplitPage::updateState() {
  m_bar->setReadOnly(frozen());
  m_options->setFrozen(frozen());
  m_samples->setFrozen(frozen());
  m_checks->setFrozen(frozen());
  m_form->setState(m_editor.stored(), frozen());
  setStyleProperty(m_note, "role", m_editor.stored() ? "label" : "warn");
  m_note->setText(note());
  m_undoButton->setEnabled(m_editor.history().canUndo() && !frozen());
  m_redoButton->setEnabled(m_editor.history().canRedo() && !frozen());
  // Else the focus would go to what is beside it, a menu with "Delete".
  if (frozen() && m_freeze->hasFocus()) setFocus();
  m_freeze->setVisible(!frozen());
  m_freeze->setEnabled(m_editor.stored());
  m_compare->setEnabled(session().info() && session().info()->manifests.size() > 1);
}

void SplitPage::previewShares() {
  if (m_shown && m_options->plain()) showCounts(sharesOf(*m_shown, m_bar->ratios()));
}

void SplitPage::edited() {
  if (m_editor.draft() != nullptr && !frozen()) draw(plan());
}

void SplitPage::draw(const manifest::SplitPlan& plan) {
  m_plan = plan;
  m_editor.replace(tr("Draw the split"), [plan, resources = chosenResources()](const store::Dataset& dataset,
                                                                           const JobContext& job) {
    return tasks::drawSplit(dataset, plan, job, resources);
  });
}

void SplitPage::drawAgain() {
  if (m_editor.draft() == nullptr || frozen()) return;
  manifest::SplitPlan wanted = plan();
  if (!m_editor.stored()) return m_editor.save();
  // The same seed gives the same split; drawing again is asking for another.
  if (m_plan && manifest::describe(*m_plan) == manifest::describe(wanted)) ++wanted.seed;
  draw(wanted);
}

void SplitPage::mend(const manifest::Remedy& remedy) {
  if (frozen() || m_editor.draft() == nullptr) return;
  if (remedy.redraw) return redraw(*remedy.redraw);
  const auto aside = std::make_shared<const manifest::SampleSet>(remedy.setAside);
  m_editor.move([aside](const manifest::Draft&) -> Result<manifest::SampleSet> { return *aside; },
                store::Split::unused);
}

/// By the plan that the manifest has, whatever the ratios have come to since, and without what was set aside.
void SplitPage::redraw(const manifest::Redraw& how) {
  const manifest::SplitPlan before = m_plan ? *m_plan : plan();
  const auto shown = std::make_shared<const store::Assignment>(m_editor.draft()->assignment());
  m_plan = manifest::redrawn(before, how);
  m_editor.replace(tr("Draw the split"), [before, how, shown, resources = chosenResources()](
                                             const store::Dataset& dataset, const JobContext& job) {
    return tasks::drawAgain(dataset, before, how, *shown, job, resources);
  });
}

void SplitPage::addManifest() {
  m_plan = plan();
  m_plan->seed += 1;
  session().setManifest(m_manifests->freeName(tr("split-%1"), {}));
}

void SplitPage::saveAs(const QString& name) {
  if (name.isEmpty()) return;
  m_editor.storeAs(name, [this, name] {
    if (!stale()) m_manifests->refresh(name);
  });
}

void SplitPage::askSaveAs() {
  bool accepted = false;
  const QString name = QInputDialog::getText(this, tr("Save as"), tr("Name of the manifest"), QLineEdit::Normal,
                                             m_manifests->freeName(tr("split-%1"), {}), &accepted);
  if (accepted) saveAs(name.trimmed());
}

void SplitPage::compare() {
  QStringList names;
  for (const tasks::ManifestFacts& manifest : session().info()->manifests) names << toQt(manifest.name);
  auto* dialog = new SplitCompare(session().dataset()->path(), names, session().manifest(), runner(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
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
  if (frozen()) return;
  const auto work = [directory = pathFrom(folder), resources = chosenResources()](const store::Dataset& dataset,
                                                                                  const JobContext&) {
    return tasks::splitFromLists(dataset, directory, resources);
  };
  m_editor.replace(tr("Read lists"), work, SplitEditor::Keep::yes);
}

void SplitPage::writeLists(const QString& folder) {
  m_editor.afterStoring([this, folder] {
    m_listJob.run<tasks::SplitOutcome>(
        {.title = tr("Write lists"), .icon = QStringLiteral("list-out"), .kind = Job::Kind::visible},
        [file = session().dataset()->path(), name = fromQt(session().manifest()), directory = pathFrom(folder),
         resources = chosenResources()](const JobContext&) {
          return tasks::writeManifest(file, name, directory, false, manifest::TextForm::csv, resources);
        },
        [this](Result<tasks::SplitOutcome> written) {
          if (!written) return banner().showError(written.error());
          banner().clear();
        });
  });
}

}  // namespace masu::ui
