// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/network_rows.h"

#include <cmath>
#include <numeric>
#include <stop_token>

#include "ui/text/format.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

constexpr int kDigits = 6;

}  // namespace

NetworkRows::NetworkRows(std::shared_ptr<const store::Dataset> dataset, std::shared_ptr<const RowSource> stored,
                         NetworkLens lens)
    : m_stored(std::move(stored)), m_lens(std::move(lens)) {
  const table::Schema& schema = dataset->meta().schema;
  const bool table = dataset->meta().kind == store::SampleKind::table;
  std::vector<QString> features;
  for (const std::size_t index : schema.indicesOf(table::Role::feature))
    features.push_back(toQt(schema.columns[index].name));
  for (std::size_t cell = 0; cell < columns().size(); ++cell) {
    // The cells of a recording or an image are its first values.
    const auto found = std::find(features.begin(), features.end(), columns()[cell].name);
    m_places.push_back(!table                    ? static_cast<std::ptrdiff_t>(cell)
                       : found == features.end() ? -1
                                                 : found - features.begin());
  }
}

Result<std::vector<SampleRow>> NetworkRows::read(std::uint64_t first, std::uint64_t count) const {
  MASU_TRY(std::vector<SampleRow> rows, m_stored->read(first, count));
  std::vector<std::uint64_t> samples(rows.size());
  std::iota(samples.begin(), samples.end(), first);
  MASU_TRY(const std::vector<float> values, m_lens.view->features(samples, m_lens.draw, {}));
  const std::uint64_t width = m_lens.view->valuesPerSample();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (qsizetype cell = 0; cell < rows[row].cells.size(); ++cell) {
      const std::ptrdiff_t place = m_places[static_cast<std::size_t>(cell)];
      if (place < 0 || static_cast<std::uint64_t>(place) >= width) continue;
      const auto value = static_cast<double>(values[row * width + static_cast<std::uint64_t>(place)]);
      rows[row].cells[cell] = std::isnan(value) ? QString() : formatNumber(value, kDigits);
    }
  }
  return rows;
}

}  // namespace masu::ui
