// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/export.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/manifest/lists/text_manifest.h"
#include "core/metrics/receipt.h"
#include "core/shards/export/companions.h"
#include "core/shards/export/planned_export.h"
#include "core/shards/export/shard_writer.h"
#include "core/shards/write/bundle.h"
#include "core/shards/write/paths_below.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

Result<ShardFile> writeSmall(const fs::path& folder, const std::string& path, std::string_view text) {
  std::error_code ignored;
  fs::create_directories((folder / path).parent_path(), ignored);
  MASU_TRY(GrowingFile file, GrowingFile::create(folder, path));
  file.text() = text;
  return file.finish();
}

/// One export under way.
class Export {
 public:
  Export(const store::Dataset& dataset, const ExportPlan& plan, PartialExport& partial, const Resources& resources,
         std::string bundle, const JobContext& job, const std::optional<TrainStatistics>& known)
      : m_dataset(dataset),
        m_plan(plan),
        m_partial(partial),
        m_resources(resources),
        m_bundleName(std::move(bundle)),
        m_job(job),
        m_known(known),
        m_writer(dataset, plan, partial.folder(), resources) {}

  /// Returns the paths to publish, the index last.
  Result<std::vector<std::string>> write();
  std::vector<ShardInfo> takeWritten() { return std::move(m_written); }

 private:
  Result<TrainStatistics> writeAndMeasure();
  Result<void> writeAll();
  Result<void> beginBundle();
  Result<std::vector<ShardFile>> writeCompanions(const TrainStatistics& statistics) const;
  Result<void> writeLists(std::vector<ShardFile>& companions) const;
  Result<std::vector<std::string>> finishBundle(IndexFacts facts, std::vector<ShardFile> companions,
                                                const ShardFile& index);

  const store::Dataset& m_dataset;
  const ExportPlan& m_plan;
  PartialExport& m_partial;
  Resources m_resources;
  std::string m_bundleName;  ///< empty: none
  const JobContext& m_job;
  const std::optional<TrainStatistics>& m_known;
  ShardWriter m_writer;  ///< above the bundle, which borrows of it
  std::optional<Bundle> m_bundle;
  std::vector<ShardInfo> m_written;
};

Result<std::vector<std::string>> Export::write() {
  if (!m_bundleName.empty()) MASU_CHECK(beginBundle());
  MASU_TRY(const TrainStatistics statistics, writeAndMeasure());
  MASU_TRY(auto companions, writeCompanions(statistics));
  const IndexFacts facts{m_dataset, m_plan, statistics, m_written, companions, {}};
  MASU_TRY(const ShardFile index, writeSmall(m_partial.folder(), kIndexName, indexText(facts)));
  if (m_bundle) return finishBundle(facts, std::move(companions), index);
  std::vector<std::string> paths;
  for (const ShardInfo& shard : m_written) {
    for (const ShardFile& file : shard.files) paths.push_back(file.path);
  }
  for (const ShardFile& file : companions) paths.push_back(file.path);
  // Last, so that an index never names a shard that is not there.
  paths.push_back(index.path);
  companions.push_back(index);
  MASU_CHECK(syncFiles(m_partial.folder(), companions));
  return paths;
}

/// Writers wait for the disk, and the index wants the statistics last: they are measured meanwhile.
Result<TrainStatistics> Export::writeAndMeasure() {
  if (m_known) {
    MASU_CHECK(writeAll());
    return *m_known;
  }
  TrainStatistics statistics;
  // Its stage is not shown beside that of the writing.
  Progress own;
  flow::WorkerPool measuring(m_job.stop);
  measuring.start(1, [&](unsigned, const std::stop_token& stop) -> Result<void> {
    const unsigned threads = std::max(1U, m_resources.threads / 2);
    MASU_TRY(statistics, measureTrain(m_dataset, m_plan.exportSplits, threads, {stop, own}));
    return {};
  });
  if (m_resources.threads == 1) MASU_CHECK(measuring.wait());
  MASU_CHECK(writeAll());
  MASU_CHECK(measuring.wait());
  return statistics;
}

