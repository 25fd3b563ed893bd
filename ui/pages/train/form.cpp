// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/pages/train/forecast.h"
#include "ui/pages/train/labels.h"
#include "ui/pages/train/legend.h"
#include "ui/pages/train/rates.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/widgets/seed_field.h"

namespace masu::ui {
namespace {

constexpr int kFieldWidth = 102;

QSpinBox* numberField(int low, int high, int value) {
  auto* field = new QSpinBox;
  field->setRange(low, high);
  field->setValue(value);
  field->setGroupSeparatorShown(true);
  field->setProperty("scale", "small");
  field->setFixedWidth(kFieldWidth);
  return field;
}

QDoubleSpinBox* realField(double high, const QString& special) {
  auto* field = new QDoubleSpinBox;
  field->setRange(0, high);
  field->setDecimals(5);
  field->setSingleStep(0.001);
  field->setSpecialValueText(special);
  field->setProperty("scale", "small");
  field->setFixedWidth(kFieldWidth);
  return field;
}

QComboBox* choiceField(const QList<std::pair<QString, QString>>& choices, int current) {
  auto* field = new QComboBox;
  for (const auto& [name, text] : choices) field->addItem(text, name);
  field->setCurrentIndex(current);
  field->setProperty("scale", "small");
  field->setFixedWidth(kFieldWidth);
  return field;
}

/// What a run was asked for by other means stays what is chosen.
void choose(QComboBox* field, const std::string& name, const QString& title) {
  if (field->findData(toQt(name)) < 0) field->addItem(title, toQt(name));
  field->setCurrentIndex(field->findData(toQt(name)));
}

QScrollArea* scrolled(QWidget* content) {
  content->setProperty("pane", "sunken");
  content->setAttribute(Qt::WA_StyledBackground);
  return makeColumnScroll(content);
}

}  // namespace

TrainForm::TrainForm(QWidget* parent) : QWidget(parent), m_stack(new QStackedWidget) {
  setProperty("pane", "sunken");
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_stack->addWidget(scrolled(buildFields()));
  m_stack->addWidget(scrolled(buildFixed()));
  column->addWidget(m_stack, 1);
  m_again = makeButton(tr("New run from this"), QStringLiteral("new"));
  auto* foot = new Section({});
  foot->content()->addWidget(m_again);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(foot);
  foot->hide();
  connect(m_again, &QPushButton::clicked, this, &TrainForm::newRunRequested);
  connect(&Theme::current(), &Theme::changed, this, &TrainForm::tint);
}

void TrainForm::makeFields() {
  m_epochs = numberField(metrics::kAutoEpochs, 100'000, metrics::kAutoEpochs);
  m_epochs->setSpecialValueText(tr("automatic"));
  m_epochs->setToolTip(
      tr("Automatic: epochs, batch, schedule, early stopping, class weights and weight decay are chosen by the data. A "
         "field that you change keeps its value."));
  m_batch = numberField(1, 1 << 24, 64);
  m_slices = numberField(1, 1 << 16, 1);
  m_slices->setToolTip(
      tr("Learns from a batch in so many slices, one after another: a step takes less memory, and batch normalisation "
         "sees one slice at a time."));
  m_repeats = numberField(1, metrics::kMostRepeats, 1);
  m_repeats->setToolTip(
      tr("Trains each model so many times, each time with another seed, and shows mean and standard deviation of the "
         "test. Memory and time are those of as many models."));
  m_optimizer = choiceField({{"adamw", "AdamW"}, {"adam", "Adam"}, {"sgd", "SGD"}}, 0);
  m_schedule = choiceField(
      {{"onecycle", tr("one cycle")}, {"cosine", tr("cosine")}, {"step", tr("in steps")}, {"constant", tr("constant")}},
      0);
  buildRates();
  m_loss = choiceField({{"", lossTitle("")}, {"mae", lossTitle("mae")}, {"huber", lossTitle("huber")}}, 0);
  m_loss->setToolTip(tr("The loss to minimise: squared errors weigh outliers more than absolute ones."));
  m_classWeights = choiceField({{"none", weightsTitle("none")}, {"balanced", weightsTitle("balanced")}}, 0);
  m_classWeights->setToolTip(tr("Balanced: samples of small classes weigh more, so that every class counts the same."));
  m_clip = realField(1000, tr("none"));
  m_clip->setToolTip(tr("Clip the gradients to this norm."));
  m_decay = realField(10, tr("none"));
  m_patience = numberField(0, 100'000, 0);
  m_patience->setSpecialValueText(tr("never"));
  m_patience->setToolTip(tr("Epochs without a better validation loss before a model stops."));
  m_augment = new QLineEdit;
  m_augment->setPlaceholderText(tr("not at all"));
  m_augment->setProperty("scale", "small");
  m_augment->setFixedWidth(kFieldWidth);
  m_augment->setToolTip(
      tr("How train samples vary from epoch to epoch, such as noise=0.05,gain=0.8..1.2,mixup=0.2. "
         "Recordings and images also take shift, crop, mask, drop and flip."));
  m_balance = new QCheckBox(tr("equally often"));
  m_balance->setToolTip(tr("Draws every class equally often, small ones more than once an epoch."));
  m_calibrate = new QCheckBox(tr("temperature"));
  m_calibrate->setToolTip(
      tr("Temperature scaling: at the end, one number is fitted to the validation split, by which the outputs are "
         "divided before the softmax. Probabilities then agree better with how often the model is right."));
  m_seed = new SeedField;
  m_seed->setProperty("scale", "small");
  m_seed->setMinimumWidth(kFieldWidth);
  connect(m_batch, &QSpinBox::valueChanged, this, &TrainForm::streamEdited);
  connect(m_slices, &QSpinBox::valueChanged, this, &TrainForm::streamEdited);
  connect(m_repeats, &QSpinBox::valueChanged, this, &TrainForm::edited);
  connect(m_augment, &QLineEdit::editingFinished, this, &TrainForm::streamEdited);
  connect(m_balance, &QCheckBox::toggled, this, &TrainForm::streamEdited);
}

QWidget* TrainForm::buildFields() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* models = new Section(tr("Models"));
  m_modelRows = new QVBoxLayout;
  m_modelRows->setSpacing(2);
  models->content()->addLayout(m_modelRows);
  auto* hint = makeLabel(tr("All read one stream of batches."), "hint");
  hint->setWordWrap(true);
  models->content()->addWidget(hint);
  column->addWidget(models);

  auto* source = new Section(tr("Data"));
  m_data = new KeyValues;
  source->content()->addWidget(m_data);
  column->addWidget(source);
  m_forecast = new TrainForecast;

  auto* training = new Section(tr("Training"));
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(4);
  grid->setHorizontalSpacing(8);
  grid->setColumnStretch(0, 1);
  const auto add = [&](const QString& name, QWidget* field) {
    const int row = grid->rowCount();
    auto* label = makeLabel(name, "label");
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row, 1);
    field->setAccessibleName(name);
    return label;
  };
  makeFields();
  add(tr("Epochs"), m_epochs);
  add(tr("Batch"), m_batch);
  add(tr("Slices"), m_slices);
  add(tr("Repeats"), m_repeats);
  add(tr("Optimizer"), m_optimizer);
  add(tr("Learning rate"), m_rate);
  grid->addWidget(m_search, grid->rowCount(), 1);
  add(tr("Schedule"), m_schedule);
  m_lossName = add(tr("Loss"), m_loss);
  m_classWeightsName = add(tr("Class weights"), m_classWeights);
  add(tr("Weight decay"), m_decay);
  add(tr("Clip gradients"), m_clip);
  add(tr("Stop early"), m_patience);
  add(tr("Vary samples"), m_augment);
  add(tr("Classes"), m_balance);
  add(tr("Calibration"), m_calibrate);
  add(tr("Seed"), m_seed);
  training->content()->addLayout(grid);
  addRecipe(*training->content());
  column->addWidget(training);
  column->addWidget(m_rates);
  column->addWidget(m_forecast);
  column->addStretch();
  return page;
}

/// What a recipe chose, below the fields that it chose.
void TrainForm::addRecipe(QVBoxLayout& to) {
  m_recipe = makeLabel({}, "hint");
  m_recipe->setWordWrap(true);
  m_chooseAll = makeButton(tr("Choose all by the data"), {}, ButtonKind::normal, ButtonSize::small);
  to.addWidget(m_recipe);
  to.addWidget(m_chooseAll);
  clearRecipe();
  const auto state = [this](const char* name) {
    return [this, name] {
      if (!isStated(name)) m_stated.emplace_back(name);
      Q_EMIT edited();
    };
  };
  connect(m_batch, &QSpinBox::valueChanged, this, state("batch"));
  connect(m_schedule, &QComboBox::currentIndexChanged, this, state("schedule"));
  connect(m_classWeights, &QComboBox::currentIndexChanged, this, state("class_weights"));
  connect(m_decay, &QDoubleSpinBox::valueChanged, this, state("weight_decay"));
  connect(m_patience, &QSpinBox::valueChanged, this, state("patience"));
  connect(m_optimizer, &QComboBox::currentIndexChanged, this, &TrainForm::edited);
  connect(m_epochs, &QSpinBox::valueChanged, this, [this] {
    // A number of epochs is a run without a recipe, whose other fields have the usual values.
    if (m_wasAuto && !isAuto()) setUnstated(metrics::RunSpec());
    m_wasAuto = isAuto();
    if (!isAuto()) clearRecipe();
    Q_EMIT edited();
  });
  connect(m_chooseAll, &QPushButton::clicked, this, [this] {
    m_stated.clear();
    Q_EMIT edited();
  });
}

bool TrainForm::isAuto() const {
  return m_epochs->value() == metrics::kAutoEpochs;
}

bool TrainForm::isStated(const char* name) const {
  return std::find(m_stated.begin(), m_stated.end(), name) != m_stated.end();
}

/// Nobody has chosen these values: the fields stay unstated.
void TrainForm::setUnstated(const metrics::RunSpec& spec) {
  const QSignalBlocker batch(m_batch);
  const QSignalBlocker schedule(m_schedule);
  const QSignalBlocker weights(m_classWeights);
  const QSignalBlocker decay(m_decay);
  const QSignalBlocker patience(m_patience);
  if (!isStated("batch")) m_batch->setValue(static_cast<int>(std::min<std::uint64_t>(spec.batch, 1 << 24)));
  if (!isStated("schedule")) m_schedule->setCurrentIndex(std::max(0, m_schedule->findData(toQt(spec.schedule))));
  if (!isStated("class_weights")) choose(m_classWeights, spec.classWeights, weightsTitle(spec.classWeights));
  if (!isStated("weight_decay")) m_decay->setValue(spec.weightDecay);
  if (!isStated("patience")) m_patience->setValue(spec.patience);
}

void TrainForm::showRecipe(const metrics::RunSpec& chosen) {
  if (!isAuto()) return;
  setUnstated(chosen);
  m_recipe->setText(recipeText(chosen.recipe));
  m_recipe->show();
  m_chooseAll->setVisible(!m_stated.empty());
}

void TrainForm::clearRecipe() {
  m_recipe->clear();
  m_recipe->hide();
  m_chooseAll->hide();
}

void TrainForm::buildRates() {
  m_rate = new QLineEdit;
  m_rate->setPlaceholderText(tr("automatic"));
  m_rate->setProperty("scale", "small");
  m_rate->setFixedWidth(kFieldWidth);
  m_rate->setToolTip(tr("Several with commas between train each model with each of them, from one stream."));
  m_search = makeButton(tr("Find one"), {}, ButtonKind::normal, ButtonSize::small);
  m_search->setFixedWidth(kFieldWidth);
  m_search->setToolTip(tr("Takes a hundred steps of growing learning rate, on copies of the models."));
  m_rates = new TrainRates;
  connect(m_rate, &QLineEdit::textChanged, this, [this] {
    setStyleProperty(m_rate, "invalid", !ratesIn(m_rate->text()));
    Q_EMIT edited();
  });
  connect(m_search, &QPushButton::clicked, this, &TrainForm::ratesWanted);
  connect(m_rates, &TrainRates::taken, this, [this](double rate) { m_rate->setText(ratesText({rate})); });
}

void TrainForm::setSearching(bool searching) {
  m_search->setEnabled(!searching);
  m_search->setText(searching ? tr("Searching …") : tr("Find one"));
}

QWidget* TrainForm::buildFixed() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  const auto add = [&](const QString& heading) {
    auto* section = new Section(heading);
    auto* values = new KeyValues;
    section->content()->addWidget(values);
    column->addWidget(section);
    return values;
  };
  auto* models = new Section(tr("Models"));
  m_fixedModels = new QVBoxLayout;
  m_fixedModels->setSpacing(4);
  models->content()->addLayout(m_fixedModels);
  column->addWidget(models);
  m_fixedData = add(tr("Data"));
  m_fixedTraining = add(tr("Training"));
  m_fixedRecipe = makeLabel({}, "hint");
  m_fixedRecipe->setWordWrap(true);
  auto* chosen = new Section(tr("Chosen by the data"));
  chosen->content()->addWidget(m_fixedRecipe);
  column->addWidget(chosen);
  m_fixedWhere = add(tr("Where"));
  column->addStretch();
  return page;
}

