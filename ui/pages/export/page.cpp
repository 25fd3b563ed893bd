// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/export/page.h"

#include <QCheckBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>
#include <map>
#include <utility>

#include "ui/delegates/table_delegate.h"
#include "ui/models/shard_tree_model.h"
#include "ui/pages/common/receipt_dialog.h"
#include "ui/pages/export/form.h"
#include "ui/pages/export/snippet.h"
#include "ui/pages/export/unfinished.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/question.h"

namespace masu::ui {
namespace {

constexpr int kSideWidth = 432;
constexpr int kRowHeight = 25;
/// A plan counts samples of a whole manifest: not at each key.
constexpr int kPlanMilliseconds = 150;

/// A plan, with the programs that read what it writes: a title and a text each.
struct PlannedExport {
  tasks::PlannedExport folder;
  std::vector<std::pair<std::string, std::string>> programs;
};

Result<PlannedExport> planWith(const tasks::ExportRequest& request, const JobContext& job) {
  PlannedExport planned;
  MASU_TRY(planned.folder, tasks::planExportFolder(request, job.stop));
  for (const shards::Framework framework : shards::frameworksFor(request.options.format)) {
    // One that does not read this dataset is left out.
    if (auto text = tasks::exportSnippet(request, framework)) {
      planned.programs.emplace_back(shards::title(framework), std::move(*text));
    }
  }
  return planned;
}

using BytesByFormat = std::map<shards::Format, std::uint64_t>;

/// Formats that cannot hold the dataset are left out.
Result<BytesByFormat> weighAll(tasks::ExportRequest request, const JobContext& job) {
  BytesByFormat bytes;
  for (const shards::Format format : shards::formats()) {
    if (job.stopRequested()) return fail(Error::cancelled());
    request.options.format = format;
    // Where shards end changes little of what they take together, and may take a pass over the dataset.
    request.options.shardBytes = 0;
    if (const auto planned = tasks::planExport(request, job.stop)) bytes[format] = planned->bytes;
  }
  return bytes;
}

}  // namespace

ExportPage::ExportPage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(QStringLiteral("export"), tr("Export"), tr("Write shards that other trainers read as they are."),
                  session, runner, parent),
      m_planJob(runner),
      m_weighJob(runner),
      m_job(runner) {
  m_form = new ExportForm;
  setContent(makeColumnScroll(m_form), QStringLiteral("export"),
             tr("It can then be written as shards for other trainers."));
  showWithDataset(addCopyCommand());
  showWithDataset(addCluster());
  buildSide();
  buildActions();
  buildReceipts();
  m_planSoon.setSingleShot(true);
  m_planSoon.setInterval(kPlanMilliseconds);
  connect(&m_planSoon, &QTimer::timeout, this, &ExportPage::plan);
  connect(m_form, &ExportForm::edited, this, &ExportPage::planSoon);
  connect(m_target, &PathPicker::pathChanged, this, &ExportPage::planSoon);
  connect(&m_planJob, &JobSlot::busyChanged, this, &ExportPage::setBusy);
  connect(&m_job, &JobSlot::busyChanged, this,
          [this](bool busy) { m_write->setEnabled(!busy && m_planned.has_value()); });
}

ExportPage::~ExportPage() = default;

void ExportPage::buildSide() {
  QVBoxLayout* side = addSidePanel(kSideWidth);
  auto* head = new QWidget;
  head->setFixedHeight(40);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(16, 0, 16, 0);
  row->addWidget(makeLabel(tr("What will be written"), "heading"));
  row->addStretch();
  row->addWidget(makeLabel(tr("samples, size"), "caption"));
  side->addWidget(head);
  side->addWidget(makeLine(Qt::Horizontal));
  m_tree = new ShardTreeModel(this);
  m_treeView = new QTreeView;
  m_treeView->setModel(m_tree);
  auto* delegate = new TableDelegate(kRowHeight, m_treeView);
  delegate->setMargins(8, 16);
  m_treeView->setItemDelegate(delegate);
  m_treeView->setHeaderHidden(true);
  m_treeView->setFrameShape(QFrame::NoFrame);
  m_treeView->setIndentation(18);
  m_treeView->setRootIsDecorated(false);
  m_treeView->setProperty("pane", "sunken");
  m_treeView->setAccessibleName(tr("What will be written"));
  m_treeView->header()->setStretchLastSection(false);
  m_treeView->header()->setSectionResizeMode(ShardTreeModel::kName, QHeaderView::Stretch);
  m_treeView->setColumnWidth(ShardTreeModel::kSamples, 84);
  m_treeView->setColumnWidth(ShardTreeModel::kBytes, 96);
  m_treeView->setMinimumHeight(160);
  side->addWidget(m_treeView, 1);
  m_snippet = new ExportSnippet;
  side->addWidget(m_snippet);
}

void ExportPage::buildActions() {
  QHBoxLayout* bar = addActionBar();
  m_target = new PathPicker(PathPicker::Mode::folder, tr("Folder to write"));
  m_total = makeLabel({}, "label");
  m_open = makeButton(tr("Open folder"), QStringLiteral("folder-open"));
  m_open->hide();
  m_resume = new QCheckBox(tr("Resume the stopped export"));
  m_resume->setObjectName("resume");
  m_resume->setProperty("scale", "small");
  m_resume->setToolTip(tr("If unchecked, the finished shards are discarded and the export starts again."));
  m_resume->hide();
  m_write = makeButton(tr("Export"), {}, ButtonKind::primary, ButtonSize::large);
  bar->addWidget(makeLabel(tr("Write to"), "label"));
  bar->addWidget(m_target);
  bar->addStretch();
  bar->addWidget(m_total);
  bar->addWidget(m_open);
  bar->addWidget(m_resume);
  bar->addWidget(m_write);
  showWithDataset(bar->parentWidget());
  connect(m_write, &QPushButton::clicked, this, &ExportPage::write);
  connect(m_open, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder())); });
}