Result<void> Export::writeAll() {
  std::vector<std::size_t> all(m_plan.shards.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto note = [this](std::size_t number, const ShardInfo& shard) { return m_partial.note(number, shard); };
  auto written = m_writer.write(all, m_partial.finished(), note, m_job, m_bundle ? &*m_bundle : nullptr);
  // The disk may have refused what it took before.
  MASU_CHECK(m_partial.settle());
  MASU_TRY(m_written, std::move(written));
  return {};
}

/// After the shards that a stopped export had packed.
Result<void> Export::beginBundle() {
  std::vector<ShardFile> packed;
  for (const auto& [number, shard] : m_partial.finished()) {
    packed.insert(packed.end(), shard.files.begin(), shard.files.end());
  }
  MASU_TRY(m_bundle, Bundle::create(m_partial.folder(), m_bundleName, packed, m_writer.hashesOf(0)));
  return {};
}

Result<std::vector<ShardFile>> Export::writeCompanions(const TrainStatistics& statistics) const {
  std::vector<ShardFile> companions;
  for (const auto& [path, text] : m_plan.writer->companions(m_written)) {
    MASU_TRY(companions.emplace_back(), writeSmall(m_partial.folder(), path, text));
  }
  MASU_TRY(companions.emplace_back(), writeSmall(m_partial.folder(), kReadmeName, readmeText(m_dataset, m_plan)));
  if (m_plan.options.format == Format::zip) MASU_CHECK(writeLists(companions));
  IndexFacts facts{m_dataset, m_plan, statistics, m_written, companions, {}};
  MASU_TRY(const std::string receipt, receiptText(facts));
  MASU_TRY(companions.emplace_back(), writeSmall(m_partial.folder(), metrics::kReceiptName, receipt));
  facts.companions = companions;
  MASU_TRY(companions.emplace_back(), writeSmall(m_partial.folder(), kCroissantName, croissantText(facts)));
  return companions;
}

/// The recipe, and which samples each split that is exported has.
Result<void> Export::writeLists(std::vector<ShardFile>& companions) const {
  const fs::path& folder = m_partial.folder();
  if (!m_dataset.meta().recipe.empty()) {
    MASU_TRY(companions.emplace_back(), writeSmall(folder, kRecipeName, m_dataset.meta().recipe));
  }
  if (!m_plan.listsSplits(m_dataset)) return {};
  MASU_TRY(const auto file, store::SplitsFile::open(m_dataset));
  MASU_TRY(const store::Assignment assignment, file.read(m_plan.options.manifest));
  std::error_code ignored;
  fs::create_directories(folder / kManifestsFolder, ignored);
  MASU_CHECK(
      manifest::writeTextManifest(m_dataset, assignment, folder / kManifestsFolder, manifest::TextForm::csv, true));
  for (const ExportSplit& exportSplit : m_plan.exportSplits.parts) {
    const std::string path = std::string(kManifestsFolder) + "/" + exportSplit.name() + ".csv";
    if (!fs::exists(folder / path, ignored)) continue;
    MASU_TRY(companions.emplace_back(), describeFile(folder, path));
  }
  return {};
}

/// The index in the bundle names its members, the one beside it of the bundle, too.
Result<std::vector<std::string>> Export::finishBundle(IndexFacts facts, std::vector<ShardFile> companions,
                                                      const ShardFile& index) {
  companions.push_back(index);
  for (const ShardFile& file : companions) MASU_CHECK(m_bundle->add(file));
  MASU_TRY(facts.bundle, m_bundle->finish());
  MASU_TRY(const ShardFile beside, writeSmall(m_partial.folder(), kIndexName, indexText(facts)));
  MASU_CHECK(syncFiles(m_partial.folder(), std::vector{*facts.bundle, beside}));
  m_written = {{m_bundleName, "", m_plan.samples(), facts.bundle->bytes, {*facts.bundle}}};
  return std::vector<std::string>{m_bundleName, beside.path};
}

/// Errors: one of the paths, whose files are there, is not of an export.
Result<void> checkReplaceable(const ShardOptions& options, std::span<const std::string> paths,
                              const std::set<std::string>& own) {
  const auto foreign = std::ranges::find_if(paths, [&](const std::string& path) { return !own.contains(path); });
  if (foreign != paths.end()) return fail(alreadyThere(options, *foreign));
  return {};
}

/// Of an export that is continued: the shards that it had moved are `own`, too. Errors: others may not be overwritten.
Result<void> checkContinued(const store::Dataset& dataset, const ExportPlan& plan, const PartialExport& partial,
                            std::span<const std::string> there, std::set<std::string>& own) {
  std::set<std::string> moved;
  for (const auto& [number, shard] : partial.finished()) {
    for (const ShardFile& file : shard.files) {
      // What waits there still has not been moved: a file in its place is somebody else's.
      std::error_code ignored;
      if (!std::filesystem::exists(partial.folder() / file.path, ignored)) moved.insert(file.path);
    }
  }
  own.insert(moved.begin(), moved.end());
  if (plan.options.overwrite) return checkReplaceable(plan.options, there, own);
  // Where an export died when all had its final name, what is there is its own.
  if (partial.finished().size() == plan.shards.size() && isComplete(dataset, plan)) return {};
  return checkReplaceable(plan.options, there, moved);
}

/// Of what is about to get its final name; shards have more files than the plan names. What is the same to the byte was
/// put there by an export that failed before its index had its place. Errors: a file is there that is not of an export,
/// or that may not be overwritten.
Result<void> checkPlaces(const ShardOptions& options, const PartialExport& partial, std::span<const std::string> paths,
                         const std::set<std::string>& own) {
  const bool mayReplace = options.overwrite || options.resume;
  for (const std::string& path : paths) {
    std::error_code unknown;  // what is there and cannot be followed is somebody's, too
    if (fs::symlink_status(options.out / path, unknown).type() == fs::file_type::not_found) continue;
    if (mayReplace && own.contains(path)) continue;
    const auto made = describeFile(partial.folder(), path);
    if (!mayReplace || !made || !hasItsHash(options.out, *made)) return fail(alreadyThere(options, path));
  }
  return {};
}

/// As reports count them: a bundle is one.
std::vector<ShardInfo> shardsOf(const store::Dataset& dataset, const ExportPlan& plan,
                                std::span<const ShardFile> companions) {
  if (plan.options.format != Format::zip) return plan.planned;
  return {{bundleName(dataset, plan.options), "", plan.samples(), bundleBytes(plan, companions), {}}};
}

Result<std::vector<ShardInfo>> plannedShards(const store::Dataset& dataset, const ExportPlan& plan) {
  std::vector<ShardFile> companions;
  if (plan.options.format == Format::zip) {
    MASU_TRY(companions, plannedCompanions(dataset, plan));
  }
  return shardsOf(dataset, plan, companions);
}

}  // namespace

