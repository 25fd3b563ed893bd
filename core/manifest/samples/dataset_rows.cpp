// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/dataset_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/named_value.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/store/format/convert.h"
#include "core/store/format/layout.h"
#include "core/table/filter.h"
#include "core/table/number_text.h"

namespace masu::manifest {

namespace {

using table::FilterColumn;
using table::Role;

constexpr std::uint64_t kBlockBytes = std::uint64_t{8} << 20U;
constexpr std::size_t kNamed = 12;

/// What the times of a column are, by the one farthest from 1970: kept ones count from there, others from their first.
table::TimeKind timesOf(const table::Column& column) {
  const table::ColumnStats& stats = column.stats;
  if (stats.count == 0) return table::timeKindFrom(column.origin);
  const double first = column.origin + stats.min;
  const double last = column.origin + stats.max;
  return table::timeKindFrom(std::fabs(first) > std::fabs(last) ? first : last);
}

/// The place of a column among those of its role.
std::uint64_t placeOf(const table::Schema& schema, const table::Column& column) {
  std::uint64_t place = 0;
  for (const table::Column& other : schema.columns) {
    if (&other == &column) break;
    place += other.role == column.role ? 1 : 0;
  }
  return place;
}

}  // namespace

std::optional<SampleName> sampleNameOf(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"sample", "source", "position", "label", "group", "split"};
  return valueNamed<SampleName>(kNames, name);
}

std::string_view withoutBackticks(std::string_view name) {
  const bool within = name.size() > 2 && name.front() == '`' && name.back() == '`';
  return within ? name.substr(1, name.size() - 2) : name;
}

DatasetRows::DatasetRows(const store::Dataset& dataset, const store::Assignment* assignment, Purpose purpose)
    : m_dataset(dataset), m_assignment(assignment), m_purpose(purpose) {}

std::uint64_t DatasetRows::blockSamples() const {
  std::uint64_t bytes = 1;
  for (const auto& entry : m_entries) {
    if (entry->object != nullptr) bytes = std::max(bytes, entry->object->sampleBytes());
  }
  return std::clamp<std::uint64_t>(kBlockBytes / bytes, 1, kBlockSamples);
}

Result<FilterColumn> DatasetRows::column(std::string_view name, bool inBackticks) {
  if (const std::string_view plain = withoutBackticks(name); m_purpose != Purpose::filter && plain != name) {
    name = plain;
    inBackticks = true;
  }
  if (m_purpose == Purpose::filter && !inBackticks) MASU_CHECK(checkMeaning(name));
  std::optional<Entry> entry;
  if (!inBackticks) entry = named(name);
  if (!entry) {
    MASU_TRY(entry, ofSchema(name));
  }
  m_entries.push_back(std::make_unique<Entry>(std::move(*entry)));
  const Entry& added = *m_entries.back();
  FilterColumn column;
  column.kind = added.kind;
  column.id = m_entries.size() - 1;
  if (added.object != nullptr && !added.missingCode) column.stored = added.object->dtype;
  column.words = &added.words;
  column.times = added.times;
  column.origin = added.origin;
  return column;
}

Result<void> DatasetRows::checkName(const store::Dataset& dataset, std::string_view name) {
  return DatasetRows(dataset).checkMeaning(name);
}

Result<void> DatasetRows::checkMeaning(std::string_view name) const {
  if (!named(name) || !isColumnToo(name)) return {};
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core",
                "{1} has a column {0}, and {0} is also Masu's name for something that every sample has. Put the "
                "name of the column in backticks: `{0}`."),
      {std::string(name), m_dataset.path().filename().string()});
}

/// Whether a column other than the one that the language means by the name has it.
bool DatasetRows::isColumnToo(std::string_view name) const {
  const table::Schema& schema = m_dataset.meta().schema;
  const table::Column* column = schema.find(name);
  if (column == nullptr || column->role == Role::ignored || m_dataset.meta().kind != store::SampleKind::table)
    return false;
  const bool isFirst = placeOf(schema, *column) == 0;
  return !(name == "label" && column->role == Role::label && isFirst) &&
         !(name == "group" && column->role == Role::group);
}