/// Of the folder that is written to, or of any other export; the same actions are in the palette.
void ExportPage::buildReceipts() {
  auto* button = makeButton(tr("Receipt"), QStringLiteral("file"));
  auto* menu = new QMenu(button);
  menu->addAction(themeIcon("folder"), tr("Receipt of the folder to write"), this, [this] { showReceipt(folder()); });
  menu->addAction(themeIcon("folder-open"), tr("Receipt of an export folder…"), this, [this] {
    showReceipt(QFileDialog::getExistingDirectory(this, tr("Receipt of an export folder"), QFileInfo(folder()).path()));
  });
  menu->addAction(themeIcon("archive"), tr("Receipt of a ZIP file…"), this, [this] {
    showReceipt(QFileDialog::getOpenFileName(this, tr("Receipt of a ZIP file"), QFileInfo(folder()).path(),
                                             tr("ZIP files (*.zip)")));
  });
  button->setMenu(menu);
  button->setProperty("menu", true);
  addHeaderAction(button);
  showWithDataset(button);
  addActions(menu->actions());
}

void ExportPage::showReceipt(const QString& place) {
  if (!place.isEmpty()) ReceiptDialog::present(pathFrom(place), session(), runner(), this);
}

void ExportPage::triggerPrimary() {
  if (m_write->isEnabled()) write();
}

bool ExportPage::isReady() const {
  return session().dataset() && !stale() && m_form->complete() && !folder().isEmpty();
}

QString ExportPage::commandLine() const {
  return isReady() ? ExportSnippet::shellLine(request()) : QString();
}

std::optional<tasks::ClusterRequest> ExportPage::clusterRequest() const {
  if (!isReady()) return std::nullopt;
  const tasks::ExportRequest wanted = request();
  tasks::ClusterRequest shared;
  shared.work = tasks::ClusterWork::exporting;
  shared.words = ExportSnippet::commandLine(wanted).words();
  shared.format = shards::name(wanted.options.format);
  return shared;
}

QString ExportPage::folder() const {
  return m_target->path();
}

void ExportPage::setFolder(const QString& folder) {
  m_target->setPath(folder);
  planSoon();
}

void ExportPage::showInterrupted(const UnfinishedWork& work) {
  if (!session().dataset()) return;
  m_form->take(optionsOf(work));
  setFolder(work.target);
}

void ExportPage::datasetChanged() {
  m_planJob.drop();
  m_weighJob.drop();
  m_planSoon.stop();
  m_planned.reset();
  m_tree->setShards({}, {});
  m_form->setShards({});
  m_form->setBytes({});
  m_snippet->setPrograms({});
  m_total->clear();
  m_resume->hide();
  m_write->setText(tr("Export"));
  m_write->setEnabled(false);
  m_open->hide();
  if (!session().dataset()) return;
  m_form->setKind(session().dataset()->meta().kind);
  const QFileInfo file(session().path());
  const QString name = file.completeBaseName() + QLatin1String("-shards");
  m_target->setPath(Settings::read().proposedPath(file.absolutePath(), name));
}

void ExportPage::manifestChanged() {
  if (!session().dataset()) return;
  m_form->setManifests(session().info()->manifests, session().manifest());
  plan();
}

tasks::ExportRequest ExportPage::request() const {
  tasks::ExportRequest request;
  request.file = session().dataset()->path();
  request.options.out = pathFrom(folder());
  request.resources = chosenResources();
  m_form->fill(request.options);
  return request;
}

void ExportPage::planSoon() {
  m_open->hide();
  m_resume->hide();
  m_planSoon.start();
}

void ExportPage::plan() {
  if (!session().dataset()) return;
  m_planned.reset();
  if (!m_form->complete() || folder().isEmpty()) {
    m_planJob.drop();
    m_tree->setShards({}, {});
    m_form->setShards({});
    m_total->setText(folder().isEmpty() ? tr("Name a folder to write to.") : tr("Tick at least one split."));
    m_write->setEnabled(false);
    return;
  }
  m_planJob.run<PlannedExport>(
      {.title = tr("Plan the export"), .icon = QStringLiteral("export"), .kind = Job::Kind::quiet},
      [request = request()](const JobContext& job) { return planWith(request, job); },
      [this](Result<PlannedExport> planned) {
        if (!planned) {
          m_write->setEnabled(false);
          return banner().showError(planned.error());
        }
        m_planned = std::move(planned->folder.outcome);
        if (!std::exchange(m_failed, false)) showNotes();
        m_folderState = std::move(planned->folder.folderState);
        showPlan();
        showPrograms(planned->programs);
        weigh();
      });
}

