// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/choices.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include "ui/pages/fit/batch.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

constexpr int kDeviceListWidth = 260;
constexpr int kMostCopies = 99;
constexpr int kWidths = 4;  ///< of 8, 4, 2 and 1 bytes

QIcon runSwatch(int run) {
  QPixmap pixmap(56, 32);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto& runs = tokens().runs;
  const QColor colour = run < 0 ? tokens().edge : runs[static_cast<std::size_t>(run) % runs.size()];
  if (run < 0) {
    painter.setPen(QPen(colour, 4));
  } else {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
  }
  painter.drawRoundedRect(QRect(14, 2, 28, 28), 8, 8);
  return QIcon(pixmap);
}

}  // namespace

FitChoices::FitChoices(QHBoxLayout* models, QHBoxLayout* machine, QObject* parent)
    : QObject(parent),
      m_chips(new QHBoxLayout),
      m_copies(new QSpinBox),
      m_batch(new BatchField),
      m_limit(makeLabel({}, "label")),
      m_types(new Segments(QStringList(kWidths, QString()), ButtonSize::small)),
      m_stored(makeLabel({}, "label")),
      m_optimizer(new QComboBox),
      m_device(new QComboBox),
      m_compute(new QComboBox) {
  models->addWidget(makeLabel(tr("Models"), "label"));
  m_chips->setSpacing(4);
  models->addLayout(m_chips);
  m_copies->setRange(1, kMostCopies);
  m_copies->setPrefix(QStringLiteral("× "));
  m_copies->setProperty("scale", "small");
  m_copies->setFixedWidth(56);
  m_copies->setAccessibleName(tr("Of each model"));
  m_copies->setToolTip(tr("How many of each model learn together, such as at several learning rates."));
  models->addWidget(m_copies);
  models->addSpacing(4);
  models->addWidget(makeToolBarSeparator());
  models->addSpacing(4);
  models->addWidget(makeLabel(tr("Batch"), "label"));
  models->addWidget(m_batch);
  models->addWidget(m_limit);
  models->addStretch();
  machine->addWidget(m_stored);
  m_types->setAccessibleName(tr("Stored as"));
  m_types->setToolTip(tr("What a run would take with features stored so. masu convert stores them so."));
  m_types->hide();
  machine->addWidget(m_types);
  machine->addSpacing(4);
  machine->addWidget(makeLabel(tr("Optimizer"), "label"));
  m_optimizer->setProperty("scale", "small");
  m_optimizer->setFixedWidth(84);
  m_optimizer->addItem(QStringLiteral("SGD"), static_cast<int>(estimate::Optimizer::sgd));
  m_optimizer->addItem(QStringLiteral("Adam"), static_cast<int>(estimate::Optimizer::adam));
  m_optimizer->addItem(QStringLiteral("AdamW"), static_cast<int>(estimate::Optimizer::adamw));
  m_optimizer->setCurrentIndex(2);
  m_optimizer->setAccessibleName(tr("Optimizer"));
  machine->addWidget(m_optimizer);
  machine->addSpacing(4);
  machine->addWidget(makeLabel(tr("Device"), "label"));
  m_device->setProperty("scale", "small");
  m_device->setFixedWidth(200);
  m_device->view()->setMinimumWidth(kDeviceListWidth);
  m_device->addItem(tr("This machine"));
  m_device->setAccessibleName(tr("Device"));
  machine->addWidget(m_device);
  m_compute->setProperty("scale", "small");
  m_compute->setFixedWidth(72);
  m_compute->setAccessibleName(tr("Computes in"));
  m_compute->setToolTip(tr(
      "The number type in which the device computes: the time of an epoch there depends on it. Masu trains in f32."));
  machine->addWidget(m_compute);
  offerComputes();
  machine->addStretch();
  connect(m_batch, &BatchField::batchChanged, this, &FitChoices::figuresChanged);
  connect(m_copies, &QSpinBox::valueChanged, this, &FitChoices::figuresChanged);
  connect(m_types, &Segments::currentChanged, this, &FitChoices::figuresChanged);
  connect(m_optimizer, &QComboBox::currentIndexChanged, this, &FitChoices::figuresChanged);
  connect(m_device, &QComboBox::activated, this, [this] {
    offerComputes();
    Q_EMIT figuresChanged();
  });
  connect(m_compute, &QComboBox::activated, this, &FitChoices::figuresChanged);
  connect(&Theme::current(), &Theme::changed, this, &FitChoices::tint);
}

