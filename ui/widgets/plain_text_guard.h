#pragma once

#include <QObject>

namespace masu::ui {

/// Installed on the application: no label, tool tip or question takes a text for markup because it looks like it. Names
/// come from files, and `<img src=…>` in one would read another. A label that means markup says Qt::RichText itself.
class PlainTextGuard : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace masu::ui
