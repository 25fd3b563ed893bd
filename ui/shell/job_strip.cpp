// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_strip.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QStorageInfo>
#include <algorithm>
#include <array>

#include "core/flow/machine.h"
#include "ui/shell/job_list.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kLeft = 16;
constexpr int kIcon = 14;
constexpr int kMachineMilliseconds = 2000;
constexpr int kTitleWidth = 320;

QProgressBar* makeBar(int width) {
  auto* bar = new QProgressBar;
  bar->setTextVisible(false);
  bar->setFixedSize(width, 4);
  bar->setRange(0, 1000);
  return bar;
}

QLabel* makeIcon(const QString& name) {
  auto* label = new QLabel;
  label->setPixmap(iconPixmap(name, tokens().text2, kIcon, label->devicePixelRatioF()));
  QObject::connect(&Theme::current(), &Theme::changed, label, [label, name] {
    label->setPixmap(iconPixmap(name, tokens().text2, kIcon, label->devicePixelRatioF()));
  });
  return label;
}

QString amounts(const JobState& state) {
  if (state.unit == Progress::Unit::bytes)
    return state.total > 0 ? formatBytesOf(state.done, state.total) : formatBytes(state.done);
  if (state.total == 0) return state.done > 0 ? formatCount(state.done) : QString();
  return JobStrip::tr("%1 of %2").arg(formatCount(state.done), formatCount(state.total));
}

QString rate(const JobState& state) {
  if (state.unitsPerSecond <= 0) return {};
  if (state.unit == Progress::Unit::bytes) return formatRate(state.unitsPerSecond);
  const QString number = state.unitsPerSecond >= 10 ? formatCountShort(static_cast<std::uint64_t>(state.unitsPerSecond))
                                                    : formatNumber(state.unitsPerSecond, 2);
  const bool one = number == QLatin1String("1");
  if (state.unit == Progress::Unit::samples)
    return one ? JobStrip::tr("1 sample/s") : JobStrip::tr("%1 samples/s").arg(number);
  return one ? JobStrip::tr("1 step/s") : JobStrip::tr("%1 steps/s").arg(number);
}

}  // namespace

QStringList jobFacts(const JobState& state) {
  QString left;
  if (state.stopping)
    left = JobStrip::tr("stopping");
  else if (state.paused)
    left = JobStrip::tr("paused");
  else if (state.secondsLeft >= 0)
    left = JobStrip::tr("%1 left").arg(formatDuration(std::max(1.0, state.secondsLeft)));
  const QString rejected =
      state.rejected > 0 ? JobStrip::tr("%1 rejected").arg(formatCount(state.rejected)) : QString();
  return {amounts(state), state.paused ? QString() : rate(state), rejected, left};
}

JobStrip::JobStrip(JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_runner(runner),
      m_folder(QDir::homePath()),
      m_title(new ElidedLabel({}, "value", Qt::ElideMiddle)),
      m_bar(makeBar(120)),
      m_share(makeLabel({}, "value")),
      m_cancel(makeButton(tr("Cancel"), "close", ButtonKind::ghost, ButtonSize::small)),
      m_count(makeButton({}, "chevron-up", ButtonKind::ghost, ButtonSize::small)),
      m_dismiss(makeButton(tr("Dismiss"), "close", ButtonKind::ghost, ButtonSize::small)),
      m_memoryBar(makeBar(48)),
      m_memory(makeLabel({}, "label")),
      m_disk(makeLabel({}, "label")) {
  setProperty("pane", "strip");
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(size::kJobStrip);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kLeft + kIcon + 12, 1, kLeft, 0);
  row->setSpacing(12);
  m_title->setFont(uiFont(Type::table, QFont::Medium));
  m_share->setFont(uiFont(Type::table, QFont::Medium));
  m_title->setMaximumWidth(kTitleWidth);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_bar, m_share}) row->addWidget(widget);
  for (int i = 0; i < 4; ++i) {
    auto* separator = makeToolBarSeparator();
    auto* text = makeLabel({}, "label");
    row->addWidget(separator);
    row->addWidget(text);
    m_facts.emplace_back(separator, text);
  }
  row->addWidget(m_cancel);
  row->addWidget(m_count);
  row->addWidget(m_dismiss);
  row->addStretch(1);
  row->addWidget(makeIcon("memory"));
  row->addWidget(m_memoryBar);
  row->addWidget(m_memory);
  row->addWidget(makeToolBarSeparator());
  row->addWidget(makeIcon("disk"));
  row->addWidget(m_disk);

  connect(m_cancel, &QPushButton::clicked, this, [this] {
    if (const auto jobs = m_runner.visibleJobs(); !jobs.empty()) jobs.front()->cancel();
  });
  connect(m_count, &QPushButton::clicked, this, &JobStrip::openList);
  connect(m_dismiss, &QPushButton::clicked, this, &JobStrip::forgetEnd);
  connect(&m_runner, &JobRunner::changed, this, &JobStrip::refresh);
  connect(&m_runner, &JobRunner::progressed, this, &JobStrip::refresh);
  connect(&m_runner, &JobRunner::ended, this, &JobStrip::noteEnd);
  m_machineTimer.setInterval(kMachineMilliseconds);
  connect(&m_machineTimer, &QTimer::timeout, this, &JobStrip::readMachine);
  m_machineTimer.start();
  readMachine();
  refresh();
}