void FitChoices::setModels(const std::vector<std::string>& models) {
  for (QToolButton* old : m_models) {
    m_chips->removeWidget(old);
    old->deleteLater();
  }
  m_models.clear();
  for (const std::string& model : models) {
    auto* button = new QToolButton;
    button->setText(toQt(model));
    button->setObjectName(toQt(model));
    button->setCheckable(true);
    button->setChecked(m_models.empty());
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({14, 8});
    button->setProperty("scale", "small");
    m_chips->addWidget(button);
    m_models.push_back(button);
    connect(button, &QToolButton::toggled, this, [this, button] {
      if (this->models().empty()) {
        // A ledger of no model says nothing: the last one stays.
        const QSignalBlocker quiet(button);
        button->setChecked(true);
        return;
      }
      tint();
      Q_EMIT modelsChanged();
    });
  }
  tint();
}

void FitChoices::tint() {
  int run = 0;
  for (QToolButton* button : m_models) button->setIcon(runSwatch(button->isChecked() ? run++ : -1));
}

std::vector<std::string> FitChoices::models() const {
  std::vector<std::string> chosen;
  for (const QToolButton* button : m_models) {
    if (button->isChecked()) chosen.push_back(fromQt(button->objectName()));
  }
  return chosen;
}

std::uint64_t FitChoices::batch() const {
  return m_batch->batch();
}

estimate::Optimizer FitChoices::optimizer() const {
  return static_cast<estimate::Optimizer>(m_optimizer->currentData().toInt());
}

std::optional<estimate::Device> FitChoices::device() const {
  const int index = m_device->currentIndex();
  return index > 0 ? std::optional(m_devices[static_cast<std::size_t>(index - 1)]) : std::nullopt;
}

void FitChoices::setDevices(std::vector<estimate::Device> devices) {
  const QString chosen = m_device->currentText();
  while (m_device->count() > 1) m_device->removeItem(1);
  m_devices = std::move(devices);
  for (const estimate::Device& device : m_devices)
    m_device->addItem(tr("%1, %2").arg(shownText(device.name), formatBytes(device.memory.value)));
  m_device->setCurrentIndex(std::max(0, m_device->findText(chosen)));
  offerComputes();
}

/// What was chosen stays where the device has it.
void FitChoices::offerComputes() {
  const QString before = m_compute->currentText();
  m_compute->clear();
  const auto chosen = device();
  for (const estimate::Precision compute : estimate::kPrecisions) {
    if (chosen && chosen->flopsIn(compute) > 0) m_compute->addItem(toQt(estimate::name(compute)));
  }
  m_compute->setCurrentIndex(std::max(0, m_compute->findText(before)));
  m_compute->setVisible(m_compute->count() > 1);
}

estimate::Precision FitChoices::compute() const {
  return estimate::precisionFrom(fromQt(m_compute->currentText())).value_or(estimate::Precision::f32);
}

void FitChoices::forgetLimit() {
  m_batch->setLimit(0);
  m_limit->clear();
}

void FitChoices::setTraced(const estimate::LedgerInput& input, std::uint64_t maxBatch) {
  for (QToolButton* button : m_models) {
    for (const estimate::ModelFootprint& model : input.models) {
      if (toQt(model.model) != button->objectName()) continue;
      button->setText(button->objectName() + QStringLiteral("  ") + formatCountShort(model.parameters));
      button->setToolTip(tr("%1 parameters").arg(formatCount(model.parameters)));
    }
  }
  m_batch->setLimit(maxBatch);
  m_limit->setText(maxBatch == 0                           ? tr("none fits")
                   : maxBatch >= input.largestSplitSamples ? tr("any fits")
                                                           : tr("%1 at most").arg(formatCount(maxBatch)));
}

void FitChoices::setStored(std::optional<table::DType> own) {
  m_own = own;
  m_typesKnown = false;
  m_types->hide();
  m_stored->setText(tr("Stored as %1").arg(own ? toQt(table::name(*own)) : tr("codes")));
}

/// A type wider than floats is offered where features have it.
void FitChoices::offerTypes(const std::vector<tasks::StoredSize>& sizes) {
  const std::optional<std::size_t> before = stored();
  m_typesKnown = m_own && sizes.size() == kWidths;
  m_types->setVisible(m_typesKnown);
  if (!m_typesKnown) return;
  m_stored->setText(tr("Stored as"));
  for (int i = 0; i < kWidths; ++i) {
    const table::DType type = sizes[static_cast<std::size_t>(i)].type;
    m_types->button(i)->setText(toQt(table::name(type)));
    m_types->setOffered(i, type == *m_own || table::sizeOf(type) <= sizeof(float));
    if (type == *m_own && !before) m_types->setCurrent(i);
  }
}

std::optional<std::size_t> FitChoices::stored() const {
  return m_typesKnown ? std::optional(static_cast<std::size_t>(m_types->current())) : std::nullopt;
}

}  // namespace masu::ui
