// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/staged_text_column.h"

#include "core/store/format/layout.h"

namespace masu::store {

Result<void> StagedTextColumn::append(std::span<const std::string> more) {
  std::string all;
  std::vector<std::uint64_t> newEnds;
  newEnds.reserve(more.size());
  for (const std::string& text : more) {
    all += text;
    newEnds.push_back(before + length + all.size());
  }
  MASU_CHECK(bytes->write(length, std::as_bytes(std::span(all))));
  MASU_CHECK(ends->write(texts, std::as_bytes(std::span(newEnds))));
  length += all.size();
  texts += more.size();
  return {};
}

Result<TextRecord> StagedTextColumn::note(const std::string& keptName) {
  TextRecord record{.keptName = keptName, .ends = {}, .bytes = {}};
  MASU_TRY(record.ends, ends->note(texts));
  MASU_TRY(record.bytes, bytes->note(length));
  return record;
}

Result<void> StagedTextColumn::seal(std::uint64_t samples, std::vector<const StagedObject*>& parts) const {
  if (texts != samples) {
    return fail(Errc::internal,
                MASU_TEXT("core", "Internal error: not every sample of {0} was written. Please report it."),
                {ends->info().name});
  }
  MASU_CHECK(ends->seal(samples));
  parts.push_back(ends.get());
  if (length == 0) return {};
  MASU_CHECK(bytes->seal(length));
  parts.push_back(bytes.get());
  return {};
}

ObjectInfo textObject(const std::string& keptName, Element element, Compression compression) {
  ObjectInfo object;
  object.name = std::string(layout::kKeptPrefix) + keptName;
  object.compression = compression;
  object.element = element;
  object.chunkSamples = chunkSamplesFor(object.sampleBytes());
  return object;
}

}  // namespace masu::store
