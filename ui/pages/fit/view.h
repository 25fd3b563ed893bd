// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/tasks/train/estimate_task.h"

class QLabel;
class QTableView;

namespace masu::ui {

class FitMeasured;
class LedgerBar;
class LedgerModel;

/// The verdict in a sentence, the account of each memory as a bar, and every item as a row. Pointing at a segment
/// highlights its row, and the other way round.
class FitView : public QWidget {
  Q_OBJECT

 public:
  explicit FitView(QWidget* parent = nullptr);

  /// `storedAs` may be empty.
  void setLedger(const estimate::LedgerInput& input, const estimate::Ledger& ledger,
                 const std::vector<tasks::StoredSize>& storedAs);
  void setWaiting(const QString& sentence);
  /// Nothing is known: no bars, no items, no sentence.
  void clear();
  QString verdict() const;
  const LedgerModel& model() const { return *m_model; }
  FitMeasured& measured() const { return *m_measured; }

 private:
  /// A memory: what of it is taken.
  struct Account {
    estimate::Where where = estimate::Where::host;
    QWidget* frame = nullptr;
    QLabel* amount = nullptr;
    LedgerBar* bar = nullptr;
    std::vector<int> items;  ///< ledger item of each segment
  };
  Account makeAccount(estimate::Where where, const QString& name, LedgerBar* bar);
  void fillBar(Account& account, double capacity, double reserve);
  QString detailOf(const std::vector<tasks::StoredSize>& storedAs) const;
  void point(int item);

  QLabel* m_verdict;
  QLabel* m_detail;
  Account m_device;  ///< shown where the models run elsewhere
  Account m_host;
  Account m_disk;
  LedgerModel* m_model;
  QTableView* m_table;
  FitMeasured* m_measured;
  estimate::LedgerInput m_input;
  estimate::Ledger m_ledger;
};

/// "Both models fit in this machine's memory, with 1.8 GB to spare."
QString verdictOf(const estimate::LedgerInput& input, const estimate::Ledger& ledger);

}  // namespace masu::ui
