// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the import page: the import itself, recipes, and the signal of a chosen recording.
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "core/tasks/files/disk_room.h"
#include "ui/pages/import/command.h"
#include "ui/pages/import/page.h"
#include "ui/pages/import/recordings/arrays.h"
#include "ui/pages/import/recordings/panel.h"
#include "ui/pages/import/recordings/rules.h"
#include "ui/pages/import/recordings/view.h"
#include "ui/pages/import/table/dialect_bar.h"
#include "ui/pages/import/table/forecast_panel.h"
#include "ui/session/settings.h"
#include "ui/text/command_line.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/question.h"

namespace masu::ui {

namespace {

/// An hour at 8 kHz; of a longer recording the beginning is shown.
constexpr std::uint64_t kMostValues = 28'800'000;

using Signal = std::shared_ptr<const tasks::RecordingSignal>;

struct TargetPlace {
  std::uint64_t finished = 0;  ///< samples of an interrupted import
  std::uint64_t freeBytes = 0;
};

/// An import that would certainly not fit is refused with a sentence; of one that may not, people decide. A part of one
/// that is resumed is on the disk already.
bool isConfirmedToFit(const tasks::Forecast& forecast, const QString& target, QWidget* page) {
  if (forecast.fitsDisk || forecast.leastBytes > forecast.diskFreeBytes) return true;
  const QString text =
      ImportPage::tr(
          "Importing to %1 needs up to %2, and its disk has %3 free. The import stops when the disk is full.")
          .arg(shownText(target), formatBytes(forecast.bytes + forecast.scratchBytes),
               formatBytes(forecast.diskFreeBytes));
  return confirmed({ImportPage::tr("Import"), text, ImportPage::tr("Import all the same"), ImportPage::tr("Cancel")},
                   page);
}

}  // namespace

/// What an import wrote, opened in the same job.
struct ImportPage::Imported {
  tasks::ImportOutcome outcome;
  Result<OpenedDataset> opened;

