// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/journal_record.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>

#include "core/base/hash.h"
#include "core/io/file.h"

namespace masu::store {

namespace {

/// Changes with every change of what a record holds or means.
constexpr std::uint64_t kMagic = 0x3330'4c4e'4a53'414dU;  // "MASJNL03"

/// Numbered, since a column's name may be longer than a file's may.
constexpr std::string_view kPartPrefix = "part";

struct Heading {
  std::uint64_t magic = kMagic;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

void put(ByteWriter& out, const StagedRecord& part) {
  out.put(part.file);
  out.put(part.dtype);
  out.put(part.chunkSamples);
  out.put(part.samples);
  out.put(part.tail);
  out.put(part.tailHash);
  out.put(part.listHash);
}

/// Whether it names a file of the writer's own, with an existing type: a name is never a path to another folder.
bool isSound(const StagedRecord& part, std::uint64_t parts) {
  const std::string_view digits = std::string_view(part.file).substr(std::min(part.file.size(), kPartPrefix.size()));
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number < parts && part.file == stagingFileName(number) && part.dtype <= table::DType::i64 &&
         part.chunkSamples > 0;
}

void get(ByteReader& in, StagedRecord& part) {
  in.get(part.file);
  in.get(part.dtype);
  in.get(part.chunkSamples);
  in.get(part.samples);
  in.get(part.tail);
  in.get(part.tailHash);
  in.get(part.listHash);
}

}  // namespace

std::string stagingFileName(std::uint64_t number) {
  return std::string(kPartPrefix) + std::to_string(number);
}

void JournalRecord::putTo(ByteWriter& out) const {
  out.put(identity);
  out.put(samples);
  out.put(parts);
  out.put(sideFileBytes);
  out.put(sideFileHash);
  out.put(std::uint64_t{objects.size()});
  for (const StagedRecord& part : objects) put(out, part);
  out.put(std::uint64_t{texts.size()});
  for (const TextRecord& text : texts) {
    out.put(text.keptName);
    put(out, text.ends);
    put(out, text.bytes);
  }
  out.put(state);
}

bool JournalRecord::getFrom(ByteReader& in) {
  in.get(identity);
  in.get(samples);
  in.get(parts);
  in.get(sideFileBytes);
  in.get(sideFileHash);
  objects.resize(in.getCount(sizeof(std::uint64_t)));
  for (StagedRecord& part : objects) get(in, part);
  texts.resize(in.getCount(sizeof(std::uint64_t)));
  for (TextRecord& text : texts) {
    in.get(text.keptName);
    get(in, text.ends);
    get(in, text.bytes);
  }
  in.get(state);
  return in.atEnd();
}

bool JournalRecord::isSound() const {
  std::set<std::string> names;
  const auto isNew = [&](const StagedRecord& part) {
    return store::isSound(part, parts) && names.insert(part.file).second;
  };
  return std::ranges::all_of(objects, isNew) &&
         std::ranges::all_of(texts, [&](const TextRecord& text) { return isNew(text.ends) && isNew(text.bytes); });
}

std::set<std::string> JournalRecord::files() const {
  std::set<std::string> names = {kFileName};
  const auto add = [&names](const StagedRecord& part) {
    names.insert(part.file);
    names.insert(part.chunksFile());
  };
  for (const StagedRecord& part : objects) add(part);
  for (const TextRecord& text : texts) {
    add(text.ends);
    add(text.bytes);
  }
  if (sideFileBytes > 0) names.insert(kSideFileName);
  return names;
}

Result<void> JournalRecord::write(const std::filesystem::path& folder, bool sync) const {
  ByteWriter payload;
  putTo(payload);
  const Heading heading{kMagic, payload.bytes().size(), hash64(payload.bytes())};
  const auto next = folder / (std::string(kFileName) + ".next");
  MASU_TRY(const io::File file, io::File::create(next));
  MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(&heading, 1))));
  MASU_CHECK(file.writeAt(sizeof heading, payload.bytes()));
  if (sync) {
    MASU_CHECK(file.sync());
    // The names of the parts before the record that speaks of them.
    MASU_CHECK(io::syncDirectory(folder));
  }
  if (std::rename(next.c_str(), (folder / kFileName).c_str()) != 0) {
    return fail(Error::fromErrno(errno, folder.string()));
  }
  return sync ? io::syncDirectory(folder) : Result<void>{};
}

std::optional<JournalRecord> JournalRecord::read(const std::filesystem::path& folder) {
  const auto file = io::File::openRead(folder / kFileName);
  if (!file) return std::nullopt;
  const auto size = file->size();
  Heading heading;
  if (!size || *size < sizeof heading || !file->readAt(0, std::as_writable_bytes(std::span(&heading, 1)))) {
    return std::nullopt;
  }
  if (heading.magic != kMagic || heading.bytes != *size - sizeof heading) return std::nullopt;
  std::vector<std::byte> payload(heading.bytes);
  if (!file->readAt(sizeof heading, payload) || hash64(payload) != heading.checksum) return std::nullopt;
  JournalRecord record;
  ByteReader in(payload);
  if (!record.getFrom(in) || !record.isSound()) return std::nullopt;
  std::error_code ignored;
  for (const std::string& name : record.files()) {
    // A link would lead out of the folder.
    const auto status = std::filesystem::symlink_status(folder / name, ignored);
    if (!std::filesystem::is_regular_file(status)) return std::nullopt;
  }
  return record;
}

}  // namespace masu::store
