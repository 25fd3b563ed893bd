// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/predict/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QVBoxLayout>
#include <utility>

#include "ui/pages/common/job_foot.h"
#include "ui/pages/train/predict/sources.h"
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
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr int kFieldWidth = 120;
constexpr int kPathWidth = 156;
constexpr int kKeepHeight = 52;
enum Source { kDataset, kFiles };
enum Threshold { kNoThreshold, kRunThreshold };  ///< the entries of the choice

QComboBox* choiceField() {
  auto* field = new QComboBox;
  field->setProperty("scale", "small");
  field->setFixedWidth(kFieldWidth);
  return field;
}

QGridLayout* makeGrid() {
  auto* grid = new QGridLayout;
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(4);
  grid->setHorizontalSpacing(8);
  grid->setColumnStretch(0, 1);
  return grid;
}

/// Names that are typed a line each.
std::vector<std::string> linesOf(const QPlainTextEdit& field) {
  std::vector<std::string> lines;
  for (const QString& line : field.toPlainText().split(QLatin1Char('\n')))
    if (!line.trimmed().isEmpty()) lines.push_back(fromQt(line.trimmed()));
  return lines;
}

}  // namespace

PredictForm::PredictForm(QWidget* parent) : QWidget(parent) {
  setProperty("pane", "sunken");
  setAttribute(Qt::WA_StyledBackground);
  setFixedWidth(size::kSide);
  makeFields();
  m_fields = buildFields();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeColumnScroll(m_fields), 1);
  column->addWidget(makeLine(Qt::Horizontal));
  m_foot = new JobFoot(tr("Predict"), QStringLiteral("play"), tr("Progress of the predictions"));
  column->addWidget(m_foot);
  connect(m_foot, &JobFoot::startWanted, this, &PredictForm::predictWanted);
  connect(m_foot, &JobFoot::stopWanted, this, &PredictForm::stopWanted);
  connect(m_source, &Segments::currentChanged, this, &PredictForm::updateFields);
  connect(m_sources, &PredictSources::edited, this, &PredictForm::updateFields);
  connect(m_split, &QComboBox::currentIndexChanged, this, &PredictForm::updateFields);
  connect(m_threshold, &QComboBox::currentTextChanged, this, &PredictForm::updateFields);
  connect(m_out, &PathPicker::pathChanged, this, &PredictForm::updateFields);
  showLive(Live::none);
}

void PredictForm::makeFields() {
  m_run = makeLabel({}, "value");
  m_run->setWordWrap(true);
  m_model = choiceField();
  m_model->setAccessibleName(tr("Model"));
  m_source = new Segments({tr("This dataset"), tr("Files")}, ButtonSize::small);
  m_split = choiceField();
  m_split->addItem(tr("all samples"), QString());
  m_split->addItem(tr("train"), QStringLiteral("train"));
  m_split->addItem(tr("validation"), QStringLiteral("validation"));
  m_split->addItem(tr("test"), QStringLiteral("test"));
  m_manifest = choiceField();
  m_manifest->setToolTip(tr("As it was when the run learned from it, or another one as it is now"));
  m_sources = new PredictSources;
  m_keep = new QPlainTextEdit;
  m_keep->setProperty("framed", true);
  m_keep->setFixedHeight(kKeepHeight);
  m_keep->setTabChangesFocus(true);
  m_keep->setAccessibleName(tr("Columns to write beside the predictions"));
  m_keep->setPlaceholderText(tr("such as id, a line each"));
  m_probabilities = new QCheckBox(tr("Probability of each class"));
  m_probabilities->setProperty("scale", "small");
  m_thresholdName = makeLabel(tr("Threshold"), "label");
  m_threshold = choiceField();
  m_threshold->setEditable(true);
  m_threshold->setInsertPolicy(QComboBox::NoInsert);
  m_threshold->addItems({tr("none"), tr("the run's")});
  m_threshold->setAccessibleName(tr("Threshold"));
  m_batch = new QSpinBox;
  m_batch->setRange(1, 1 << 24);
  m_batch->setProperty("scale", "small");
  m_batch->setFixedWidth(kFieldWidth);
  m_out = new PathPicker(PathPicker::Mode::saveFile, tr("Write predictions to"), tr("Tables (*.csv)"));
  m_out->setFieldWidth(kPathWidth);
}

