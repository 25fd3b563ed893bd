// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/edits/edits_file.h"

#include <algorithm>
#include <utility>

#include "core/io/file_lock.h"
#include "core/store/edits/edits_hdf5.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

namespace fs = std::filesystem;

Error damagedEdits(const fs::path& file) {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "The edits of labels in {0} are damaged, so that the labels are not known. Bring back a copy of "
                    "the file, or move it away to have the labels as they were imported."),
          {file.string()},
          {file.string(), 0, 0}};
}

/// What the HDF5 library and the format say of a damaged file, as a person needs it.
Error withMeaning(Error error, const fs::path& file) {
  const bool isDamage = error.code == Errc::format || error.code == Errc::damaged || error.code == Errc::child;
  return isDamage ? damagedEdits(file) : std::move(error);
}

/// Numbers count from 1, each is based on one before, and one that returns has the labels that it returns to.
bool isSound(const std::vector<EditionNote>& editions) {
  for (std::size_t i = 0; i < editions.size(); ++i) {
    const EditionNote& note = editions[i];
    if (note.damaged || note.number != i + 1 || note.base > i) return false;
    const std::string before = note.base == 0 ? std::string() : editions[note.base - 1].hash;
    if (note.returns ? note.hash != before : note.hash.empty()) return false;
  }
  return true;
}

std::string_view partOf(EditFault fault) {
  switch (fault) {
    case EditFault::classes:
      return MASU_TEXT("core", "a class is named twice, or there is none");
    case EditFault::recoded:
      return MASU_TEXT("core", "the classes before do not all become one of those after");
    case EditFault::samples:
      return MASU_TEXT("core", "a sample is beyond the last one");
    case EditFault::codes:
      break;
  }
  return MASU_TEXT("core", "a code is of no class, or there are other than one for each sample");
}

}  // namespace

fs::path EditsFile::pathFor(const fs::path& dataset, const std::string& linkedSplits) {
  std::error_code ignored;
  const fs::path found = fs::canonical(dataset, ignored);
  const fs::path real = found.empty() ? dataset : found;
  std::vector<fs::path> places;
  for (const fs::path& at : {dataset, real}) {
    places.push_back(layout::editsPath(at));
    if (!linkedSplits.empty()) places.push_back(layout::editsOfSplits(at.parent_path() / linkedSplits));
  }
  const auto there = std::ranges::find_if(
      places, [&](const fs::path& place) { return !place.empty() && fs::exists(place, ignored); });
  // New ones are beside the file itself, not beside a symbolic link to it.
  return there == places.end() ? layout::editsPath(real) : *there;
}

Result<EditsFile> EditsFile::open(const fs::path& path, std::string_view uuid, std::uint64_t samples,
                                  std::uint64_t classes, const std::stop_token& stop) {
  EditsFile file(path, std::string(uuid), samples, classes);
  std::error_code failed;
  if (!fs::exists(path, failed) && !failed) return file;
  auto heading = edits::readHeading(path, stop);
  if (!heading) return fail(withMeaning(std::move(heading.error()), path));
  if (heading->uuid != uuid || heading->samples != samples) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The edits of labels in {0} belong to another dataset than the one beside them. Move the "
                          "file to that dataset, or away."),
                {path.string()}, {path.string(), 0, 0});
  }
  if (!isSound(heading->editions)) return fail(damagedEdits(path));
  file.m_editions = std::move(heading->editions);
  return file;
}

LabelEdition EditsFile::editionOf(std::uint64_t number) const {
  return {number, number == 0 ? std::string() : m_editions[number - 1].hash};
}

std::vector<std::uint64_t> EditsFile::chainTo(std::uint64_t number) const {
  std::vector<std::uint64_t> chain;
  for (std::uint64_t at = number; at != 0; at = m_editions[at - 1].base) {
    if (!m_editions[at - 1].returns) chain.push_back(at);
  }
  std::ranges::reverse(chain);
  return chain;
}

std::optional<std::uint64_t> EditsFile::beforeLastEdit() const {
  const std::vector<std::uint64_t> chain = chainTo(m_editions.size());
  if (chain.empty()) return std::nullopt;
  return m_editions[chain.back() - 1].base;
}

Result<void> EditsFile::replay(std::uint64_t number, const std::function<void(const LabelEdit&)>& apply) const {
  if (number > m_editions.size()) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no edition {0} of the labels: {1} has {2}."),
                {std::to_string(number), m_path.string(), std::to_string(m_editions.size())}, {m_path.string(), 0, 0});
  }
  const std::vector<std::uint64_t> chain = chainTo(number);
  if (auto tried = edits::probe(m_path, chain, m_samples); !tried)
    return fail(withMeaning(std::move(tried.error()), m_path));
  std::uint64_t classes = m_classes;
  std::string before;
  for (const std::uint64_t edition : chain) {
    auto edit = edits::readEdit(m_path, edition, m_samples);
    if (!edit) return fail(withMeaning(std::move(edit.error()), m_path));
    MASU_TRY(std::string hash, hashAfter(before, *edit));
    if (hash != m_editions[edition - 1].hash || faultOf(*edit, classes, m_samples)) return fail(damagedEdits(m_path));
    apply(*edit);
    classes = edit->classes.size();
    before = std::move(hash);
  }
  return {};
}

Result<void> EditsFile::append(const NewEdition& added, const fs::path& lockedSplits,
                               const std::function<Result<void>()>& allowed) {
  MASU_TRY(const io::FileLock lock, io::FileLock::acquire(lockedSplits));
  const std::uint64_t seen = m_editions.size();
  MASU_TRY(EditsFile now, open(m_path, m_uuid, m_samples, m_classes));
  *this = std::move(now);
  if (m_editions.size() != seen) {
    return fail(Errc::busy,
                MASU_TEXT("core",
                          "Another program edited the labels since they were read here: {0} is at edition {1} now. "
                          "Nothing was changed; give the command again."),
                {m_path.string(), std::to_string(m_editions.size())}, {m_path.string(), 0, 0});
  }
  MASU_CHECK(allowed());
  EditionNote note{.number = seen + 1,
                   .base = added.base,
                   .returns = !added.edit,
                   .what = added.what,
                   .time = added.time,
                   .changed = added.changed};
  note.hash = editionOf(added.base).hash;
  if (added.edit) {
    std::uint64_t classes = m_classes;
    MASU_CHECK(replay(added.base, [&](const LabelEdit& edit) { classes = edit.classes.size(); }));
    if (const auto fault = faultOf(*added.edit, classes, m_samples)) {
      return fail(Errc::invalidArgument, MASU_TEXT("core", "The labels were not edited: {0}."),
                  {Message::marked(partOf(*fault))}, {m_path.string(), 0, 0});
    }
    MASU_TRY(note.hash, hashAfter(note.hash, *added.edit));
  }
  MASU_CHECK(edits::write(m_path, {m_uuid, m_samples, m_editions}, note, added.edit));
  m_editions.push_back(std::move(note));
  return {};
}

}  // namespace masu::store
