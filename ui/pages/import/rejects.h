// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <filesystem>

namespace masu::ui {

/// The records that an import set aside, as a table: where each was, what was wrong with it, and its text.
class ImportRejects : public QDialog {
  Q_OBJECT

 public:
  explicit ImportRejects(const std::filesystem::path& file, QWidget* parent = nullptr);
};

}  // namespace masu::ui