void PredictForm::addRow(QGridLayout& grid, const QString& name, QWidget* field) {
  const int row = grid.rowCount();
  grid.addWidget(makeLabel(name, "label"), row, 0);
  grid.addWidget(field, row, 1);
  field->setAccessibleName(name);
}

QWidget* PredictForm::buildSamples() {
  auto* samples = new Section(tr("Samples"));
  samples->content()->addWidget(m_source, 0, Qt::AlignLeft);
  m_splits = new QWidget;
  auto* grid = makeGrid();
  m_splits->setLayout(grid);
  addRow(*grid, tr("Split"), m_split);
  addRow(*grid, tr("Manifest"), m_manifest);
  samples->content()->addWidget(m_splits);
  samples->content()->addWidget(m_sources);
  return samples;
}

QWidget* PredictForm::buildFields() {
  auto* page = new QWidget;
  page->setProperty("pane", "sunken");
  page->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* run = new Section(tr("Run"));
  run->content()->addWidget(m_run);
  m_modelRow = new QWidget;
  auto* models = makeGrid();
  m_modelRow->setLayout(models);
  addRow(*models, tr("Model"), m_model);
  run->content()->addWidget(m_modelRow);
  column->addWidget(run);
  column->addWidget(buildSamples());
  auto* output = new Section(tr("Predictions"));
  output->content()->addWidget(m_probabilities);
  auto* grid = makeGrid();
  const int row = grid->rowCount();
  grid->addWidget(m_thresholdName, row, 0);
  grid->addWidget(m_threshold, row, 1);
  addRow(*grid, tr("Batch"), m_batch);
  output->content()->addLayout(grid);
  output->content()->addWidget(makeLabel(tr("Columns to write beside the predictions"), "label"));
  output->content()->addWidget(m_keep);
  output->content()->addWidget(makeLabel(tr("Write to"), "label"));
  output->content()->addWidget(m_out);
  column->addWidget(output);
  column->addStretch();
  return page;
}

void PredictForm::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_dataset = std::move(dataset);
  m_source->setCurrent(kDataset);
  m_split->setCurrentIndex(0);
  m_sources->clear();
  m_keep->clear();
  m_probabilities->setChecked(false);
  m_threshold->setCurrentIndex(kNoThreshold);
  m_batch->setValue(static_cast<int>(tasks::PredictRequest().batch));
  setChoices({}, {});
  if (m_dataset) {
    const QFileInfo file(toQt(m_dataset->path()));
    const QString name = file.completeBaseName() + QStringLiteral(".predictions.csv");
    m_out->setPath(Settings::read().proposedPath(file.absolutePath(), name));
    const bool classes = m_dataset->meta().target == store::Target::classes;
    m_probabilities->setVisible(classes);
    const bool two = classes && m_dataset->meta().classes.size() == 2;
    m_thresholdName->setVisible(two);
    m_threshold->setVisible(two);
    if (two)
      m_threshold->setToolTip(
          tr("Probability of %1 from which on it is predicted, from 0 to 1; none: the more probable "
             "class; the run's: the one with the largest F1 on its validation split")
              .arg(shownText(m_dataset->meta().classes.back()).toHtmlEscaped()));
  }
  updateFields();
}

void PredictForm::setManifests(const QStringList& names) {
  const QVariant before = m_manifest->currentData();
  m_manifest->clear();
  m_manifest->addItem(tr("the run's"), QString());
  for (const QString& name : names) m_manifest->addItem(shownText(name), name);
  m_manifest->setCurrentIndex(std::max(0, m_manifest->findData(before)));
}

