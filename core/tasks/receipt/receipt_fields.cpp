// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/receipt/receipt_fields.h"

#include <string>
#include <utility>
#include <vector>

namespace masu::tasks {

namespace {

struct Field {
  const char* name;  ///< as in the JSON of a receipt
  std::string noted;
  std::string known;
};

std::string textOf(bool flag) {
  return flag ? "true" : "false";
}

std::vector<Field> fieldsOf(const metrics::RunReceipt& receipt, const RunFacts& facts) {
  const metrics::RunSpec& spec = facts.spec;
  std::vector<Field> fields = {
      {"dataset.samples", std::to_string(receipt.samples), std::to_string(facts.samples)},
      {"split.manifest", receipt.manifest, spec.manifest},
      {"order.seed", std::to_string(receipt.seed), std::to_string(spec.seed)},
      {"order.balance", textOf(receipt.balance), textOf(spec.balance)},
      {"order.batch", std::to_string(receipt.batch), std::to_string(spec.batch)},
      {"slices", std::to_string(receipt.slices), std::to_string(spec.slices)},
      {"epochs_planned", std::to_string(receipt.epochsPlanned), std::to_string(spec.epochs)},
  };
  if (facts.data) fields.push_back({"order.version", receipt.order, facts.data->order});
  // Earlier versions kept 0 in the settings of both, which had them found out whenever the run began.
  if (spec.blocks > 0 || spec.balance)
    fields.push_back({"order.blocks", std::to_string(receipt.blocks), std::to_string(spec.blocks)});
  if (spec.threads == 0) return fields;
  for (const metrics::ReceiptSession& session : receipt.sessions)
    fields.push_back({"sessions.threads", std::to_string(session.threads), std::to_string(spec.threads)});
  return fields;
}

void addTo(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

}  // namespace

std::optional<metrics::Difference> differingFields(const metrics::RunReceipt& receipt, const RunFacts& facts,
                                                   const std::filesystem::path& file) {
  std::string names;
  std::string noted;
  std::string known;
  for (const Field& field : fieldsOf(receipt, facts)) {
    if (field.noted == field.known) continue;
    addTo(names, field.name);
    addTo(noted, field.name + (" " + field.noted));
    addTo(known, field.name + (" " + field.known));
  }
  if (names.empty()) return std::nullopt;
  return metrics::Difference{
      metrics::Compared::spec,
      {},
      0,
      0,
      std::move(noted),
      std::move(known),
      {MASU_TEXT("core", "{0} does not have the settings and dataset of the run: they differ in {1}."),
       {file.string(), names}}};
}

}  // namespace masu::tasks