Result<std::vector<ShardInfo>> writePlanned(const store::Dataset& dataset, const ExportPlan& plan, Keep keep,
                                            const Resources& resources, const JobContext& job,
                                            const std::optional<TrainStatistics>& known) {
  const ShardOptions& options = plan.options;
  const std::string bundle = bundleName(dataset, options);
  for (const ShardInfo& shard : plan.planned) MASU_CHECK(checkNoLink(options.out, shard.path));
  MASU_TRY(std::vector<std::string> there,
           filesThere(dataset, plan, options.resume ? Companions::leftOut : Companions::included));
  if (!there.empty() && !options.overwrite && !options.resume) return fail(alreadyThere(options, there.front()));
  // Before the index of an export that died goes with what is left of it.
  std::set<std::string> own = filesOfExports(options.out);
  if (!options.resume) MASU_CHECK(checkReplaceable(options, there, own));
  MASU_TRY(PartialExport partial, PartialExport::create(options.out, plan.key(dataset), keep, bundle));
  // Who finished no shard put nothing in its place.
  if (options.resume && partial.finished().empty()) {
    MASU_TRY(there, filesThere(dataset, plan, Companions::included));
  }
  MASU_CHECK(checkContinued(dataset, plan, partial, there, own));
  Export work(dataset, plan, partial, resources, bundle, job, known);
  MASU_TRY(const auto paths, work.write());
  if (const auto places = checkPlaces(options, partial, paths, own); !places) {
    // None of them was moved: an index there would say that an export may have put them in their places.
    std::error_code ignored;
    std::filesystem::remove(partial.folder() / kIndexName, ignored);
    return fail(places.error());
  }
  // The old index goes first: it must not describe shards that have changed.
  std::vector<std::string> outdated = {kIndexName};
  const std::set<std::string> current(paths.begin(), paths.end());
  std::ranges::copy_if(there, std::back_inserter(outdated), [&](const auto& path) { return !current.contains(path); });
  MASU_CHECK(partial.publish(paths, outdated));
  return work.takeWritten();
}

Result<std::vector<ShardInfo>> writeShards(const store::Dataset& dataset, const ShardOptions& options,
                                           const Resources& resources, const JobContext& job, const PlanCheck& check) {
  const Resources given = flow::resolve(resources);
  MASU_TRY(const auto plan, planExport(dataset, options, given, job.stop));
  if (check) {
    MASU_TRY(const auto planned, plannedShards(dataset, *plan));
    MASU_CHECK(check(planned));
  }
  return writePlanned(dataset, *plan, options.resume ? Keep::intact : Keep::nothing, given, job);
}

Result<std::vector<ShardInfo>> planShards(const store::Dataset& dataset, const ShardOptions& options,
                                          const std::stop_token& stop) {
  MASU_TRY(const auto plan, planExport(dataset, options, {}, stop));
  return plannedShards(dataset, *plan);
}

Result<PlannedFolder> planFolder(const store::Dataset& dataset, const ShardOptions& options,
                                 const std::stop_token& stop) {
  MASU_TRY(const auto plan, planExport(dataset, options, {}, stop));
  MASU_TRY(auto companions, plannedCompanions(dataset, *plan));
  PlannedFolder planned{shardsOf(dataset, *plan, companions), {}};
  // Beside a bundle there is its index alone.
  if (options.format == Format::zip) companions.erase(companions.begin(), companions.end() - 1);
  planned.folderState.companions = std::move(companions);
  MASU_TRY(const auto there,
           filesThere(dataset, *plan, options.resume ? Companions::leftOut : Companions::included));
  planned.folderState.occupied = !there.empty();
  planned.folderState.finished =
      PartialExport::finishedIn(options.out, plan->key(dataset), bundleName(dataset, options));
  return planned;
}

Result<std::string> snippetFor(const store::Dataset& dataset, const ShardOptions& options, Framework framework,
                               const std::string& folder) {
  MASU_TRY(const ExportSplits exportSplits, exportSplitsOf(dataset, options));
  const Encoding encoding{options.encoded, options.type, {}};
  std::string text =
      loaderSnippet(dataset, encoding, {options.format, framework, folder, exportSplits.parts.front().name()});
  if (!text.empty()) return text;
  return fail(Errc::unsupported,
              MASU_TEXT("core", "{0} does not read {1} shards of this dataset. Choose another format."),
              {std::string(title(framework)), std::string(name(options.format))});
}

}  // namespace masu::shards
