// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/export.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/io/file.h"
#include "core/manifest/lists/text_manifest.h"
#include "core/metrics/receipt.h"
#include "core/shards/export/companions.h"
#include "core/shards/write/bundle.h"
#include "core/shards/write/partial_export.h"
#include "core/shards/write/paths_below.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

/// What one thread reads at once: a chunk, with what it is converted in. Of a compressed chunk that is read in two
/// parts, all is decoded twice, and of an uncompressed one all is read twice to be verified. Shuffled samples are all
/// over the file: the more of them are read together, the more are neighbours.
constexpr std::uint64_t kBlockBytes = 2 << 20;
constexpr std::uint64_t kCompressedBlockBytes = 8 << 20;
constexpr std::uint64_t kShuffledBlockBytes = 256 << 20;

std::uint64_t blockBytesFor(const store::Dataset& dataset, const ExportSplits& exportSplits) {
  if (exportSplits.parts.front().shuffled()) return kShuffledBlockBytes;
  const auto compressed = [](const store::ObjectInfo& object) {
    return object.compression != store::Compression::none;
  };
  return std::ranges::any_of(dataset.objects(), compressed) ? kCompressedBlockBytes : kBlockBytes;
}

/// Files that the export would replace or leave orphaned. What an export to be continued had put beside its shards is
/// among them only as far as an index lists it.
Result<std::vector<std::string>> filesThere(const store::Dataset& dataset, const ExportPlan& plan,
                                            const std::string& bundle) {
  const fs::path& out = plan.options.out;
  std::vector<std::string> there = filesListed(out);
  std::error_code ignored;
  std::erase_if(there, [&](const std::string& path) { return !fs::exists(out / path, ignored); });
  const auto add = [&](const std::string& path) {
    if (fs::exists(out / path, ignored)) there.push_back(path);
  };
  if (bundle.empty()) {
    for (const ShardInfo& shard : plan.planned) add(shard.path);
    if (!plan.options.resume) {
      MASU_TRY(const auto companions, plannedCompanions(dataset, plan));
      for (const ShardFile& file : companions) add(file.path);
    }
  } else {
    add(bundle);
  }
  add(kIndexName);
  return there;
}

Error alreadyThere(const fs::path& out, const std::string& path) {
  return {Errc::exists,
          MASU_TEXT("core", "{0} holds {1} already. Choose another folder, or allow it to be overwritten."),
          {out.string(), path},
          {(out / path).string()}};
}

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
         std::string bundle, const JobContext& job)
      : m_dataset(dataset),
        m_plan(plan),
        m_partial(partial),
        m_resources(resources),
        m_bundleName(std::move(bundle)),
        m_job(job) {}

  /// Returns the paths to publish, the index last.
  Result<std::vector<std::string>> write();
  std::vector<ShardInfo> takeWritten() { return std::move(m_written); }

 private:
  Result<void> makeFolders() const;
  Result<TrainStatistics> writeAndMeasure();
  Result<void> writeAll();
  Result<void> writeOne(std::size_t number, std::uint64_t blockBytes, const std::stop_token& stop);
  unsigned shardsAtOnce() const;
  HashThread* hashesOf(std::size_t shard) const;
  Result<void> beginBundle();
  Result<ShardInfo> writeShard(const Shard& shard, const ShardRoom& room, const JobContext& job) const;
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
  std::vector<std::unique_ptr<HashThread>> m_hashes;
  std::optional<Bundle> m_bundle;
  std::vector<ShardInfo> m_written;
};

