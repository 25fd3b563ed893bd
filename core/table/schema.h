// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/table/column_stats.h"
#include "core/table/dtype.h"
#include "core/table/storage_loss.h"

namespace masu::table {

/// What a column is for. `kept` is stored for browsing and export but not trained on; `ignored` is not stored.
enum class Role { feature, category, label, weight, group, kept, ignored };
/// What was found in a column of text cells.
enum class Kind { integer, decimal, boolean, time, category, text, empty };

/// Whether cells of a kind are stored as numbers.
constexpr bool isNumeric(Kind kind) {
  return kind == Kind::integer || kind == Kind::decimal || kind == Kind::boolean || kind == Kind::time;
}

std::string_view name(Role role);
std::string_view name(Kind kind);
std::optional<Role> roleFrom(std::string_view name);
std::optional<Kind> kindFrom(std::string_view name);

/// One column of a table, or one channel of a recording, as a finished dataset describes it.
struct Column {
  std::string name;
  Role role = Role::feature;
  Kind kind = Kind::decimal;
  DType stored = DType::f32;
  /// Numbers only; for categories and classes `count` and `missing` alone.
  ColumnStats stats;
  /// Text of each code of a category: code 0 is missing, so entry i belongs to code i + 1.
  std::vector<std::string> dictionary;
  /// What maps stored to value: value = stored × scale + offset.
  double scale = 1;
  double offset = 0;
  /// Of a time: what its values count from, in seconds since 1970-01-01 UTC. Values and stats are seconds after it.
  double origin = 0;
  std::string unit = {};      ///< of a channel's values, as its source writes it: "uV", "g"; empty: unknown
  bool missingStays = false;  ///< NaN stays NaN where a dataset's missing values are filled with means
  StorageLoss loss = {};      ///< what the stored type cost; the largest error is in `stats`
};

/// The columns of a dataset in source order. /features holds the `feature` ones, /categories the `category` ones, each
/// in this order.
struct Schema {
  std::vector<Column> columns;

  std::vector<std::size_t> indicesOf(Role role) const;
  const Column* find(std::string_view name) const;
};

}  // namespace masu::table
