// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/path_picker.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>

#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {
constexpr int kFieldWidth = 264;
}

PathPicker::PathPicker(Mode mode, const QString& dialogTitle, const QString& filter, QWidget* parent)
    : QWidget(parent),
      m_mode(mode),
      m_title(dialogTitle),
      m_filter(filter),
      m_folder(QDir::currentPath()),
      m_field(new QLineEdit) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_field->setFixedWidth(kFieldWidth);
  m_field->setAccessibleName(dialogTitle);
  row->addWidget(m_field);
  // The folder follows the name inside the field, where it fits.
  m_in = makeLabel({}, "hint");
  m_in->setParent(m_field);
  m_in->setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* button = makeButton(tr("Choose"));
  row->addWidget(button);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(button, &QPushButton::clicked, this, &PathPicker::choose);
  connect(m_field, &QLineEdit::textChanged, this, &PathPicker::showFolder);
  connect(m_field, &QLineEdit::textEdited, this, [this] { Q_EMIT pathChanged(path()); });
}

QString PathPicker::path() const {
  const QString text = m_field->text().trimmed();
  if (text.isEmpty()) return {};
  return QDir::isAbsolutePath(text) ? text : QDir(m_folder).filePath(text);
}

void PathPicker::setPath(const QString& path) {
  const QFileInfo info(path);
  m_folder = info.absolutePath();
  m_field->setText(info.fileName());
  showFolder();
}

void PathPicker::setFieldWidth(int width) {
  m_field->setFixedWidth(width);
  showFolder();
}

void PathPicker::choose() {
  QString chosen;
  switch (m_mode) {
    case Mode::saveFile:
      // Overwriting is asked when the job starts, once for typed and chosen names.
      chosen =
          QFileDialog::getSaveFileName(this, m_title, path(), m_filter, nullptr, QFileDialog::DontConfirmOverwrite);
      break;
    case Mode::folder:
      chosen = QFileDialog::getExistingDirectory(this, m_title, path());
      break;
    case Mode::openFile:
      chosen = QFileDialog::getOpenFileName(this, m_title, path(), m_filter);
      break;
  }
  if (chosen.isEmpty()) return;
  setPath(chosen);
  Q_EMIT pathChanged(chosen);
}

void PathPicker::showFolder() {
  m_field->setToolTip(path());
  const bool relative = !m_field->text().isEmpty() && !QDir::isAbsolutePath(m_field->text());
  m_in->setText(relative ? tr("in %1").arg(QDir(m_folder).dirName()) : QString());
  m_in->ensurePolished();
  m_in->adjustSize();
  const int left = 8 + m_field->fontMetrics().horizontalAdvance(m_field->text()) + 8;
  m_in->move(left, (m_field->height() - m_in->height()) / 2);
  m_in->setVisible(relative && left + m_in->width() < m_field->maximumWidth() - 8);
}

}  // namespace masu::ui
