// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <filesystem>
#include <optional>

#include "ui/jobs/job_slot.h"
#include "ui/pages/common/receipt_text.h"
#include "ui/session/session.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QStandardItemModel;

namespace masu::ui {

class Banner;
class Segments;

/// The receipt of a training run or an export: in words, the hashes of every epoch, and as JSON to copy; and whether
/// what it describes is still as it says. A receipt that is missing or damaged is a sentence. The window does not keep
/// people from the rest of the application while steps are trained again; closing it stops them, and it closes when
/// another dataset is opened.
/// Threads: the GUI thread; what reads or computes is a job. Lifetime: borrows session and runner.
class ReceiptDialog : public QDialog {
  Q_OBJECT

 public:
  /// `place`: as tasks::readAnyReceipt() takes it.
  ReceiptDialog(const std::filesystem::path& place, Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~ReceiptDialog() override;

  /// Shows the receipt in a window that belongs to a page, which has one at a time.
  static void present(const std::filesystem::path& place, Session& session, JobRunner& runner, QWidget* page);

  void copy();
  void check();
  void cancel() { m_check.stop(); }
  bool busy() const { return m_load.busy() || m_check.busy(); }
  const std::filesystem::path& place() const { return m_place; }
  const ReceiptText& text() const { return m_text; }
  const QStandardItemModel& facts() const { return *m_facts; }
  const QStandardItemModel& epochs() const { return *m_epochs; }
  /// What the last check found; empty before one.
  QString verdict() const;

 private:
  QWidget* buildPages();
  QWidget* buildOptions();
  QWidget* buildFoot();
  void load();
  void showReceipt(ReceiptText text);
  bool isOfOpenDataset() const;
  std::optional<tasks::ReceiptRequest> asked();
  void ended(const Result<tasks::ReceiptCheck>& check);
  void showProgress(const JobState& state);
  void showBusy(bool busy);

  std::filesystem::path m_place;
  Session& m_session;
  JobSlot m_load;
  JobSlot m_check;
  ReceiptText m_text;
  QStandardItemModel* m_facts;
  QStandardItemModel* m_epochs;
  QLabel* m_heading = nullptr;
  Banner* m_banner = nullptr;
  Segments* m_choice = nullptr;
  QStackedWidget* m_pages = nullptr;
  QPlainTextEdit* m_json = nullptr;
  QLabel* m_stepsLabel = nullptr;
  QLineEdit* m_steps = nullptr;
  QCheckBox* m_withDataset = nullptr;
  QLabel* m_verdict = nullptr;
  QLabel* m_detail = nullptr;
  QProgressBar* m_bar = nullptr;
  QLabel* m_stage = nullptr;
  QPushButton* m_copy = nullptr;
  QPushButton* m_cancel = nullptr;
  QPushButton* m_start = nullptr;
};

}  // namespace masu::ui
