// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <unordered_map>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"
#include "core/io/mapped_file.h"
#include "core/shards/restore/shard_source.h"
#include "core/store/format/convert.h"
#include "core/store/format/layout.h"

namespace masu::shards {

namespace {

using table::Role;

csv::Dialect exportDialect() {
  csv::Dialect dialect;
  dialect.trimBlanks = false;
  // A window of millions of values is one line, and so are the names of their columns.
  dialect.longestRecord = csv::kMostLongestRecord;
  dialect.missingMarkers = {""};
  return dialect;
}

/// Where a column of a CSV shard goes, and how its cells are read.
struct CellRule {
  std::size_t object = 0;
  std::uint64_t place = 0;
  /// Of each word; empty where cells are numbers.
  std::unordered_map<std::string, std::uint32_t> codes = {};
};

std::unordered_map<std::string, std::uint32_t> codesOf(const std::vector<std::string>& words, std::uint32_t first) {
  std::unordered_map<std::string, std::uint32_t> codes;
  for (const std::string& word : words) codes.emplace(word, first++);
  return codes;
}

/// The mirror of CsvTable: what each cell of a line is.
class CellRules {
 public:
  explicit CellRules(const ExportedIndex& index) : m_index(index) {
    if (index.meta.kind == store::SampleKind::table) {
      for (const table::Column& column : index.meta.schema.columns) addColumn(column);
    } else {
      for (std::uint64_t i = 0; i < valuesOf("features"); ++i) add("features", i, {});
      const bool classes = index.meta.target == store::Target::classes;
      for (std::uint64_t i = 0; i < valuesOf("labels"); ++i) add("labels", i, classes ? labelCodes() : Codes());
      add("group", 0, codesOf(index.meta.groups, 0));
    }
  }

  const std::vector<CellRule>& all() const { return m_rules; }

 private:
  using Codes = std::unordered_map<std::string, std::uint32_t>;

  std::size_t indexOf(const std::string& name) const {
    const auto found = std::ranges::find(m_index.objects, name, &store::ObjectInfo::name);
    return static_cast<std::size_t>(found - m_index.objects.begin());
  }
  std::uint64_t valuesOf(const std::string& name) const {
    const std::size_t object = indexOf(name);
    return object < m_index.objects.size() ? m_index.objects[object].valuesPerSample() : 0;
  }
  Codes labelCodes() const { return m_index.encoded ? Codes() : codesOf(m_index.meta.classes, 0); }

  void add(const std::string& object, std::uint64_t place, Codes codes) {
    const std::size_t number = indexOf(object);
    if (number >= m_index.objects.size()) return;
    if (!m_index.objects[number].isText() && place >= m_index.objects[number].valuesPerSample()) return;
    m_rules.push_back({number, place, std::move(codes)});
  }

  void addColumn(const table::Column& column) {
    switch (column.role) {
      case Role::feature:
        return add("features", m_feature++, {});
      case Role::category: {
        Codes codes = m_index.encoded ? Codes() : codesOf(column.dictionary, 1);
        if (!m_index.encoded) codes.emplace("", 0);
        return add("categories", m_category++, std::move(codes));
      }
      case Role::label:
        return add("labels", m_label++, m_index.meta.target == store::Target::classes ? labelCodes() : Codes());
      case Role::weight:
        return add("weights", 0, {});
      case Role::group:
        return add("group", 0, codesOf(m_index.meta.groups, 0));
      case Role::kept: {
        const bool words = column.kind == table::Kind::category && !column.dictionary.empty();
        Codes codes = words ? codesOf(column.dictionary, 1) : Codes();
        if (words) codes.emplace("", 0);
        return add(std::string(store::layout::kKeptPrefix) + column.name, 0, std::move(codes));
      }
      case Role::ignored:
        break;
    }
  }

  const ExportedIndex& m_index;
  std::vector<CellRule> m_rules;
  std::uint64_t m_feature = 0;
  std::uint64_t m_category = 0;
  std::uint64_t m_label = 0;
};

/// A whole number of i64 with all its digits; an empty cell is missing.
bool takeWhole(std::uint64_t at, std::string_view text, std::vector<std::byte>& to) {
  std::int64_t value = table::kMissingWhole;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && (problem != std::errc() || end != text.data() + text.size())) return false;
  to.resize(std::max<std::size_t>(to.size(), (at + 1) * sizeof value));
  std::memcpy(to.data() + at * sizeof value, &value, sizeof value);
  return true;
}

class CsvSource final : public ShardSource {
 public:
  CsvSource(const ExportedIndex& index, const ShardInfo& shard, io::MappedFile file)
      : m_index(index),
        m_shard(shard),
        m_file(std::move(file)),
        m_rules(index),
        m_dialect(exportDialect()),
        m_cells(m_dialect),
        m_tokenizer(csv::Marks(m_dialect)),
        m_text(reinterpret_cast<const char*>(m_file.bytes().data()), m_file.size()),
        m_splitter(m_text, 0, 1, csv::Marks(m_dialect), m_dialect.longestRecord) {}

