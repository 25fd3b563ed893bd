// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QTemporaryFile>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

namespace {

const QStringList kThemes = {"system", "light", "dark"};
const QStringList kLanguages = {"system", "en", "ja"};
constexpr int kLabelWidth = 168;
constexpr int kFieldWidth = 264;
constexpr quint64 kBudgets[] = {128'000'000,   256'000'000,   512'000'000,    1'000'000'000, 2'000'000'000,
                                4'000'000'000, 8'000'000'000, 16'000'000'000, 32'000'000'000};

Theme::Mode modeOf(const QString& name) {
  if (name == "light") return Theme::Mode::light;
  return name == "dark" ? Theme::Mode::dark : Theme::Mode::system;
}

/// Budgets to choose from, and the one that is set where it is none of them.
QComboBox* makeBudgets(quint64 chosen, const QString& automatic) {
  auto* field = new QComboBox;
  field->setFixedWidth(kFieldWidth);
  if (!automatic.isEmpty()) field->addItem(automatic, QVariant::fromValue(quint64{0}));
  for (const quint64 bytes : kBudgets) field->addItem(formatBytes(bytes), QVariant::fromValue(bytes));
  if (field->findData(QVariant::fromValue(chosen)) < 0)
    field->addItem(formatBytes(chosen), QVariant::fromValue(chosen));
  field->setCurrentIndex(field->findData(QVariant::fromValue(chosen)));
  return field;
}

/// Tried with a file, as rights alone say nothing of a disk that is read-only or of another machine's.
bool takesFiles(const QString& folder) {
  return QTemporaryFile(QDir(folder).filePath(QStringLiteral("masu.XXXXXX"))).open();
}

}  // namespace

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), m_settings(settings), m_problem(makeLabel({}, "bad")) {
  setWindowTitle(tr("Settings"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 20, 20, 16);
  column->setSpacing(20);
  auto* form = new Form(kLabelWidth);
  addLook(*form);
  addFolders(*form);
  addLimits(*form);
  column->addWidget(form);
  m_problem->setWordWrap(true);
  m_problem->setObjectName("problem");
  m_problem->hide();
  column->addWidget(m_problem);
  auto* buttons = new QHBoxLayout;
  auto* cancel = makeButton(tr("Cancel"));
  auto* save = makeButton(tr("Save"), {}, ButtonKind::primary);
  save->setDefault(true);
  buttons->addStretch();
  buttons->addWidget(cancel);
  buttons->addWidget(save);
  column->addLayout(buttons);
  connect(save, &QPushButton::clicked, this, &SettingsDialog::save);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(this, &QDialog::rejected, this, [before = settings.theme] { Theme::current().setMode(modeOf(before)); });
}

void SettingsDialog::addLook(Form& form) {
  auto* theme = new Segments({tr("System"), tr("Light"), tr("Dark")});
  theme->setCurrent(static_cast<int>(std::max<qsizetype>(0, kThemes.indexOf(m_settings.theme))));
  form.addRow(tr("Theme"), theme);
  auto* language = new QComboBox;
  // Languages are written in themselves, so that people find theirs.
  language->addItems({tr("System"), QStringLiteral("English"), QStringLiteral("日本語")});
  language->setCurrentIndex(static_cast<int>(std::max<qsizetype>(0, kLanguages.indexOf(m_settings.language))));
  form.addRow(tr("Language"), language);
  connect(theme, &Segments::currentChanged, this, [this](int index) {
    m_settings.theme = kThemes[index];
    Theme::current().setMode(modeOf(m_settings.theme));
  });
  connect(language, &QComboBox::activated, this, [this](int index) { m_settings.language = kLanguages[index]; });
}

void SettingsDialog::addFolders(Form& form) {
  m_output = new PathPicker(PathPicker::Mode::folder, tr("Folder for new files"));
  m_scratch = new PathPicker(PathPicker::Mode::folder, tr("Folder for temporary files"));
  if (!m_settings.outputFolder.isEmpty()) m_output->setPath(m_settings.outputFolder);
  if (!m_settings.scratchFolder.isEmpty()) m_scratch->setPath(m_settings.scratchFolder);
  m_output->setToolTip(
      tr("Where datasets and exports are written unless another place is chosen. Empty: beside what "
         "they are made from. Training runs stay beside their dataset."));
  m_scratch->setToolTip(tr("Where packed sources are unpacked. Empty: the folder that TMPDIR names, else /var/tmp."));
  form.addRow(tr("New files"), m_output, tr("empty: beside the source"));
  form.addRow(tr("Temporary files"), m_scratch, tr("empty: by the system"));
}

void SettingsDialog::addLimits(Form& form) {
  m_threads = new QSpinBox;
  m_threads->setRange(0, static_cast<int>(Resources::kMostThreads));
  m_threads->setSpecialValueText(tr("all cores"));
  m_threads->setValue(m_settings.threads);
  m_threads->setFixedWidth(kFieldWidth);
  m_importMemory = makeBudgets(m_settings.memoryBytes, {});
  m_otherMemory = makeBudgets(m_settings.otherMemoryBytes, tr("half of the free memory"));
  form.addRow(tr("Threads"), m_threads);
  form.addRow(tr("Memory of an import"), m_importMemory);
  form.addRow(tr("Memory of other jobs"), m_otherMemory);
}

bool SettingsDialog::refusesFolder(const QString& folder) {
  if (folder.isEmpty()) return false;
  QString problem;
  if (!QFileInfo(folder).isDir())
    problem = tr("There is no folder %1. Choose one that exists, or leave the field empty.");
  else if (!takesFiles(folder))
    problem = tr("No file can be made in the folder %1. Choose another one, or leave the field empty.");
  if (problem.isEmpty()) return false;
  m_problem->setText(problem.arg(shownText(folder)));
  m_problem->show();
  return true;
}

void SettingsDialog::save() {
  m_problem->hide();
  if (refusesFolder(m_output->path()) || refusesFolder(m_scratch->path())) return;
  m_settings.outputFolder = m_output->path();
  m_settings.scratchFolder = m_scratch->path();
  m_settings.threads = m_threads->value();
  m_settings.memoryBytes = m_importMemory->currentData().toULongLong();
  m_settings.otherMemoryBytes = m_otherMemory->currentData().toULongLong();
  accept();
}

}  // namespace masu::ui
