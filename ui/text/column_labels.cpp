// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/column_labels.h"

#include "ui/text/message.h"

namespace masu::ui {

QString roleName(table::Role role) {
  return translated(table::name(role));
}

QString kindName(table::Kind kind) {
  return translated(table::name(kind == table::Kind::category ? table::Kind::text : kind));
}

}  // namespace masu::ui