  static Imported of(tasks::ImportOutcome outcome, const JobContext& job) {
    const std::filesystem::path written = outcome.dataset;
    // It is there, so that a stop comes too late.
    return {std::move(outcome), openDatasetFile(written, {{}, job.progress})};
  }
};

void ImportPage::loadSignal(const QString& path) {
  if (!m_inspection || !m_inspection->plan.ofRecordings()) return;
  const auto& files = m_inspection->plan.recordings().files;
  const auto found = std::ranges::find(files, fromQt(path), &ingest::RecordingPlan::path);
  if (found == files.end()) return;
  const auto recording = static_cast<std::size_t>(found - files.begin());
  m_signal.run<Signal>(
      {tr("Reading %1").arg(path), "wave", Job::Kind::quiet},
      [plan = m_inspection->plan, cache = m_inspection->cache, recording](const JobContext&) -> Result<Signal> {
        MASU_TRY(tasks::RecordingSignal signal, tasks::readSignal(plan, cache.get(), recording, kMostValues));
        return std::make_shared<const tasks::RecordingSignal>(std::move(signal));
      },
      [this, path](Result<Signal> signal) {
        // A file that cannot be read says so in its row already.
        if (signal) m_recordings->showSignal(fromQt(path), *signal);
      });
}

tasks::ImportRequest ImportPage::importRequest() const {
  tasks::ImportRequest request;
  request.plan = m_inspection->plan;
  request.load.cache = m_inspection->cache;
  request.load.target = pathFrom(m_target->path());
  request.load.write.resume = !m_resume->isHidden() && m_resume->isChecked();
  request.load.write.partBytes = m_partBytes;
  request.resources = importResources(m_memoryBytes);
  return request;
}

QString ImportPage::commandLine() const {
  const std::filesystem::path target = pathFrom(m_target->path());
  if (m_inspection && !m_inspect.busy()) return importCommand(m_inspection->plan, target, m_partBytes);
  if (!m_export) return {};
  CommandLine line(QStringLiteral("import"));
  return line.argument(m_options.sources.front()).option("--out", target.string()).text();
}

/// An export of Masu is restored by one process.
std::optional<tasks::ClusterRequest> ImportPage::clusterRequest() const {
  if (!m_inspection || m_inspect.busy()) return std::nullopt;
  const CommandLine line = importLine(m_inspection->plan, pathFrom(m_target->path()), m_partBytes);
  tasks::ClusterRequest request;
  request.work = tasks::ClusterWork::importing;
  request.words = line.words();
  for (const QString& remark : line.remarks()) request.remarks.push_back(Message::marked(fromQt(remark)));
  return request;
}

/// Looks at the place that is to be written to: what an interrupted import of what is on screen left beside it, for
/// an offer to resume that, and what is free on its disk.
void ImportPage::lookAtTarget() {
  m_resume->hide();
  if (!m_inspection || m_run.busy()) return;
  m_statusLabel->setText(tr("Nothing has been written yet."));
  m_look.run<TargetPlace>(
      {tr("Looking for an interrupted import"), "import", Job::Kind::quiet},
      [request = importRequest()](const JobContext&) -> Result<TargetPlace> {
        return TargetPlace{tasks::finishedBefore(request), tasks::freeBytesAt(request.load.target)};
      },
      [this](Result<TargetPlace> place) {
        if (!place || !m_inspection) return;
        m_inspection->forecast.setFreeBytes(place->freeBytes);
        m_inspection->plan.ofRecordings() ? m_recordingsPanel->showDisk(m_inspection->forecast)
                                          : m_tablePanel->showDisk(m_inspection->forecast);
        if (place->finished > 0) offerToResume(place->finished);
      });
}

void ImportPage::offerToResume(std::uint64_t finished) {
  // What people chose for this target stays while they change the plan.
  if (std::exchange(m_offered, m_target->path()) != m_target->path()) m_resume->setChecked(true);
  m_resume->show();
  m_statusLabel->setText(
      counted(tr("%n sample(s) of an interrupted import kept.", nullptr, pluralOf(finished)), finished));
}

/// False where a rule is on screen that is not in the plan: what is imported is what the page shows.
bool ImportPage::settleRules() {
  if (m_export || !m_inspection || !m_inspection->plan.ofRecordings() || m_recordings->rules()->isHidden()) return true;
  const QString unsettled = m_recordings->rules()->settle();
  if (!unsettled.isEmpty()) m_banner->showSentence(Banner::Kind::warn, unsettled);
  return unsettled.isEmpty();
}

void ImportPage::startImport() {
  if (!(m_inspection || m_export) || m_run.busy() || !settleRules()) return;
  if (m_inspect.busy()) {
    // The plan is about to change; the import waits for what is on screen to be true.
    connect(this, &ImportPage::inspected, this, &ImportPage::startImport, Qt::SingleShotConnection);
    return;
  }
  const bool resumes = !m_resume->isHidden() && m_resume->isChecked();
  // What is free at a place that is still being looked at is for the import itself to find out.
  const bool isLooked = m_inspection && !resumes && !m_look.busy();
  if (isLooked && !isConfirmedToFit(m_inspection->forecast, m_target->path(), this)) return lookAtTarget();
  const auto run = [this](bool overwrite) { m_export ? runRestore(overwrite) : runImport(overwrite); };
  if (!QFileInfo::exists(m_target->path())) return run(false);
  const QString text = tr("%1 is there already. Overwrite it? Its splits are kept beside it under another name.")
                           .arg(shownText(QFileInfo(m_target->path()).fileName()));
  if (confirmed({tr("Overwrite"), text, tr("Overwrite"), tr("Cancel")}, this)) run(true);
}

void ImportPage::runRestore(bool overwrite) {
  m_banner->clear();
  m_showRejects->hide();
  m_import->setEnabled(false);
  tasks::ReadBackRequest request{
      m_options.sources.front(), pathFrom(m_target->path()), {}, importResources(m_memoryBytes)};
  request.write.overwrite = overwrite;
  m_statusLabel->setText(tr("Restoring; the files of the export stay as they are."));
  m_run.run<Imported>(
      {tr("Restoring %1").arg(shownText(request.source.filename().string())), "import"},
      [request](const JobContext& job) -> Result<Imported> {
        MASU_TRY(tasks::ImportOutcome outcome, tasks::runReadBack(request, job));
        return Imported::of(std::move(outcome), job);
      },
      [this](Result<Imported> result) { finishImport(std::move(result)); });
}

void ImportPage::runImport(bool overwrite) {
  m_banner->clear();
  m_showRejects->hide();
  tasks::ImportRequest request = importRequest();
  request.load.write.overwrite = overwrite;
  // An offer that has not appeared yet was not declined, unless it was made before.
  const bool declined = m_offered == m_target->path() && !m_resume->isChecked();
  const bool looks = m_look.busy() && !declined;
  m_look.drop();
  m_resume->hide();
  m_offered.clear();
  m_import->setEnabled(false);
  m_statusLabel->setText(tr("Importing; the plan is fixed meanwhile."));
  const UnfinishedWork work = workOf(request.plan, toQt(request.load.target), m_partBytes);
  noteWork(work);
  m_run.run<Imported>(
      {tr("Importing %1").arg(sourcesName(request.plan)), "import"},
      [request, looks](const JobContext& job) mutable -> Result<Imported> {
        if (looks) request.load.write.resume = tasks::finishedBefore(request) > 0;
        MASU_TRY(tasks::ImportOutcome outcome, tasks::runImport(request, job));
        return Imported::of(std::move(outcome), job);
      },
      [this, target = work.target](Result<Imported> result) {
        result ? forgetWork(target) : noteInterruption(target);
        finishImport(std::move(result));
      });
}

void ImportPage::finishImport(Result<Imported> result) {
  m_import->setEnabled(true);
  m_statusLabel->setText(tr("Nothing has been written yet."));
  if (!result) {
    m_banner->showError(result.error());
    lookAtTarget();
    Q_EMIT imported();
    return;
  }
  const ingest::ImportReport& report = result->outcome.report;
  if (!result->opened) {
    m_banner->showError(result->opened.error());
    Q_EMIT imported();
    return;
  }
  session().show(std::move(*result->opened));
  QStringList says = {counted(tr("%n sample(s) written in %1.", nullptr, pluralOf(report.samples)), report.samples)
                          .arg(formatDuration(report.seconds))};
  if (report.continuedFrom > 0)
    says << tr("The interrupted import had finished %1 of them.").arg(formatCount(report.continuedFrom));
  m_statusLabel->setText(joinedSentences(says));
  m_rejects = report.rejectsFile;
  m_showRejects->setVisible(!m_rejects.empty());
  QStringList notes;
  if (report.rejected > 0)
    notes << counted(tr("%1 of %n record(s) did not fit: see %2.", nullptr, pluralOf(report.records)), report.records)
                 .arg(formatCount(report.rejected),
                      shownText(QFileInfo(toQt(report.rejectsFile)).fileName()).toHtmlEscaped());
  for (const Message& note : report.notes) notes << translated(note).toHtmlEscaped();
  if (report.filtered > 0)
    notes << counted(tr("The filter left out %n record(s).", nullptr, pluralOf(report.filtered)), report.filtered);
  if (!notes.isEmpty()) m_banner->showSentence(Banner::Kind::warn, joinedSentences(notes));
  Q_EMIT imported();
  if (report.rejected == 0 && report.notes.empty()) Q_EMIT stepRequested(Step::browse);
}

ImportDraft ImportPage::draft() const {
  return {m_options,        m_recipe,     m_inspection,   m_recordings->arrays()->arrays(),
          m_target->path(), m_canBeTable, m_guessedLabel, m_partBytes};
}

void ImportPage::setDraft(ImportDraft draft) {
  clear();
  m_options = std::move(draft.options);
  if (!draft.target.isEmpty()) m_target->setPath(draft.target);
  if (!draft.recipe.empty() && m_options.sources.empty()) return setRecipe(std::move(draft.recipe));
  m_recipe = std::move(draft.recipe);
  m_recordings->arrays()->setArrays(std::move(draft.arrays));
  m_canBeTable = draft.canBeTable;
  m_guessedLabel = std::move(draft.guessedLabel);
  m_labelProposed = true;
  setPartBytes(draft.partBytes);
  if (m_options.sources.empty()) return;
  if (!draft.inspection) return inspect();
  deliver(tasks::Proposal{.inspection = std::move(*draft.inspection), .notOneTable = std::nullopt});
}

void ImportPage::loadRecipe() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Use a recipe"), {}, tr("Recipes (*.json)"));
  if (path.isEmpty()) return;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return m_banner->showSentence(Banner::Kind::bad, tr("%1 cannot be read.").arg(path.toHtmlEscaped()));
  setRecipe(file.readAll().toStdString());
}

void ImportPage::setRecipe(std::string recipe) {
  m_recipe = std::move(recipe);
  if (m_options.sources.empty())
    m_banner->showSentence(Banner::Kind::warn, tr("The recipe is used for the files you choose next."));
  else
    inspect();
}

void ImportPage::saveRecipe() {
  if (!m_inspection || !settleRules()) return;
  const QString name = QFileInfo(m_target->path()).completeBaseName() + QStringLiteral(".recipe.json");
  const QString path = QFileDialog::getSaveFileName(this, tr("Save recipe"), name, tr("Recipes (*.json)"));
  if (path.isEmpty()) return;
  // The dialog has asked already whether to replace a file that is there.
  const auto saved = tasks::saveRecipe({m_inspection->plan, pathFrom(path), true, {}});
  if (!saved) m_banner->showError(saved.error());
}

}  // namespace masu::ui
