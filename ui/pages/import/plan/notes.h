// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/error.h"
#include "ui/widgets/section.h"

class QLabel;

namespace masu::ui {

/// What a person may want to know of a plan before the import; hidden where there is nothing.
class ImportNotes : public Section {
  Q_OBJECT

 public:
  ImportNotes();
  void setNotes(const std::vector<Message>& notes);

 private:
  QLabel* m_text;
};

}  // namespace masu::ui
