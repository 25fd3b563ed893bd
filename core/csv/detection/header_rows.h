// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "core/csv/detection/first_records.h"
#include "core/csv/structure/dialect.h"

namespace masu::csv {

/// Records at the front of a table that are likelier rows of its header, such as units, than data.
struct HeaderRows {
  std::size_t rows = 0;     ///< 0: none
  std::size_t columns = 0;  ///< those that hold words in these rows and numbers alone below
  std::string word;         ///< the first of them
};

/// Looks for up to `most` such rows: none of them holds a number, and each of several columns that hold words in the
/// last of them holds numbers alone below, some at least. `records`: what is below the header, if there is one.
HeaderRows headerRowsIn(const Records& records, const Dialect& dialect, std::size_t most);

}  // namespace masu::csv
