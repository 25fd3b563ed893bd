#pragma once

#include <map>

#include "core/base/job.h"
#include "core/manifest/split_plan.h"
#include "core/store/dataset.h"

namespace masu::tasks {

struct ManifestInfo {
  std::string name;
  bool frozen = false;
  manifest::SplitCounts counts;
};

/// `masu info`: what a dataset holds.
struct DatasetInfo {
  std::shared_ptr<const store::Dataset> dataset;
  std::vector<ManifestInfo> manifests;
};
Result<DatasetInfo> info(const std::filesystem::path& file);

/// `masu head`: samples as text, the way the source told them (categories and classes as words).
struct HeadRequest {
  std::filesystem::path file;
  std::uint64_t first = 0;
  std::uint64_t count = 10;
  std::uint64_t valuesPerSample = 0;  ///< of a waveform or image at most; 0: all
};
struct HeadRow {
  std::uint64_t sample = 0;
  std::string label;
  std::string source;
  std::uint64_t position = 0;
  std::vector<std::string> cells;  ///< beside HeadOutcome::columns
};
struct HeadOutcome {
  std::vector<std::string> columns;
  std::vector<HeadRow> rows;
};
Result<HeadOutcome> head(const HeadRequest& request);
/// The same over an open dataset; for views that page.
Result<HeadOutcome> rows(const store::Dataset& dataset, std::uint64_t first, std::uint64_t count,
                         std::uint64_t valuesPerSample);

/// `masu verify`: every chunk against its checksum.
struct Damage {
  std::string object;
  std::uint64_t chunk = 0;
  std::uint64_t firstSample = 0;
  std::uint64_t samples = 0;
};
struct VerifyOutcome {
  std::uint64_t chunks = 0;
  std::vector<Damage> damaged;
};
Result<VerifyOutcome> verify(const std::filesystem::path& file, const Resources& resources, const JobContext& job);

}  // namespace masu::tasks