void ExportPage::weigh() {
  m_weighJob.run<BytesByFormat>(
      {.title = tr("Plan the export"), .icon = QStringLiteral("export"), .kind = Job::Kind::quiet},
      [request = request()](const JobContext& job) { return weighAll(request, job); },
      [this](Result<BytesByFormat> bytes) {
        if (bytes) m_form->setBytes(*bytes);
      });
}

/// What the export will hold otherwise than one may think.
void ExportPage::showNotes() {
  banner().clear();
  QStringList notes;
  for (const Message& note : m_planned->notes) notes << translated(note).toHtmlEscaped();
  if (!notes.isEmpty()) banner().showSentence(Banner::Kind::warn, joinedSentences(notes));
}

void ExportPage::showPlan() {
  const tasks::ExportOutcome& plan = *m_planned;
  m_tree->setShards(QFileInfo(folder()).fileName(), plan.shards, m_folderState.companions);
  m_treeView->expandAll();
  m_form->setShards(plan.shards);
  offerToResume();
  const std::uint64_t count = plan.shards.size();
  QString total = tr("%1 in %2, %3 free")
                      .arg(formatBytes(plan.bytes), counted(tr("%n shard(s)", nullptr, pluralOf(count)), count),
                           formatBytes(plan.diskFreeBytes));
  if (const std::uint64_t kept = m_folderState.finished; kept > 0) {
    total = counted(tr("%n shard(s) of a stopped export kept.", nullptr, pluralOf(kept)), kept) + QLatin1Char(' ') +
            total;
  }
  m_total->setText(total);
  setStyleProperty(m_total, "role", plan.lacksRoom ? "bad" : "label");
  m_write->setText(counted(tr("Export %n shard(s)", nullptr, pluralOf(count)), count));
  m_write->setEnabled(!plan.lacksRoom && !plan.shards.empty() && !m_job.busy());
}

/// Where an export with the same choices was stopped in the folder.
void ExportPage::offerToResume() {
  const bool kept = m_folderState.finished > 0;
  // What people chose for this folder stays while they change their mind about the rest.
  if (kept && std::exchange(m_offered, folder()) != folder()) m_resume->setChecked(true);
  m_resume->setVisible(kept);
}

void ExportPage::showPrograms(const std::vector<std::pair<std::string, std::string>>& programs) {
  QVector<ExportSnippet::Program> shown;
  for (const auto& [title, text] : programs) shown.push_back({toQt(title), toQt(text)});
  shown.push_back({tr("Shell"), ExportSnippet::shellLine(request())});
  m_snippet->setPrograms(shown);
}

void ExportPage::write() {
  if (!session().dataset() || !m_planned || m_job.busy()) return;
  tasks::ExportRequest wanted = request();
  wanted.options.resume = m_folderState.finished > 0 && m_resume->isChecked();
  if (m_folderState.occupied) {
    const QString text =
        tr("The folder %1 is not empty. Write over what an earlier export left there?").arg(shownText(folder()));
    if (!confirmed({tr("Export"), text, tr("Overwrite"), tr("Cancel")}, this)) return;
    wanted.options.overwrite = true;
  }
  banner().clear();
  const UnfinishedWork work = workOf(wanted);
  noteWork(work);
  m_job.run<tasks::ExportOutcome>(
      {.title = tr("Exporting to %1").arg(QFileInfo(folder()).fileName()),
       .icon = QStringLiteral("export"),
       .kind = Job::Kind::visible},
      [wanted](const JobContext& job) { return tasks::runExport(wanted, job); },
      [this, file = wanted.file, target = work.target](Result<tasks::ExportOutcome> outcome) {
        outcome ? forgetWork(target) : noteInterruption(target);
        // Of another dataset than the one on screen: the job strip says how it ended.
        if (!session().dataset() || session().dataset()->path() != file) return planSoon();
        if (outcome) return written(*outcome);
        // What is kept can be resumed; the sentence stays while that is found out.
        m_failed = true;
        planSoon();
        banner().showError(outcome.error());
      });
}

void ExportPage::written(const tasks::ExportOutcome& outcome) {
  m_tree->setShards(QFileInfo(folder()).fileName(), outcome.shards, m_folderState.companions);
  m_treeView->expandAll();
  m_form->setShards(outcome.shards);
  m_total->setText(
      tr("Wrote %1, %2 in %3.")
          .arg(counted(tr("%n sample(s)", nullptr, pluralOf(outcome.samples)), outcome.samples),
               formatBytes(outcome.bytes),
               counted(tr("%n file(s)", nullptr, pluralOf(outcome.shards.size())), outcome.shards.size())));
  m_resume->hide();
  m_folderState.finished = 0;
  m_folderState.occupied = true;
  m_open->show();
}

}  // namespace masu::ui
