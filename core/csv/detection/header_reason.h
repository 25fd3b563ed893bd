// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/csv/detection/header_evidence.h"

namespace masu::csv {

/// What the columns of a table say about its first record, added up. Threads: one at a time.
class HeaderTally {
 public:
  void add(std::size_t column, const HeaderEvidence& evidence);

  /// The weights for a header, and those against one; both 0 or more.
  double with() const { return m_with; }
  double against() const { return m_against; }
  /// The sign that weighs most on one side; of equals the first. Nothing: that side has none.
  std::optional<HeaderSign> leading(bool header) const;
  /// What speaks most for a header, and what for data, with a cell as an example, in one or two sentences; an empty
  /// text where nothing speaks for either. `records`: those of the evidence.
  Message reason(const std::vector<std::vector<std::string>>& records) const;

 private:
  struct Sum {
    double weight = 0;  ///< without its direction
    std::size_t columns = 0;
    std::size_t first = 0;  ///< column
  };

  Message phrase(HeaderSign sign, bool header, const std::vector<std::vector<std::string>>& records) const;

  double m_with = 0;
  double m_against = 0;
  std::array<std::array<Sum, kHeaderSigns>, 2> m_sums;  ///< against a header, and for it
};

}  // namespace masu::csv
