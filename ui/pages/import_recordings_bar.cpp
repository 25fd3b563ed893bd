#include "ui/pages/import_recordings_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <array>
#include <cmath>

#include "core/ingest/recording_stretches.h"
#include "ui/text/counted.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kMostFrames = 1 << 30;
constexpr std::array kRates = {8000.0, 16000.0, 22050.0, 44100.0, 48000.0};

QSpinBox* makeSpin(int least, const QString& name) {
  auto* spin = new QSpinBox;
  spin->setProperty("scale", "small");
  spin->setRange(least, kMostFrames);
  spin->setGroupSeparatorShown(true);
  spin->setLocale(QLocale(QLocale::English));
  spin->setSingleStep(256);
  spin->setFixedWidth(84);
  spin->setKeyboardTracking(false);  // A number half typed is not asked for.
  spin->setAccessibleName(name);
  return spin;
}

}  // namespace

ImportRecordingsBar::ImportRecordingsBar(QWidget* parent)
    : QWidget(parent),
      m_chip(new FileChip),
      m_window(makeSpin(1, tr("Window"))),
      m_seconds(makeLabel({}, "label")),
      m_hop(makeSpin(0, tr("Hop"))),
      m_overlap(makeLabel({}, "label")),
      m_rest(new QComboBox),
      m_rateField(new QComboBox) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_hop->setSpecialValueText(tr("none"));
  m_hop->setToolTip(tr("Frames from one window to the next; none takes one window a recording"));
  m_rest->addItems({tr("Pad with zeros"), tr("Drop")});
  m_rest->setFixedWidth(120);
  m_rateField->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_rateField->setMaximumWidth(210);
  for (QComboBox* combo : {m_rest, m_rateField}) combo->setProperty("scale", "small");
  m_rest->setAccessibleName(tr("The rest"));
  m_rateField->setAccessibleName(tr("Rate"));
  row->addWidget(m_chip);
  row->addWidget(makeToolBarSeparator());
  row->addWidget(makeLabel(tr("Window"), "label"));
  row->addWidget(m_window);
  row->addWidget(m_seconds);
  row->addSpacing(8);
  row->addWidget(makeLabel(tr("Hop"), "label"));
  row->addWidget(m_hop);
  row->addWidget(m_overlap);
  row->addSpacing(8);
  row->addWidget(makeLabel(tr("The rest"), "label"));
  row->addWidget(m_rest);
  row->addSpacing(8);
  row->addWidget(makeLabel(tr("Rate"), "label"));
  row->addWidget(m_rateField);
  row->addStretch(1);
  connect(m_chip, &FileChip::removed, this, &ImportRecordingsBar::removed);
  connect(m_window, &QSpinBox::valueChanged, this, &ImportRecordingsBar::changed);
  connect(m_hop, &QSpinBox::valueChanged, this, &ImportRecordingsBar::changed);
  connect(m_rest, &QComboBox::activated, this, &ImportRecordingsBar::changed);
  connect(m_rateField, &QComboBox::activated, this, &ImportRecordingsBar::changed);
}

void ImportRecordingsBar::showPlan(const ingest::ImportPlan& plan) {
  m_filling = true;
  m_options = plan.options.recordings;
  m_rate = plan.rate;
  const auto count = static_cast<int>(plan.recordingFiles.size());
  m_chip->show(
      "folder", toQt(plan.root.filename()),
      counted(tr("%n file(s), %1", nullptr, count), plan.recordingFiles.size()).arg(formatBytes(plan.sourceBytes)));
  if (!m_window->hasFocus()) m_window->setValue(static_cast<int>(plan.window));
  if (!m_hop->hasFocus()) m_hop->setValue(static_cast<int>(plan.hop));
  m_rest->setCurrentIndex(m_options.rest == ingest::Rest::pad ? 0 : 1);
  if (m_rateField->count() == 0 || m_options.rate == 0) {
    m_rateField->clear();
    m_rateField->addItem(plan.rate > 0 ? tr("%1 Hz, as recorded").arg(formatNumber(plan.rate)) : tr("as recorded"),
                         0.0);
    for (const double rate : kRates)
      if (rate != plan.rate) m_rateField->addItem(tr("%1 Hz").arg(formatNumber(rate)), rate);
  }
  // Rows and images are as large as they are.
  const bool whole = ingest::holdsRows(plan) || ingest::holdsImages(plan);
  for (QWidget* field : {static_cast<QWidget*>(m_window), static_cast<QWidget*>(m_hop), static_cast<QWidget*>(m_rest),
                         static_cast<QWidget*>(m_rateField)})
    field->setEnabled(!whole);
  tell();
  m_filling = false;
}

void ImportRecordingsBar::tell() {
  const double window = m_window->value();
  m_seconds->setText(m_rate > 0 ? QStringLiteral("= %1").arg(formatSeconds(window / m_rate)) : QString());
  const double hop = m_hop->value();
  m_overlap->setText(hop > 0 && hop < window ? tr("%1 overlap").arg(formatPercent(1 - hop / window))
                     : hop > window          ? tr("with gaps")
                                             : QString());
}

void ImportRecordingsBar::changed() {
  if (m_filling) return;
  m_options.window = static_cast<std::uint64_t>(m_window->value());
  m_options.oneWindow = m_hop->value() == 0;
  m_options.hop.reset();
  if (m_hop->value() > 0) m_options.hop = static_cast<std::uint64_t>(m_hop->value());
  m_options.rest = m_rest->currentIndex() == 0 ? ingest::Rest::pad : ingest::Rest::drop;
  m_options.rate = m_rateField->currentData().toDouble();
  tell();
  Q_EMIT edited(m_options);
}

}  // namespace masu::ui
