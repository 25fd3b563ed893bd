// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/page.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <variant>

#include "core/ingest/labels/idx_labels.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/plan/column_rules.h"
#include "ui/pages/common/confirm_lists.h"
#include "ui/pages/import/recordings/arrays.h"
#include "ui/pages/import/recordings/bar.h"
#include "ui/pages/import/recordings/panel.h"
#include "ui/pages/import/recordings/rules.h"
#include "ui/pages/import/recordings/view.h"
#include "ui/pages/import/table/dialect_bar.h"
#include "ui/pages/import/table/forecast_panel.h"
#include "ui/pages/import/table/label_notice.h"
#include "ui/pages/import/table/plan_view.h"
#include "ui/pages/import/table/table_view.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

namespace {

/// Of a table that was surveyed in part, how many samples there are is not known before it is read.
QString importText(const ingest::ImportPlan& plan) {
  if (plan.samples == 1) return ImportPage::tr("Import 1 sample");
  const bool whole = plan.ofRecordings() || plan.surveyedBytes >= plan.sourceBytes;
  const QString text = whole ? ImportPage::tr("Import %1 samples") : ImportPage::tr("Import about %1 samples");
  return text.arg(formatCountShort(plan.samples));
}

}  // namespace

void ImportPage::setSources(const QStringList& paths) {
  // A recipe that was chosen before any files is for those that come first.
  std::string recipe = m_options.sources.empty() ? std::move(m_recipe) : std::string();
  clear();
  m_recipe = std::move(recipe);
  for (const QString& path : paths) m_options.sources.push_back(pathFrom(path));
  if (paths.isEmpty()) return;
  ingest::takeOutLabels(m_options.sources);
  const QFileInfo first(paths.front());
  const QString name = first.isDir() ? first.fileName() : first.completeBaseName();
  const bool arrays = paths.size() == 1 && ingest::isHdf5(m_options.sources.front());
  // Never what is read.
  const QString file = name + (arrays ? QStringLiteral(".masu.h5") : QStringLiteral(".h5"));
  m_target->setPath(Settings::read().proposedPath(first.absolutePath(), file));
  if (arrays) return listArrays();
  inspect();
}

QString ImportPage::helpTopic() const {
  if (m_export) return QStringLiteral("export");
  // A plan that could not be made yet is of what was asked for, or of the arrays that there are to choose from.
  const bool recordings = m_inspection
                              ? m_inspection->plan.ofRecordings()
                              : m_options.as == ingest::SourceKind::recordings || m_recordings->arrays()->hasArrays();
  return recordings ? QStringLiteral("import-recordings") : Page::helpTopic();
}

/// What an HDF5 file made elsewhere holds comes first: which of it is meant is for people to say, so what the names say
/// is put to them.
void ImportPage::listArrays() {
  setBusy(true);
  m_inspect.run<tasks::FoundArrays>(
      {tr("Inspecting %1").arg(shownText(m_options.sources.front().filename().string())), "import", Job::Kind::quiet},
      [file = m_options.sources.front()](const JobContext&) { return tasks::findArrays(file); },
      [this](Result<tasks::FoundArrays> found) {
        if (!found) return deliver(fail(std::move(found.error())));
        ingest::setArrays(m_options.recordings, found->proposed);
        m_recordings->arrays()->setArrays(std::move(found->arrays));
        inspect();
      });
  showEmpty();
}

void ImportPage::addSources(const QStringList& paths) {
  if (m_options.sources.empty()) return setSources(paths);
  for (const QString& path : paths) m_options.sources.push_back(pathFrom(path));
  // Labels that come after their samples are proposed as those that were there before.
  if (ingest::takeOutLabels(m_options.sources)) m_labelProposed = false;
  inspect();
}

void ImportPage::setTarget(const QString& path) {
  m_target->setPath(path);
  lookAtTarget();
}

void ImportPage::setLabel(const QString& column) {
  const int row = rowOf(column);
  if (row >= 0) setRole(row, table::Role::label);
}

