// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/table/schema.h"

namespace masu::ui {

/// The name of a column's role in the language of the application.
QString roleName(table::Role role);
/// The name of what a column's cells are in the language of the application.
QString kindName(table::Kind kind);

}  // namespace masu::ui
