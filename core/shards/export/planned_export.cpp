// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/planned_export.h"

#include <algorithm>
#include <system_error>

#include "core/shards/export/companions.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::string bundleName(const store::Dataset& dataset, const ShardOptions& options) {
  return options.format == Format::zip ? dataset.path().stem().string() + ".zip" : std::string();
}

Result<std::vector<std::string>> filesThere(const store::Dataset& dataset, const ExportPlan& plan) {
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
    if (!plan.options.resume) {
      MASU_TRY(const auto companions, plannedCompanions(dataset, plan));
      for (const ShardFile& file : companions) add(file.path);
    }
  }
  add(kIndexName);
  return there;
}

bool isComplete(const store::Dataset& dataset, const ExportPlan& plan) {
  const fs::path& out = plan.options.out;
  const std::vector<std::string> files = filesListed(out);
  std::error_code ignored;
  const TrainStatistics unknown;
  return !files.empty() && describesPlan(out, {dataset, plan, unknown, plan.planned, {}, {}}) &&
         std::ranges::all_of(files, [&](const std::string& path) { return fs::exists(out / path, ignored); });
}

Error alreadyThere(const fs::path& out, const std::string& path) {
  return {Errc::exists,
          MASU_TEXT("core", "{0} holds {1} already. Choose another folder, or allow it to be overwritten."),
          {out.string(), path},
          {(out / path).string()}};
}

}  // namespace masu::shards
