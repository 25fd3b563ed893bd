#pragma once

#include <QDialog>

namespace masu::ui {

/// F1: the six steps, the keys and the words, on one page.
class HelpDialog : public QDialog {
  Q_OBJECT

 public:
  explicit HelpDialog(QWidget* parent);

 private:
  static QString text();
};

}  // namespace masu::ui
