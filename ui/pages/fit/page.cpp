// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTime>

#include "core/tasks/train/train_task.h"
#include "ui/pages/fit/choices.h"
#include "ui/pages/fit/measured.h"
#include "ui/pages/fit/view.h"
#include "ui/session/settings.h"
#include "ui/text/command_line.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

FitPage::FitPage(Session& session, JobRunner& runner, QWidget* parent)
    : DatasetPage(QStringLiteral("estimates"), tr("Fit"), tr("Know what a run needs before it starts."), session,
                  runner, parent),
      m_job(runner) {
  m_traced = makeLabel({}, "label");
  m_measure = makeButton(tr("Measure"));
  m_measure->setToolTip(tr("Take the first steps of a run, and show what they took beside the estimate."));
  m_measure->setEnabled(false);
  m_train = makeButton(tr("Train"), {}, ButtonKind::primary);
  addHeaderAction(m_traced);
  showWithDataset(addCopyCommand());
  addHeaderAction(m_measure);
  addHeaderAction(m_train);
  showWithDataset(m_traced);
  showWithDataset(m_measure);
  showWithDataset(m_train);
  QHBoxLayout* models = addToolBar();
  QHBoxLayout* machine = addToolBar();
  m_choices = new FitChoices(models, machine, this);
  showWithDataset(models->parentWidget());
  showWithDataset(machine->parentWidget());
  m_view = new FitView;
  setContent(m_view, QStringLiteral("fit"),
             tr("Masu then shows whether a model fits in memory, and how large a batch may be."));

  connect(m_measure, &QPushButton::clicked, this, &FitPage::measure);
  connect(m_train, &QPushButton::clicked, this, &FitPage::triggerPrimary);
  connect(m_choices, &FitChoices::modelsChanged, this, &FitPage::trace);
  connect(m_choices, &FitChoices::figuresChanged, this, &FitPage::recount);
  connect(&m_job, &JobSlot::busyChanged, this, &FitPage::setBusy);
}

FitPage::~FitPage() = default;

QString FitPage::verdict() const {
  return m_view->verdict();
}

const FitMeasured& FitPage::measured() const {
  return m_view->measured();
}

QString FitPage::stepState() const {
  if (stale() || !m_outcome || m_outcome->input.hostMemory.value == 0) return {};
  const estimate::LedgerInput& input = m_outcome->input;
  const auto taken = input.device ? m_outcome->ledger.device : m_outcome->ledger.host;
  const auto memory = input.device ? input.device->memory : input.hostMemory;
  return formatPercent(static_cast<double>(taken.value) / static_cast<double>(memory.value));
}

void FitPage::triggerPrimary() {
  if (m_outcome) session().setEstimate(m_outcome);
  Q_EMIT stepRequested(Step::train);
}

QString FitPage::commandLine() const {
  if (!session().dataset() || stale()) return {};
  const tasks::EstimateRequest request = requestOf();
  CommandLine line(QStringLiteral("estimate"));
  line.argument(request.file);
  if (session().manifestInfo() != nullptr) line.option("--manifest", request.manifest);
  for (int copy = 0; copy < m_choices->copiesField()->value(); ++copy)
    for (const std::string& model : request.models) line.option("--model", model);
  line.count("--batch", request.batch).option("--optimizer", std::string(estimate::name(request.optimizer)));
  if (const auto device = m_choices->device()) {
    line.option("--device", device->name);
    line.option("--compute", std::string(estimate::name(m_choices->compute())));
  }
  const store::ObjectInfo* features = session().dataset()->find("features");
  if (const auto stored = m_choices->stored(); stored && m_outcome && features != nullptr) {
    const table::DType type = m_outcome->storedAs[*stored].type;
    if (type != features->dtype) line.option("--stored-as", std::string(table::name(type)));
  }
  return line.text();
}

void FitPage::datasetChanged() {
  m_job.drop();
  forget();
  const auto dataset = session().dataset();
  if (!dataset) return;
  m_choices->setModels(tasks::modelsFor(*dataset));
  auto devices = tasks::devices();
  if (!devices) banner().showError(devices.error());
  m_choices->setDevices(devices ? std::move(*devices) : estimate::commonDevices());
  const store::ObjectInfo* features = dataset->find("features");
  m_choices->setStored(features == nullptr ? std::nullopt : std::optional(features->dtype));
}