Result<std::vector<std::string>> Export::write() {
  // One keeps up with two that write; who has a single thread hashes on it.
  for (unsigned i = 0; i < m_resources.threads / 2; ++i) m_hashes.push_back(std::make_unique<HashThread>());
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

Result<void> Export::makeFolders() const {
  if (m_bundle) return {};
  std::set<fs::path> folders;
  for (const ShardInfo& shard : m_plan.planned) folders.insert((m_partial.folder() / shard.path).parent_path());
  for (const fs::path& one : folders) {
    std::error_code error;
    fs::create_directories(one, error);
    if (error) return fail(Error::fromErrno(error.value(), one.string()));
  }
  return {};
}

Result<ShardInfo> Export::writeShard(const Shard& shard, const ShardRoom& room, const JobContext& job) const {
  MASU_TRY(auto files, m_plan.writer->write(m_partial.folder(), shard, room, job));
  ShardInfo info{files.front().path, shard.exportSplit->name(), shard.count, 0, std::move(files)};
  for (const ShardFile& file : info.files) info.bytes += file.bytes;
  return info;
}

/// A bundle grows shard after shard.
unsigned Export::shardsAtOnce() const {
  return m_bundle ? 1 : static_cast<unsigned>(std::min<std::size_t>(m_resources.threads, m_plan.shards.size()));
}

/// Neighbours share one: they are written at the same time.
HashThread* Export::hashesOf(std::size_t shard) const {
  return m_hashes.empty() ? nullptr : m_hashes[shard / 2 % m_hashes.size()].get();
}

Result<void> Export::writeAll() {
  MASU_CHECK(makeFolders());
  const std::size_t count = m_plan.shards.size();
  const std::uint64_t block =
      std::min(blockBytesFor(m_dataset, m_plan.exportSplits), m_resources.memoryBytes / 4 / m_resources.threads);
  m_written.resize(count);
  m_job.progress.begin(MASU_TEXT("core", "Writing shards"), m_plan.samples(), Progress::Unit::samples);
  const auto written =
      flow::forEachIndex(count, shardsAtOnce(), m_job.stop,
                         [&](std::size_t i, const std::stop_token& stop) { return writeOne(i, block, stop); });
  // The disk may have refused what it took before.
  MASU_CHECK(m_partial.settle());
  return written;
}

Result<void> Export::writeOne(std::size_t number, std::uint64_t blockBytes, const std::stop_token& stop) {
  const NumberedShards& finished = m_partial.finished();
  if (const auto before = finished.find(number); before != finished.end()) {
    m_written[number] = before->second;
    m_job.progress.add(m_plan.shards[number].count);
    return {};
  }
  SampleReader reader(m_dataset, stop);
  const FileRoom files{hashesOf(number), m_bundle ? &*m_bundle : nullptr};
  const ShardRoom room{reader, blockBytes, files, m_resources.threads / shardsAtOnce()};
  MASU_TRY(m_written[number], writeShard(m_plan.shards[number], room, {stop, m_job.progress}));
  return m_partial.note(number, m_written[number]);
}

/// After the shards that a stopped export had packed.
Result<void> Export::beginBundle() {
  std::vector<ShardFile> packed;
  for (const auto& [number, shard] : m_partial.finished()) {
    packed.insert(packed.end(), shard.files.begin(), shard.files.end());
  }
  MASU_TRY(m_bundle, Bundle::create(m_partial.folder(), m_bundleName, packed, hashesOf(0)));
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
  MASU_TRY(const auto file, store::SplitsFile::open(m_dataset.path(), m_dataset.uuid(), m_dataset.samples()));
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

std::string bundleName(const store::Dataset& dataset, const ShardOptions& options) {
  return options.format == Format::zip ? dataset.path().stem().string() + ".zip" : std::string();
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

Result<std::vector<ShardInfo>> writeShards(const store::Dataset& dataset, const ShardOptions& options,
                                           const Resources& resources, const JobContext& job,
                                           const PlanCheck& check) {
  const Resources given = flow::resolve(resources);
  MASU_TRY(const auto plan, planExport(dataset, options, given, job.stop));
  if (check) {
    MASU_TRY(const auto planned, plannedShards(dataset, *plan));
    MASU_CHECK(check(planned));
  }
  const std::string bundle = bundleName(dataset, options);
  for (const ShardInfo& shard : plan->planned) MASU_CHECK(checkNoLink(options.out, shard.path));
  MASU_TRY(const std::vector<std::string> there, filesThere(dataset, *plan, bundle));
  const bool refused = !there.empty() && !options.overwrite;
  if (refused && !options.resume) return fail(alreadyThere(options.out, there.front()));
  MASU_TRY(PartialExport partial, PartialExport::create(options.out, plan->key(dataset), options.resume, bundle));
  std::set<std::string> moved;
  for (const auto& [number, shard] : partial.finished()) {
    for (const ShardFile& file : shard.files) moved.insert(file.path);
  }
  const auto foreign = std::ranges::find_if(there, [&](const std::string& path) { return !moved.contains(path); });
  if (refused && foreign != there.end()) return fail(alreadyThere(options.out, *foreign));
  Export work(dataset, *plan, partial, given, bundle, job);
  MASU_TRY(const auto paths, work.write());
  // Shards have more files than the plan names.
  const auto taken = std::ranges::find_if(paths, [&](const std::string& path) {
    std::error_code unknown;  // what is there and cannot be followed is somebody's, too
    return !options.overwrite && !options.resume &&
           fs::symlink_status(options.out / path, unknown).type() != fs::file_type::not_found;
  });
  if (taken != paths.end()) return fail(alreadyThere(options.out, *taken));
  // The old index goes first: it must not describe shards that have changed.
  std::vector<std::string> outdated = {kIndexName};
  const std::set<std::string> current(paths.begin(), paths.end());
  std::ranges::copy_if(there, std::back_inserter(outdated), [&](const auto& path) { return !current.contains(path); });
  MASU_CHECK(partial.publish(paths, outdated));
  return work.takeWritten();
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
  MASU_TRY(const auto there, filesThere(dataset, *plan, bundleName(dataset, options)));
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
