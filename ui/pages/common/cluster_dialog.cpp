// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/cluster_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/job.h"
#include "core/base/part_of.h"
#include "core/base/units.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr QSize kSize{760, 620};
constexpr int kFieldWidth = 160;
constexpr int kMostGibibytes = 1 << 20;
constexpr int kCopiedMilliseconds = 1'500;

QSpinBox* numberField(int most, std::uint64_t value) {
  auto* field = new QSpinBox;
  field->setRange(1, most);
  field->setValue(static_cast<int>(std::min<std::uint64_t>(value, static_cast<std::uint64_t>(most))));
  field->setFixedWidth(kFieldWidth);
  return field;
}

}  // namespace

ClusterDialog::ClusterDialog(tasks::ClusterRequest request, QWidget* parent)
    : QDialog(parent), m_request(std::move(request)) {
  setWindowTitle(tr("On a cluster"));
  setProperty("pane", "surface");
  resize(kSize);
  m_banner = new Banner;
  m_text = new QPlainTextEdit;
  m_text->setReadOnly(true);
  m_text->setFont(monoFont());
  m_text->setTabChangesFocus(true);
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setAccessibleName(tr("Script"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 20, 20, 16);
  column->setSpacing(12);
  column->addWidget(buildFields());
  column->addWidget(m_banner);
  column->addWidget(m_text, 1);
  column->addWidget(buildFoot());
  showScript();
}

QWidget* ClusterDialog::buildFields() {
  m_engine = new QComboBox;
  const auto offer = [this](tasks::ClusterEngine engine, const QString& title) {
    if (tasks::canRun(engine, m_request.work)) m_engine->addItem(title, static_cast<int>(engine));
  };
  using Engine = tasks::ClusterEngine;
  offer(Engine::slurmArray, tr("Slurm, a job array"));
  offer(Engine::slurm, tr("Slurm, one job"));
  offer(Engine::mpirun, tr("Open MPI"));
  offer(Engine::torchrun, tr("Processes of one machine"));
  offer(Engine::parallel, tr("GNU parallel"));
  m_engine->setFixedWidth(kFieldWidth);
  m_workers = numberField(PartOf::kMost, m_request.workers);
  m_threads = numberField(Resources::kMostThreads, m_request.threads);
  m_memory = numberField(kMostGibibytes, m_request.memoryBytes / gibibytes(1).value);
  m_memory->setSuffix(QStringLiteral(" GiB"));
  m_time = new QLineEdit;
  m_time->setPlaceholderText(tr("HH:MM:SS"));
  m_partition = new QLineEdit;
  for (QLineEdit* field : {m_time, m_partition}) {
    field->setFixedWidth(kFieldWidth);
    connect(field, &QLineEdit::textChanged, this, &ClusterDialog::showScript);
  }
  for (QSpinBox* field : {m_workers, m_threads, m_memory})
    connect(field, &QSpinBox::valueChanged, this, &ClusterDialog::showScript);
  connect(m_engine, &QComboBox::currentIndexChanged, this, &ClusterDialog::showScript);
  auto* form = new Form;
  form->addRow(tr("Started by"), m_engine);
  form->addRow(tr("Workers"), m_workers);
  form->addRow(tr("Threads"), m_threads, tr("of each worker"));
  form->addRow(tr("Memory"), m_memory, tr("budget of each worker; the script asks for a quarter more"));
  if (m_request.work == tasks::ClusterWork::training) {
    m_card = new QCheckBox(tr("one for each worker"));
    m_card->setChecked(m_request.gpusPerTask > 0);
    connect(m_card, &QCheckBox::toggled, this, &ClusterDialog::showScript);
    form->addRow(tr("CUDA card"), m_card);
  }
  form->addRow(tr("Time limit"), m_time, tr("if empty, the cluster's own"));
  form->addRow(tr("Partition"), m_partition, tr("if empty, the cluster's own"));
  return form;
}

QWidget* ClusterDialog::buildFoot() {
  auto* foot = new QWidget;
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  auto* close = makeButton(tr("Close"));
  m_copy = makeButton(tr("Copy"), QStringLiteral("copy"));
  m_save = makeButton(tr("Save…"), {}, ButtonKind::primary);
  m_save->setDefault(true);
  row->addStretch(1);
  row->addWidget(close);
  row->addWidget(m_copy);
  row->addWidget(m_save);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_copy, &QPushButton::clicked, this, &ClusterDialog::copy);
  connect(m_save, &QPushButton::clicked, this, &ClusterDialog::chooseFile);
  return foot;
}

void ClusterDialog::takeFields() {
  m_request.engine = static_cast<tasks::ClusterEngine>(m_engine->currentData().toInt());
  m_request.workers = static_cast<std::uint64_t>(m_workers->value());
  m_request.threads = static_cast<unsigned>(m_threads->value());
  m_request.memoryBytes = gibibytes(static_cast<std::uint64_t>(m_memory->value())).value;
  const bool hasCards = tasks::hasCards(m_request.engine, m_request.work);
  if (m_card != nullptr) m_card->setEnabled(hasCards);
  m_request.gpusPerTask = hasCards && m_card->isChecked() ? 1 : 0;
  const bool isSlurm = tasks::isSlurm(m_request.engine);
  m_time->setEnabled(isSlurm);
  m_partition->setEnabled(isSlurm);
  m_request.seconds = isSlurm ? tasks::secondsFrom(fromQt(m_time->text().trimmed())) : std::nullopt;
  m_request.partition = isSlurm ? fromQt(m_partition->text().trimmed()) : std::string();
}

void ClusterDialog::showScript() {
  takeFields();
  m_script.clear();
  m_banner->clear();
  const bool isTimeWrong = m_time->isEnabled() && !m_time->text().trimmed().isEmpty() && !m_request.seconds;
  setStyleProperty(m_time, "invalid", isTimeWrong);
  const auto made = tasks::clusterScript(m_request);
  if (isTimeWrong) {
    m_banner->showSentence(Banner::Kind::bad, tr("Write the time limit as HH:MM:SS, e.g. 12:00:00."));
  } else if (!made) {
    m_banner->showError(made.error());
  } else {
    m_script = tasks::scriptText(*made, [](const Message& remark) { return fromQt(translated(remark)); });
  }
  m_text->setPlainText(toQt(m_script));
  m_copy->setEnabled(!m_script.empty());
  m_save->setEnabled(!m_script.empty());
}

QString ClusterDialog::complaint() const {
  return m_banner->sentence();
}

void ClusterDialog::copy() {
  QGuiApplication::clipboard()->setText(toQt(m_script));
  m_copy->setText(tr("Copied"));
  QTimer::singleShot(kCopiedMilliseconds, m_copy, [this] { m_copy->setText(tr("Copy")); });
}

void ClusterDialog::chooseFile() {
  const QString proposed = QStringLiteral("masu-") + toQt(tasks::name(m_request.work)) + QStringLiteral(".sh");
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the script"), proposed, tr("Shell scripts (*.sh)"));
  if (!file.isEmpty()) save(file);
}

void ClusterDialog::save(const QString& file) {
  const auto saved = tasks::saveClusterScript(m_request, pathFrom(file), m_script, true);
  if (!saved) return m_banner->showError(saved.error());
  accept();
}

}  // namespace masu::ui
