// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings_dialog.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/form.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

namespace {

const QStringList kThemes = {"system", "light", "dark"};
const QStringList kLanguages = {"system", "en", "ja"};

Theme::Mode modeOf(const QString& name) {
  if (name == "light") return Theme::Mode::light;
  return name == "dark" ? Theme::Mode::dark : Theme::Mode::system;
}

}  // namespace

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent) : QDialog(parent), m_settings(settings) {
  setWindowTitle(tr("Settings"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 20, 20, 16);
  column->setSpacing(20);
  auto* form = new Form;
  auto* theme = new Segments({tr("System"), tr("Light"), tr("Dark")});
  theme->setCurrent(static_cast<int>(std::max<qsizetype>(0, kThemes.indexOf(settings.theme))));
  form->addRow(tr("Theme"), theme);
  auto* language = new QComboBox;
  // Languages are written in themselves, so that people find theirs.
  language->addItems({tr("System"), QStringLiteral("English"), QStringLiteral("日本語")});
  language->setCurrentIndex(static_cast<int>(std::max<qsizetype>(0, kLanguages.indexOf(settings.language))));
  form->addRow(tr("Language"), language);
  column->addWidget(form);
  auto* buttons = new QHBoxLayout;
  auto* cancel = makeButton(tr("Cancel"));
  auto* save = makeButton(tr("Save"), {}, ButtonKind::primary);
  save->setDefault(true);
  buttons->addStretch();
  buttons->addWidget(cancel);
  buttons->addWidget(save);
  column->addLayout(buttons);

  connect(theme, &Segments::currentChanged, this, [this](int index) {
    m_settings.theme = kThemes[index];
    Theme::current().setMode(modeOf(m_settings.theme));
  });
  connect(language, &QComboBox::activated, this, [this](int index) { m_settings.language = kLanguages[index]; });
  connect(save, &QPushButton::clicked, this, &QDialog::accept);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(this, &QDialog::rejected, this, [before = settings.theme] { Theme::current().setMode(modeOf(before)); });
}

}  // namespace masu::ui
