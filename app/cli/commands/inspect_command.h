// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "core/tasks/data/inspect_task.h"

namespace masu::cli {

/// The plan as --json prints it, shared with `import`.
nlohmann::ordered_json inspectionJson(const tasks::Inspection& inspection);

/// How a table is spelled, as `inspect` prints it: its dialect, or the sheets of workbooks that it is made of.
std::string dialectText(const ingest::TablePlan& table);

/// Whether the first record of a table was taken as its header, how sure that is and why; empty where it was not
/// guessed. In JSON null of recordings.
std::string headerText(const ingest::TablePlan& table);
nlohmann::ordered_json headerJson(const ingest::ImportPlan& plan);

/// What has to be specified before there can be a plan, as a failure that names the option.
Error adviceOn(const ingest::NeedsWindow& lengths);
Error adviceOn(const ingest::NeedsLayout& needed);
Error adviceOn(const ingest::NotOneTable& tables);

/// What was found, of type Found; where people have to say something first, advice on that.
template <class Found, class Asked>
Result<Found> foundIn(Result<Asked> asked) {
  if (!asked) return fail(std::move(asked.error()));
  const auto found = [](auto&& each) -> Result<Found> {
    if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Found>)
      return std::move(each);
    else
      return fail(adviceOn(each));
  };
  return std::visit(found, std::move(*asked));
}

/// What a person may want to know: sentences in JSON, and a line each.
nlohmann::ordered_json notesJson(const std::vector<Message>& notes);
std::string notesText(const std::vector<Message>& notes);

/// What is learned of the label of a table; where no label was chosen, what the sources suggest as one, with the option
/// that makes it one. A sentence; in JSON null where there is nothing to suggest.
std::string labelHint(const ingest::ImportPlan& plan);
nlohmann::ordered_json labelGuessJson(const ingest::ImportPlan& plan);

}  // namespace masu::cli