void TrainForm::setModels(const std::vector<std::string>& models, const std::vector<std::string>& chosen) {
  for (QCheckBox* old : m_models) {
    m_modelRows->removeWidget(old);
    old->deleteLater();
  }
  m_models.clear();
  for (const std::string& model : models) {
    auto* box = new QCheckBox(shownText(model));
    box->setObjectName(toQt(model));
    box->setChecked(chosen.empty() ? m_models.empty() : std::find(chosen.begin(), chosen.end(), model) != chosen.end());
    m_modelRows->addWidget(box);
    m_models.push_back(box);
    connect(box, &QCheckBox::toggled, this, [this] {
      tint();
      Q_EMIT edited();
    });
  }
  tint();
}

void TrainForm::tint() {
  std::size_t run = 0;
  const auto& colours = tokens().runs;
  for (QCheckBox* box : m_models) {
    QPixmap swatch(32, 32);
    swatch.fill(box->isChecked() ? colours[run++ % colours.size()] : QColor(Qt::transparent));
    box->setIcon(QIcon(swatch));
    box->setIconSize({14, 8});
  }
}

void TrainForm::setBatch(std::uint64_t batch, const std::string& optimizer) {
  const bool isUsual = batch == metrics::RunSpec().batch;
  if (!isUsual && !isStated("batch")) m_stated.emplace_back("batch");
  if (!isAuto() || isStated("batch"))
    m_batch->setValue(static_cast<int>(std::min<std::uint64_t>(batch, 1 << 24)));
  m_optimizer->setCurrentIndex(std::max(0, m_optimizer->findData(toQt(optimizer))));
}

