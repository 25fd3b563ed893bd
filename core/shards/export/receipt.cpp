// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/companions.h"
#include "core/store/read/content_hash.h"

namespace masu::shards {

Result<std::string> receiptText(const IndexFacts& facts) {
  const ShardOptions& options = facts.plan.options;
  const ExportSplits& splits = facts.plan.exportSplits;
  ExportReceipt receipt;
  receipt.masu = MASU_VERSION;
  receipt.dataset = facts.dataset.uuid();
  MASU_TRY(receipt.content, store::contentHashIfAny(facts.dataset));
  receipt.edition = facts.dataset.edition().number;
  receipt.labels = facts.dataset.edition().hash;
  receipt.samples = facts.dataset.samples();
  receipt.manifest = splits.splitHash.empty() ? std::string() : options.manifest;
  receipt.splitHash = splits.splitHash;
  receipt.format = std::string(name(options.format));
  receipt.encoded = options.encoded;
  if (options.type) receipt.dtype = std::string(table::name(*options.type));
  receipt.shuffle = options.shuffle;
  for (const ExportSplit& split : splits.parts) receipt.exported.emplace_back(split.name(), split.size());
  std::vector<ShardFile> files;
  for (const ShardInfo& shard : facts.shards) files.insert(files.end(), shard.files.begin(), shard.files.end());
  files.insert(files.end(), facts.companions.begin(), facts.companions.end());
  receipt.files = files.size();
  for (const ShardFile& file : files) receipt.bytes += file.bytes;
  MASU_TRY(receipt.filesHash, hashOfFiles(files));
  return toJson(receipt);
}

}  // namespace masu::shards
