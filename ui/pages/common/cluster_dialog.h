// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <string>

#include "core/tasks/cluster/cluster_script.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace masu::ui {

class Banner;

/// The script with which a cluster does what a page would: what starts the workers, how many there are and what each
/// takes are fields, and the script follows every edit. Where there can be none, a sentence says why.
/// Threads: the GUI thread.
class ClusterDialog : public QDialog {
  Q_OBJECT

 public:
  /// `request`: the command, and what the fields begin with.
  explicit ClusterDialog(tasks::ClusterRequest request, QWidget* parent = nullptr);

  /// Empty where there can be none.
  const std::string& script() const { return m_script; }
  QString complaint() const;
  void copy();
  /// Asks for a name.
  void chooseFile();
  /// Replaces what is there.
  void save(const QString& file);

 private:
  QWidget* buildFields();
  QWidget* buildFoot();
  void takeFields();
  void showScript();

  tasks::ClusterRequest m_request;
  std::string m_script;
  QComboBox* m_engine = nullptr;
  QSpinBox* m_workers = nullptr;
  QSpinBox* m_threads = nullptr;
  QSpinBox* m_memory = nullptr;
  QCheckBox* m_card = nullptr;  ///< null where workers compute on no card
  QLineEdit* m_time = nullptr;
  QLineEdit* m_partition = nullptr;
  Banner* m_banner = nullptr;
  QPlainTextEdit* m_text = nullptr;
  QPushButton* m_copy = nullptr;
  QPushButton* m_save = nullptr;
};

}  // namespace masu::ui
