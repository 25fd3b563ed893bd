// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/network_lens.h"
#include "ui/models/row_source.h"

namespace masu::ui {

/// The rows of a dataset with its numbers as a network sees them; words, labels and what is kept stay as they are.
class NetworkRows : public RowSource {
 public:
  NetworkRows(std::shared_ptr<const store::Dataset> dataset, std::shared_ptr<const RowSource> stored, NetworkLens lens);

  std::uint64_t samples() const override { return m_stored->samples(); }
  const std::vector<SampleColumn>& columns() const override { return m_stored->columns(); }
  Result<std::vector<SampleRow>> read(std::uint64_t first, std::uint64_t count) const override;

 private:
  std::shared_ptr<const RowSource> m_stored;
  NetworkLens m_lens;
  std::vector<std::ptrdiff_t> m_places;  ///< of each cell among the features of a sample; −1: the cell is not a feature
};

}  // namespace masu::ui
