// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/table_layout.h"

#include <algorithm>
#include <optional>

#include "core/ingest/plan/column_rules.h"
#include "core/store/format/layout.h"
#include "core/table/moment.h"

namespace masu::ingest {

using table::DType;
using table::Kind;
using table::Role;

namespace {

constexpr const char* kWeights = "weights";

class LayoutMaker {
 public:
  explicit LayoutMaker(const ImportPlan& plan) : m_plan(plan) { m_layout.targets.resize(plan.columns.size()); }

  TableLayout make();

 private:
  std::size_t addObject(const std::string& name, DType dtype, std::size_t width, bool matrix);
  CellTarget numberTarget(std::size_t column, std::optional<OnMissing> missing, bool absolute) const;
  void addMatrix(const std::string& name, DType dtype, std::vector<std::size_t> columns,
                 std::optional<OnMissing> missing, bool matrix);
  void addWords(const std::string& name, std::vector<std::size_t> columns, bool classes);
  void addLabelValues(const std::vector<std::size_t>& labels);
  void addKept();
  void addWatched();
  void addLateCells();
  std::vector<std::size_t> withRole(Role role) const;

  const ImportPlan& m_plan;
  TableLayout m_layout;
};

/// The rules of columns that are stored as they are, in f32, f64 or, of whole numbers, i64, or not at all.
StorageRules exactRules(std::size_t columns, bool wholes) {
  StorageRules rules;
  rules.wholes = wholes;
  rules.floatLimits.assign(columns, 0);
  return rules;
}

/// Whether f32 keeps every number that was surveyed.
bool holdsFloats(const ColumnPlan& column) {
  return std::ranges::all_of(column.sampled,
                             [](double value) { return static_cast<double>(static_cast<float>(value)) == value; });
}

OnMissing onMissing(MissingPolicy policy) {
  switch (policy) {
    case MissingPolicy::zero:
    case MissingPolicy::constant:
      return OnMissing::fill;
    case MissingPolicy::drop:
      return OnMissing::drop;
    case MissingPolicy::nan:
    case MissingPolicy::mean:
      break;
  }
  return OnMissing::keep;
}

std::vector<std::size_t> LayoutMaker::withRole(Role role) const {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < m_plan.columns.size(); ++i) {
    if (m_plan.columns[i].role == role) columns.push_back(i);
  }
  return columns;
}

std::size_t LayoutMaker::addObject(const std::string& name, DType dtype, std::size_t width, bool matrix) {
  store::ObjectInfo object;
  object.name = name;
  object.dtype = dtype;
  if (matrix) object.sampleShape = {width};
  object.chunkSamples = 0;
  object.compression = m_plan.options.compression;
  m_layout.objects.push_back(std::move(object));
  return m_layout.objects.size() - 1;
}

CellTarget LayoutMaker::numberTarget(std::size_t column, std::optional<OnMissing> missing, bool absolute) const {
  const ColumnPlan& plan = m_plan.columns[column];
  const MissingRule rule = m_plan.options.missingOf(plan.name);
  CellTarget target;
  target.take = plan.kind == Kind::time ? Take::time : Take::number;
  target.onMissing = missing.value_or(onMissing(rule.policy));
  target.fill = rule.policy == MissingPolicy::constant ? rule.constant : 0;
  target.boolean = plan.kind == Kind::boolean;
  target.dateOrder = plan.dateOrder;
  target.times = plan.forms.times;
  target.origin = absolute && std::ranges::all_of(plan.sampled, table::isCoarse) ? 0 : plan.origin;
  return target;
}

void LayoutMaker::addMatrix(const std::string& name, DType dtype, std::vector<std::size_t> columns,
                            std::optional<OnMissing> missing, bool matrix) {
  if (columns.empty()) return;
  const auto group = static_cast<std::uint32_t>(m_layout.matrices.size());
  for (std::uint32_t slot = 0; slot < columns.size(); ++slot) {
    CellTarget& target = m_layout.targets[columns[slot]];
    target = numberTarget(columns[slot], missing, name.starts_with(store::layout::kKeptPrefix));
    target.weight = name == kWeights;
    target.group = group;
    target.slot = slot;
  }
  const std::size_t object = addObject(name, dtype, columns.size(), matrix);
  m_layout.matrices.push_back({object, dtype, std::move(columns), {}});
}

void LayoutMaker::addWords(const std::string& name, std::vector<std::size_t> columns, bool classes) {
  if (columns.empty()) return;
  const auto group = static_cast<std::uint32_t>(m_layout.words.size());
  std::uint64_t highest = classes ? m_plan.classes.size() : 0;
  for (std::uint32_t slot = 0; slot < columns.size(); ++slot) {
    const bool drop = m_plan.options.missingOf(m_plan.columns[columns[slot]].name).policy == MissingPolicy::drop;
    CellTarget& target = m_layout.targets[columns[slot]];
    target.take = Take::word;
    target.onMissing = classes ? OnMissing::reject : drop ? OnMissing::drop : OnMissing::keep;
    target.group = group;
    target.slot = slot;
    if (!classes) highest = std::max<std::uint64_t>(highest, m_plan.columns[columns[slot]].values.size());
  }
  const DType dtype = table::narrowestUnsigned(classes && highest > 0 ? highest - 1 : highest);
  const std::size_t object = addObject(name, dtype, columns.size(), !classes);
  m_layout.words.push_back(
      {object, std::move(columns), classes ? 0U : 1U, classes ? kMostCategories + 1 : kMostWords, classes});
}

void LayoutMaker::addLabelValues(const std::vector<std::size_t>& labels) {
  if (labels.empty()) return;
  const auto isWhole = [&](std::size_t label) { return m_plan.columns[label].kind == Kind::integer; };
  const bool wholes = std::ranges::all_of(labels, isWhole);
  DType type = DType::f32;
  for (const std::size_t label : labels) {
    if (type == DType::f32 && !holdsFloats(m_plan.columns[label])) type = DType::f64;
    if (wholes && m_plan.columns[label].wide) type = DType::i64;
  }
  addMatrix("labels", type, labels, OnMissing::reject, labels.size() > 1);
  m_layout.matrices.back().rules = exactRules(labels.size(), wholes);
}

void LayoutMaker::addKept() {
  for (const std::size_t column : withRole(Role::kept)) {
    const ColumnPlan& plan = m_plan.columns[column];
    if (isNumeric(plan.kind)) {
      const std::string name = std::string(store::layout::kKeptPrefix) + plan.name;
      addMatrix(name, plan.wide ? DType::i64 : DType::f64, {column}, OnMissing::keep, false);
      if (plan.kind == Kind::integer) m_layout.matrices.back().rules = exactRules(1, true);
      continue;
    }
    m_layout.targets[column].take = Take::text;
    m_layout.targets[column].group = static_cast<std::uint32_t>(m_layout.texts.size());
    m_layout.texts.push_back(column);
  }
}

/// Nobody said that they are to be left out.
void LayoutMaker::addWatched() {
  for (const std::size_t column : withRole(Role::ignored)) {
    const ColumnPlan& plan = m_plan.columns[column];
    const auto isPlan = [&](const auto& asked) { return asked.first == plan.name; };
    if (plan.kind != Kind::empty || std::ranges::any_of(m_plan.options.table.kinds, isPlan)) continue;
    m_layout.targets[column].take = Take::watch;
    m_layout.targets[column].slot = static_cast<std::uint32_t>(m_layout.watched.size());
    m_layout.watched.push_back(column);
  }
}

void LayoutMaker::addLateCells() {
  for (std::size_t i = 0; i < m_plan.columns.size(); ++i) {
    if (watchesZeros(m_plan, m_plan.columns[i])) m_layout.digits.push_back(i);
    if (m_layout.targets[i].take == Take::time) m_layout.times.push_back(i);
  }
}

TableLayout LayoutMaker::make() {
  const std::vector<std::size_t> features = withRole(Role::feature);
  addMatrix("features", m_plan.dtype, features, std::nullopt, true);
  if (!features.empty()) m_layout.matrices.front().rules = rulesFor(m_plan, features);
  addWords("categories", withRole(Role::category), false);
  const std::vector<std::size_t> labels = withRole(Role::label);
  if (m_plan.target == store::Target::classes) addWords("labels", labels, true);
  if (m_plan.target == store::Target::values) addLabelValues(labels);
  addMatrix(kWeights, DType::f32, withRole(Role::weight), OnMissing::reject, false);
  m_layout.originObject = addObject("origin", DType::u8, 1, false);
  addKept();
  addWatched();
  addLateCells();
  return std::move(m_layout);
}

}  // namespace

TableLayout layoutFor(const ImportPlan& plan) {
  return LayoutMaker(plan).make();
}

}  // namespace masu::ingest
