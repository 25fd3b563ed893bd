// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/workers/range_file.h"
#include "core/io/workers/range_files.h"
#include "core/rewrite/conversion.h"

namespace masu::rewrite {

/// A place among the steps of a conversion: a step of one of its objects.
struct StepPlace {
  std::size_t object = 0;
  std::uint64_t number = 0;
};

/// Consecutive steps, which a worker converts: those in [first, end).
struct StepRange {
  StepPlace first;
  StepPlace end;
};

/// Divides the steps of a conversion into ranges of about so many bytes as they are read, in order.
std::vector<StepRange> divideSteps(const std::vector<ObjectSteps>& objects, std::uint64_t rangeBytes);
/// Where a range begins, as its file says it.
io::SourcePlace placeOf(const std::vector<ObjectSteps>& objects, const StepPlace& step);

/// Converts the steps of a range and writes them to a file: chunks as they will be stored, and what each step lost.
/// Errors: a damaged input; a full disk; cancelled.
Result<void> convertRange(const Conversion& conversion, const std::vector<ObjectSteps>& objects, const StepRange& range,
                          const std::filesystem::path& file, const Resources& resources, const JobContext& job);

/// The steps that workers have converted. What is not there, or not whole, is converted by the run that asks for it.
class ConvertedSteps final : public MadeSteps {
 public:
  /// `firsts`: where each range begins.
  ConvertedSteps(const Conversion& conversion, std::vector<io::SourcePlace> firsts, io::RangeSource files);

  Result<bool> take(const ObjectSteps& object, std::uint64_t number, store::DatasetWriter& to,
                    Conversion::Meters& meters) override;

  /// As they are read, of steps that were not there though a worker had converted their range.
  std::uint64_t bytesLeft() const { return m_bytesLeft; }

 private:
  io::RangeFiles m_files;
  std::vector<store::ObjectInfo> m_objects;  ///< as they are written, complete
  std::atomic<std::uint64_t> m_bytesLeft = 0;
};

}  // namespace masu::rewrite
