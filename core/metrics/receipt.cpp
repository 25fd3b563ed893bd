// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/receipt.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "core/base/hash.h"
#include "core/io/file.h"
#include "core/metrics/run_json.h"

namespace masu::metrics {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// What a spec says besides what is learned, and from which split of what dataset, which hashes say better. A
/// temperature changes no weight.
constexpr std::array<const char*, 13> kNotLearned = {"dataset",         "manifest",     "out",    "verify",
                                                     "keep_every",      "keep",         "resume", "overwrite",
                                                     "timeout_seconds", "save_seconds", "recipe", "memory_bytes",
                                                     "calibrate"};

OrderedJson encode(const ReceiptSession& session) {
  return {{"first_step", session.firstStep}, {"masu", session.masu},           {"libtorch", session.libtorch},
          {"kernels", session.kernels},      {"processor", session.processor}, {"device", session.device},
          {"threads", session.threads}};
}

OrderedJson encode(const ReceiptEpoch& epoch) {
  OrderedJson weights = OrderedJson::array();
  for (const std::string& hash : epoch.weights) weights.push_back(textOrNull(hash));
  return {{"epoch", epoch.epoch}, {"order", epoch.order}, {"weights", std::move(weights)}};
}

ReceiptSession sessionFrom(const Json& json) {
  return {json.at("first_step"), json.at("masu"),   json.at("libtorch"), json.at("kernels"),
          json.at("processor"),  json.at("device"), json.at("threads")};
}

ReceiptEpoch epochFrom(const Json& json) {
  ReceiptEpoch epoch{json.at("epoch"), json.at("order"), {}};
  for (const Json& hash : json.at("weights")) epoch.weights.push_back(textOrEmpty(hash));
  return epoch;
}

RunReceipt decode(const Json& json) {
  RunReceipt receipt;
  receipt.ended = json.at("ended");
  receipt.dataset = json.at("dataset").at("uuid");
  receipt.content = textOrEmpty(json.at("dataset").at("content"));
  receipt.samples = json.at("dataset").at("samples");
  receipt.edition = json.at("dataset").value("edition", receipt.edition);
  receipt.labels = json.at("dataset").value("labels_hash", receipt.labels);
  receipt.manifest = json.at("split").at("manifest");
  receipt.splitHash = json.at("split").at("hash");
  receipt.spec = json.at("spec");
  const Json& order = json.at("order");
  receipt.order = order.at("version");
  receipt.seed = order.at("seed");
  receipt.blocks = order.at("blocks");
  receipt.balance = order.at("balance");
  receipt.batch = order.at("batch");
  receipt.slices = json.value("slices", receipt.slices);  // those of earlier versions have none
  receipt.epochsPlanned = json.at("epochs_planned");
  receipt.stepsPerEpoch = json.at("steps_per_epoch");
  receipt.steps = json.at("steps");
  for (const Json& session : json.at("sessions")) receipt.sessions.push_back(sessionFrom(session));
  for (const Json& model : json.at("models")) {
    receipt.models.push_back({model.at("model"), numberFrom(model.at("learning_rate")),
                              textOrEmpty(model.at("initial_weights")), model.value("repeat", 0)});
  }
  for (const Json& epoch : json.at("epochs")) receipt.epochs.push_back(epochFrom(epoch));
  return receipt;
}

/// What a replay counts on.
bool isSound(const RunReceipt& receipt) {
  int before = 0;
  for (const ReceiptEpoch& epoch : receipt.epochs) {
    if (epoch.epoch <= before || epoch.weights.size() != receipt.models.size()) return false;
    before = epoch.epoch;
  }
  return receipt.stepsPerEpoch > 0 && !receipt.models.empty() && !receipt.sessions.empty();
}

}  // namespace

bool ReceiptSession::isLike(const ReceiptSession& other) const {
  return masu == other.masu && libtorch == other.libtorch && kernels == other.kernels && processor == other.processor &&
         device == other.device && threads == other.threads;
}

bool hasModelsOf(const RunReceipt& receipt, const RunSpec& spec) {
  return std::ranges::equal(receipt.models, plannedRuns(spec), {}, &ReceiptModel::model, &PlannedRun::model);
}

Result<std::string> specHash(std::string_view specJson) {
  Json spec = Json::parse(specJson, nullptr, false);
  if (!spec.is_object()) {
    return fail(Errc::format, MASU_TEXT("core",
                                        "The description of the training run is damaged, or of another version of "
                                        "Masu. Start the run again."));
  }
  for (const char* name : kNotLearned) spec.erase(name);
  return hex64(hash64(spec.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

std::string toJson(const RunReceipt& receipt) {
  OrderedJson json = {
      {"masu_receipt", kVersion},
      {"of", "run"},
      {"ended", receipt.ended},
      {"dataset", {{"uuid", receipt.dataset}, {"content", textOrNull(receipt.content)}, {"samples", receipt.samples}}},
      {"split", {{"manifest", receipt.manifest}, {"hash", receipt.splitHash}}},
      {"spec", receipt.spec},
      {"order",
       {{"version", receipt.order},
        {"seed", receipt.seed},
        {"blocks", receipt.blocks},
        {"balance", receipt.balance},
        {"batch", receipt.batch}}},
      {"slices", receipt.slices},
      {"epochs_planned", receipt.epochsPlanned},
      {"steps_per_epoch", receipt.stepsPerEpoch},
      {"steps", receipt.steps},
      {"sessions", OrderedJson::array()},
      {"models", OrderedJson::array()},
      {"epochs", OrderedJson::array()}};
  if (!receipt.labels.empty()) {
    json["dataset"]["edition"] = receipt.edition;
    json["dataset"]["labels_hash"] = receipt.labels;
  }
  for (const ReceiptSession& session : receipt.sessions) json["sessions"].push_back(encode(session));
  for (const ReceiptModel& model : receipt.models) {
    json["models"].push_back({{"model", model.model},
                              {"learning_rate", model.learningRate},
                              {"initial_weights", textOrNull(model.initial)}});
    if (model.repeat > 0) json["models"].back()["repeat"] = model.repeat;
  }
  for (const ReceiptEpoch& epoch : receipt.epochs) json["epochs"].push_back(encode(epoch));
  return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<RunReceipt> receiptFromJson(std::string_view text, const std::filesystem::path& file) {
  try {
    const Json json = Json::parse(text);
    if (json.at("masu_receipt").get<int>() > kVersion) {
      return fail(Errc::unsupported, MASU_TEXT("core", "{0} was written by a later version of Masu: use that one."),
                  {file.string()}, {file.string()});
    }
    if (json.at("of") == "run") {
      RunReceipt receipt = decode(json);
      if (isSound(receipt)) return receipt;
    }
  } catch (const Json::exception&) {
  }
  return fail(Errc::format, MASU_TEXT("core", "{0} is damaged, or not the receipt of a training run. Copy it again."),
              {file.string()}, {file.string()});
}

Result<RunReceipt> readReceipt(const std::filesystem::path& run) {
  const std::filesystem::path file = run / kReceiptName;
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "There is no receipt in {0}: the run is of an earlier version of Masu, or somebody removed "
                          "receipt.json. Train again to have one."),
                {run.string()}, {run.string()});
  }
  MASU_TRY(const std::string text, io::readText(file));
  return receiptFromJson(text, file);
}

}  // namespace masu::metrics
