#include "ui/widgets/plain_text_guard.h"

#include <QEvent>
#include <QLabel>

namespace masu::ui {

bool PlainTextGuard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Polish) return false;
  auto* label = qobject_cast<QLabel*>(watched);
  if (label != nullptr && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
  return false;
}

}  // namespace masu::ui