/// Nothing where the language has no such name, or the dataset nothing to answer it with.
std::optional<DatasetRows::Entry> DatasetRows::named(std::string_view name) const {
  const std::optional<SampleName> which = sampleNameOf(name);
  return which ? ofSample(*which) : std::nullopt;
}

std::optional<DatasetRows::Entry> DatasetRows::ofSample(SampleName which) const {
  Entry entry;
  const bool hasOrigins = m_dataset.find("origin") != nullptr;
  switch (which) {
    case SampleName::sample:
      entry.from = From::sample;
      return entry;
    case SampleName::position:
      if (!hasOrigins) return std::nullopt;
      entry.from = From::position;
      return entry;
    case SampleName::source:
      if (!hasOrigins) return std::nullopt;
      entry.from = From::source;
      entry.kind = FilterColumn::Kind::word;
      for (const store::SourceFile& source : m_dataset.meta().sources) entry.words.push_back(source.path);
      return entry;
    case SampleName::split:
      if (m_assignment == nullptr) return std::nullopt;
      entry.from = From::split;
      entry.kind = FilterColumn::Kind::word;
      for (int code = 0; code < store::kSplitCount; ++code)
        entry.words.emplace_back(store::name(static_cast<store::Split>(code)));
      return entry;
    case SampleName::label: {
      const store::ObjectInfo* labels = m_dataset.find("labels");
      if (labels == nullptr) return std::nullopt;
      entry = ofLabels(*labels, 0);
      const auto label = std::ranges::find(m_dataset.meta().schema.columns, Role::label, &table::Column::role);
      if (label != m_dataset.meta().schema.columns.end()) setTime(entry, *label);
      return entry;
    }
    case SampleName::group: {
      const store::ObjectInfo* groups = m_dataset.find("group");
      return groups != nullptr ? std::optional(ofGroups(*groups)) : std::nullopt;
    }
  }
  return std::nullopt;
}

DatasetRows::Entry DatasetRows::ofLabels(const store::ObjectInfo& labels, std::uint64_t place) const {
  Entry entry;
  entry.object = &labels;
  if (m_dataset.meta().target == store::Target::classes) {
    entry.kind = FilterColumn::Kind::word;
    entry.words = m_dataset.meta().classes;
  } else {
    entry.place = place;
    if (labels.isWhole()) entry.kind = FilterColumn::Kind::text;
  }
  return entry;
}

DatasetRows::Entry DatasetRows::ofGroups(const store::ObjectInfo& groups) const {
  Entry entry;
  entry.object = &groups;
  if (m_dataset.meta().groups.empty()) return entry;
  entry.kind = FilterColumn::Kind::word;
  entry.words = m_dataset.meta().groups;
  return entry;
}

Result<DatasetRows::Entry> DatasetRows::ofKept(const table::Column& column) const {
  Entry entry;
  entry.object = m_dataset.find(std::string(store::layout::kKeptPrefix) + column.name);
  if (entry.object == nullptr) return noSuchColumn(column.name);
  // Numbers of 64 bits are compared by their digits.
  if (entry.object->isText() || entry.object->isWhole()) entry.kind = FilterColumn::Kind::text;
  return entry;
}

Result<DatasetRows::Entry> DatasetRows::ofSchema(std::string_view name) const {
  const table::Column* column = m_dataset.meta().schema.find(name);
  if (column == nullptr) return noSuchColumn(name);
  MASU_TRY(Entry entry, ofColumn(*column));
  setTime(entry, *column);
  return entry;
}

void DatasetRows::setTime(Entry& entry, const table::Column& column) {
  if (column.kind != table::Kind::time || entry.kind != FilterColumn::Kind::number) return;
  entry.times = timesOf(column);
  entry.origin = column.origin;
}

