// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/sample_json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"
#include "core/table/number_text.h"

namespace masu::shards {

namespace {

using table::Role;

using store::layout::kKeptPrefix;

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

double valueAt(const SampleBlock& block, const ArrayField& field, std::size_t index, std::uint64_t place,
               std::size_t i) {
  const std::size_t bytes = table::sizeOf(field.type);
  double value = 0;
  store::toDouble(field.type, block.array(index, i).subspan(place * bytes, bytes), std::span(&value, 1));
  return value;
}

}  // namespace

SampleJson::SampleJson(const store::Dataset& dataset, const ArrayFields& fields, bool encoded) : m_fields(fields) {
  const store::DatasetMeta& meta = dataset.meta();
  if (meta.target == store::Target::classes) add("label", "labels", 0, &meta.classes, false);
  if (!encoded) addColumns(dataset);
  for (const TextField& text : fields.texts()) {
    const std::string name = text.name.substr(kKeptPrefix.size());
    m_names.push_back({name, text.name});
    m_textKeys.push_back(quoted(name) + ":");
  }
}

void SampleJson::addColumns(const store::Dataset& dataset) {
  const store::DatasetMeta& meta = dataset.meta();
  const bool table = meta.kind == store::SampleKind::table;
  std::uint64_t category = 0;
  for (const table::Column& column : meta.schema.columns) {
    if (!table) break;
    if (column.role == Role::category) add(column.name, "categories", category++, &column.dictionary, true);
    if (column.role == Role::kept) {
      const bool words = column.kind == table::Kind::category && !column.dictionary.empty();
      add(column.name, std::string(kKeptPrefix) + column.name, 0, words ? &column.dictionary : nullptr, true);
    }
  }
  if (meta.groups.empty()) {
    add("group", "group", 0, nullptr, false);
  } else {
    add("group", "group", 0, &meta.groups, false);
  }
}

void SampleJson::add(const std::string& name, const std::string& object, std::uint64_t place,
                     const std::vector<std::string>* words, bool missingFirst) {
  const auto found = std::ranges::find(m_fields.all(), object, &ArrayField::name);
  if (found == m_fields.all().end()) return;
  Member member{quoted(name) + ":", static_cast<std::size_t>(found - m_fields.all().begin()), place, words != nullptr};
  if (words != nullptr) {
    if (missingFirst) member.wordOf.emplace_back("null");
    for (const std::string& word : *words) member.wordOf.push_back(quoted(word));
  }
  m_members.push_back(std::move(member));
  m_names.push_back({name, object == "categories" ? object + "/" + name : object});
}

void SampleJson::append(const SampleBlock& block, std::size_t i, std::string& to) const {
  to += "{\"sample\":";
  to += std::to_string(block.sample(i));
  for (const Member& member : m_members) {
    to += ',';
    to += member.key;
    appendNumber(block, member, i, to);
  }
  for (std::size_t column = 0; column < m_textKeys.size(); ++column) {
    to += ',';
    to += m_textKeys[column];
    to += quoted(block.text(column, i));
  }
  to += '}';
}

void SampleJson::appendNumber(const SampleBlock& block, const Member& member, std::size_t i, std::string& to) const {
  const ArrayField& field = m_fields.all()[member.field];
  if (field.type == table::DType::i64) {
    const std::size_t before = to.size();
    table::appendWhole(to, block.array(member.field, i).data() + member.place * sizeof(std::int64_t));
    if (to.size() == before) to += "null";
    return;
  }
  const double value = valueAt(block, field, member.field, member.place, i);
  if (member.words && value >= 0 && value < static_cast<double>(member.wordOf.size())) {
    to += member.wordOf[static_cast<std::size_t>(value)];
  } else if (std::isfinite(value)) {
    table::appendNumber(to, value, field.type);
  } else {
    to += "null";
  }
}

}  // namespace masu::shards
