// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/forecast_panel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/flow/machine.h"
#include "ui/pages/import/plan/advanced.h"
#include "ui/pages/import/plan/loss.h"
#include "ui/pages/import/plan/notes.h"
#include "ui/pages/import/plan/order.h"
#include "ui/pages/import/plan/share_bars.h"
#include "ui/pages/import/plan/type_choice.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {

namespace {

/// The stops of the budget slider; those above the machine's memory are left out.
constexpr std::array<std::uint64_t, 9> kBudgets = {128'000'000,   256'000'000,    512'000'000,
                                                   1'000'000'000, 2'000'000'000,  4'000'000'000,
                                                   8'000'000'000, 16'000'000'000, 32'000'000'000};
constexpr int kLabelWidth = 92;

int stopOf(std::uint64_t bytes) {
  const auto found = std::lower_bound(kBudgets.begin(), kBudgets.end(), bytes);
  return static_cast<int>(std::min<std::ptrdiff_t>(found - kBudgets.begin(), kBudgets.size() - 1));
}

QLabel* makeRight(const QString& text, const char* role) {
  QLabel* label = makeLabel(text, role);
  label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return label;
}

}  // namespace

ImportForecastPanel::ImportForecastPanel(QWidget* parent)
    : QWidget(parent),
      m_forecast(new Section(tr("Forecast"), QStringLiteral(" "))),
      m_types(new Section(tr("Store numbers as"), tr("largest loss"))),
      m_choice(new ImportTypeChoice),
      m_proceeding(new Section({})),
      m_notes(new ImportNotes),
      m_order(new ImportOrder),
      m_advanced(new ImportAdvanced) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_forecast);
  column->addWidget(m_types);
  column->addWidget(m_proceeding);
  column->addWidget(m_notes);
  column->addStretch(1);
  makeForecast();
  m_types->content()->addWidget(m_choice);
  makeProceeding();
}

void ImportForecastPanel::makeForecast() {
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  m_figure = makeLabel({}, "figure");
  m_beside = makeLabel(tr("on disk"), "secondary");
  m_beside->setAlignment(Qt::AlignBottom);
  m_beside->setContentsMargins(0, 0, 0, 4);
  row->addWidget(m_figure);
  row->addWidget(m_beside);
  row->addStretch();
  m_bars = new ShareBars;
  m_share = makeLabel({}, "caption");
  m_facts = new KeyValues;
  QVBoxLayout* content = m_forecast->content();
  content->addLayout(row);
  content->addWidget(m_bars);
  content->addWidget(m_share);
  content->addSpacing(8);
  content->addWidget(m_facts);
}