void PredictForm::setChoices(const QString& title, const std::vector<Choice>& choices) {
  m_run->setText(title);
  m_run->setTextFormat(Qt::PlainText);
  m_model->clear();
  for (const Choice& choice : choices) m_model->addItem(choice.name, toQt(choice.folder));
  m_modelRow->setVisible(choices.size() > 1);
  updateFields();
}

void PredictForm::setUsesFiles(bool uses) {
  m_source->setCurrent(uses ? kFiles : kDataset);
  updateFields();
}

bool PredictForm::usesFiles() const {
  return m_source->current() == kFiles;
}

bool PredictForm::usesRunThreshold() const {
  return m_threshold->currentText() == m_threshold->itemText(kRunThreshold);
}

bool PredictForm::usesNoThreshold() const {
  const QString text = m_threshold->currentText().trimmed();
  return text.isEmpty() || text == m_threshold->itemText(kNoThreshold);
}

std::optional<double> PredictForm::threshold() const {
  bool good = false;
  const double value = m_threshold->currentText().trimmed().toDouble(&good);
  return good ? std::optional(value) : std::nullopt;
}

bool PredictForm::isThresholdGood() const {
  if (usesNoThreshold() || usesRunThreshold()) return true;
  const auto value = threshold();
  return value && *value >= 0 && *value <= 1;
}

std::optional<tasks::PredictRequest> PredictForm::asked() const {
  if (!m_dataset || m_model->count() == 0 || !isThresholdGood() || m_out->path().isEmpty()) return std::nullopt;
  tasks::PredictRequest request;
  request.run = pathFrom(m_model->currentData().toString());
  if (usesFiles()) {
    for (const QString& path : m_sources->paths()) request.sources.push_back(pathFrom(path));
    if (request.sources.empty()) return std::nullopt;
  } else {
    request.sources = {m_dataset->path()};
    request.split = fromQt(m_split->currentData().toString());
    if (!request.split.empty()) request.manifest = fromQt(m_manifest->currentData().toString());
  }
  request.keep = linesOf(*m_keep);
  request.probabilities = m_probabilities->isChecked();
  request.threshold = threshold();
  request.runThreshold = usesRunThreshold();
  request.batch = static_cast<std::uint64_t>(m_batch->value());
  request.out = pathFrom(m_out->path());
  request.resources = chosenResources();
  return request;
}

void PredictForm::updateFields() {
  m_splits->setVisible(!usesFiles());
  m_sources->setVisible(usesFiles());
  m_manifest->setEnabled(!m_split->currentData().toString().isEmpty());
  setStyleProperty(m_threshold, "invalid", !isThresholdGood());
  m_foot->setStartable(m_live == Live::none && asked().has_value());
}

void PredictForm::showLive(Live live) {
  m_live = live;
  m_fields->setEnabled(live == Live::none);
  m_foot->showLive(live == Live::here);
  updateFields();
}

void PredictForm::showProgress(const JobState& state) {
  m_foot->showProgress(state);
}

void PredictForm::focusFirst() {
  m_source->button(m_source->current())->setFocus(Qt::OtherFocusReason);
}

QString predictCommand(const tasks::PredictRequest& request) {
  CommandLine line(QStringLiteral("predict"));
  line.argument(request.run);
  for (const std::filesystem::path& source : request.sources) line.argument(source);
  line.option("--out", request.out.string());
  if (!request.split.empty()) line.option("--split", request.split);
  if (!request.manifest.empty()) line.option("--manifest", request.manifest);
  for (const std::string& column : request.keep) line.option("--keep", column);
  line.flag("--probabilities", request.probabilities);
  if (request.threshold) line.number("--threshold", *request.threshold);
  if (request.runThreshold) line.option("--threshold", QStringLiteral("run"));
  if (request.batch != tasks::PredictRequest().batch) line.count("--batch", request.batch);
  if (request.resources.threads > 0) line.count("--threads", request.resources.threads);
  if (request.resources.memoryBytes > 0) line.count("--memory", request.resources.memoryBytes);
  return line.text();
}

}  // namespace masu::ui
