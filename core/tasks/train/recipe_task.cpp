// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/recipe_task.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/loader/stream/split_index.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::tasks {

namespace {

std::uint64_t valuesPerSample(const store::Dataset& dataset) {
  std::uint64_t values = 0;
  for (const char* name : {"features", "categories"}) {
    if (const store::ObjectInfo* object = dataset.find(name)) values += object->valuesPerSample();
  }
  return values;
}

}  // namespace

Result<metrics::RecipeFacts> recipeFacts(const store::Dataset& dataset, const store::Assignment& assignment,
                                         const std::stop_token& stop) {
  metrics::RecipeFacts facts;
  facts.train = static_cast<std::uint64_t>(std::ranges::count(assignment, store::Split::train));
  facts.validation = static_cast<std::uint64_t>(std::ranges::count(assignment, store::Split::validation));
  facts.sampleValues = valuesPerSample(dataset);
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr || dataset.meta().target != store::Target::classes) return facts;
  MASU_TRY(facts.classSamples, manifest::samplesOfClasses(dataset, *labels, &assignment, stop));
  return facts;
}

std::uint64_t moduleBytes(const std::vector<std::string>& models) {
  std::uint64_t bytes = 0;
  for (const std::string& model : models) {
    std::error_code failure;
    const std::uintmax_t size = model.ends_with(".pt") ? std::filesystem::file_size(model, failure) : 0;
    if (!failure) bytes += size;
  }
  return bytes;
}

Result<metrics::RunSpec> chooseRecipe(const metrics::RunSpec& spec, const std::vector<std::string>& stated,
                                      const std::stop_token& stop) {
  if (spec.epochs != metrics::kAutoEpochs) return spec;
  const auto checking = spec.verify ? store::Checking::onFirstRead : store::Checking::never;
  MASU_TRY(const auto dataset, store::Dataset::open(spec.dataset, checking));
  MASU_TRY(const store::Assignment assignment, loader::manifestOf(*dataset, spec.manifest));
  MASU_TRY(metrics::RecipeFacts facts, recipeFacts(*dataset, assignment, stop));
  facts.moduleBytes = moduleBytes(spec.models);
  return metrics::withRecipe(spec, stated, facts);
}

}  // namespace masu::tasks
