// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/table/dtype.h"

namespace masu::downcast {

/// True where the type takes the value without overflow: whole numbers in range for integers, finite ones that do not
/// round to infinity for floats. Infinities and NaN (a missing value) fit floats alone.
bool holds(table::DType type, double value);

/// The next type on the way up when a value does not fit: every value of `type` stays what it is.
/// Requires: type != f64.
table::DType widened(table::DType type);

/// The value as it reads back from storage: rounded to nearest even. Requires: holds(type, value).
double stored(table::DType type, double value);

/// Stores values in a type, rounded to nearest even. Requires: each fits, and out holds as many elements.
void narrow(std::span<const double> values, table::DType type, std::span<std::byte> out);

}  // namespace masu::downcast
