// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

#include "core/tasks/receipt/receipt_task.h"

namespace masu::ui {

/// A receipt in words, and as JSON for programs.
struct ReceiptText {
  QString heading;
  std::vector<std::pair<QString, QString>> facts;  ///< what, and what the receipt says of it
  QStringList columns;                             ///< of `epochs`; empty for an export
  std::vector<QStringList> epochs;                 ///< of a run: the hashes of each that is complete
  QString json;
  QString dataset;  ///< UUID
};

ReceiptText receiptText(const tasks::AnyReceipt& receipt);

/// What a check found, as sentences: that all is as in the receipt with what was compared, or the first difference; and
/// what the check noted.
struct CheckText {
  QString sentence;
  QString detail;  ///< what was compared and equal, or both values of a difference; the notes
};

CheckText checkText(const tasks::ReceiptCheck& check);

}  // namespace masu::ui