void ImportForecastPanel::makeProceeding() {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  grid->setColumnMinimumWidth(0, kLabelWidth);
  grid->setColumnStretch(1, 1);
  m_memory = new QSlider(Qt::Horizontal);
  m_memory->setAccessibleName(tr("Memory budget"));
  const std::uint64_t machine = flow::thisMachine().memoryTotal.value;
  m_memory->setRange(0, std::max(2, stopOf(std::max<std::uint64_t>(machine, 1)) - 1));
  m_memoryText = makeRight({}, "value");
  m_memoryText->setMinimumWidth(56);
  m_missing = new QComboBox;
  m_missing->addItems({tr("Keep as missing"), tr("Zero"), tr("Column mean"), tr("Drop the record"), tr("A number …")});
  m_onError = new QComboBox;
  m_onError->addItems({tr("Set aside in a file"), tr("Stop the import"), tr("Make bad cells missing")});
  for (QComboBox* combo : {m_missing, m_onError}) {
    combo->setProperty("scale", "small");
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  m_missing->setToolTip(
      tr("The mean is that of the train split, applied while training: one worked out here would leak."));
  auto* budget = new QHBoxLayout;
  budget->addWidget(m_memory, 1);
  budget->addWidget(m_memoryText);
  grid->addWidget(makeLabel(tr("Memory budget"), "label"), 0, 0);
  grid->addLayout(budget, 0, 1);
  grid->addWidget(makeLabel(tr("Missing number"), "label"), 1, 0);
  grid->addWidget(m_missing, 1, 1);
  grid->addWidget(makeLabel(tr("Record that fails"), "label"), 2, 0);
  grid->addWidget(m_onError, 2, 1);
  m_where = new QLineEdit;
  m_where->setObjectName("where");
  m_where->setProperty("scale", "small");
  m_where->setPlaceholderText(tr("all records"));
  m_where->setAccessibleName(tr("Only where"));
  m_where->setToolTip(tr("A filter such as age >= 18 and country != missing; what it leaves out is counted."));
  grid->addWidget(makeLabel(tr("Only where"), "label"), 3, 0);
  grid->addWidget(m_where, 3, 1);
  grid->addWidget(makeLabel(tr("Order"), "label"), 4, 0);
  grid->addWidget(m_order, 4, 1);
  m_proceeding->content()->addLayout(grid);
  m_proceeding->content()->addWidget(m_advanced);
  connect(m_where, &QLineEdit::editingFinished, this, [this] {
    if (!m_where->isModified()) return;
    m_where->setModified(false);
    Q_EMIT whereChosen(m_where->text().trimmed());
  });
  connect(m_memory, &QSlider::valueChanged, this, [this] {
    m_memoryText->setText(formatBytes(memoryBytes()));
    Q_EMIT memoryChosen(memoryBytes());
  });
  connect(m_missing, &QComboBox::activated, this, &ImportForecastPanel::chooseMissing);
  connect(m_onError, &QComboBox::activated, this,
          [this](int index) { Q_EMIT onErrorChosen(static_cast<ingest::OnError>(index)); });
}

void ImportForecastPanel::chooseMissing(int index) {
  ingest::MissingRule rule{static_cast<ingest::MissingPolicy>(index), 0};
  if (rule.policy == ingest::MissingPolicy::constant) {
    bool accepted = false;
    rule.constant = QInputDialog::getDouble(this, tr("Missing number"), tr("What a missing number becomes:"), 0, -1e300,
                                            1e300, 6, &accepted);
    if (!accepted) return m_missing->setCurrentIndex(static_cast<int>(m_policy));
  }
  Q_EMIT missingChosen(rule);
}

std::uint64_t ImportForecastPanel::memoryBytes() const {
  return kBudgets[static_cast<std::size_t>(m_memory->value())];
}

void ImportForecastPanel::setMemoryBytes(std::uint64_t bytes) {
  const QSignalBlocker block(m_memory);
  m_memory->setValue(stopOf(bytes));
  m_memoryText->setText(formatBytes(memoryBytes()));
}

void ImportForecastPanel::showInspection(const tasks::Inspection& inspection) {
  const ingest::ImportPlan& plan = inspection.plan;
  const tasks::Forecast& forecast = inspection.forecast;
  const bool whole = plan.surveyedBytes >= plan.sourceBytes;
  m_forecast->setCaption(whole ? tr("all of it read") : tr("from %1 read").arg(formatBytes(plan.surveyedBytes)));
  m_figure->setText(formatBytes(forecast.bytes));
  m_bars->setBytes(plan.sourceBytes, forecast.bytes);
  const double share =
      plan.sourceBytes == 0 ? 0 : static_cast<double>(forecast.bytes) / static_cast<double>(plan.sourceBytes);
  m_share->setText(tr("%1 of the text file’s %2").arg(formatPercent(share), formatBytes(plan.sourceBytes)));

  const auto numbers = static_cast<int>(std::count_if(plan.columns.begin(), plan.columns.end(), isNumber));
  const auto categories =
      static_cast<int>(std::count_if(plan.columns.begin(), plan.columns.end(),
                                     [](const auto& column) { return column.role == table::Role::category; }));
  m_facts->set(tr("Samples"), (whole ? QString() : QStringLiteral("≈ ")) + formatCountShort(plan.samples));
  m_facts->set(tr("Each sample"),
               tr("%1, %2").arg(tr("%n number(s)", nullptr, numbers), tr("%n categories", nullptr, categories)));
  const double rate = forecast.seconds > 0 ? static_cast<double>(plan.sourceBytes) / forecast.seconds : 0;
  m_facts->set(tr("Time"),
               rate > 0 ? tr("%1 at %2").arg(formatForecast(forecast.seconds), formatRate(rate)) : QString());
  m_facts->set(tr("Peak memory"), formatBytes(forecast.peakMemoryBytes));
  showDisk(forecast);
  m_policy = plan.options.missing;
  m_missing->setCurrentIndex(static_cast<int>(m_policy));
  m_onError->setCurrentIndex(static_cast<int>(plan.options.onError));
  m_order->setShuffle(plan.options.shuffle);
  m_advanced->showPlan(plan);
  if (!m_where->hasFocus()) m_where->setText(toQt(plan.options.table.where));
  m_notes->setNotes(plan.notes);
  m_types->setVisible(numbers > 0);
  m_choice->showInspection(inspection);
}

void ImportForecastPanel::showDisk(const tasks::Forecast& forecast) {
  const std::uint64_t needed = forecast.bytes + forecast.scratchBytes;
  m_facts->set(tr("Disk left after"),
               forecast.fitsDisk ? formatBytes(forecast.diskFreeBytes - std::min(needed, forecast.diskFreeBytes))
                                 : tr("not enough: %1 free").arg(formatBytes(forecast.diskFreeBytes)));
}

}  // namespace masu::ui