void TrainForm::setManifest(const QString& name) {
  m_data->set(tr("Split"), name);
  m_data->set(tr("Order"), tr("shuffled in blocks"));
}

void TrainForm::setPredictsValues(bool values) {
  m_lossName->setVisible(values);
  m_loss->setVisible(values);
  m_classWeightsName->setVisible(!values);
  m_classWeights->setVisible(!values);
  m_balance->setEnabled(!values);
  m_calibrate->setEnabled(!values);
  if (!values) return;
  m_balance->setChecked(false);
  m_calibrate->setChecked(false);
}

bool TrainForm::complete() const {
  const bool any = std::any_of(m_models.begin(), m_models.end(), [](const QCheckBox* box) { return box->isChecked(); });
  return any && ratesIn(m_rate->text());
}

void TrainForm::fill(metrics::RunSpec& spec) const {
  spec.models.clear();
  for (const QCheckBox* box : m_models) {
    if (box->isChecked()) spec.models.push_back(fromQt(box->objectName()));
  }
  spec.epochs = m_epochs->value();
  spec.batch = static_cast<std::uint64_t>(m_batch->value());
  spec.slices = static_cast<std::uint64_t>(m_slices->value());
  spec.repeats = m_repeats->value();
  spec.optimizer = fromQt(m_optimizer->currentData().toString());
  spec.schedule = fromQt(m_schedule->currentData().toString());
  spec.learningRates = ratesIn(m_rate->text()).value_or(std::vector<double>());
  if (!m_loss->isHidden()) spec.loss = fromQt(m_loss->currentData().toString());
  if (!m_classWeights->isHidden()) spec.classWeights = fromQt(m_classWeights->currentData().toString());
  spec.clip = m_clip->value();
  spec.weightDecay = m_decay->value();
  spec.patience = m_patience->value();
  spec.augment = fromQt(m_augment->text().trimmed());
  spec.balance = m_balance->isChecked();
  spec.calibrate = m_calibrate->isChecked();
  spec.seed = m_seed->value();
}

