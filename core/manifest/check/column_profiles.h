// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/manifest/check/check_context.h"
#include "core/table/column_stats.h"

namespace masu::manifest {

/// How often each class comes with each value of a column.
class Association {
 public:
  Association(std::size_t values, std::size_t classes) : m_classes(classes), m_counts(values * classes) {}

  void add(std::size_t value, std::size_t code) { ++m_counts[value * m_classes + code]; }

  /// The share of the errors of always guessing the largest class that knowing the value takes away (Goodman and
  /// Kruskal's lambda). A value that very few samples share says nothing: an identifier would predict every class.
  double lambda() const;

 private:
  std::size_t m_classes;
  std::vector<std::uint32_t> m_counts;
};

/// A class, and the gaps of a column in its samples and in all others.
struct ClassByGaps {
  std::size_t code = 0;
  std::uint64_t missing = 0;  ///< of `samples` of the class
  std::uint64_t samples = 0;
  std::uint64_t othersMissing = 0;
  std::uint64_t others = 0;
  double lambda = 0;  ///< as Association::lambda(), of the classes "this one" and "another"

  /// Whether it is the class that lacks the value, and not the others.
  bool lacksValue() const { return 2 * missing > samples; }
};
/// The class that is best known by whether a column is missing: of two that are known equally well, the one that lacks
/// the value. `missing` and `samples`: by class. Nothing where too few samples have the value or lack it.
std::optional<ClassByGaps> classByGaps(std::span<const std::uint32_t> missing, std::span<const std::uint64_t> samples);

/// One column of a table or channel of recordings, and what is gathered of it.
struct ColumnProfile {
  const table::Column* column = nullptr;
  std::array<table::ColumnStats, store::kSplitCount> stats;  ///< of numbers
  std::vector<SplitTally> words;                             ///< of categories, by code; empty where they are too many
  std::optional<Association> association;                    ///< nothing where values or classes are too many
  std::vector<std::uint32_t> missing;                        ///< samples by class; empty where classes are too many
};

/// Gathers features and categories of the samples that are used, in one pass each.
/// Memory: half of what is allowed; columns that need more go without. Lifetime: borrows what is checked.
class ColumnProfiles {
 public:
  /// `counts`: of classes, as countClasses() gives them.
  ColumnProfiles(const CheckContext& context, const std::vector<SplitTally>& counts);

  Result<void> run();

  const std::vector<ColumnProfile>& features() const { return m_features; }
  const std::vector<ColumnProfile>& categories() const { return m_categories; }
  bool labelled() const { return m_labels != nullptr; }
  /// Samples of each class that are used.
  std::span<const std::uint64_t> classes() const { return m_classes; }

 private:
  Result<void> gather(const char* name, std::vector<ColumnProfile>& columns, bool numbers);

  const CheckContext& m_context;
  const store::ObjectInfo* m_labels = nullptr;
  std::vector<std::uint64_t> m_classes;
  std::vector<ColumnProfile> m_features;
  std::vector<ColumnProfile> m_categories;
};

}  // namespace masu::manifest
