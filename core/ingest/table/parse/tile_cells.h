// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/csv/numbers/whole_number.h"

namespace masu::ingest {

/// A cell of a row that waits to be stored; see MatrixTile.
struct TileCell {
  std::size_t column = 0;
  double value = 0;
  float nearest = 0;
  const csv::Whole* whole = nullptr;  ///< what it says, where WholeCell has it
};

/// What a waiting cell says where its double is only near to that, or all large whole numbers of its column are to be
/// exact.
struct WholeCell {
  std::size_t row = 0;  ///< among those that wait
  std::size_t column = 0;
  csv::Whole whole;
};

/// By how far a waiting cell's double misses its text.
struct RoundedCell {
  std::size_t row = 0;  ///< among those that wait
  std::size_t column = 0;
  double error = 0;
};

}  // namespace masu::ingest
