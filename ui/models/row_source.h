// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::ui {

/// A column of a table of samples.
struct SampleColumn {
  QString name;
  QString type;  ///< "f32"
  bool numeric = false;
};

/// One sample as people read it.
struct SampleRow {
  QString label;
  QString source;
  std::uint64_t position = 0;
  QStringList cells;  ///< beside RowSource::columns(), without the label's own
};

/// Where a table of samples gets its rows.
/// Threads: read() from a worker; the rest from the GUI thread. Lifetime: shared with the workers that read.
class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual std::uint64_t samples() const = 0;
  virtual const std::vector<SampleColumn>& columns() const = 0;
  virtual Result<std::vector<SampleRow>> read(std::uint64_t first, std::uint64_t count) const = 0;
};

/// The rows of a dataset, with categories and classes as words.
class DatasetRowSource : public RowSource {
 public:
  /// Reads one row to learn the columns.
  static Result<std::shared_ptr<const DatasetRowSource>> open(std::shared_ptr<const store::Dataset> dataset);

  std::uint64_t samples() const override { return m_dataset->samples(); }
  const std::vector<SampleColumn>& columns() const override { return m_columns; }
  Result<std::vector<SampleRow>> read(std::uint64_t first, std::uint64_t count) const override;

  /// Values of a waveform or image that a row of the table shows.
  static constexpr std::uint64_t kValuesShown = 8;

 private:
  explicit DatasetRowSource(std::shared_ptr<const store::Dataset> dataset) : m_dataset(std::move(dataset)) {}

  std::shared_ptr<const store::Dataset> m_dataset;
  std::vector<SampleColumn> m_columns;
  std::optional<std::size_t> m_labelAt;  ///< the label among the cells of a table; shown as SampleRow::label
};

}  // namespace masu::ui
