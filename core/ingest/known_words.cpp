#include <algorithm>

#include "core/ingest/block_parser.h"
#include "core/ingest/table_plan.h"

namespace masu::ingest {

namespace {

KnownWords::Column classColumn(const ImportPlan& plan, const ColumnPlan& label) {
  KnownWords::Column column;
  column.integers = label.kind == table::Kind::integer;
  column.dictionary = plan.classes;
  column.spellings = plan.classes;
  column.spellings.insert(column.spellings.end(), label.values.begin(), label.values.end());
  for (const std::string& spelling : column.spellings) {
    const std::string word = classText(spelling, column.integers, plan.options.table);
    const auto found = std::find(plan.classes.begin(), plan.classes.end(), word);
    if (found != plan.classes.end())
      column.codes.emplace(spelling, static_cast<std::uint32_t>(found - plan.classes.begin()));
  }
  return column;
}

KnownWords::Column categoryColumn(const ColumnPlan& category) {
  KnownWords::Column column;
  column.dictionary = category.values;
  std::sort(column.dictionary.begin(), column.dictionary.end());
  column.spellings = column.dictionary;
  for (std::uint32_t i = 0; i < column.spellings.size(); ++i) column.codes.emplace(column.spellings[i], i);
  return column;
}

}  // namespace

KnownWords::KnownWords(const ImportPlan& plan, const TableLayout& layout) {
  for (const WordsLayout& words : layout.words) {
    std::vector<Column>& group = m_groups.emplace_back();
    // Views into short strings stay valid only while their vector does: no column moves after it was filled.
    group.reserve(words.columns.size());
    for (const std::size_t at : words.columns) {
      group.push_back(words.classes ? classColumn(plan, plan.columns[at]) : categoryColumn(plan.columns[at]));
    }
  }
}

}  // namespace masu::ingest
