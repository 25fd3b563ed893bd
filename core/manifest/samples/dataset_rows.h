// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"
#include "core/table/filter_rows.h"

namespace masu::manifest {

/// Names of the language that a dataset answers with something of its own.
enum class SampleName { sample, source, position, label, group, split };
std::optional<SampleName> sampleNameOf(std::string_view name);

/// The name of a column without the backticks that people may have put around it.
std::string_view withoutBackticks(std::string_view name);

/// The samples of a dataset as rows of a filter: its columns by name, and the names of the language: `sample`,
/// `source`, `position`, `label`, `group` and, where a manifest is given, `split`. Memory: one block of each column
/// asked for. Lifetime: borrows dataset and assignment.
class DatasetRows final : public table::FilterRows {
 public:
  /// What a column is asked for: a name that is not there is refused in terms of it.
  enum class Purpose { filter, order, groups };

  explicit DatasetRows(const store::Dataset& dataset, const store::Assignment* assignment = nullptr,
                       Purpose purpose = Purpose::filter);

  /// Names of an order and of groups may be in backticks themselves. Errors: as there; of a filter also a name that
  /// means a column as well, without backticks.
  Result<table::FilterColumn> column(std::string_view name, bool inBackticks) override;

  /// Errors: a name that people gave means a column and something of the language, and is not in backticks.
  static Result<void> checkName(const store::Dataset& dataset, std::string_view name);
  Result<table::FilterValues> values(const table::FilterColumn& column, std::uint64_t first,
                                     std::uint64_t count) override;

  /// How many samples to ask for at a time, so that a block stays within a few megabytes whatever the shape.
  std::uint64_t blockSamples() const;

 private:
  enum class From { sample, source, position, split, object };
  /// A column that was asked for, and the block of it that is in memory.
  struct Entry {
    From from = From::object;
    table::FilterColumn::Kind kind = table::FilterColumn::Kind::number;
    const store::ObjectInfo* object = nullptr;
    std::uint64_t place = 0;      ///< which of the object's values of a sample
    std::uint64_t firstCode = 0;  ///< the code of the first word
    double scale = 1;
    double offset = 0;
    std::optional<double> missingCode;
    std::optional<table::TimeKind> times;
    double origin = 0;  ///< of times: what they count from
    std::vector<std::string> words;

    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::vector<double> numbers;
    std::vector<std::uint32_t> codes;
    std::vector<std::string> texts;
  };
  /// Stored bytes of an object, shared by the columns in it.
  struct Raw {
    const store::ObjectInfo* object = nullptr;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::vector<std::byte> bytes;
  };

  std::optional<Entry> named(std::string_view name) const;
  std::optional<Entry> ofSample(SampleName which) const;
  bool isColumnToo(std::string_view name) const;
  Result<void> checkMeaning(std::string_view name) const;
  Result<Entry> ofSchema(std::string_view name) const;
  Result<Entry> ofColumn(const table::Column& column) const;
  static void setTime(Entry& entry, const table::Column& column);
  Entry ofLabels(const store::ObjectInfo& labels, std::uint64_t place) const;
  Entry ofGroups(const store::ObjectInfo& groups) const;
  Result<Entry> ofKept(const table::Column& column) const;
  std::string columnsToName() const;
  tl::unexpected<Error> noSuchColumn(std::string_view name) const;

  Result<void> fill(Entry& entry, std::uint64_t first, std::uint64_t count);
  Result<void> fillFromObject(Entry& entry, std::uint64_t first, std::uint64_t count);
  Result<void> fillFromWholes(Entry& entry, std::uint64_t first, std::uint64_t count);
  Result<void> fillFromOrigin(Entry& entry, std::uint64_t first, std::uint64_t count);
  Result<const Raw*> raw(const store::ObjectInfo& object, std::uint64_t first, std::uint64_t count);

  const store::Dataset& m_dataset;
  const store::Assignment* m_assignment;
  Purpose m_purpose;
  std::vector<std::unique_ptr<Entry>> m_entries;
  std::vector<std::unique_ptr<Raw>> m_raws;
};

/// Calls `take` with each sample that passes a filter (core/table/filter_expression.h), in ascending order. A pass over
/// the columns that the filter names, block by block. `split` is a name of the filter where `assignment` is given.
/// Errors: an expression that makes no sense, a column that is not there; Errc::cancelled after a stop.
Result<void> select(const store::Dataset& dataset, std::string_view filter, const store::Assignment* assignment,
                    const std::stop_token& stop, const std::function<void(std::uint64_t sample)>& take);

}  // namespace masu::manifest
