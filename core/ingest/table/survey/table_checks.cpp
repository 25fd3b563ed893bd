// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_checks.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/base/name_list.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/table/parse/record_filter.h"

namespace masu::ingest {

using table::Kind;
using table::Role;

namespace {

/// A class becomes one other, which has a name.
Result<void> checkClassNames(const TableOptions& options) {
  std::unordered_set<std::string_view> renamed;
  for (const auto& [from, to] : options.classMap) {
    if (!renamed.insert(from).second) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "--class-map names the class {0} twice; it can become one class only."), {from});
    }
    if (to.empty()) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT("core", "--class-map gives the class {0} no name. Name one, or leave its records out by --where."),
          {from});
    }
  }
  return {};
}

Result<void> checkRoles(const ImportPlan& plan) {
  bool useful = false;
  for (const ColumnPlan& column : plan.columns) {
    const bool text = !isNumeric(column.kind) && column.kind != Kind::empty;
    // A table of nothing but kept columns can be browsed and exported; training refuses it.
    useful = useful || column.role == Role::feature || column.role == Role::category || column.role == Role::kept;
    if (text && (column.role == Role::feature || column.role == Role::weight)) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT(
              "core",
              "Column {0} has text such as {1}, which is not a number. Make it a category, keep it or leave it out."),
          {column.name, column.values.empty() ? std::string() : column.values.front()});
    }
    if (column.role == Role::group) {
      return fail(
          Errc::unsupported,
          MASU_TEXT("core", "Groups of a table are named when it is split: keep column {0} instead, then split by it."),
          {column.name});
    }
  }
  if (useful) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} has no column left to learn from: its columns are {1}. Choose other labels, or make a "
                        "column a feature or a category."),
              {firstSource(plan), columnsListed(plan.columns)}, {firstSource(plan), 0, 0});
}

/// Names that people gave for single columns have to be there.
Result<void> checkNames(const ImportPlan& plan) {
  std::unordered_set<std::string_view> known;
  for (const ColumnPlan& column : plan.columns) known.insert(column.name);
  const auto check = [&](const std::string& name) -> Result<void> {
    if (known.contains(name)) return {};
    MASU_CHECK(columnNamed(plan, name));
    return {};
  };
  for (const auto& [name, kind] : plan.options.table.kinds) MASU_CHECK(check(name));
  for (const auto& [name, rule] : plan.options.table.columnMissing) MASU_CHECK(check(name));
  if (!plan.options.table.where.empty()) MASU_CHECK(RecordFilter::compile(plan));
  return {};
}

/// A rule for the missing cells of one column goes with the column's role.
Result<void> checkMissingRules(const ImportPlan& plan) {
  for (const auto& [name, rule] : plan.options.table.columnMissing) {
    MASU_TRY(const std::size_t at, columnNamed(plan, name));
    const Role role = plan.columns[at].role;
    const bool drops = rule.policy == MissingPolicy::drop;
    if (rule.policy == MissingPolicy::nan || role == Role::feature || (drops && role == Role::category)) continue;
    if (role == Role::category) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "Column {0} is a category, whose missing cells stay missing or have their records dropped: "
                            "no number fills them. Ask for drop, or leave the rule out."),
                  {name});
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "Column {0} is {1}, and a rule for missing cells is for features and categories only. Leave "
                          "the rule out."),
                {name, Message::marked(table::name(role))});
  }
  return {};
}

/// A list of names and the roles of the columns say the same.
Result<void> checkList(const ImportPlan& plan, const std::vector<std::string>& names, Role role) {
  for (const std::string& name : names) {
    MASU_TRY(const std::size_t at, columnNamed(plan, name));
    if (plan.columns[at].role == role) continue;
    return fail(Errc::format,
                MASU_TEXT("core", "The recipe cannot be used: it names {0} as {1}, and its columns say {2}."),
                {name, Message::marked(table::name(role)), Message::marked(table::name(plan.columns[at].role))});
  }
  for (const ColumnPlan& column : plan.columns) {
    if (column.role != role || std::ranges::find(names, column.name) != names.end()) continue;
    return fail(Errc::format,
                MASU_TEXT("core", "The recipe cannot be used: its column {0} is {1}, and is not listed as such."),
                {column.name, Message::marked(table::name(role))});
  }
  return {};
}

}  // namespace