  Result<void> next(std::uint64_t bytes, ShardBlock& block) override;

 private:
  Result<void> parse(ShardBlock& block);
  bool take(const CellRule& rule, std::string_view text, std::uint64_t row, ShardBlock& block);

  const ExportedIndex& m_index;
  const ShardInfo& m_shard;
  io::MappedFile m_file;
  CellRules m_rules;
  csv::Dialect m_dialect;
  csv::CellParser m_cells;
  csv::Tokenizer m_tokenizer;
  std::string_view m_text;
  csv::RecordSplitter m_splitter;
  bool m_begun = false;
  std::uint64_t m_done = 0;
  std::vector<std::vector<double>> m_numbers;    ///< of the block, an object each
  std::vector<std::vector<std::byte>> m_wholes;  ///< instead, of objects of i64
};

Result<void> CsvSource::next(std::uint64_t bytes, ShardBlock& block) {
  block.first = m_done;
  block.count = 0;
  block.values.resize(m_index.objects.size());
  block.texts.assign(m_index.objects.size(), {});
  m_numbers.assign(m_index.objects.size(), {});
  m_wholes.assign(m_index.objects.size(), {});
  csv::Block part;
  // A block of nothing but the header is passed over.
  while (block.count == 0 && m_splitter.next(std::min<std::uint64_t>(bytes, 16 << 20), part)) {
    m_tokenizer.tokenize(part.bytes);
    const Result<void> parsed = parse(block);
    MASU_CHECK(m_file.check(m_file.path()));
    MASU_CHECK(parsed);
  }
  m_done += block.count;
  if (m_done > m_shard.samples || (block.count == 0 && m_done != m_shard.samples)) {
    return fail(notAsIndexed(m_file.path()));
  }
  for (std::size_t i = 0; i < m_numbers.size(); ++i) {
    const table::DType type = m_index.objects[i].dtype;
    if (type == table::DType::i64) {
      block.values[i] = m_wholes[i];
      continue;
    }
    block.values[i].resize(m_numbers[i].size() * table::sizeOf(type));
    if (m_numbers[i].empty()) continue;
    store::convert(table::DType::f64, std::as_bytes(std::span(m_numbers[i])), type, block.values[i]);
  }
  return {};
}

Result<void> CsvSource::parse(ShardBlock& block) {
  csv::Tokenizer::Record record;
  const auto& rules = m_rules.all();
  while (m_tokenizer.next(record)) {
    if (record.size() != rules.size()) return fail(notAsIndexed(m_file.path()));
    if (!m_begun) {
      m_begun = true;
      continue;
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (!take(rules[i], m_cells.text(record.field(i)), block.count, block)) return fail(notAsIndexed(m_file.path()));
    }
    ++block.count;
  }
  return {};
}

bool CsvSource::take(const CellRule& rule, std::string_view text, std::uint64_t row, ShardBlock& block) {
  const store::ObjectInfo& object = m_index.objects[rule.object];
  if (object.isText()) {
    block.texts[rule.object].emplace_back(text);
    return true;
  }
  const std::uint64_t width = object.valuesPerSample();
  if (object.dtype == table::DType::i64) return takeWhole(row * width + rule.place, text, m_wholes[rule.object]);
  std::vector<double>& numbers = m_numbers[rule.object];
  if (numbers.size() < (row + 1) * width) numbers.resize((row + 1) * width);
  double& value = numbers[row * width + rule.place];
  if (!rule.codes.empty()) {
    const auto code = rule.codes.find(std::string(text));
    if (code == rule.codes.end()) return false;
    value = code->second;
    return true;
  }
  if (text.empty()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return !table::isInteger(object.dtype);
  }
  if (m_cells.number(text, value) != csv::NumberStatus::number) return false;
  // No export writes what the type does not hold.
  if (table::isInteger(object.dtype)) {
    const bool within = value >= table::lowest(object.dtype) && value <= table::highest(object.dtype);
    return within && value == std::trunc(value);
  }
  // Rounded once, from the text; a double would be in between.
  if (object.dtype == table::DType::f32) value = m_cells.nearestFloat(text, value);
  return true;
}

}  // namespace

Result<std::unique_ptr<ShardSource>> openCsvShard(const ExportedIndex& index, const ShardInfo& shard,
                                                  const std::filesystem::path& folder) {
  MASU_TRY(io::MappedFile file, io::MappedFile::open(folder / shard.path));
  return std::make_unique<CsvSource>(index, shard, std::move(file));
}

}  // namespace masu::shards