Result<DatasetRows::Entry> DatasetRows::ofColumn(const table::Column& column) const {
  const table::Schema& schema = m_dataset.meta().schema;
  Entry entry;
  entry.place = placeOf(schema, column);
  switch (column.role) {
    case Role::feature:
      entry.object = m_dataset.meta().kind == store::SampleKind::table ? m_dataset.find("features") : nullptr;
      if (entry.object != nullptr && store::isAffine(*entry.object, schema)) {
        entry.scale = column.scale;
        entry.offset = column.offset;
        entry.missingCode = table::lowest(entry.object->dtype);
      }
      break;
    case Role::category:
      entry.object = m_dataset.find("categories");
      entry.kind = FilterColumn::Kind::word;
      entry.words = column.dictionary;
      entry.firstCode = 1;
      break;
    case Role::label:
      if (m_dataset.find("labels") != nullptr) return ofLabels(*m_dataset.find("labels"), entry.place);
      break;
    case Role::group:
      if (m_dataset.find("group") != nullptr) return ofGroups(*m_dataset.find("group"));
      break;
    case Role::weight:
      entry.object = m_dataset.find("weights");
      break;
    case Role::kept:
      return ofKept(column);
    case Role::ignored:
      break;
  }
  if (entry.object == nullptr) return noSuchColumn(column.name);
  return entry;
}

/// What the purpose can be met by: an order by numbers, and groups by whatever repeats.
std::string DatasetRows::columnsToName() const {
  const bool ordered = m_purpose == Purpose::order;
  const bool origins = m_dataset.find("origin") != nullptr;
  std::string known;
  const auto add = [&known](const std::string& name) { known += (known.empty() ? "" : ", ") + name; };
  if (m_purpose == Purpose::filter) add("sample");
  if (origins && !ordered) add("source");
  if (origins && m_purpose != Purpose::groups) add("position");
  if (m_dataset.find("labels") != nullptr && !ordered) add("label");
  if (m_dataset.find("group") != nullptr && !ordered) add("group");
  if (m_assignment != nullptr) add("split");
  std::size_t named = 0;
  for (const table::Column& column : m_dataset.meta().schema.columns) {
    const bool usable = column.role != Role::ignored && (!ordered || table::isNumeric(column.kind));
    if (m_dataset.meta().kind != store::SampleKind::table || !usable) continue;
    // The column called label is named as the label already.
    if (!ordered && column.name == "label" && m_dataset.find("labels") != nullptr) continue;
    if (named++ < kNamed) add(column.name);
  }
  return known + (named > kNamed ? " …" : "");
}

tl::unexpected<Error> DatasetRows::noSuchColumn(std::string_view name) const {
  const std::string dataset = m_dataset.path().filename().string();
  const std::string known = columnsToName();
  if (m_purpose == Purpose::order) {
    return fail(Errc::notFound,
                MASU_TEXT("core", "{1} has no column {0} to go in order of (--order). Name one of: {2}."),
                {std::string(name), dataset, known});
  }
  if (m_purpose == Purpose::groups) {
    return fail(Errc::notFound,
                MASU_TEXT("core", "{1} has no column {0} to keep groups of together (--group). Name one of: {2}."),
                {std::string(name), dataset, known});
  }
  return fail(
      Errc::notFound,
      MASU_TEXT("core", "{1} has no column {0} to filter by. It has: {2}. Put a text to compare with in quotes."),
      {std::string(name), dataset, known});
}

Result<table::FilterValues> DatasetRows::values(const FilterColumn& column, std::uint64_t first, std::uint64_t count) {
  Entry& entry = *m_entries[column.id];
  if (entry.first != first || entry.count != count) {
    entry.count = 0;
    MASU_CHECK(fill(entry, first, count));
    entry.first = first;
    entry.count = count;
  }
  return table::FilterValues{entry.numbers, entry.codes, entry.texts};
}

Result<void> DatasetRows::fill(Entry& entry, std::uint64_t first, std::uint64_t count) {
  switch (entry.from) {
    case From::sample:
      entry.numbers.resize(count);
      for (std::uint64_t i = 0; i < count; ++i) entry.numbers[i] = static_cast<double>(first + i);
      return {};
    case From::split:
      entry.codes.resize(count);
      for (std::uint64_t i = 0; i < count; ++i) entry.codes[i] = static_cast<std::uint32_t>((*m_assignment)[first + i]);
      return {};
    case From::source:
    case From::position:
      return fillFromOrigin(entry, first, count);
    case From::object:
      break;
  }
  if (entry.kind != FilterColumn::Kind::text) return fillFromObject(entry, first, count);
  if (entry.object->isWhole()) return fillFromWholes(entry, first, count);
  const std::string_view kept = std::string_view(entry.object->name).substr(store::layout::kKeptPrefix.size());
  MASU_TRY(entry.texts, m_dataset.readTexts(kept, first, count));
  return {};
}

