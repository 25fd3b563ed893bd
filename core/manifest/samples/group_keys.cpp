// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/group_keys.h"

#include <cmath>

#include "core/table/number_text.h"

namespace masu::manifest {

namespace {

/// A node and a bucket of a hash table, and a place in a vector that may just have grown.
constexpr std::uint64_t kNumberBytes = 56;
/// The same with the text twice, without its letters.
constexpr std::uint64_t kTextBytes = 56 + 3 * sizeof(std::string);

}  // namespace

Result<GroupKeys> GroupKeys::open(const store::Dataset& dataset, const std::string& name) {
  GroupKeys keys(dataset);
  if (name == "group" && dataset.find("group") == nullptr) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} has no groups to keep together; import it with groups, or name a column."),
                {dataset.path().string()}, {dataset.path().string()});
  }
  MASU_TRY(keys.m_column, keys.m_rows->column(name, false));
  keys.m_direct = name == "group";
  return keys;
}

Result<std::span<const std::int32_t>> GroupKeys::read(std::uint64_t first, std::uint64_t count) {
  using Kind = table::FilterColumn::Kind;
  m_groups.resize(count);
  const std::uint64_t block = m_rows->blockSamples();
  for (std::uint64_t done = 0; done < count; done += block) {
    const std::uint64_t part = std::min(block, count - done);
    MASU_TRY(const table::FilterValues values, m_rows->values(m_column, first + done, part));
    std::int32_t* groups = m_groups.data() + done;
    for (std::uint64_t i = 0; i < part; ++i) {
      if (m_column.kind == Kind::word) {
        groups[i] = values.codes[i] == table::kNoWord ? kMissing : static_cast<std::int32_t>(values.codes[i]);
      } else if (m_column.kind == Kind::text) {
        groups[i] = numberOf(values.texts[i]);
      } else {
        groups[i] = m_direct ? static_cast<std::int32_t>(values.numbers[i]) : numberOf(values.numbers[i]);
      }
    }
  }
  return std::span<const std::int32_t>(m_groups);
}

std::int32_t GroupKeys::numberOf(const std::string& text) {
  if (text.empty()) return kMissing;
  const auto [entry, fresh] = m_numbers.try_emplace(text, static_cast<std::int32_t>(m_numbers.size()));
  if (fresh) {
    m_texts.push_back(text);
    m_memoryBytes += kTextBytes + 2 * text.capacity();
  }
  return entry->second;
}

std::int32_t GroupKeys::numberOf(double value) {
  if (std::isnan(value)) return kMissing;
  const auto [entry, fresh] = m_values.try_emplace(value, static_cast<std::int32_t>(m_values.size()));
  if (fresh) {
    m_numbered.push_back(value);
    m_memoryBytes += kNumberBytes;
  }
  return entry->second;
}

std::string GroupKeys::textOf(std::int32_t group) const {
  using Kind = table::FilterColumn::Kind;
  const auto index = static_cast<std::size_t>(group);
  if (group == kMissing) return {};
  if (m_column.kind == Kind::word) return index < m_column.words->size() ? (*m_column.words)[index] : std::string();
  if (m_column.kind == Kind::text) return m_texts[index];
  std::string text;
  table::appendNumber(text, m_direct ? group : m_numbered[index], table::DType::f64);
  return text;
}

}  // namespace masu::manifest
