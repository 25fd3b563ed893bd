// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/suspects/form.h"

#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStringList>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/manifest/draw/split_plan.h"
#include "core/tasks/runs/run_history.h"
#include "core/tasks/train/train_task.h"
#include "ui/pages/common/job_foot.h"
#include "ui/pages/train/suspects/runs.h"
#include "ui/session/settings.h"
#include "ui/text/command_line.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/section.h"
#include "ui/widgets/seed_field.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr int kFieldWidth = 120;
constexpr int kPathWidth = 156;
enum Source { kFolds, kRuns };
enum Groups { kUsual, kSingle };  ///< the first of the choices; those after them name what groups go by

QSpinBox* numberField(int low, int high, int value) {
  auto* field = new QSpinBox;
  field->setRange(low, high);
  field->setValue(value);
  field->setProperty("scale", "small");
  field->setFixedWidth(kFieldWidth);
  return field;
}

QComboBox* choiceField() {
  auto* field = new QComboBox;
  field->setProperty("scale", "small");
  field->setFixedWidth(kFieldWidth);
  return field;
}

/// The sides of a shape such as 1x28x28; none in an empty text, nothing where it is something else.
std::optional<std::vector<std::int64_t>> shapeIn(const QString& text) {
  std::vector<std::int64_t> shape;
  static const QRegularExpression between(QStringLiteral("\\s*[x×]\\s*"));
  if (text.trimmed().isEmpty()) return shape;
  for (const QString& side : text.trimmed().split(between)) {
    bool good = false;
    shape.push_back(side.toLongLong(&good));
    if (!good || shape.back() < 1) return std::nullopt;
  }
  return shape;
}

void addRuns(CommandLine& line, const std::vector<std::filesystem::path>& runs) {
  line.option("--runs", runs.front().string());
  for (std::size_t k = 1; k < runs.size(); ++k) line.argument(runs[k]);
}

void addTraining(CommandLine& line, const tasks::SuspectsRequest& request) {
  const tasks::FoldsRequest& training = request.training;
  const metrics::RunSpec usual;
  line.option("--model", training.spec.models.front()).count("--folds", training.folds);
  if (!training.groupBy.empty()) line.option("--group", training.groupBy);
  line.flag("--no-group", training.singleSamples);
  QStringList sides;
  for (const std::int64_t side : training.spec.shape) sides << QString::number(side);
  if (!sides.isEmpty()) line.option("--shape", sides.join(QLatin1Char('x')));
  if (training.spec.epochs != metrics::kAutoEpochs)
    line.count("--epochs", static_cast<std::uint64_t>(training.spec.epochs));
  if (std::ranges::find(training.stated, "batch") != training.stated.end()) line.count("--batch", training.spec.batch);
  if (training.spec.seed != usual.seed) line.count("--seed", training.spec.seed);
  if (!request.keepRuns.empty()) line.option("--keep-runs", request.keepRuns.string());
}

}  // namespace

SuspectsForm::SuspectsForm(JobRunner& runner, QWidget* parent) : QWidget(parent) {
  setProperty("pane", "sunken");
  setAttribute(Qt::WA_StyledBackground);
  setFixedWidth(size::kSide);
  m_fields = buildFields(runner);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeColumnScroll(m_fields), 1);
  column->addWidget(makeLine(Qt::Horizontal));
  m_foot = new JobFoot(tr("Find wrong labels"), QStringLiteral("search"), tr("Progress of the search"));
  column->addWidget(m_foot);
  connect(m_foot, &JobFoot::startWanted, this, &SuspectsForm::searchWanted);
  connect(m_foot, &JobFoot::stopWanted, this, &SuspectsForm::stopWanted);
  connect(m_source, &Segments::currentChanged, this, &SuspectsForm::updateFields);
  connect(m_runs, &SuspectsRuns::edited, this, &SuspectsForm::updateFields);
  connect(m_model, &QComboBox::currentIndexChanged, this, &SuspectsForm::updateFields);
  connect(m_file, &PathPicker::pathChanged, this, &SuspectsForm::updateFields);
  connect(m_shape, &QLineEdit::textChanged, this, &SuspectsForm::updateFields);
  updateFields();
}