Result<void> DatasetRows::fillFromOrigin(Entry& entry, std::uint64_t first, std::uint64_t count) {
  MASU_TRY(const Raw* stored, raw(*m_dataset.find("origin"), first, count));
  entry.numbers.resize(entry.from == From::position ? count : 0);
  entry.codes.resize(entry.from == From::source ? count : 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    store::Origin origin;
    std::memcpy(&origin, stored->bytes.data() + i * sizeof(origin), sizeof(origin));
    if (entry.from == From::position) {
      entry.numbers[i] = static_cast<double>(origin.position);
    } else {
      entry.codes[i] = origin.source;
    }
  }
  return {};
}

Result<void> DatasetRows::fillFromWholes(Entry& entry, std::uint64_t first, std::uint64_t count) {
  const store::ObjectInfo& object = *entry.object;
  MASU_TRY(const Raw* stored, raw(object, first, count));
  entry.texts.assign(count, {});
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::byte* const sample = stored->bytes.data() + i * object.sampleBytes();
    table::appendWhole(entry.texts[i], sample + entry.place * object.elementBytes());
  }
  return {};
}

Result<void> DatasetRows::fillFromObject(Entry& entry, std::uint64_t first, std::uint64_t count) {
  const store::ObjectInfo& object = *entry.object;
  MASU_TRY(const Raw* stored, raw(object, first, count));
  const std::uint64_t width = object.elementBytes();
  const std::uint64_t stride = object.sampleBytes();
  std::vector<std::byte> gathered(count * width);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::memcpy(gathered.data() + i * width, stored->bytes.data() + i * stride + entry.place * width, width);
  }
  entry.numbers.resize(count);
  store::toDouble(object.dtype, gathered, entry.numbers);
  if (entry.kind == FilterColumn::Kind::word) {
    entry.codes.resize(count);
    const auto begin = static_cast<double>(entry.firstCode);
    std::ranges::transform(entry.numbers, entry.codes.begin(), [begin](double code) {
      return code < begin ? table::kNoWord : static_cast<std::uint32_t>(code - begin);
    });
  } else if (entry.missingCode) {
    for (double& value : entry.numbers) {
      value =
          value == *entry.missingCode ? std::numeric_limits<double>::quiet_NaN() : value * entry.scale + entry.offset;
    }
  }
  return {};
}

Result<const DatasetRows::Raw*> DatasetRows::raw(const store::ObjectInfo& object, std::uint64_t first,
                                                 std::uint64_t count) {
  auto found = std::ranges::find_if(m_raws, [&](const auto& held) { return held->object == &object; });
  if (found == m_raws.end()) {
    m_raws.push_back(std::make_unique<Raw>());
    m_raws.back()->object = &object;
    found = m_raws.end() - 1;
  }
  Raw& held = **found;
  if (held.first == first && held.count == count) return &held;
  held.count = 0;
  const std::uint64_t sampleBytes =
      object.element == store::Element::origin ? sizeof(store::Origin) : object.sampleBytes();
  held.bytes.resize(count * sampleBytes);
  MASU_CHECK(m_dataset.read(object, first, count, held.bytes));
  held.first = first;
  held.count = count;
  return &held;
}

Result<void> select(const store::Dataset& dataset, std::string_view filter, const store::Assignment* assignment,
                    const std::stop_token& stop, const std::function<void(std::uint64_t sample)>& take) {
  DatasetRows rows(dataset, assignment);
  MASU_TRY(const table::Filter compiled, table::Filter::compile(filter, rows));
  const std::uint64_t block = rows.blockSamples();
  std::vector<std::uint8_t> hits;
  for (std::uint64_t first = 0; first < dataset.samples(); first += block) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    hits.resize(std::min(block, dataset.samples() - first));
    MASU_CHECK(compiled.run(rows, first, hits));
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (hits[i] != 0) take(first + i);
    }
  }
  return {};
}

}  // namespace masu::manifest
