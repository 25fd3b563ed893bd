// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/staged_objects.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/flow/machine.h"
#include "core/store/format/layout.h"
#include "core/store/format/object_info.h"
#include "core/store/staging/reordering.h"

namespace masu::store {

namespace {

/// Of all objects but the features together: a part of what a command may take beyond its budget.
constexpr std::uint64_t kHeldBytes = std::uint64_t{24} << 20;

/// Of the samples that count, as far as their shapes are known by now.
std::uint64_t bytesToCompare(const std::vector<ObjectInfo>& objects, const JournalRecord& record) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ObjectInfo stored = objects[i];
    stored.dtype = record.objects[i].dtype;
    bytes += record.objects[i].samples * stored.sampleBytes();
  }
  for (const TextRecord& text : record.texts) bytes += text.ends.samples * sizeof(std::uint64_t) + text.bytes.samples;
  return bytes;
}

}  // namespace

Result<std::unique_ptr<StagedObject>> StagedObjects::makePart(ObjectInfo object, std::uint64_t held) {
  return StagedObject::create(m_folder / stagingFileName(m_made++), std::move(object), held);
}

Result<void> StagedObjects::begin(std::vector<ObjectInfo> objects) {
  const auto small = static_cast<std::uint64_t>(std::ranges::count_if(objects, std::not_fn(layout::holdsFeatures)));
  for (ObjectInfo& object : objects) {
    m_lengths.push_back(layout::hasOwnLength(object) ? object.samples : 0);
    MASU_TRY(ObjectInfo complete, prepared(std::move(object)));
    const std::uint64_t held = layout::holdsFeatures(complete) ? 0 : kHeldBytes / small;
    MASU_TRY(auto part, makePart(std::move(complete), held));
    m_parts.push_back(std::move(part));
  }
  return {};
}

Result<void> StagedObjects::reopen(const std::vector<ObjectInfo>& objects, const JournalRecord& record,
                                   const JobContext& job) {
  if (objects.size() != record.objects.size()) return fail(Errc::damaged, {});
  job.progress.begin(MASU_TEXT("core", "Comparing what is stored already"), bytesToCompare(objects, record),
                     Progress::Unit::bytes);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    m_lengths.push_back(layout::hasOwnLength(objects[i]) ? objects[i].samples : 0);
    MASU_TRY(ObjectInfo complete, prepared(objects[i]));
    MASU_TRY(auto part, StagedObject::reopen(m_folder, record.objects[i], std::move(complete), job));
    m_parts.push_back(std::move(part));
  }
  const Compression compression = objects.empty() ? Compression::none : objects.front().compression;
  for (const TextRecord& text : record.texts) {
    StagedTextColumn column{.ends = {}, .bytes = {}, .texts = text.ends.samples, .length = text.bytes.samples};
    const auto textPart = [&](const StagedRecord& part, Element element) {
      return StagedObject::reopen(m_folder, part, textObject(text.keptName, element, compression), job);
    };
    MASU_TRY(column.ends, textPart(text.ends, Element::textEnds));
    MASU_TRY(column.bytes, textPart(text.bytes, Element::textBytes));
    m_texts.emplace(text.keptName, std::move(column));
  }
  m_made = record.parts;
  m_recorded = true;
  return {};
}

Result<void> StagedObjects::write(std::size_t objectIndex, std::uint64_t first, std::span<const std::byte> samples) {
  StagedObject& part = *m_parts[objectIndex];
  if (part.info().element == Element::origin) return part.write(first, packOrigins(samples));
  if (samples.size() % part.info().sampleBytes() != 0) {
    return fail(Errc::internal,
                MASU_TEXT("core", "Internal error: {0} was given other samples than it stores. Please report it."),
                {part.info().name});
  }
  return part.write(first, samples);
}

Result<void> StagedObjects::writeChunks(std::size_t objectIndex, std::uint64_t firstChunk,
                                        const EncodedChunks& chunks) {
  return m_parts[objectIndex]->writeEncoded(firstChunk, chunks);
}