void SuspectsForm::makeFields() {
  m_model = choiceField();
  m_folds = numberField(static_cast<int>(tasks::kFewestFolds), static_cast<int>(manifest::Folds::kMost),
                        static_cast<int>(tasks::FoldsRequest().folds));
  m_folds->setToolTip(tr("One is predicted, the next chooses the epoch, and the others train."));
  m_groups = choiceField();
  m_groups->setToolTip(tr("What stays in one fold. Automatic: the dataset's groups, or the recordings of windows."));
  m_shape = new QLineEdit;
  m_shape->setProperty("scale", "small");
  m_shape->setFixedWidth(kFieldWidth);
  m_shape->setPlaceholderText(tr("as stored"));
  m_shape->setToolTip(tr("Shape of a sample for the model, such as 1x28x28 for an image"));
  m_epochs = numberField(metrics::kAutoEpochs, 100'000, metrics::kAutoEpochs);
  m_epochs->setSpecialValueText(tr("automatic"));
  m_epochs->setToolTip(tr("Automatic: epochs, batch and what else is not stated are chosen by the data."));
  m_batch = numberField(0, 1 << 24, 0);
  m_batch->setSpecialValueText(tr("automatic"));
  m_seed = new SeedField;
  m_seed->setProperty("scale", "small");
  m_seed->setMinimumWidth(kFieldWidth);
  m_seed->setToolTip(tr("Of folds, weights and order"));
  m_file = new PathPicker(PathPicker::Mode::openFile, tr("Model file"), tr("TorchScript models (*.pt)"));
  m_keep = new PathPicker(PathPicker::Mode::folder, tr("Keep the runs in"));
  for (PathPicker* picker : {m_file, m_keep}) picker->setFieldWidth(kPathWidth);
}

void SuspectsForm::buildTraining(QGridLayout& grid) {
  const auto add = [&grid](const QString& name, QWidget* field) {
    const int row = grid.rowCount();
    grid.addWidget(makeLabel(name, "label"), row, 0);
    grid.addWidget(field, row, 1);
    field->setAccessibleName(name);
  };
  add(tr("Model"), m_model);
  grid.addWidget(m_file, grid.rowCount(), 0, 1, 2);
  add(tr("Folds"), m_folds);
  add(tr("Groups"), m_groups);
  add(tr("Shape"), m_shape);
  add(tr("Epochs"), m_epochs);
  add(tr("Batch"), m_batch);
  add(tr("Seed"), m_seed);
  grid.addWidget(makeLabel(tr("Keep the runs in"), "label"), grid.rowCount(), 0, 1, 2);
  grid.addWidget(m_keep, grid.rowCount(), 0, 1, 2);
}

QWidget* SuspectsForm::buildFields(JobRunner& runner) {
  auto* page = new QWidget;
  page->setProperty("pane", "sunken");
  page->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* models = new Section(tr("Predictions"));
  m_source = new Segments({tr("Train on folds"), tr("Use runs")}, ButtonSize::small);
  models->content()->addWidget(m_source, 0, Qt::AlignLeft);
  auto* hint = makeLabel(
      tr("A label is doubted where a model that did not learn from the sample finds another class probable."), "hint");
  hint->setWordWrap(true);
  models->content()->addWidget(hint);
  column->addWidget(models);
  makeFields();
  m_training = new Section(tr("Training"));
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(4);
  grid->setHorizontalSpacing(8);
  grid->setColumnStretch(0, 1);
  buildTraining(*grid);
  m_training->content()->addLayout(grid);
  auto* gone =
      makeLabel(tr("If empty, the runs are removed afterwards. The splits of the dataset stay as they are."), "hint");
  gone->setWordWrap(true);
  m_training->content()->addWidget(gone);
  column->addWidget(m_training);
  m_given = new Section(tr("Runs"));
  m_runs = new SuspectsRuns(runner);
  m_given->content()->addWidget(m_runs);
  column->addWidget(m_given);
  column->addStretch();
  return page;
}

void SuspectsForm::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_dataset = std::move(dataset);
  m_runs->clear();
  m_model->clear();
  m_groups->clear();
  m_source->setCurrent(kFolds);
  m_folds->setValue(static_cast<int>(tasks::FoldsRequest().folds));
  m_shape->clear();
  m_epochs->setValue(metrics::kAutoEpochs);
  m_batch->setValue(0);
  m_seed->setValue(0);
  if (m_dataset) {
    for (const std::string& model : tasks::modelsFor(*m_dataset)) m_model->addItem(shownText(model), toQt(model));
    m_model->addItem(tr("a model file…"));
    fillGroups();
    // What is typed is meant beside the dataset.
    const QString folder = QFileInfo(toQt(m_dataset->path())).absolutePath() + QLatin1Char('/');
    for (PathPicker* picker : {m_file, m_keep}) picker->setPath(folder);
  }
  updateFields();
}

