// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/ingest/recordings/load/load_variants.h"
#include "core/ingest/recordings/load/range_reading.h"
#include "core/ingest/recordings/load/recording_load.h"
#include "core/ingest/workers/shared_work.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

/// Ranges of windows, or of frames of whole recordings, read and converted to the type that is stored.
class SharedRecordings final : public SharedWork {
 public:
  SharedRecordings(const ImportPlan& plan, const LoadOptions& options, const RangeSizes& sizes,
                   const Resources& resources)
      : m_plan(plan), m_options(options), m_resources(resources), m_usable(usableOf(plan)) {
    // Where there is nothing to read, or what is known of some recording ends the import, the join says so at once.
    const auto isFaulty = [](const RecordingPlan& recording) { return !recording.problem.empty(); };
    const bool ends = plan.options.onError == OnError::fail && std::ranges::any_of(plan.recordings().files, isFaulty);
    if (m_usable.windows.size() == 0 || ends) return;
    m_reads.emplace(m_plan, m_usable);
    m_ranges = divideReads(m_plan, *m_reads, sizes.rangeBytes);
  }

  std::uint64_t ranges() const override { return m_ranges.size(); }
  std::uint64_t bytes() const override {
    return std::accumulate(m_ranges.begin(), m_ranges.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const ReadRange& range) { return sum + range.bytes; });
  }

  Result<void> make(std::uint64_t range, const fs::path& file, const io::WorkerFolder&,
                    const JobContext& job) override {
    return readRange(m_plan, *m_reads, m_ranges[range], m_options.cache.get(), file, m_resources, job);
  }

  Result<Joined> join(const io::RangeSource& files, const LoadOptions& options, const io::WorkerFolder&,
                      const JobContext& job) override {
    std::vector<io::SourcePlace> firsts;
    for (const ReadRange& range : m_ranges) firsts.push_back(range.place);
    LoadOptions joining = options;
    joining.reads = std::make_shared<ReadRanges>(std::move(firsts), files);
    MASU_TRY(ImportReport report, loadRecordings(m_plan, joining, m_resources, job));
    return Joined{std::move(report), joining.reads->bytesLeft()};
  }

  Result<void> checkRejects(const LoadOptions& options) const override {
    return checkRecordingRejects(m_plan, options);
  }
  bool isIdentity(const std::string& identity) const override {
    return mayBeIdentityOf(identity, m_plan, m_options.write.partBytes);
  }
  bool isDataset(const store::DatasetMeta& meta) const override { return mayBeMadeOf(meta, m_plan); }

 private:
  const ImportPlan& m_plan;
  const LoadOptions& m_options;
  Resources m_resources;
  UsableRecordings m_usable;
  std::optional<ReadList> m_reads;  ///< borrows the one above; nothing where there is nothing to read
  std::vector<ReadRange> m_ranges;
};

}  // namespace

Result<std::unique_ptr<SharedWork>> sharedRecordings(const ImportPlan& plan, const LoadOptions& options,
                                                     const RangeSizes& sizes, const Resources& resources) {
  return std::make_unique<SharedRecordings>(plan, options, sizes, resources);
}

}  // namespace masu::ingest
