// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/column_labels.h"

#include <QCoreApplication>

namespace masu::ui {

namespace {

struct Column {
  Q_DECLARE_TR_FUNCTIONS(Column)
};

}  // namespace

QString roleName(table::Role role) {
  switch (role) {
    case table::Role::feature:
      return Column::tr("feature");
    case table::Role::category:
      return Column::tr("category");
    case table::Role::label:
      return Column::tr("label");
    case table::Role::weight:
      return Column::tr("weight");
    case table::Role::group:
      return Column::tr("group");
    case table::Role::kept:
      return Column::tr("kept");
    case table::Role::ignored:
      break;
  }
  return Column::tr("ignored");
}

QString kindName(table::Kind kind) {
  switch (kind) {
    case table::Kind::integer:
      return Column::tr("integer");
    case table::Kind::decimal:
      return Column::tr("decimal");
    case table::Kind::boolean:
      return Column::tr("boolean");
    case table::Kind::time:
      return Column::tr("time");
    case table::Kind::category:
    case table::Kind::text:
      return Column::tr("text");
    case table::Kind::empty:
      break;
  }
  return Column::tr("empty");
}

}  // namespace masu::ui