void SuspectsForm::fillGroups() {
  m_groups->addItem(tr("automatic"));
  m_groups->addItem(tr("none: each sample by itself"));
  if (m_dataset->find("group") != nullptr) m_groups->addItem(tr("stored groups"), QStringLiteral("group"));
  if (m_dataset->find("origin") != nullptr) m_groups->addItem(tr("sources"), QStringLiteral("source"));
  if (m_dataset->meta().kind != store::SampleKind::table) return;
  for (const table::Column& column : m_dataset->meta().schema.columns) {
    const bool isStored =
        column.role == table::Role::feature || column.role == table::Role::category || column.role == table::Role::kept;
    if (isStored) m_groups->addItem(shownText(column.name), toQt(manifest::nameInPlan(column.name)));
  }
}

void SuspectsForm::listRuns() {
  if (m_dataset) m_runs->list(tasks::runsFolderOf(m_dataset->path()));
}

void SuspectsForm::setUsesRuns(bool uses) {
  m_source->setCurrent(uses ? kRuns : kFolds);
  updateFields();
}

bool SuspectsForm::usesRuns() const {
  return m_source->current() == kRuns;
}

bool SuspectsForm::usesFile() const {
  return m_model->count() > 0 && m_model->currentIndex() == m_model->count() - 1;
}

/// What is stated is not for the recipe to choose.
void SuspectsForm::fillTraining(tasks::SuspectsRequest& request) const {
  tasks::FoldsRequest& training = request.training;
  metrics::RunSpec& spec = training.spec;
  const auto state = [&training](const char* name) { training.stated.emplace_back(name); };
  state("models");
  spec.models = {fromQt(usesFile() ? m_file->path() : m_model->currentData().toString())};
  training.folds = static_cast<unsigned>(m_folds->value());
  training.singleSamples = m_groups->currentIndex() == kSingle;
  if (m_groups->currentIndex() > kSingle) training.groupBy = fromQt(m_groups->currentData().toString());
  spec.shape = shapeIn(m_shape->text()).value_or(std::vector<std::int64_t>());
  if (!spec.shape.empty()) state("shape");
  spec.epochs = m_epochs->value();
  if (spec.epochs != metrics::kAutoEpochs) state("epochs");
  if (m_batch->value() > 0) {
    spec.batch = static_cast<std::uint64_t>(m_batch->value());
    state("batch");
  }
  spec.seed = m_seed->value();
  if (spec.seed != metrics::RunSpec().seed) state("seed");
  request.keepRuns = pathFrom(m_keep->path());
}

std::optional<tasks::SuspectsRequest> SuspectsForm::asked() const {
  if (!m_dataset || m_dataset->meta().target != store::Target::classes) return std::nullopt;
  tasks::SuspectsRequest request;
  request.file = m_dataset->path();
  request.resources = chosenResources();
  if (usesRuns()) {
    request.runs = m_runs->chosen();
    if (request.runs.empty()) return std::nullopt;
    return request;
  }
  if (!shapeIn(m_shape->text())) return std::nullopt;
  fillTraining(request);
  if (request.training.spec.models.front().empty()) return std::nullopt;
  return request;
}

void SuspectsForm::updateFields() {
  m_training->setVisible(!usesRuns());
  m_given->setVisible(usesRuns());
  m_file->setVisible(usesFile());
  setStyleProperty(m_shape, "invalid", !shapeIn(m_shape->text()));
  m_foot->setStartable(m_search == Search::none && asked().has_value());
}

void SuspectsForm::showSearch(Search search) {
  m_search = search;
  m_fields->setEnabled(search == Search::none);
  m_foot->showLive(search == Search::here);
  updateFields();
}

void SuspectsForm::showProgress(const JobState& state, unsigned run, unsigned runs) {
  m_foot->showProgress(state,
                       run > 0 ? tr("Run %1 of %2").arg(QString::number(run), QString::number(runs)) : QString());
}

void SuspectsForm::focusFirst() {
  m_source->button(m_source->current())->setFocus(Qt::OtherFocusReason);
}

QString suspectsCommand(const tasks::SuspectsRequest& request) {
  CommandLine line(QStringLiteral("suspects"));
  line.argument(request.file);
  request.runs.empty() ? addTraining(line, request) : addRuns(line, request.runs);
  if (request.resources.threads > 0) line.count("--threads", request.resources.threads);
  if (request.resources.memoryBytes > 0) line.count("--memory", request.resources.memoryBytes);
  return line.text();
}

}  // namespace masu::ui
