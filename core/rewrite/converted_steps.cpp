// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/converted_steps.h"

#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "core/base/byte_record.h"
#include "core/store/staging/encoded_chunks.h"

namespace masu::rewrite {

namespace {

using downcast::LossMeter;
using store::EncodedChunks;
using store::ObjectInfo;

/// What is written of a step: what it lost, its whole chunks where the object is compressed, and the samples that these
/// do not hold, as DatasetWriter::write() takes them.
struct Step {
  std::vector<LossMeter> meters;
  EncodedChunks chunks;
  std::vector<std::byte> rest;
};

/// The objects of the new dataset as its writer completes them.
std::vector<ObjectInfo> completeObjects(const Conversion& conversion) {
  std::vector<ObjectInfo> complete;
  for (const ObjectInfo& object : conversion.objects()) {
    // What the writer refuses it refuses by itself.
    complete.push_back(store::prepared(object).value_or(object));
  }
  return complete;
}

Step stepOf(const ObjectInfo& written, std::vector<LossMeter> meters, std::vector<std::byte> samples) {
  Step step{std::move(meters), {}, std::move(samples)};
  if (written.compression == store::Compression::none || written.chunkSamples == 0) return step;
  const std::uint64_t chunkBytes = written.chunkSamples * bytesInMemory(written);
  const std::uint64_t whole = step.rest.size() / chunkBytes * chunkBytes;
  const auto chunks = std::span(step.rest).first(whole);
  step.chunks = written.element == store::Element::origin ? encodeChunks(written, store::packOrigins(chunks))
                                                          : encodeChunks(written, chunks);
  step.rest.erase(step.rest.begin(), step.rest.begin() + static_cast<std::ptrdiff_t>(whole));
  return step;
}

std::vector<std::byte> written(const Step& step) {
  ByteWriter bytes;
  bytes.put(step.meters);
  bytes.put(step.chunks.entries);
  bytes.put(step.chunks.bytes);
  bytes.put(step.rest);
  return bytes.take();
}

/// Nothing where it is not what written() gave.
std::optional<Step> readStep(std::span<const std::byte> state) {
  Step step;
  ByteReader bytes(state);
  bytes.get(step.meters);
  bytes.get(step.chunks.entries);
  bytes.get(step.chunks.bytes);
  bytes.get(step.rest);
  if (!bytes.atEnd()) return std::nullopt;
  std::uint64_t ofChunks = 0;
  for (const EncodedChunks::Entry& entry : step.chunks.entries) ofChunks += entry.size;
  if (ofChunks != step.chunks.bytes.size()) return std::nullopt;
  return step;
}

/// Whether a step holds as many samples as it is to have.
bool hasSamples(const Step& step, const ObjectInfo& written, std::uint64_t count) {
  const std::uint64_t ofChunks = step.chunks.entries.size() * written.chunkSamples;
  return ofChunks <= count && step.rest.size() == (count - ofChunks) * bytesInMemory(written);
}

}  // namespace

std::vector<StepRange> divideSteps(const std::vector<ObjectSteps>& objects, std::uint64_t rangeBytes) {
  std::vector<StepRange> ranges;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::uint64_t steps = objects[i].steps();
    for (std::uint64_t number = 0; number < steps; ++number) {
      if (ranges.empty() || bytes >= rangeBytes) {
        ranges.push_back({{i, number}, {}});
        bytes = 0;
      }
      bytes += objects[i].bytes(number);
      ranges.back().end = {i, number + 1};
    }
  }
  return ranges;
}

io::SourcePlace placeOf(const std::vector<ObjectSteps>& objects, const StepPlace& step) {
  const ObjectSteps& object = objects[step.object];
  return {static_cast<std::uint32_t>(object.index), object.first(step.number)};
}

Result<void> convertRange(const Conversion& conversion, const std::vector<ObjectSteps>& objects, const StepRange& range,
                          const std::filesystem::path& file, const Resources& resources, const JobContext& job) {
  const std::vector<ObjectInfo> complete = completeObjects(conversion);
  MASU_TRY(io::RangeWriter writer, io::RangeWriter::create(file));
  std::mutex mutex;  // guards the writer
  const auto convert = [&](const ObjectSteps& object, std::uint64_t number) -> Result<void> {
    MASU_TRY(std::vector<std::byte> samples, rewrite::readStep(conversion.dataset(), object, number));
    Conversion::Meters meters = conversion.meters();
    conversion.change(object.from, samples, meters);
    const auto state = written(stepOf(complete[object.index], std::move(meters), std::move(samples)));
    io::RangeEntry entry;
    entry.source = object.index;
    entry.offset = object.first(number);
    entry.length = object.count(number);
    const std::lock_guard lock(mutex);
    MASU_CHECK(writer.append(entry, state));
    job.progress.add(object.bytes(number));
    return {};
  };
  for (std::size_t i = range.first.object; i <= range.end.object; ++i) {
    const std::uint64_t first = i == range.first.object ? range.first.number : 0;
    const std::uint64_t end = i == range.end.object ? range.end.number : objects[i].steps();
    MASU_CHECK(forEachStep(objects[i], first, end, resources, job.stop,
                           [&](std::uint64_t number) { return convert(objects[i], number); }));
  }
  return writer.finish();
}

ConvertedSteps::ConvertedSteps(const Conversion& conversion, std::vector<io::SourcePlace> firsts, io::RangeSource files)
    : m_files(std::move(firsts), std::move(files)), m_objects(completeObjects(conversion)) {}

Result<bool> ConvertedSteps::take(const ObjectSteps& object, std::uint64_t number, store::DatasetWriter& to,
                                  Conversion::Meters& meters) {
  const std::uint64_t first = object.first(number);
  const auto found = m_files.find({static_cast<std::uint32_t>(object.index), first}, {});
  const auto step = [&]() -> std::optional<Step> {
    if (found.entry == nullptr || found.entry->length != object.count(number)) return std::nullopt;
    const auto state = found.reader->read(*found.entry);
    if (!state) return std::nullopt;
    auto read = readStep(*state);
    if (!read || !hasSamples(*read, m_objects[object.index], object.count(number))) return std::nullopt;
    if (read->meters.size() != meters.size()) return std::nullopt;
    return read;
  }();
  if (!step) {
    if (found.isMade) m_bytesLeft += object.bytes(number);
    return false;
  }
  const std::uint64_t chunkSamples = m_objects[object.index].chunkSamples;
  if (!step->chunks.entries.empty()) MASU_CHECK(to.writeChunks(object.index, first / chunkSamples, step->chunks));
  const std::uint64_t ofChunks = step->chunks.entries.size() * chunkSamples;
  if (!step->rest.empty()) MASU_CHECK(to.write(object.index, first + ofChunks, step->rest));
  merge(meters, step->meters);
  return true;
}

}  // namespace masu::rewrite
