// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace masu::ui {

/// Where to write: an editable path and "Choose". Shows the whole path in its tool tip.
class PathPicker : public QWidget {
  Q_OBJECT

 public:
  enum class Mode { saveFile, folder, openFile };

  /// `filter` as QFileDialog takes it: "Dataset (*.h5)".
  PathPicker(Mode mode, const QString& dialogTitle, const QString& filter = {}, QWidget* parent = nullptr);

  QString path() const;
  void setPath(const QString& path);  ///< emits nothing
  /// Of the field alone, where there is less room than in a form.
  void setFieldWidth(int width);

 Q_SIGNALS:
  void pathChanged(const QString& path);  ///< by the user

 private:
  void choose();
  void showFolder();

  Mode m_mode;
  QString m_title;
  QString m_filter;
  QString m_folder;
  QLineEdit* m_field;
  QLabel* m_in;
};

}  // namespace masu::ui