int ImportPage::rowOf(const QString& column) const {
  if (!m_inspection) return -1;
  const auto& columns = m_inspection->plan.columns;
  const auto found = std::ranges::find(columns, fromQt(column), &ingest::ColumnPlan::name);
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

void ImportPage::clear() {
  m_inspect.drop();
  m_options = {};
  m_recipe.clear();
  m_inspection.reset();
  m_export.reset();
  m_windowProposed = m_layoutProposed = m_recordingsProposed = m_labelProposed = m_canBeTable = false;
  m_recordings->arrays()->setArrays({});
  m_recordings->rules()->forget();
  m_guessedLabel.clear();
  setPartBytes(0);
  m_labelNotice->forget();
  m_banner->clear();
  m_look.drop();
  m_signal.drop();
  m_resume->hide();
  m_showRejects->hide();
  m_statusLabel->setText(tr("Nothing has been written yet."));
  m_memoryBytes = Settings::read().memoryBytes;
  m_tablePanel->setMemoryBytes(m_memoryBytes);
  session().setPlan(nullptr);
  show();
}

/// What was planned here stays beside the dataset that it became, and goes when another one is opened.
void ImportPage::otherDatasetOpened() {
  const QString own = QFileInfo(m_target->path()).absoluteFilePath();
  const bool isOwn = !session().path().isEmpty() && QFileInfo(session().path()).absoluteFilePath() == own;
  if (m_run.busy()) return;  // it opens its own dataset at its end
  isOwn ? showEmpty() : clear();
}

/// Why there is no plan to look at: sources are being read, have become the dataset that is open, or are to be chosen.
void ImportPage::showEmpty() {
  if (m_inspect.busy() && !m_options.sources.empty()) {
    m_empty->setHeading(tr("Reading %1").arg(shownText(m_options.sources.front().filename().string())));
    m_empty->setSentence(tr("What it holds is shown here in a moment."));
  } else if (session().dataset()) {
    m_empty->setHeading(tr("%1 is imported").arg(shownText(session().name())));
    m_empty->setSentence(tr("Files that are chosen or dropped here become a dataset of their own."));
  } else {
    m_empty->setHeading(tr("Nothing to import yet"));
    m_empty->setSentence(tr("Choose tables or a folder of recordings, or drop them anywhere on this window."));
  }
}

void ImportPage::inspect() {
  if (!m_recipe.empty() && !confirmLists(this, m_recipe, m_options.recordings)) m_recipe.clear();
  setBusy(true);
  tasks::InspectRequest request{m_options, m_recipe, pathFrom(m_target->path()).parent_path(),
                                importResources(m_memoryBytes)};
  m_export.reset();
  using Export = Result<shards::ExportedIndex>;
  using Found = std::variant<tasks::Proposal, Export>;
  m_inspect.run<Found>(
      {tr("Inspecting %1").arg(shownText(m_options.sources.front().filename().string())), "import", Job::Kind::quiet},
      [request](const JobContext& job) -> Result<Found> {
        if (auto index = request.recipe.empty() ? tasks::exportAmong(request.options) : std::nullopt)
          return Found(std::move(*index));
        MASU_TRY(tasks::Proposal proposal, tasks::propose(request, job));
        return Found(std::move(proposal));
      },
      [this](Result<Found> found) {
        if (!found) return deliver(fail(std::move(found.error())));
        if (auto* index = std::get_if<Export>(&*found)) return offerRestore(std::move(*index));
        deliver(std::move(std::get<tasks::Proposal>(*found)));
      });
  showEmpty();
}

/// An export has nothing to plan; that its files are meant as tables is for people to say.
void ImportPage::offerRestore(Result<shards::ExportedIndex> index) {
  setBusy(false);
  m_inspection.reset();
  session().setPlan(nullptr);
  if (index) {
    m_banner->clear();
    const QString samples = formatCount(index->samples());
    const QString format = toQt(shards::name(index->format));
    m_restore->setSentence(index->manifest.empty()
                               ? tr("Restores the dataset that it was made from: %1 samples, in %2.")
                                     .arg(samples, format)
                               : tr("Restores the dataset that it was made from: %1 samples, in %2, with the split %3.")
                                     .arg(samples, format, shownText(index->manifest)));
    m_statusLabel->setText(tr("Nothing has been written yet."));
    m_export = std::move(*index);
  } else {
    m_banner->showError(index.error());
  }
  show();
  Q_EMIT inspected();
}

void ImportPage::refine() {
  setBusy(true);
  tasks::InspectRequest request{m_options, {}, pathFrom(m_target->path()).parent_path(),
                                importResources(m_memoryBytes)};
  m_inspect.run<tasks::Proposal>(
      {tr("Inspecting again"), "import", Job::Kind::quiet},
      [request, plan = m_inspection->plan](const JobContext& job) { return tasks::proposeAgain(plan, request, job); },
      [this](Result<tasks::Proposal> result) { deliver(std::move(result)); });
}

void ImportPage::deliver(Result<tasks::Proposal> result) {
  setBusy(false);
  if (!result) {
    // What the page shows is the last plan that could be made: what was refused burdens no later edit.
    if (m_inspection) m_options = m_inspection->plan.options;
    m_recordings->rules()->refuseEdits(result.error());
    m_banner->showError(result.error());
    show();
    Q_EMIT inspected();
    return;
  }
  m_banner->clear();
  m_windowProposed |= result->window;
  m_layoutProposed |= result->layout;
  m_recordingsProposed |= result->notOneTable.has_value();
  m_inspection = std::move(result->inspection);
  m_options = m_inspection->plan.options;
  if (!std::exchange(m_labelProposed, true) && proposeLabel()) return;
  showProposed();
  lookAtTarget();
  session().setPlan(std::make_shared<const ingest::ImportPlan>(m_inspection->plan));
  show();
  Q_EMIT inspected();
}

/// The same sources again. What was chosen for the other kind means nothing here.
void ImportPage::readAs(ingest::SourceKind kind) {
  ingest::ImportOptions options;
  options.sources = m_options.sources;
  options.as = kind;
  const bool table = m_canBeTable;
  const std::uint64_t partBytes = m_partBytes;
  clear();
  m_canBeTable = table;
  m_partBytes = partBytes;
  m_options = std::move(options);
  inspect();
}

/// A column that is called so becomes the label; the notice says that it was guessed, and takes it back. What only its
/// place speaks for is offered there.
bool ImportPage::proposeLabel() {
  if (!m_recipe.empty()) return false;
  if (m_inspection->plan.ofRecordings()) return proposeRule();
  const auto guess = ingest::guessLabel(m_inspection->plan);
  if (!guess || guess->by != ingest::LabelGuess::By::name) return false;
  m_guessedLabel = guess->column;
  m_options.labels = {guess->column};
  refine();
  return true;
}

/// Labels that names or folders give are offered at once: they show in the rule's field.
bool ImportPage::proposeRule() {
  const ingest::ImportPlan& plan = m_inspection->plan;
  if (!labelRuleText(m_options.recordings).empty()) return false;
  const std::string rule = ingest::proposedLabelRule(plan);
  if (rule.empty()) return false;
  ingest::setLabelRule(m_options.recordings, rule);
  refine();
  return true;
}

void ImportPage::showProposed() {
  if (m_recordingsProposed) {
    m_banner->showSentence(
        Banner::Kind::warn,
        tr("These tables do not go together as one, so each is read as a recording, cut into windows of %1 frames for "
           "now.")
            .arg(formatCount(m_inspection->plan.recordings().window)));
  } else if (m_layoutProposed) {
    m_banner->showSentence(Banner::Kind::warn, tr("These files do not describe their samples. They are read as 16-bit "
                                                  "integers of one channel for now; state the layout below."));
  } else if (m_windowProposed) {
    m_banner->showSentence(Banner::Kind::warn,
                           tr("The recordings differ in length. They are cut into windows of %1 frames for now; change "
                              "window and hop above.")
                               .arg(formatCount(m_inspection->plan.recordings().window)));
  }
  m_windowProposed = m_layoutProposed = m_recordingsProposed = false;
}

void ImportPage::show() {
  const bool any = m_inspection.has_value();
  m_save->setVisible(any);
  const bool recordings = any && m_inspection->plan.ofRecordings();
  m_barFrame->setVisible(any);
  m_actions->setVisible(any || m_export);
  setSideShown(any);
  m_canBeTable = m_canBeTable || (any && !recordings);
  m_kind->setVisible(any && m_canBeTable);
  m_kind->setCurrent(recordings ? 1 : 0);
  // Arrays can be chosen again where the ones proposed make no import.
  const bool arrays = m_recordings->arrays()->hasArrays();
  m_body->setCurrentIndex(m_export ? 3 : recordings || (!any && arrays) ? 2 : any ? 1 : 0);
  showEmpty();
  if (m_export) m_import->setText(tr("Restore %1 samples").arg(formatCountShort(m_export->samples())));
  if (!any) return m_labelNotice->clear();
  m_labelNotice->showPlan(m_inspection->plan, m_guessedLabel);
  m_bars->setCurrentIndex(recordings ? 1 : 0);
  m_side->setCurrentIndex(recordings ? 1 : 0);
  const auto plan = std::make_shared<const ingest::ImportPlan>(m_inspection->plan);
  if (recordings) {
    m_recordingsBar->showPlan(*plan);
    m_recordings->showPlan(plan);
    m_recordingsPanel->showInspection(*m_inspection);
    const auto good = std::count_if(plan->recordings().files.begin(), plan->recordings().files.end(),
                                    [](const auto& file) { return file.problem.empty(); });
    m_import->setText(
        plan->recordings().sampleShape.empty()
            ? counted(tr("Import %n recording(s)", nullptr, static_cast<int>(good)), static_cast<std::uint64_t>(good))
            : importText(*plan));
  } else {
    m_tableBar->showPlan(*plan);
    m_table->showPlan(plan, m_inspection->preview);
    m_tablePanel->showInspection(*m_inspection);
    m_import->setText(importText(*plan));
  }
}

void ImportPage::edit(const std::function<void(ingest::ImportPlan&)>& change) {
  if (!m_inspection) return;
  change(m_inspection->plan);
  show();  // At once; the inspection below refines the figures.
  refine();
}

/// Each part of the page edits its own choices among all of them, so each has what the others asked for.
void ImportPage::takeRecordings(const ingest::RecordingOptions& recordings) {
  m_options.recordings = recordings;
  m_recordingsBar->setOptions(recordings);
  m_recordings->rules()->setOptions(recordings);
  refine();
}

void ImportPage::setRole(int row, table::Role role) {
  edit([&](ingest::ImportPlan& plan) {
    ingest::giveRole(plan, static_cast<std::size_t>(row), role);
    m_options.table.classMap = plan.options.table.classMap;
  });
}

void ImportPage::useColumn(int row, bool used) {
  const table::Kind kind = m_inspection->plan.columns[static_cast<std::size_t>(row)].kind;
  setRole(row, used ? ingest::inputRole(kind) : table::Role::ignored);
}

/// Another type is another reading of the cells: the sources are surveyed again.
void ImportPage::setKind(int row, table::Kind kind) {
  if (!m_inspection) return;
  const std::string& name = m_inspection->plan.columns[static_cast<std::size_t>(row)].name;
  std::erase_if(m_options.table.kinds, [&](const auto& entry) { return entry.first == name; });
  std::erase(m_options.table.text, name);
  if (kind == table::Kind::text)
    m_options.table.text.push_back(name);
  else
    m_options.table.kinds.emplace_back(name, kind);
  refine();
}

void ImportPage::setMissing(int row, std::optional<ingest::MissingRule> rule) {
  if (!m_inspection) return;
  const std::string& name = m_inspection->plan.columns[static_cast<std::size_t>(row)].name;
  std::erase_if(m_options.table.columnMissing, [&](const auto& entry) { return entry.first == name; });
  if (rule) m_options.table.columnMissing.emplace_back(name, *rule);
  refine();
}

}  // namespace masu::ui
