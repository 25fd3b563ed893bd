// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <utility>

#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/ingest/table/load/table_load.h"
#include "core/ingest/table/ranges/parsed_ranges.h"
#include "core/ingest/table/ranges/range_parsing.h"
#include "core/ingest/workers/shared_work.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

/// Ranges of text, parsed.
class SharedTable final : public SharedWork {
 public:
  SharedTable(const ImportPlan& plan, const LoadOptions& options, std::vector<SourceRange> ranges,
              const RangeSizes& sizes, const Resources& resources)
      : m_plan(plan), m_options(options), m_ranges(std::move(ranges)), m_sizes(sizes), m_resources(resources) {}

  std::uint64_t ranges() const override { return m_ranges.size(); }
  std::uint64_t bytes() const override { return m_plan.sourceBytes; }

  Result<void> make(std::uint64_t range, const fs::path& file, const WorkerFolder& folder,
                    const JobContext& job) override {
    const RangeTask task{m_ranges[range], m_sizes, folder.typesBefore(range)};
    MASU_TRY(const auto wider, parseRange(m_plan, task, file, m_resources, job));
    if (wider) folder.noteTypes(range, *wider);
    return {};
  }

  Result<Joined> join(const std::vector<fs::path>& files, const LoadOptions& options, const JobContext& job) override {
    LoadOptions joining = options;
    joining.ranges = std::make_shared<ParsedRanges>(m_ranges, files, m_sizes);
    MASU_TRY(ImportReport report, loadTable(m_plan, joining, m_resources, job));
    return Joined{std::move(report), joining.ranges->bytesLeft()};
  }

  Result<void> checkRejects(const LoadOptions& options) const override {
    MASU_CHECK(RejectsFile::prepare(m_plan, options));
    return {};
  }
  bool isIdentity(const std::string& identity) const override {
    return identity == identityOf(m_plan, m_options.write.partBytes);
  }
  bool isDataset(const store::DatasetMeta& meta) const override {
    return meta.recipe == recipeFrom(m_plan) && std::ranges::equal(meta.sources, m_plan.sources, isSameSource);
  }

 private:
  const ImportPlan& m_plan;
  const LoadOptions& m_options;
  std::vector<SourceRange> m_ranges;
  RangeSizes m_sizes;
  Resources m_resources;
};

}  // namespace

Result<std::unique_ptr<SharedWork>> sharedTable(const ImportPlan& plan, const LoadOptions& options,
                                                const RangeSizes& sizes, const Resources& resources) {
  MASU_CHECK(checkWholeFeatures(plan));
  MASU_TRY(auto ranges, divideSources(plan, sizes.rangeBytes));
  return std::make_unique<SharedTable>(plan, options, std::move(ranges), sizes, resources);
}

}  // namespace masu::ingest