Result<StagedTextColumn*> StagedObjects::textColumn(std::string_view keptName) {
  const std::lock_guard lock(m_mutex);
  if (const auto found = m_texts.find(keptName); found != m_texts.end()) return &found->second;
  const Compression compression = m_parts.empty() ? Compression::none : m_parts.front()->info().compression;
  StagedTextColumn column;
  for (auto [part, element] : {std::pair(&column.ends, Element::textEnds), {&column.bytes, Element::textBytes}}) {
    ObjectInfo object = textObject(std::string(keptName), element, compression);
    if (const auto before = m_textBytesBefore.find(object.name); before != m_textBytesBefore.end())
      column.before = before->second;
    MASU_TRY(*part, makePart(std::move(object)));
  }
  return &m_texts.emplace(keptName, std::move(column)).first->second;
}

Result<void> StagedObjects::appendTexts(std::string_view keptName, std::span<const std::string> texts) {
  MASU_TRY(auto column, textColumn(keptName));
  return column->append(texts);
}

Result<void> StagedObjects::widen(std::size_t objectIndex, table::DType wider, const ElementWidening& widening) {
  std::shared_ptr<StagedObject>& part = m_parts[objectIndex];
  ObjectInfo object = part->info();
  object.dtype = wider;
  object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  std::shared_ptr<StagedObject> converted;
  {
    const std::lock_guard lock(m_mutex);
    MASU_TRY(converted, makePart(std::move(object)));
  }
  MASU_CHECK(part->copyTo(*converted, widening));
  replace(part, std::move(converted));
  return {};
}

void StagedObjects::replace(std::shared_ptr<StagedObject>& part, std::shared_ptr<StagedObject> by) {
  if (m_recorded)
    m_outdated.push_back(part);
  else
    part->discard();
  part = std::move(by);
}

Result<void> StagedObjects::note(std::span<const std::uint64_t> written, ImportJournal::Entry& entry) {
  JournalRecord& record = entry.record;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    MASU_TRY(StagedRecord part, m_parts[i]->note(written[i]));
    record.objects.push_back(std::move(part));
    entry.parts.push_back(m_parts[i]);
  }
  const std::lock_guard lock(m_mutex);
  for (auto& [keptName, column] : m_texts) {
    MASU_TRY(TextRecord text, column.note(keptName));
    record.texts.push_back(std::move(text));
    entry.parts.insert(entry.parts.end(), {column.ends, column.bytes});
  }
  record.parts = m_made;
  entry.outdated = std::exchange(m_outdated, {});
  m_recorded = true;
  return {};
}

Result<void> StagedObjects::shuffle(std::uint64_t samples, const Shuffling& order, const JobContext& job) {
  std::uint64_t bytes = 0;
  for (const auto& part : m_parts) bytes += 2 * samples * part->info().sampleBytes();
  for (const auto& [keptName, column] : m_texts) bytes += 2 * (column.length + samples * sizeof(std::uint64_t));
  job.progress.begin(MASU_TEXT("core", "Shuffling"), bytes, Progress::Unit::bytes);
  const Reordering reordering{shuffledPlaces(samples, order.seed), m_folder, flow::resolve(order.resources), job};
  for (auto& part : m_parts) {
    MASU_TRY(std::shared_ptr<StagedObject> shuffled, makePart(part->info()));
    MASU_CHECK(reordering.apply(*part, *shuffled));
    replace(part, std::move(shuffled));
  }
  for (auto& [keptName, column] : m_texts) {
    StagedTextColumn shuffled{.ends = {}, .bytes = {}, .before = column.before};
    MASU_TRY(shuffled.ends, makePart(column.ends->info()));
    MASU_TRY(shuffled.bytes, makePart(column.bytes->info()));
    MASU_CHECK(reordering.apply(column, shuffled));
    replace(column.ends, shuffled.ends);
    replace(column.bytes, shuffled.bytes);
    column = std::move(shuffled);
  }
  return {};
}

Result<std::vector<const StagedObject*>> StagedObjects::seal(std::uint64_t samples) {
  std::vector<const StagedObject*> parts;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const bool own = layout::hasOwnLength(m_parts[i]->info());
    const std::uint64_t length = !own ? samples : m_lengths[i] > 0 ? m_lengths[i] : m_parts[i]->end();
    if (length == 0) continue;
    MASU_CHECK(m_parts[i]->seal(length));
    parts.push_back(m_parts[i].get());
  }
  for (const auto& [keptName, column] : m_texts) MASU_CHECK(column.seal(samples, parts));
  return parts;
}

}  // namespace masu::store
