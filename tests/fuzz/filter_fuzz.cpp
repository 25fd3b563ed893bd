// SPDX-License-Identifier: GPL-3.0-or-later
// Any text, compiled as a filter and run over rows of every kind of column.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/table/filter.h"
#include "core/table/filter_rows.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using namespace masu::table;

namespace {

/// Every name is a column, of a kind by its length.
class AnyRows final : public FilterRows {
 public:
  Result<FilterColumn> column(std::string_view name, bool) override {
    constexpr std::array kKinds = {FilterColumn::Kind::number, FilterColumn::Kind::word, FilterColumn::Kind::text};
    FilterColumn column{kKinds[name.size() % 3], 0, DType::f32, &m_words};
    if (name.size() % 2 == 0) column.times = TimeKind::any;
    return column;
  }
  Result<FilterValues> values(const FilterColumn&, std::uint64_t, std::uint64_t) override {
    return FilterValues{m_numbers, m_codes, m_texts};
  }

 private:
  std::vector<std::string> m_words = {"left", "right", "", "1.5"};
  std::vector<double> m_numbers = {0, -1.5, NAN, INFINITY};
  std::vector<std::uint32_t> m_codes = {0, 1, kNoWord, 3};
  std::vector<std::string> m_texts = {"", "jackson", "2", "\xff"};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  AnyRows rows;
  const auto filter = Filter::compile(text, rows);
  if (!filter) {
    fuzz::require(!filter.error().message.text.empty());
    return 0;
  }
  std::array<std::uint8_t, 4> hits{};
  fuzz::require(filter->run(rows, 0, hits).has_value());
  for (const std::uint8_t hit : hits) fuzz::require(hit <= 1);
  return 0;
}