void TrainForm::take(const metrics::RunSpec& spec) {
  for (QCheckBox* box : m_models) {
    const std::string name = fromQt(box->objectName());
    box->setChecked(std::find(spec.models.begin(), spec.models.end(), name) != spec.models.end());
  }
  m_epochs->setValue(spec.epochs);  // first, as it may set others
  m_batch->setValue(static_cast<int>(std::min<std::uint64_t>(spec.batch, 1 << 24)));
  m_optimizer->setCurrentIndex(std::max(0, m_optimizer->findData(toQt(spec.optimizer))));
  m_slices->setValue(static_cast<int>(std::min<std::uint64_t>(spec.slices, 1 << 16)));
  m_repeats->setValue(spec.repeats);
  m_schedule->setCurrentIndex(std::max(0, m_schedule->findData(toQt(spec.schedule))));
  m_rate->setText(ratesText(spec.learningRates));
  choose(m_loss, spec.loss == "mse" ? "" : spec.loss, lossTitle(spec.loss));
  choose(m_classWeights, spec.classWeights, weightsTitle(spec.classWeights));
  m_clip->setValue(spec.clip);
  m_decay->setValue(spec.weightDecay);
  m_patience->setValue(spec.patience);
  m_augment->setText(toQt(spec.augment));
  m_balance->setChecked(spec.balance);
  m_calibrate->setChecked(spec.calibrate);
  m_seed->setValue(spec.seed);
  m_stated.clear();
  clearRecipe();
  Q_EMIT streamEdited();
}