Result<void> checkClassMap(const ImportPlan& plan, const ColumnPlan& label) {
  const bool sawAll = plan.surveyedBytes >= plan.sourceBytes && label.values.size() == label.distinct;
  for (const auto& [from, to] : plan.options.table.classMap) {
    if (!sawAll || std::ranges::find(label.values, from) != label.values.end()) continue;
    return fail(Errc::notFound,
                MASU_TEXT("core", "There is no class {0} in {1} that could become {2}; its classes are {3}."),
                {from, label.name, to, namesListed(plan.classes)});
  }
  return {};
}

Result<void> checkTable(const ImportPlan& plan) {
  MASU_CHECK(checkClassNames(plan.options.table));
  MASU_CHECK(checkNames(plan));
  MASU_CHECK(checkRoles(plan));
  return checkMissingRules(plan);
}

Result<void> checkBoundTable(const ImportPlan& plan) {
  MASU_CHECK(checkNames(plan));
  MASU_CHECK(checkRoles(plan));
  MASU_CHECK(checkMissingRules(plan));
  MASU_CHECK(checkList(plan, plan.options.labels, Role::label));
  std::vector<std::string> weights;
  if (!plan.options.weight.empty()) weights.push_back(plan.options.weight);
  MASU_CHECK(checkList(plan, weights, Role::weight));
  if ((plan.target == store::Target::none) != plan.options.labels.empty()) {
    return fail(Errc::format, MASU_TEXT("core",
                                        "The recipe cannot be used: its target and its labels do not go "
                                        "together."));
  }
  MASU_CHECK(checkClassNames(plan.options.table));
  for (const auto& [from, to] : plan.options.table.classMap) {
    if (std::ranges::find(plan.classes, to) != plan.classes.end()) continue;
    return fail(
        Errc::format,
        MASU_TEXT("core", "The recipe cannot be used: it counts class {0} as {1}, which is none of its classes."),
        {from, to});
  }
  return {};
}

namespace {

using Asked = std::pair<bool, const char*>;

/// The first option that was asked for; null: none was.
const char* firstOf(std::span<const Asked> asked) {
  const auto first = std::ranges::find_if(asked, [](const Asked& each) { return each.first; });
  return first == asked.end() ? nullptr : first->second;
}

/// The first that was asked for of what says how a text table is written, beside its delimiter and encoding.
const char* firstOfText(const TableOptions& options) {
  const Asked asked[] = {{options.quote.has_value(), "--quote"},        {options.escape.has_value(), "--escape"},
                         {options.decimal.has_value(), "--decimal"},    {options.thousands.has_value(), "--thousands"},
                         {options.header.value_or(false), "--header"},  {!options.header.value_or(true), "--no-header"},
                         {options.comment.has_value(), "--comment"},    {options.skipLines.has_value(), "--skip"},
                         {options.ragged != Ragged::reject, "--ragged"}};
  return firstOf(asked);
}

}  // namespace

Result<void> checkSheetOptions(const TableOptions& options, const std::filesystem::path& file) {
  const Asked asked[] = {{options.delimiter.has_value(), "--delimiter"},
                         {options.quote.has_value(), "--quote"},
                         {options.escape.has_value(), "--escape"},
                         {options.decimal.has_value(), "--decimal"},
                         {options.encoding.has_value(), "--encoding"}};
  const char* const first = firstOf(asked);
  if (first == nullptr) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is an Excel workbook, which {1} does not apply to. Leave it out."),
              {file.string(), first}, {file.string(), 0, 0});
}

Result<void> checkTaggedOptions(const TableOptions& options, const std::filesystem::path& file, TaggedFormat format) {
  const char* const first = options.delimiter ? "--delimiter" : firstOfText(options);
  if (first == nullptr) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is in the format {2}, which {1} does not apply to. Leave it out."),
              {file.string(), first, std::string(name(format))}, {file.string(), 0, 0});
}

Result<void> checkJsonOptions(const TableOptions& options, const std::filesystem::path& file) {
  const char* const first = firstOfText(options);
  if (first == nullptr) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} holds JSON Lines, which {1} does not apply to. Leave it out, or give --delimiter to have "
                        "the file read as a table."),
              {file.string(), first}, {file.string(), 0, 0});
}

}  // namespace masu::ingest
