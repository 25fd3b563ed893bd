// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/part_conversion.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/io/workers/shared_job.h"
#include "core/rewrite/converted_steps.h"
#include "core/store/read/content_hash.h"
#include "core/store/write/worker_terms.h"

namespace masu::rewrite {

namespace {

namespace fs = std::filesystem;

Result<void> checkAsked(const fs::path& target, const store::WriteOptions& options) {
  MASU_CHECK(store::checkPartBytes(options.partBytes));
  if (!options.overwrite) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "A conversion by several workers does not replace a dataset: a worker that starts late would "
                        "replace what the others made. Remove {0}, or convert without --part."),
              {target.string()}, {target.string()});
}

/// A conversion as its workers share it.
class PartConversion final : public io::SharedJob {
 public:
  PartConversion(const fs::path& target, const store::WriteOptions& options, const Conversion& conversion,
                 std::uint64_t rangeBytes, const Resources& resources)
      : m_target(target),
        m_options(options),
        m_conversion(conversion),
        m_resources(resources),
        m_objects(stepsOf(conversion.dataset(), conversion.objects())),
        m_ranges(divideSteps(m_objects, rangeBytes)) {}

  Result<ConversionPartReport> run(const ConversionPart& part, io::WorkerTerms terms, const JobContext& job);

  const char* stage() const override { return MASU_TEXT("core", "Converting"); }
  std::uint64_t ranges() const override { return m_ranges.size(); }
  std::uint64_t bytes() const override;
  bool joinsAhead() const override { return false; }
  bool isFinal(Errc) const override { return false; }
  Result<bool> isThere() const override {
    return store::isWritten(m_target, m_options.partBytes,
                            [this](const store::DatasetMeta& meta) { return meta.uuid == m_conversion.uuid(); });
  }
  Result<void> checkPlace() const override { return {}; }
  Result<void> make(std::uint64_t range, const fs::path& file, const JobContext& job) override {
    return convertRange(m_conversion, m_objects, m_ranges[range], file, m_resources, job);
  }
  Result<void> join(const io::RangeSource& files, const JobContext& job) override;

 private:
  const fs::path& m_target;
  const store::WriteOptions& m_options;
  const Conversion& m_conversion;
  const Resources& m_resources;
  std::vector<ObjectSteps> m_objects;
  std::vector<StepRange> m_ranges;
  ConversionPartReport m_report;
};

std::uint64_t PartConversion::bytes() const {
  std::uint64_t sum = 0;
  for (const ObjectSteps& object : m_objects) sum += object.from.samples * object.from.sampleBytes();
  return sum;
}

Result<void> PartConversion::join(const io::RangeSource& files, const JobContext& job) {
  std::vector<io::SourcePlace> firsts;
  for (const StepRange& range : m_ranges) firsts.push_back(placeOf(m_objects, range.first));
  ConvertedSteps made(m_conversion, std::move(firsts), files);
  MASU_TRY(m_report.joined, convertTo(m_target, m_options, m_conversion, &made, m_resources, job));
  m_report.bytesConvertedAgain = made.bytesLeft();
  return {};
}

Result<ConversionPartReport> PartConversion::run(const ConversionPart& part, io::WorkerTerms terms,
                                                 const JobContext& job) {
  io::WorkerFolder folder(m_target, std::move(terms), m_ranges.size(), part.patience);
  MASU_TRY(const io::WorkerReport done, io::shareJob(*this, folder, m_target, job));
  m_report.ranges = m_ranges.size();
  m_report.converted = done.made;
  m_report.complete = done.complete;
  return std::move(m_report);
}

}  // namespace

Result<io::WorkerTerms> termsOf(const fs::path& target, const store::WriteOptions& options,
                                const Conversion& conversion, std::uint64_t rangeBytes) {
  const store::Dataset& dataset = conversion.dataset();
  MASU_TRY(const std::string content, store::contentHashIfAny(dataset));
  // Statistics and the recipe, which the new dataset gets too, are not of the content.
  Hasher64 described;
  for (const auto& [name, document] : store::documentsOf(dataset.meta())) {
    described.update(std::as_bytes(std::span(name)));
    described.update(std::as_bytes(std::span(document)));
  }
  return store::workerTerms(
      {.target = target,
       .partBytes = options.partBytes,
       .rest = "bytes of a range " + std::to_string(rangeBytes) + "\ndataset " + dataset.uuid() + "\ncontent " +
               content + "\ndescription " + hex64(described.digest()) + "\nsplits " +
               (options.splitsFrom.empty() ? "none" : "carried over") + "\nconversion " + conversion.uuid() + "\n",
       .otherRest = MASU_TEXT("core",
                              "The conversion to {0} that other workers have begun is of another dataset, or has other "
                              "options or another version of Masu. Use the same ones, or remove {1} to begin again.")});
}

Result<ConversionPartReport> convertPart(const fs::path& target, const store::WriteOptions& options,
                                         const Conversion& conversion, const ConversionPart& part,
                                         const Resources& resources, const JobContext& job) {
  MASU_CHECK(checkAsked(target, options));
  MASU_TRY(io::WorkerTerms terms, termsOf(target, options, conversion, part.rangeBytes));
  return PartConversion(target, options, conversion, part.rangeBytes, resources).run(part, std::move(terms), job);
}

}  // namespace masu::rewrite
