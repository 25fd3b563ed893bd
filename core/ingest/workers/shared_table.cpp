// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/whole_number.h"
#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/resume_check.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/ingest/table/load/table_load.h"
#include "core/ingest/table/ranges/parsed_ranges.h"
#include "core/ingest/table/ranges/range_parsing.h"
#include "core/ingest/workers/shared_work.h"
#include "core/io/file.h"
#include "core/table/dtype.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

/// What the matrices of a table have become after the ranges before this one, as far as workers know; empty: what the
/// plan says. No part of the result: a range that is parsed with other types than it needs is parsed again.
std::vector<table::DType> typesBefore(const io::WorkerFolder& folder, std::uint64_t range) {
  std::vector<table::DType> widest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.notes(), error)) {
    const auto number = wholeNumber(entry.path().stem().string());
    const auto text = number && *number < range ? io::readText(entry.path()) : Result<std::string>();
    if (!text) continue;
    for (std::size_t i = 0; i < text->size(); ++i) {
      const auto type = static_cast<table::DType>((*text)[i]);
      if (type > table::DType::i64) break;
      if (i == widest.size()) widest.push_back(type);
      if (table::sizeOf(type) > table::sizeOf(widest[i])) widest[i] = type;
    }
  }
  return widest;
}

/// They became so within a range, whose number the note's name begins with.
void noteTypes(const io::WorkerFolder& folder, const std::string& name, const std::vector<table::DType>& types) {
  std::string text;
  for (const table::DType type : types) text += static_cast<char>(type);
  folder.note(name, text);
}

std::vector<table::DType> typesOf(const ImportPlan& plan) {
  std::vector<table::DType> types;
  for (const MatrixLayout& matrix : layoutFor(plan).matrices) types.push_back(matrix.dtype);
  return types;
}

/// Lets others know of the types that the join has come to. Threads: all members.
class TypesOfJoin {
 public:
  TypesOfJoin(std::vector<table::DType> types, const io::WorkerFolder& folder)
      : m_folder(folder), m_types(std::move(types)) {}

  void see(std::uint64_t range, std::span<const table::DType> types) {
    const std::lock_guard lock(m_mutex);
    // A thread that is late may ask with those of a moment before.
    const bool wider = std::ranges::equal(types, m_types, [](table::DType now, table::DType before) {
      return table::sizeOf(now) >= table::sizeOf(before);
    });
    if (!wider || std::ranges::equal(types, m_types)) return;
    m_types.assign(types.begin(), types.end());
    noteTypes(m_folder, std::to_string(range) + ".join", m_types);
  }

 private:
  const io::WorkerFolder& m_folder;
  std::mutex m_mutex;  ///< guards the one below
  std::vector<table::DType> m_types;
};

/// Ranges of text, parsed.
class SharedTable final : public SharedWork {
 public:
  SharedTable(const ImportPlan& plan, const LoadOptions& options, std::vector<SourceRange> ranges,
              const RangeSizes& sizes, const Resources& resources)
      : m_plan(plan), m_options(options), m_ranges(std::move(ranges)), m_sizes(sizes), m_resources(resources) {}

  std::uint64_t ranges() const override { return m_ranges.size(); }
  std::uint64_t bytes() const override { return m_plan.sourceBytes; }

  Result<void> make(std::uint64_t range, const fs::path& file, const io::WorkerFolder& folder,
                    const JobContext& job) override {
    const RangeTask task{m_ranges[range], m_sizes, typesBefore(folder, range)};
    MASU_TRY(const auto wider, parseRange(m_plan, task, file, m_resources, job));
    if (wider) noteTypes(folder, std::to_string(range), *wider);
    return {};
  }

  Result<Joined> join(const io::RangeSource& files, const LoadOptions& options, const io::WorkerFolder& folder,
                      const JobContext& job) override {
    LoadOptions joining = options;
    TypesOfJoin seen(typesOf(m_plan), folder);
    joining.ranges = std::make_shared<ParsedRanges>(
        m_ranges, files, m_sizes, [&seen](std::uint64_t range, auto types) { seen.see(range, types); });
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