void JobStrip::forgetEnd() {
  m_lastEnd.clear();
  m_failed = false;
  refresh();
}

void JobStrip::setFolder(const QString& folder) {
  m_folder = folder;
  readMachine();
}

void JobStrip::noteEnd(Job* job) {
  if (job->kind() != Job::Kind::visible) return;
  const std::optional<Error>& error = job->error();
  m_failed = error && error->code != Errc::cancelled;
  const QString& title = job->state().title;
  if (m_failed)
    m_lastEnd = tr("%1 failed: %2").arg(title, translated(*error));
  else if (error)
    m_lastEnd = (job->keepsWork() ? tr("%1: stopped, and kept") : tr("%1: cancelled")).arg(title);
  else
    m_lastEnd = tr("%1: done in %2").arg(title, formatDuration(job->state().elapsed));
}

void JobStrip::refresh() {
  const std::vector<Job*> jobs = m_runner.visibleJobs();
  jobs.empty() ? showIdle() : showJob(*jobs.front(), jobs.size());
  fitWidth();
  update();
}

void JobStrip::showJob(const Job& job, std::size_t running) {
  const JobState& state = job.state();
  m_icon = job.icon();
  m_failed = false;
  // "Importing x.csv · Importing" says it twice.
  const bool said = state.stage.isEmpty() || state.title.startsWith(state.stage);
  const QString title = said ? state.title : QStringLiteral("%1 · %2").arg(state.title, state.stage);
  m_title->setText(title);
  m_title->setFont(uiFont(Type::table, QFont::Medium));
  setStyleProperty(m_title, "role", "value");
  m_title->setMaximumWidth(kTitleWidth);
  m_bar->setVisible(true);
  m_bar->setValue(static_cast<int>(state.share * 1000));
  m_share->setVisible(state.total > 0);
  m_share->setText(formatPercent(state.share));
  const QStringList facts = jobFacts(state);
  for (std::size_t i = 0; i < m_facts.size(); ++i) m_facts[i].second->setText(facts[static_cast<qsizetype>(i)]);
  m_cancel->setVisible(running == 1);
  m_cancel->setEnabled(!state.stopping);
  m_count->setVisible(running > 1);
  m_count->setText(tr("%n jobs", nullptr, static_cast<int>(running)));
  m_dismiss->hide();
}

void JobStrip::showIdle() {
  m_icon = m_failed ? "bad" : "done";
  m_title->setText(m_lastEnd.isEmpty() ? tr("Nothing running") : m_lastEnd);
  m_title->setMaximumWidth(width() / 2);
  m_title->setFont(uiFont(Type::table));
  setStyleProperty(m_title, "role", m_failed ? "bad" : "label");
  m_bar->hide();
  m_share->hide();
  for (const auto& [separator, text] : m_facts) text->clear();
  m_cancel->hide();
  m_count->hide();
  m_dismiss->setVisible(!m_lastEnd.isEmpty());
}

/// Where the strip is too narrow, facts are hidden one by one: rejected first, then rate, amounts and time left.
void JobStrip::fitWidth() {
  for (const auto& [separator, text] : m_facts) {
    separator->setVisible(!text->text().isEmpty());
    text->setVisible(!text->text().isEmpty());
  }
  for (const std::size_t fact : {2U, 1U, 0U, 3U}) {
    if (layout()->sizeHint().width() <= width()) return;
    m_facts[fact].first->hide();
    m_facts[fact].second->hide();
    layout()->invalidate();
  }
}

void JobStrip::readMachine() {
  const flow::Machine machine = flow::thisMachine();
  const std::uint64_t total = machine.memoryTotal.value;
  const std::uint64_t used = total - std::min(total, machine.memoryAvailable.value);
  m_memory->setText(formatBytesOf(used, total));
  m_memoryBar->setValue(total > 0 ? static_cast<int>(used * 1000 / total) : 0);
  const QStorageInfo disk(m_folder);
  m_disk->setText(disk.isValid() ? tr("%1 free").arg(formatBytes(static_cast<std::uint64_t>(disk.bytesAvailable())))
                                 : QString());
}

void JobStrip::openList() {
  auto* list = new JobList(m_runner, this);
  list->openAbove(m_count);
}

void JobStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
}

void JobStrip::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter painter(this);
  const Tokens& t = tokens();
  const QColor ink = m_failed ? t.bad : m_runner.busy() ? t.accent : t.text2;
  painter.drawPixmap(kLeft, (height() - kIcon + 1) / 2, iconPixmap(m_icon, ink, kIcon, devicePixelRatioF()));
}

}  // namespace masu::ui
