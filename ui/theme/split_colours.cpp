#include "ui/theme/split_colours.h"

#include <QCoreApplication>

#include "ui/theme/theme.h"

namespace masu::ui {

QColor splitColour(int split) {
  switch (split) {
    case 0:
      return tokens().train;
    case 1:
      return tokens().validation;
    case 2:
      return tokens().test;
    default:
      return tokens().unused;
  }
}

QString splitTitle(int split) {
  switch (split) {
    case 0:
      return QCoreApplication::translate("masu::ui::Split", "Train");
    case 1:
      return QCoreApplication::translate("masu::ui::Split", "Validation");
    case 2:
      return QCoreApplication::translate("masu::ui::Split", "Test");
    default:
      return QCoreApplication::translate("masu::ui::Split", "Unused");
  }
}

}  // namespace masu::ui
