// SPDX-License-Identifier: GPL-3.0-or-later
// Splits, edits, saves and checks a dataset of many samples, and prints what each took:
//   manifest_bench FOLDER [SAMPLES]      (100 million by default: 1.4 GB, kept in FOLDER for the next run)
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/base/permutation.h"
#include "core/flow/machine.h"
#include "core/manifest/check/check.h"
#include "core/manifest/edit/draft.h"
#include "core/manifest/samples/dataset_rows.h"
#include "core/store/write/dataset_writer.h"
#include "or_die.h"

using namespace masu;

namespace {

constexpr std::uint64_t kSamplesAGroup = 10'000;
constexpr std::uint64_t kCheckMemory = std::uint64_t{512} << 20U;

/// Ten classes at random, groups of neighbours, two random numbers a sample.
void write(const std::filesystem::path& file, std::uint64_t samples) {
  const std::uint64_t chunk = store::chunkSamplesFor(8);
  const store::ObjectInfo features{.name = "features", .sampleShape = {2}, .chunkSamples = chunk};
  const store::ObjectInfo labels{.name = "labels", .dtype = table::DType::u8, .chunkSamples = chunk};
  const store::ObjectInfo groups{.name = "group", .dtype = table::DType::i32, .chunkSamples = chunk};
  auto writer =
      orDie(store::DatasetWriter::create(file, {features, labels, groups}, {.overwrite = true, .sync = false}));
  std::vector<float> rows(2 * chunk);
  std::vector<std::uint8_t> classes(chunk);
  std::vector<std::int32_t> members(chunk);
  for (std::uint64_t first = 0; first < samples; first += chunk) {
    const std::uint64_t count = std::min(chunk, samples - first);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t random = mix64(first + i);
      rows[2 * i] = static_cast<float>(random >> 40U);
      rows[2 * i + 1] = static_cast<float>(random & 0xFFFFFFU);
      classes[i] = static_cast<std::uint8_t>(random % 10);
      members[i] = static_cast<std::int32_t>((first + i) / kSamplesAGroup);
    }
    orDie(writer->write(0, first, std::as_bytes(std::span(rows).first(2 * count))));
    orDie(writer->write(1, first, std::as_bytes(std::span(classes).first(count))));
    orDie(writer->write(2, first, std::as_bytes(std::span(members).first(count))));
  }
  store::DatasetMeta meta;
  meta.uuid = "00000000-0000-8000-8000-000000000006";
  meta.target = store::Target::classes;
  meta.schema.columns.resize(2);
  for (std::size_t c = 0; c < 2; ++c) meta.schema.columns[c].name = c == 0 ? "a" : "b";
  for (int code = 0; code < 10; ++code) meta.classes.push_back(std::to_string(code));
  for (std::uint64_t g = 0; g * kSamplesAGroup < samples; ++g) meta.groups.push_back("g" + std::to_string(g));
  Progress progress;
  orDie(writer->finish(samples, meta, {{}, progress}));
}

/// Memory held now, in bytes.
double resident() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  unsigned long pages = 0;
  if (file == nullptr || std::fscanf(file, "%*u %lu", &pages) != 1) std::exit(1);
  std::fclose(file);
  return static_cast<double>(pages) * 4096;
}

template <class Work>
auto timed(const char* what, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  auto result = work();
  const double busy = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%-44s %8.3f s, processor %8.3f s\n", what, took.count(), busy);
  std::fflush(stdout);
  return result;
}

manifest::SplitPlan planOf(bool stratify, bool byGroup) {
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.stratify = stratify;
  plan.byGroup = byGroup;
  return plan;
}

store::Assignment splits(const store::Dataset& dataset) {
  const double before = resident();
  auto assignment = timed("split at random", [&] { return orDie(manifest::draw(dataset, planOf(false, false))); });
  std::printf("  memory held for it, bytes a sample %28.2f\n",
              (resident() - before) / static_cast<double>(dataset.samples()));
  timed("split stratified", [&] { return orDie(manifest::draw(dataset, planOf(true, false))); });
  timed("split by group", [&] { return orDie(manifest::draw(dataset, planOf(false, true))); });
  timed("split by group, stratified", [&] { return orDie(manifest::draw(dataset, planOf(true, true))); });
  timed("five folds, stratified", [&] {
    manifest::SplitPlan plan;
    plan.stratify = true;
    return orDie(manifest::drawFolds(dataset, plan, 5));
  });
  return assignment;
}

store::Assignment edits(const std::shared_ptr<const store::Dataset>& dataset, store::Assignment assignment) {
  auto draft = timed("open it for editing", [&] { return orDie(manifest::Draft::begin(dataset, assignment)); });
  timed("count its groups", [&] { return draft.groupBy({"group", ""}).has_value(); });
  const auto third = timed("filter: label = \"3\"", [&] {
    manifest::SampleSet samples;
    orDie(manifest::select(*dataset, "label = \"3\"", nullptr, {}, [&](std::uint64_t s) { samples.add(s); }));
    return samples;
  });
  const auto scattered =
      timed("move them to test, one by one", [&] { return orDie(draft.move(third, store::Split::test)); });
  std::printf("  samples moved %49llu\n  bytes of the undo record, a sample moved %22.2f\n",
              static_cast<unsigned long long>(scattered.samples()),
              static_cast<double>(scattered.bytes()) / static_cast<double>(scattered.samples()));
  timed("undo", [&] { return draft.undo(scattered), 0; });
  timed("redo", [&] { return draft.redo(scattered), 0; });
  const auto group = draft.groups()->samplesOf(draft.groups()->groups()[7].children);
  timed("move one group to unused", [&] { return orDie(draft.move(group, store::Split::unused)); });
  return draft.assignment();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: manifest_bench FOLDER [SAMPLES]\n");
    return 2;
  }
  const std::uint64_t samples = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100'000'000;
  const auto file = std::filesystem::path(argv[1]) / ("manifest-" + std::to_string(samples) + ".h5");
  if (!std::filesystem::exists(file)) write(file, samples);
  const auto dataset = orDie(store::Dataset::open(file));
  store::Assignment assignment = edits(dataset, splits(*dataset));
  auto stored = orDie(store::SplitsFile::open(file, dataset->uuid(), samples));
  timed("save", [&] { return stored.write({"bench", "{}", false}, assignment).has_value(); });
  timed("read it again", [&] { return orDie(stored.read("bench")).size(); });

  Progress progress;
  const auto checks = timed("check, with 512 MiB and temporary files", [&] {
    return orDie(manifest::checkSplit(*dataset, assignment, {{1, kCheckMemory}, argv[1]}, {{}, progress}));
  });
  for (const auto& check : checks) {
    std::printf("  %-20s %s\n", check.name.c_str(), check.detail.english().c_str());
  }
  std::printf("peak memory, MiB %46.0f\n", static_cast<double>(flow::peakMemory().value) / 0x1p20);
  return 0;
}