/// What was found out of another dataset, or for other models, says nothing of these.
void FitPage::forget() {
  m_outcome.reset();
  session().setEstimate(std::nullopt);
  m_view->clear();
  m_choices->forgetLimit();
  m_traced->clear();
  m_measure->setEnabled(false);
  Q_EMIT stepStateChanged();
}

void FitPage::manifestChanged() {
  if (!session().dataset()) return;
  trace();
}

void FitPage::updateSplit() {
  if (session().manifestInfo() != nullptr) return hideSplitNotice();
  showSplitNotice(tr("There is no split yet, so the figures are those of a run over all %1 samples, and nothing can "
                     "be measured.")
                      .arg(formatCount(session().dataset()->samples())));
}

tasks::EstimateRequest FitPage::requestOf() const {
  tasks::EstimateRequest request;
  request.file = session().dataset()->path();
  request.manifest = fromQt(session().manifest());
  request.models = m_choices->models();
  request.batch = m_choices->batch();
  request.optimizer = m_choices->optimizer();
  request.resources = chosenResources();
  return request;
}

void FitPage::trace() {
  const tasks::EstimateRequest request = requestOf();
  updateSplit();
  m_measure->setEnabled(false);
  m_view->measured().setRows({});
  if (!m_outcome) m_view->setWaiting(tr("Tracing the models …"));
  m_train->setText(request.models.size() == 1   ? tr("Train %1…").arg(shownText(request.models.front()))
                   : request.models.size() == 2 ? tr("Train both…")
                                                : tr("Train all %1…").arg(request.models.size()));
  m_job.run<tasks::EstimateOutcome>(
      {.title = tr("Trace the models"), .icon = QStringLiteral("fit"), .kind = Job::Kind::quiet},
      [request](const JobContext& job) { return tasks::estimate(request, job); },
      [this](Result<tasks::EstimateOutcome> outcome) {
        if (!outcome && outcome.error().code != Errc::cancelled && !stale()) {
          forget();
          if (session().manifestInfo() == nullptr)
            showSplitNotice(tr("There is no split yet, and a run needs one to learn from and be tested by."));
          m_view->setWaiting(tr("What a run needs is not known."));
        }
        take(std::move(outcome));
      });
}

void FitPage::measure() {
  tasks::EstimateRequest request = requestOf();
  request.measure = true;
  m_measure->setEnabled(false);
  m_job.run<tasks::EstimateOutcome>(
      {.title = tr("Measure a step"), .icon = QStringLiteral("fit"), .kind = Job::Kind::visible},
      [request](const JobContext& job) { return tasks::estimate(request, job); },
      [this](Result<tasks::EstimateOutcome> outcome) { take(std::move(outcome)); });
}

/// What was known before stays where nothing new is.
void FitPage::take(Result<tasks::EstimateOutcome> outcome) {
  if (stale()) return;  // it is of the dataset that was open before
  if (outcome) {
    banner().clear();
    m_outcome = std::move(*outcome);
    m_choices->offerTypes(m_outcome->storedAs);
    m_traced->setText(tr("Traced at %1").arg(QTime::currentTime().toString(QStringLiteral("HH:mm"))));
    if (m_outcome->measurement) {
      m_view->measured().setRows(estimate::compare(m_outcome->uncorrected, *m_outcome->measurement));
    }
    recount();
  } else if (outcome.error().code != Errc::cancelled) {
    banner().showError(outcome.error());
  }
  m_measure->setEnabled(m_outcome && m_outcome->input.trainSamples > 0);
}

void FitPage::recount() {
  if (!m_outcome) return;
  estimate::LedgerInput& input = m_outcome->input;
  input.batch = m_choices->batch();
  input.optimizer = m_choices->optimizer();
  input.device = m_choices->device() ? m_choices->device() : m_outcome->ownCard;
  input.compute = m_choices->compute();
  const auto stored = m_choices->stored();
  estimate::LedgerInput counted = stored ? tasks::storedAs(input, m_outcome->storedAs[*stored]) : input;
  for (int copy = 1; copy < m_choices->copiesField()->value(); ++copy) {
    counted.models.insert(counted.models.end(), input.models.begin(), input.models.end());
  }
  m_outcome->ledger = estimate::ledgerFor(counted);
  m_view->setLedger(counted, m_outcome->ledger, m_outcome->storedAs);
  m_choices->setTraced(input, m_outcome->ledger.maxBatch);
  session().setEstimate(m_outcome);
  Q_EMIT stepStateChanged();
}

}  // namespace masu::ui
