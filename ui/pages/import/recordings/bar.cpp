// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "core/ingest/recordings/read/segments.h"
#include "ui/pages/import/recordings/length_field.h"
#include "ui/pages/import/recordings/rate_field.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

/// The rate that the files state; 0 where none does. It is known only until another rate is asked for.
double recordedRate(const ingest::ImportPlan& plan) {
  if (plan.options.recordings.rate == 0) return plan.recordings().rate;
  const auto stated = std::ranges::find_if(plan.recordings().files, [](const auto& file) { return file.rate > 0; });
  return stated == plan.recordings().files.end() ? 0 : stated->rate;
}

/// As asked for; else as the plan has it.
std::optional<ingest::WindowLength> windowOf(const ingest::ImportPlan& plan) {
  const ingest::RecordingOptions& asked = plan.options.recordings;
  if (asked.window == 0 && asked.windowSeconds > 0) return ingest::WindowLength{.seconds = asked.windowSeconds};
  return plan.recordings().window == 0 ? std::nullopt
                                       : std::optional(ingest::WindowLength{.frames = plan.recordings().window});
}

std::optional<ingest::WindowLength> hopOf(const ingest::ImportPlan& plan) {
  const ingest::RecordingOptions& asked = plan.options.recordings;
  if (plan.recordings().hop == 0) return std::nullopt;
  if (asked.hop) return ingest::WindowLength{.frames = plan.recordings().hop};
  return asked.hopSeconds > 0 ? std::optional(ingest::WindowLength{.seconds = asked.hopSeconds}) : windowOf(plan);
}

}  // namespace

ImportRecordingsBar::ImportRecordingsBar(QWidget* parent)
    : QWidget(parent),
      m_chip(new FileChip),
      m_cutting(new QWidget),
      m_window(new ImportLengthField(tr("Window"), ImportLengthField::None::refused)),
      m_seconds(makeLabel({}, "label")),
      m_hop(new ImportLengthField(tr("Hop"), ImportLengthField::None::taken)),
      m_overlap(makeLabel({}, "label")),
      m_rest(new QComboBox),
      m_rateField(new ImportRateField) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_hop->setToolTip(tr("From one window to the next, in frames or as a time; none takes one window a recording"));
  m_rest->addItems({tr("Pad with zeros"), tr("Drop")});
  m_rest->setFixedWidth(120);
  m_rest->setProperty("scale", "small");
  m_rest->setAccessibleName(tr("The rest"));
  row->addWidget(m_chip);
  row->addWidget(m_cutting);
  row->addStretch(1);
  auto* cutting = new QHBoxLayout(m_cutting);
  cutting->setContentsMargins(0, 0, 0, 0);
  cutting->setSpacing(8);
  cutting->addWidget(makeToolBarSeparator());
  cutting->addWidget(makeLabel(tr("Window"), "label"));
  cutting->addWidget(m_window);
  cutting->addWidget(m_seconds);
  cutting->addSpacing(8);
  cutting->addWidget(makeLabel(tr("Hop"), "label"));
  cutting->addWidget(m_hop);
  cutting->addWidget(m_overlap);
  cutting->addSpacing(8);
  cutting->addWidget(makeLabel(tr("The rest"), "label"));
  cutting->addWidget(m_rest);
  cutting->addSpacing(8);
  cutting->addWidget(makeLabel(tr("Rate"), "label"));
  cutting->addWidget(m_rateField);
  connect(m_chip, &FileChip::removed, this, &ImportRecordingsBar::removed);
  // A hop that was not asked for goes with the window.
  connect(m_hop, &ImportLengthField::edited, this, [this] { m_hopAsked = true; });
  for (ImportLengthField* field : {m_window, m_hop}) {
    connect(field, &ImportLengthField::edited, this, &ImportRecordingsBar::changed);
    connect(field, &ImportLengthField::refused, this, &ImportRecordingsBar::refused);
  }
  connect(m_rest, &QComboBox::activated, this, &ImportRecordingsBar::changed);
  connect(m_rateField, &ImportRateField::edited, this, &ImportRecordingsBar::changed);
  connect(m_rateField, &ImportRateField::refused, this, &ImportRecordingsBar::refused);
}

void ImportRecordingsBar::showPlan(const ingest::ImportPlan& plan) {
  m_filling = true;
  m_options = plan.options.recordings;
  m_rate = plan.recordings().rate;
  const auto count = static_cast<int>(plan.recordings().files.size());
  m_chip->show(
      "folder", toQt(plan.root.filename()),
      counted(tr("%n file(s), %1", nullptr, count), plan.recordings().files.size()).arg(formatBytes(plan.sourceBytes)));
  m_hopAsked = m_options.hop.has_value() || m_options.hopSeconds > 0 || m_options.oneWindow;
  m_window->showLength(windowOf(plan));
  m_hop->showLength(hopOf(plan));
  m_rest->setCurrentIndex(m_options.rest == ingest::Tail::pad ? 0 : 1);
  m_rateField->showRate(m_options.rate, recordedRate(plan));
  // Rows and images are as large as they are.
  m_cutting->setVisible(!ingest::holdsRows(plan) && !ingest::holdsImages(plan));
  announce();
  m_filling = false;
}

/// 0 where a time cannot be counted in frames.
double ImportRecordingsBar::framesOf(const std::optional<ingest::WindowLength>& length) const {
  if (!length) return 0;
  return length->frames > 0 ? static_cast<double>(length->frames) : std::round(length->seconds * m_rate);
}

void ImportRecordingsBar::announce() {
  const double window = framesOf(m_window->length());
  const bool timed = m_window->length() && m_window->length()->seconds > 0;
  m_seconds->setText(m_rate <= 0 ? QString()
                     : timed
                         ? counted(tr("= %n frame(s)", nullptr, static_cast<int>(window)), static_cast<quint64>(window))
                         : QStringLiteral("= %1").arg(formatSeconds(window / m_rate)));
  const double hop = framesOf(m_hop->length());
  m_overlap->setText(hop > 0 && hop < window ? tr("%1 overlap").arg(formatPercent(1 - hop / window))
                     : hop > window          ? tr("with gaps")
                                             : QString());
}

void ImportRecordingsBar::changed() {
  if (m_filling) return;
  if (!m_hopAsked) m_hop->showLength(m_window->length());
  const auto window = m_window->length().value_or(ingest::WindowLength{});
  const auto hop = m_hop->length();
  m_options.window = window.frames;
  m_options.windowSeconds = window.seconds;
  m_options.oneWindow = !hop;
  m_options.hop = m_hopAsked && hop && hop->frames > 0 ? std::optional(hop->frames) : std::nullopt;
  m_options.hopSeconds = m_hopAsked && hop ? hop->seconds : 0;
  m_options.rest = m_rest->currentIndex() == 0 ? ingest::Tail::pad : ingest::Tail::drop;
  m_options.rate = m_rateField->rate();
  announce();
  Q_EMIT edited(m_options);
}

}  // namespace masu::ui
