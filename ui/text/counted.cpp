#include "ui/text/counted.h"

#include "ui/text/format.h"

namespace masu::ui {

QString counted(QString text, std::uint64_t count) {
  return count < 1000 ? text : text.replace(QString::number(count), formatCount(count));
}

}  // namespace masu::ui
