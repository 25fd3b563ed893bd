// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <variant>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/tasks/receipt/receipt_task.h"

namespace masu::cli {

namespace {

using nlohmann::ordered_json;

struct ReceiptArguments {
  std::string action;
  tasks::ReceiptRequest request;
};

/// As much of a hash as distinguishes two.
std::string shortHash(const std::string& hash) {
  constexpr std::size_t kShown = 16;
  if (hash.empty()) return "–";
  std::string text = hash.substr(0, kShown);
  if (hash.size() > kShown) text.append("…");
  return text;
}

std::string sessionText(const metrics::ReceiptSession& session) {
  return "From step " + countText(session.firstStep) + ": Masu " + session.masu + ", LibTorch " + session.libtorch +
         ", kernels " + session.kernels + ", " + session.device + ", " + countedText(session.threads, "thread") + ", " +
         session.processor + "\n";
}

std::string epochsText(const metrics::RunReceipt& receipt) {
  std::vector<std::string> header = {"Epoch", "Order"};
  for (const metrics::ReceiptModel& model : receipt.models)
    header.push_back("Weights of " + model.model + " at " + figureText(model.learningRate) + repeatText(model.repeat));
  TextTable table(header, {0});
  for (const metrics::ReceiptEpoch& epoch : receipt.epochs) {
    std::vector<std::string> row = {countText(static_cast<std::uint64_t>(epoch.epoch)), epoch.order};
    for (const std::string& hash : epoch.weights) row.push_back(shortHash(hash));
    table.add(std::move(row));
  }
  return receipt.epochs.empty() ? "No epoch is complete yet.\n" : table.text();
}

Report shown(const metrics::RunReceipt& receipt) {
  Report report;
  report.json = ordered_json::parse(metrics::toJson(receipt));
  report.text = "Dataset " + receipt.dataset + ", " + countedText(receipt.samples, "sample") + "\n" + "Content " +
                (receipt.content.empty() ? "–" : receipt.content) + "\n" + "Split " + receipt.manifest + ", " +
                receipt.splitHash + "\n" + "Order " + receipt.order + ", seed " + std::to_string(receipt.seed) + ", " +
                (receipt.balance ? std::string("balanced") : countedText(receipt.blocks, "chunk") + " together") +
                ", " + countedText(receipt.batch, "sample") + " a batch" +
                (receipt.slices > 1 ? " in " + countedText(receipt.slices, "slice") : std::string()) + "\n" +
                countText(receipt.steps) + " of " +
                countedText(static_cast<std::uint64_t>(receipt.epochsPlanned) * receipt.stepsPerEpoch, "step") +
                (receipt.ended ? ", ended\n" : ", not ended\n");
  for (const metrics::ReceiptSession& session : receipt.sessions) report.text += sessionText(session);
  report.text += epochsText(receipt);
  return report;
}

Report shown(const shards::ExportReceipt& receipt) {
  Report report;
  report.json = ordered_json::parse(shards::toJson(receipt));
  report.text =
      "Dataset " + receipt.dataset + ", " + countedText(receipt.samples, "sample") + "\n" + "Content " +
      (receipt.content.empty() ? "–" : receipt.content) + "\n" +
      (receipt.splitHash.empty() ? std::string("No split") : "Split " + receipt.manifest + ", " + receipt.splitHash) +
      "\n" + "Exported as " + receipt.format + " by Masu " + receipt.masu + "\n";
  for (const auto& [split, samples] : receipt.exported)
    report.text += "  " + split + ": " + countedText(samples, "sample") + "\n";
  report.text += countedText(receipt.files, "file") + ", " + bytesText(static_cast<double>(receipt.bytes)) + ", " +
                 receipt.filesHash + "\n";
  return report;
}

ordered_json jsonOf(const metrics::Difference& difference) {
  ordered_json json = {{"what", metrics::name(difference.what)},
                       {"model", nullptr},
                       {"epoch", nullptr},
                       {"step", nullptr},
                       {"expected", difference.expected},
                       {"found", difference.found},
                       {"message", difference.message.english()}};
  if (!difference.model.empty()) json["model"] = difference.model;
  if (difference.epoch > 0) json["epoch"] = difference.epoch;
  if (difference.step > 0) json["step"] = difference.step;
  return json;
}

std::string differenceText(const metrics::Difference& difference) {
  std::string text = "Differs from the receipt: " + difference.message.english() + "\n";
  const bool isHash = difference.what != metrics::Compared::loss && difference.what != metrics::Compared::values;
  if (isHash && !difference.expected.empty())
    text += "  receipt: " + difference.expected +
            "\n  now:     " + (difference.found.empty() ? std::string("–") : difference.found) + "\n";
  return text;
}

/// What was found equal.
std::string comparedText(const tasks::ReceiptCheck& check) {
  if (check.steps.empty()) return countedText(check.filesCompared, "file") + " equal.\n";
  std::string steps;
  for (const std::uint64_t step : check.steps) steps += (steps.empty() ? "" : ", ") + countText(step);
  return (check.steps.size() == 1 ? "Step " : "Steps ") + steps + ": " + countedText(check.stepsCompared, "step") +
         " trained again and equal, " + countText(check.weightsCompared) +
         (check.weightsCompared == 1 ? " hash" : " hashes") + " of weights and " +
         countedText(check.filesCompared, "checkpoint") + " equal.\n";
}

Report checked(const tasks::ReceiptCheck& check) {
  Report report;
  report.json = {{"equal", check.isEqual()},
                 {"steps", check.steps},
                 {"steps_compared", check.stepsCompared},
                 {"weights_compared", check.weightsCompared},
                 {"files_compared", check.filesCompared},
                 {"difference", nullptr},
                 {"notes", ordered_json::array()}};
  if (check.difference) report.json["difference"] = jsonOf(*check.difference);
  for (const Message& note : check.notes) {
    report.json["notes"].push_back(note.english());
    report.text += note.english() + "\n";
  }
  report.text += comparedText(check);
  report.text += check.difference ? differenceText(*check.difference) : "As in the receipt.\n";
  report.exitCode = check.isEqual() ? 0 : 1;
  return report;
}

Result<Report> run(const ReceiptArguments& arguments, const JobContext& job) {
  const tasks::ReceiptRequest& request = arguments.request;
  if (arguments.action == "show") {
    MASU_TRY(const auto receipt, tasks::readAnyReceipt(request.run));
    return std::visit([](const auto& one) { return shown(one); }, receipt);
  }
  MASU_TRY(const auto check, tasks::checkReceipt(request, job));
  return checked(check);
}

}  // namespace

void addReceipt(const Registration& to) {
  auto arguments = std::make_shared<ReceiptArguments>();
  tasks::ReceiptRequest& request = arguments->request;
  CLI::App* command = to.app.add_subcommand("receipt", "Show the receipt of a run or an export, or check it");
  command->add_option("ACTION", arguments->action, "Action")->required()->check(CLI::IsMember({"show", "check"}));
  command->add_option("RUN", request.run, "Folder of a training run, or of an export, or its ZIP file")->required();
  CLI::Option* step =
      command
          ->add_option("--step", request.steps,
                       "Step to check, from 1 over all epochs; may be repeated (default: three drawn at "
                       "random)")
          ->allow_extra_args(false)
          ->check(wholeNumber(1));
  CLI::Option* dataset =
      command->add_option("--dataset", request.dataset,
                          "The dataset, where it is now (default: where the run had it; that of an export is not "
                          "looked at)");
  command->final_callback([arguments, step, dataset, &common = to.common, &exitCode = to.exitCode] {
    for (const CLI::Option* option : {step, dataset}) {
      if (arguments->action == "show" && option->count() > 0) {
        throw Conflict(option->get_name() + " is for masu receipt check: show compares nothing.");
      }
    }
    arguments->request.resources = common.resources;
    exitCode = Console(common).run([&](const JobContext& job) { return run(*arguments, job); });
  });
}

}  // namespace masu::cli
