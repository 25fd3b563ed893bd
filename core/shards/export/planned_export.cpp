// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/planned_export.h"

#include <algorithm>
#include <system_error>

#include "core/metrics/receipt.h"
#include "core/shards/export/companions.h"
#include "core/shards/write/partial_place.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::string bundleName(const store::Dataset& dataset, const ShardOptions& options) {
  return options.format == Format::zip ? dataset.path().stem().string() + ".zip" : std::string();
}

Result<std::vector<std::string>> filesThere(const store::Dataset& dataset, const ExportPlan& plan,
                                            Companions companions) {
  const fs::path& out = plan.options.out;
  std::vector<std::string> there = filesListed(out);
  std::error_code ignored;
  std::erase_if(there, [&](const std::string& path) { return !fs::exists(out / path, ignored); });
  const auto add = [&](const std::string& path) {
    if (fs::exists(out / path, ignored)) there.push_back(path);
  };
  if (const std::string bundle = bundleName(dataset, plan.options); !bundle.empty()) {
    add(bundle);
  } else {
    for (const ShardInfo& shard : plan.planned) add(shard.path);
    if (companions == Companions::included) {
      MASU_TRY(const auto planned, plannedCompanions(dataset, plan));
      for (const ShardFile& file : planned) add(file.path);
    }
  }
  add(kIndexName);
  return there;
}

std::set<std::string> filesOfExports(const fs::path& out) {
  std::set<std::string> files;
  // An export whose files move has its index among the last that are still here.
  for (const fs::path& folder : {out, PartialPlace(out).files}) {
    for (const std::string& path : filesListed(folder)) files.insert(path);
  }
  const auto ofRun = metrics::readReceipt(out);
  // Of a later version it is not known whose it is.
  if (ofRun || ofRun.error().code == Errc::unsupported) files.erase(metrics::kReceiptName);
  return files;
}

bool isComplete(const store::Dataset& dataset, const ExportPlan& plan) {
  const fs::path& out = plan.options.out;
  const std::vector<std::string> files = filesListed(out);
  std::error_code ignored;
  const TrainStatistics unknown;
  return !files.empty() && describesPlan(out, {dataset, plan, unknown, plan.planned, {}, {}}) &&
         std::ranges::all_of(files, [&](const std::string& path) { return fs::exists(out / path, ignored); });
}

Error alreadyThere(const ShardOptions& options, const std::string& path) {
  if (!options.overwrite) {
    return {Errc::exists,
            MASU_TEXT("core", "{0} holds {1} already. Choose another folder, or allow it to be overwritten."),
            {options.out.string(), path},
            {(options.out / path).string()}};
  }
  return {Errc::exists,
          MASU_TEXT("core",
                    "{0} holds {1}, which the index.json of an export does not list there, so that it is not "
                    "overwritten. Choose another folder, or move that file away."),
          {options.out.string(), path},
          {(options.out / path).string()}};
}

}  // namespace masu::shards
