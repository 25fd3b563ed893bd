// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/stored_sizes.h"

#include <algorithm>

#include "core/loader/forecast/stream_memory.h"
#include "core/store/write/dataset_writer.h"
#include "core/tasks/data/dataset_task.h"

namespace masu::tasks {

namespace {

/// A dataset as it would be with features of another type: what it has, but no values to read. Requires: it has
/// features.
class Retyped final : public store::Dataset {
 public:
  Retyped(std::shared_ptr<const store::Dataset> dataset, table::DType type)
      : m_dataset(std::move(dataset)), m_objects(m_dataset->objects()) {
    const auto features = std::ranges::find(m_objects, "features", &store::ObjectInfo::name);
    features->dtype = type;
    if (!features->cut) features->chunkSamples = store::chunkSamplesFor(features->sampleBytes());
  }

  const std::filesystem::path& path() const override { return m_dataset->path(); }
  const std::string& uuid() const override { return m_dataset->uuid(); }
  std::uint64_t samples() const override { return m_dataset->samples(); }
  const store::DatasetMeta& meta() const override { return m_dataset->meta(); }
  const std::vector<store::ObjectInfo>& objects() const override { return m_objects; }
  std::uint64_t fileBytes() const override { return m_dataset->fileBytes(); }

  Result<void> read(const store::ObjectInfo&, std::uint64_t, std::uint64_t, std::span<std::byte>) const override {
    return fail(noValues());
  }
  Result<std::vector<std::string>> readTexts(std::string_view, std::uint64_t, std::uint64_t) const override {
    return fail(noValues());
  }
  Result<void> readChunk(const store::ObjectInfo&, std::uint64_t, std::span<std::byte>) const override {
    return fail(noValues());
  }
  Result<bool> chunkIntact(const store::ObjectInfo&, std::uint64_t) const override { return fail(noValues()); }

 private:
  static Error noValues() { return {Errc::internal, "A dataset of another type was only thought of."}; }

  std::shared_ptr<const store::Dataset> m_dataset;
  std::vector<store::ObjectInfo> m_objects;
};

/// Of so many bytes: the one there is, or the next of its kind.
table::DType typeOfWidth(table::DType own, table::DType widest) {
  using table::DType;
  if (table::sizeOf(own) == table::sizeOf(widest)) return own;
  return widest == DType::f16 && table::isInteger(own) ? DType::i16 : widest;
}

}  // namespace

estimate::LedgerInput storedAs(estimate::LedgerInput input, const StoredSize& size) {
  input.loaderBuffers = size.loaderBuffers;
  input.narrowSampleBytes = size.narrowSampleBytes;
  input.datasetBytes = size.datasetBytes;
  return input;
}

Result<void> addStreams(const loader::TrainingRequest& run, const std::shared_ptr<const store::Dataset>& dataset,
                        const store::Assignment& assignment, estimate::LedgerInput& input) {
  MASU_TRY(const loader::StreamMemory learning, loader::memoryOf(dataset, &assignment, loader::learningStream(run)));
  input.loaderBuffers = learning.stored;
  input.sampleOrder = learning.order;
  input.batchesInFlight = learning.batches;
  input.batchSampleBytes = learning.sampleBytes;
  input.narrowSampleBytes = learning.narrowSampleBytes;
  input.loaderThreads = learning.threads;
  loader::StreamMemory scoring;
  for (const store::Split split : {store::Split::validation, store::Split::test}) {
    if (std::ranges::find(assignment, split) == assignment.end()) continue;
    MASU_TRY(const loader::StreamMemory one, loader::memoryOf(dataset, &assignment, loader::scoringStream(run, split)));
    scoring.stored = std::max(scoring.stored, one.stored);
    scoring.order = std::max(scoring.order, one.order);
    scoring.batches = one.batches;
    scoring.threads = one.threads;
  }
  input.loaderBuffers.value += scoring.stored.value;
  input.sampleOrder.value += scoring.order.value;
  input.batchesInFlight += scoring.batches;
  input.loaderThreads += scoring.threads;
  return {};
}

Result<std::vector<StoredSize>> storedSizes(const loader::TrainingRequest& run,
                                            const std::shared_ptr<const store::Dataset>& dataset,
                                            const store::Assignment& assignment, const estimate::LedgerInput& input,
                                            const estimate::Ledger& ledger) {
  using table::DType;
  std::vector<StoredSize> sizes;
  const store::ObjectInfo* features = dataset->find("features");
  if (features == nullptr) return sizes;
  const std::uint64_t others = ledger.host.value - std::min(ledger.host.value, input.loaderBuffers.value);
  const std::uint64_t room = input.hostMemory.value - std::min(input.hostMemory.value, others);
  const std::uint64_t values = features->samples * features->valuesPerSample();
  const std::uint64_t now = values * features->elementBytes();
  const std::uint64_t beside = input.datasetBytes - std::min(input.datasetBytes, now);
  for (const DType widest : {DType::f64, DType::f32, DType::f16, DType::i8}) {
    StoredSize size;
    size.type = typeOfWidth(features->dtype, widest);
    size.bytes = {values * table::sizeOf(size.type)};
    size.fits = size.bytes.value <= room;
    size.loaderBuffers = input.loaderBuffers;
    size.narrowSampleBytes = input.narrowSampleBytes;
    size.datasetBytes = input.datasetBytes;
    // Laying streams out walks the whole split: not again for the type that there is.
    if (size.type != features->dtype) {
      estimate::LedgerInput streams;
      MASU_CHECK(addStreams(run, std::make_shared<Retyped>(dataset, size.type), assignment, streams));
      size.loaderBuffers = streams.loaderBuffers;
      size.narrowSampleBytes = streams.narrowSampleBytes;
      size.datasetBytes = beside + size.bytes.value;
    }
    sizes.push_back(size);
  }
  return sizes;
}

}  // namespace masu::tasks
