// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/export_receipt.h"

#include <nlohmann/json.hpp>

#include "core/base/exact_json.h"
#include "core/base/sha256.h"

namespace masu::shards {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

ExportReceipt decode(const ExactJson& json) {
  ExportReceipt receipt;
  receipt.masu = json.at("masu");
  receipt.dataset = json.at("dataset").at("uuid");
  receipt.content = textOrEmpty(json.at("dataset").at("content"));
  receipt.samples = json.at("dataset").at("samples");
  if (json.at("dataset").contains("labels_hash")) {
    receipt.edition = json.at("dataset").at("edition");
    receipt.labels = json.at("dataset").at("labels_hash");
  }
  receipt.manifest = textOrEmpty(json.at("split").at("manifest"));
  receipt.splitHash = textOrEmpty(json.at("split").at("hash"));
  const ExactJson& plan = json.at("plan");
  receipt.format = plan.at("format");
  receipt.encoded = plan.at("encoded");
  receipt.dtype = textOrEmpty(plan.at("dtype"));
  if (!plan.at("shuffle").is_null()) receipt.shuffle = plan.at("shuffle").get<std::uint64_t>();
  for (const ExactJson& split : plan.at("samples")) receipt.exported.emplace_back(split.at(0), split.at(1));
  receipt.files = json.at("files").at("count");
  receipt.bytes = json.at("files").at("bytes");
  receipt.filesHash = json.at("files").at("sha256");
  return receipt;
}

}  // namespace

Result<std::string> hashOfFiles(std::span<const ShardFile> files) {
  MASU_TRY(Sha256 hash, Sha256::create());
  for (const ShardFile& file : files)
    hash.update(file.path + ' ' + std::to_string(file.bytes) + ' ' + file.sha256 + '\n');
  return hash.finish();
}

std::string toJson(const ExportReceipt& receipt) {
  Json samples = Json::array();
  for (const auto& [split, count] : receipt.exported) samples.push_back({split, count});
  Json json = {
      {"masu_receipt", kVersion},
      {"of", "export"},
      {"masu", receipt.masu},
      {"dataset", {{"uuid", receipt.dataset}, {"content", textOrNull(receipt.content)}, {"samples", receipt.samples}}},
      {"split", {{"manifest", textOrNull(receipt.manifest)}, {"hash", textOrNull(receipt.splitHash)}}},
      {"plan",
       {{"format", receipt.format},
        {"encoded", receipt.encoded},
        {"dtype", textOrNull(receipt.dtype)},
        {"shuffle", receipt.shuffle ? Json(*receipt.shuffle) : Json(nullptr)},
        {"samples", std::move(samples)}}},
      {"files", {{"count", receipt.files}, {"bytes", receipt.bytes}, {"sha256", receipt.filesHash}}}};
  if (!receipt.labels.empty()) {
    json["dataset"]["edition"] = receipt.edition;
    json["dataset"]["labels_hash"] = receipt.labels;
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ExportReceipt> exportReceiptFrom(std::string_view text, const std::filesystem::path& file) {
  try {
    const ExactJson json = ExactJson::parse(text);
    if (json.at("masu_receipt").get<int>() > kVersion) {
      return fail(Errc::unsupported, MASU_TEXT("core", "{0} was written by a later version of Masu: use that one."),
                  {file.string()}, {file.string()});
    }
    if (json.at("of") == "export") return decode(json);
  } catch (const ExactJson::exception&) {
  }
  return fail(Errc::format, MASU_TEXT("core", "{0} is damaged, or not the receipt of an export. Copy it again."),
              {file.string()}, {file.string()});
}

}  // namespace masu::shards