bool TrainForm::showsFixed() const {
  return m_stack->currentIndex() == 1;
}

void TrainForm::showFields() {
  m_stack->setCurrentIndex(0);
  m_again->parentWidget()->hide();
}

void TrainForm::showFixed(const metrics::RunSpec& spec, bool live) {
  while (QLayoutItem* item = m_fixedModels->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  int run = 0;
  for (const metrics::PlannedRun& planned : metrics::plannedRuns(spec)) {
    QString model = toQt(planned.model);
    if (spec.learningRates.size() > 1) model = tr("%1 at %2").arg(model, formatNumber(planned.learningRate, 3));
    if (planned.repeat > 0) model = tr("%1, repeat %2").arg(model).arg(planned.repeat);
    m_fixedModels->addWidget(new LegendMark(model, run++));
  }
  m_fixedData->set(tr("Split"), toQt(spec.manifest));
  m_fixedData->set(tr("Batch"), formatCount(spec.batch));
  m_fixedData->set(tr("Slices"), spec.slices > 1 ? formatCount(spec.slices) : QString());
  m_fixedData->set(tr("Repeats"), spec.repeats > 1 ? formatCount(static_cast<std::uint64_t>(spec.repeats)) : QString());
  m_fixedData->set(tr("Order"), spec.balance ? tr("every class equally often") : tr("shuffled in blocks"));
  m_fixedTraining->set(tr("Vary samples"), spec.augment.empty() ? tr("not at all") : toQt(spec.augment));
  const bool isOpen = spec.epochs == metrics::kAutoEpochs;  // until the run has begun
  m_fixedTraining->set(tr("Epochs"), isOpen ? tr("automatic") : formatCount(static_cast<std::uint64_t>(spec.epochs)));
  m_fixedTraining->set(tr("Optimizer"), optimizerTitle(spec.optimizer));
  const QString rates = ratesText(spec.learningRates);
  m_fixedTraining->set(tr("Learning rate"), rates.isEmpty() ? tr("automatic") : rates);
  m_fixedTraining->set(tr("Schedule"), scheduleTitle(spec.schedule));
  m_fixedTraining->set(tr("Weight decay"), spec.weightDecay > 0 ? formatNumber(spec.weightDecay) : tr("none"));
  m_fixedTraining->set(tr("Clip gradients"), spec.clip > 0 ? formatNumber(spec.clip) : tr("none"));
  const bool values = !m_loss->isHidden();
  m_fixedTraining->set(tr("Loss"), values ? lossTitle(spec.loss) : QString());
  m_fixedTraining->set(tr("Class weights"), values ? QString() : weightsTitle(spec.classWeights));
  m_fixedTraining->set(tr("Stop early"), spec.patience > 0 ? tr("%n epoch(s)", nullptr, spec.patience) : tr("never"));
  m_fixedTraining->set(tr("Calibration"), spec.calibrate ? tr("temperature scaling") : QString());
  m_fixedTraining->set(tr("Seed"), QString::number(spec.seed));
  m_fixedRecipe->setText(recipeText(spec.recipe));
  m_fixedRecipe->parentWidget()->setVisible(!spec.recipe.empty());
  m_fixedWhere->set(tr("Folder"), toQt(spec.out.filename()));
  m_stack->setCurrentIndex(1);
  m_again->parentWidget()->setVisible(!live);
}

}  // namespace masu::ui
