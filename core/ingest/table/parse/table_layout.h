// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/store/read/dataset.h"

namespace masu::ingest {

/// `watch`: left out because the survey met no value, which is to be seen whether that was so.
enum class Take : std::uint8_t { skip, watch, number, time, word, text };
/// How an empty cell is treated: it stays missing or becomes a number, or the whole record is left out or turned away.
enum class OnMissing : std::uint8_t { keep, fill, drop, reject };

/// Where the cells of one source column go.
struct CellTarget {
  Take take = Take::skip;
  OnMissing onMissing = OnMissing::keep;
  bool boolean = false;  ///< true and false stand for 1 and 0
  bool weight = false;   ///< what is below 0, or infinite, does not fit
  table::DateOrder dateOrder = table::DateOrder::monthFirst;
  table::TimeKind times = table::TimeKind::any;
  std::uint32_t group = 0;  ///< which of the layout's matrices, word groups or texts
  std::uint32_t slot = 0;   ///< which column in it
  double origin = 0;        ///< of a time: what it counts from
  double fill = 0;          ///< what a missing number becomes under OnMissing::fill
};

/// Numeric columns stored together as [samples, columns] of one type.
struct MatrixLayout {
  std::size_t object = 0;  ///< in TableLayout::objects
  table::DType dtype = table::DType::f32;
  std::vector<std::size_t> columns;  ///< of the source
  StorageRules rules;
};

/// Text columns stored together as codes: categories, whose code 0 is missing, or the classes of a label.
struct WordsLayout {
  std::size_t object = 0;
  std::vector<std::size_t> columns;
  std::uint32_t firstCode = 0;
  std::uint64_t mostWords = 0;
  bool classes = false;
};

/// Which object of the dataset every cell of a table becomes a part of.
/// Invariant: columns within an object are in source order, as in the schema: readers find a column by its place there.
struct TableLayout {
  std::vector<CellTarget> targets;  ///< one a source column
  std::vector<store::ObjectInfo> objects;
  std::vector<MatrixLayout> matrices;
  std::vector<WordsLayout> words;
  std::vector<std::size_t> texts;    ///< source columns
  std::vector<std::size_t> watched;  ///< source columns
  std::vector<std::size_t> digits;   ///< source columns that watchesZeros()
  std::vector<std::size_t> times;    ///< source columns whose cells are times
  std::size_t originObject = 0;
};

TableLayout layoutFor(const ImportPlan& plan);

}  // namespace masu::ingest
