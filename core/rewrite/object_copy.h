// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/job.h"
#include "core/store/read/dataset.h"
#include "core/store/write/dataset_writer.h"

namespace masu::rewrite {

/// Bytes of a sample on its way from Dataset::read() to DatasetWriter::write(): those that are stored, but of origins
/// an Origin.
inline std::uint64_t bytesInMemory(const store::ObjectInfo& object) {
  return object.element == store::Element::origin ? sizeof(store::Origin) : object.sampleBytes();
}

/// How an object is copied: some samples at a time, which are whole chunks of what is written but at its end.
struct ObjectSteps {
  std::size_t index = 0;           ///< among those that are written
  store::ObjectInfo from;          ///< as it is read
  std::uint64_t step = 1;          ///< samples
  std::uint64_t writtenBytes = 0;  ///< of a sample

  std::uint64_t steps() const { return (from.samples + step - 1) / step; }
  std::uint64_t first(std::uint64_t number) const { return number * step; }
  std::uint64_t count(std::uint64_t number) const { return std::min(step, from.samples - first(number)); }
  std::uint64_t bytes(std::uint64_t number) const { return count(number) * from.sampleBytes(); }
};

/// Of the objects that a writer is made with, all of which the dataset has: the same for everybody who has both.
std::vector<ObjectSteps> stepsOf(const store::Dataset& from, std::span<const store::ObjectInfo> objects);
/// Runs a function for steps [first, end) of an object, on as many threads as memory has room for.
Result<void> forEachStep(const ObjectSteps& object, std::uint64_t first, std::uint64_t end, const Resources& resources,
                         const std::stop_token& stop, const std::function<Result<void>(std::uint64_t number)>& run);
/// As they are stored, but origins, which are Origin[]. Errors: damage.
Result<std::vector<std::byte>> readStep(const store::Dataset& from, const ObjectSteps& object, std::uint64_t number);

/// The samples of a dataset on their way into a writer. Lifetime: borrows all it names.
struct ObjectCopy {
  /// Turns some samples of an object into what the writer stores it as. Threads: several at a time.
  using Change = std::function<void(const store::ObjectInfo& from, std::vector<std::byte>& samples)>;
  /// Writes a step that was made before; false: it was not, and nothing was written. Threads: several at a time.
  using Made = std::function<Result<bool>(const ObjectSteps& object, std::uint64_t number)>;

  const store::Dataset& from;
  store::DatasetWriter& to;
  std::span<const store::ObjectInfo> objects;  ///< that the writer was made with; `from` has them all
  Change change;
  const char* stage;  ///< the progress is begun under this name, in bytes
  Resources resources = {};
  Made made = nullptr;  ///< null: nothing was
};

/// Copies all of them, and the kept texts, by whole chunks of what is written, on several threads.
Result<void> copyObjects(const ObjectCopy& copy, const JobContext& job);

/// Has a writer keep the manifests of a dataset, where it has a splits file (a plain one has none before its first
/// manifest). Errors: its splits file is missing, damaged or another dataset's; the options are as they were then.
Result<void> carryManifests(const store::Dataset& dataset, store::WriteOptions& options);

}  // namespace masu::rewrite
