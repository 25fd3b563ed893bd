// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/idx_labels.h"

#include <algorithm>
#include <system_error>

#include "core/base/ascii.h"
#include "core/ingest/labels/label_rules.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPacked = ".gz";

/// "train-images-idx3-ubyte" → "train-labels-idx1-ubyte"; nothing of other names.
std::optional<std::string> labelsName(std::string name) {
  constexpr std::string_view kImages = "images";
  const std::string low = lowerCase(name);
  const std::size_t images = low.rfind(kImages);
  const std::size_t idx = low.find("idx", images == std::string::npos ? images : images + kImages.size());
  if (idx == std::string::npos || idx + 3 >= low.size() || low[idx + 3] < '1' || low[idx + 3] > '9')
    return std::nullopt;
  name[idx + 3] = '1';
  return name.replace(images, kImages.size(), "labels");
}

}  // namespace

bool holdsIdxLabels(const fs::path& path) {
  const std::string name = lowerCase(path.filename().string());
  const std::size_t labels = name.find("labels");
  return labels != std::string::npos && name.find("idx1", labels) != std::string::npos;
}

std::optional<fs::path> idxLabelsBeside(const fs::path& images) {
  const auto name = labelsName(images.filename().string());
  if (!name) return std::nullopt;
  const bool packed = name->ends_with(kPacked);
  const std::string other = packed ? name->substr(0, name->size() - kPacked.size()) : *name + std::string(kPacked);
  for (const std::string& there : {*name, other}) {
    std::error_code ignored;
    if (fs::is_regular_file(images.parent_path() / there, ignored)) return images.parent_path() / there;
  }
  return std::nullopt;
}

bool takeOutLabels(std::vector<fs::path>& sources) {
  const std::vector<fs::path> all = sources;
  return std::erase_if(sources, [&](const fs::path& source) {
           return std::ranges::any_of(all, [&](const fs::path& images) { return idxLabelsBeside(images) == source; });
         }) > 0;
}

std::string idxRuleBeside(const ImportPlan& plan) {
  if (plan.recordings().sampleShape.empty()) return {};
  // One a source, in their order, where sources are files; of those in folders one a file.
  std::vector<fs::path> images = plan.options.sources;
  const bool named = std::ranges::none_of(images, [](const fs::path& source) {
    std::error_code ignored;
    return fs::is_directory(source, ignored);
  });
  if (!named) {
    images.clear();
    for (const RecordingPlan& recording : plan.recordings().files) images.push_back(plan.root / recording.path);
  }
  RecordingOptions options;
  for (const fs::path& path : images) {
    auto labels = idxLabelsBeside(path);
    if (!labels) return {};
    options.labelFiles.push_back(*std::move(labels));
  }
  return labelRuleText(options);
}

void noteIdxLabels(ImportPlan& plan) {
  if (!plan.options.labels.empty() || !labelRuleText(plan.options.recordings).empty()) return;
  const std::string rule = idxRuleBeside(plan);
  if (rule.empty()) return;
  plan.notes.push_back(
      {MASU_TEXT("core", "A file of labels seems to be beside the samples, and was not asked for: {0} would use it."),
       {rule}});
}

}  // namespace masu::ingest
