// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/labels/label_task.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/name_list.h"
#include "core/csv/detection/encoding.h"
#include "core/manifest/samples/dataset_rows.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/store/format/layout.h"
#include "core/store/read/content_hash.h"
#include "core/store/read/label_editions.h"
#include "core/store/splits/splits_file.h"
#include "core/tasks/labels/label_codes.h"
#include "core/tasks/labels/label_list.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;
using store::LabelEdit;

std::uint64_t secondsNow() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

/// One edit from what was asked for to the file.
class Labelling {
 public:
  Labelling(const fs::path& file, const JobContext& job) : m_file(file), m_job(job) {}

  Result<LabelOutcome> run(const LabelRequest& request);
  Result<LabelOutcome> undo();

 private:
  Result<void> open();
  Result<void> setWhere(const LabelRequest& request);
  Result<void> setListed(const LabelRequest& request);
  Result<void> rename(const LabelRequest& request);
  Result<std::pair<std::uint32_t, std::string>> renaming(const std::string& text) const;
  std::uint32_t codeOf(const std::string& className);
  void set(std::uint64_t sample, std::uint32_t code);
  Result<void> append(const store::NewEdition& edition);
  Result<void> checkAllowed() const;
  Result<void> checkNames() const;

  const fs::path& m_file;
  const JobContext& m_job;
  std::shared_ptr<const store::Dataset> m_dataset;  ///< with the edits so far
  std::optional<store::EditsFile> m_edits;
  LabelEdit m_edit;
  std::unordered_map<std::string, std::uint32_t> m_codes;  ///< of m_edit.classes
  LabelOutcome m_outcome;
};

Result<void> Labelling::open() {
  MASU_TRY(m_edits, store::openEdits(m_file, m_job.stop));
  MASU_TRY(m_dataset, store::openEdition(m_file, m_edits->current().number, m_job.stop));
  if (m_dataset->meta().target != store::Target::classes || m_dataset->find("labels") == nullptr) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "The labels of {0} are not classes: only those can be edited."), {m_file.string()},
                {m_file.string(), 0, 0});
  }
  // Without it, nothing that was made of the dataset could show which labels it had.
  MASU_CHECK(store::contentHash(*m_dataset));
  // Before anything is read for the edit; once more under the lock.
  MASU_CHECK(checkAllowed());
  m_edit.classes = m_dataset->meta().classes;
  for (std::uint32_t code = 0; code < m_edit.classes.size(); ++code) m_codes.emplace(m_edit.classes[code], code);
  m_outcome.edition = m_edits->current();
  return {};
}

Result<void> Labelling::checkAllowed() const {
  const fs::path owner = store::layout::datasetOfEdits(m_edits->path());
  std::error_code failed;
  if (!owner.empty() && !fs::equivalent(owner, m_file, failed) && !failed) {
    return fail(Errc::exists,
                MASU_TEXT("core",
                          "{0} is a copy of {1} and shares the edits of its labels, which were not changed. For edits "
                          "of its own, write it with masu convert --apply-edits."),
                {m_file.string(), owner.string()}, {m_file.string(), 0, 0});
  }
  MASU_TRY(const auto now, store::openEdition(m_file, 0, m_job.stop));
  if (now->uuid() != m_dataset->uuid()) {
    return fail(Errc::busy,
                MASU_TEXT("core", "{0} was replaced by another program meanwhile. Its labels were not edited."),
                {m_file.string()}, {m_file.string(), 0, 0});
  }
  MASU_TRY(const auto splits, store::SplitsFile::open(*now, m_job.stop));
  const auto& manifests = splits.manifests();
  const auto frozen = std::ranges::find_if(
      manifests, [](const store::StoredManifest& manifest) { return manifest.frozen && !manifest.damaged; });
  if (frozen == manifests.end()) return {};
  return fail(Errc::permission,
              MASU_TEXT("core",
                        "The manifest {0} of {1} is frozen, and with it the labels that it is used with. Write a "
                        "dataset to edit with masu convert --without-splits."),
              {frozen->name, m_file.string()}, {m_file.string(), 0, 0});
}

std::uint32_t Labelling::codeOf(const std::string& className) {
  const auto [entry, isNew] = m_codes.try_emplace(className, static_cast<std::uint32_t>(m_edit.classes.size()));
  if (isNew) {
    m_edit.classes.push_back(className);
    m_outcome.newClasses.push_back(className);
  }
  return entry->second;
}

void Labelling::set(std::uint64_t sample, std::uint32_t code) {
  m_edit.samples.add(sample);
  m_edit.codes.push_back(code);
}

Result<void> Labelling::setWhere(const LabelRequest& request) {
  m_job.progress.begin(MASU_TEXT("core", "Filtering"), 0, Progress::Unit::samples);
  LabelsInOrder labels(*m_dataset);
  const std::uint32_t code = codeOf(request.className);
  std::optional<Error> failure;
  MASU_CHECK(manifest::select(*m_dataset, request.where, nullptr, m_job.stop, [&](std::uint64_t sample) {
    if (failure) return;
    ++m_outcome.named;
    const auto now = labels.of(sample);
    if (!now) {
      failure = now.error();
    } else if (*now != code) {
      m_edit.samples.add(sample);
    }
  }));
  if (failure) return fail(std::move(*failure));
  if (!m_edit.samples.empty()) m_edit.codes = {code};
  return {};
}

Result<void> Labelling::setListed(const LabelRequest& request) {
  m_job.progress.begin(MASU_TEXT("core", "Reading the list"), 0, Progress::Unit::samples);
  MASU_TRY(const std::vector<NamedLabel> listed, readLabelList(*m_dataset, request.list, m_job));
  LabelsInOrder labels(*m_dataset);
  for (const NamedLabel& named : listed) {
    ++m_outcome.named;
    MASU_TRY(const std::uint32_t now, labels.of(named.sample));
    const std::uint32_t code = codeOf(named.className);
    if (now != code) set(named.sample, code);
  }
  return {};
}

/// Names of classes may have the sign in them: OLD is one that there is.
Result<std::pair<std::uint32_t, std::string>> Labelling::renaming(const std::string& text) const {
  std::optional<std::pair<std::uint32_t, std::string>> found;
  bool ambiguous = false;
  for (std::size_t sign = text.find('='); sign != std::string::npos; sign = text.find('=', sign + 1)) {
    const auto old = m_codes.find(text.substr(0, sign));
    if (old == m_codes.end() || sign + 1 == text.size()) continue;
    ambiguous = found.has_value();
    found.emplace(old->second, text.substr(sign + 1));
  }
  if (found && !ambiguous) return std::move(*found);
  constexpr std::size_t kNamed = 20;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is not OLD=NEW with a class OLD of {1} (--rename). It has: {2}."),
              {text, m_file.string(), namesListed(m_dataset->meta().classes, kNamed)});
}

Result<void> Labelling::rename(const LabelRequest& request) {
  const std::vector<std::string> before = m_edit.classes;
  std::vector<std::string> after = before;
  for (const std::string& text : request.renames) {
    MASU_TRY(const auto renamed, renaming(text));
    if (after[renamed.first] != before[renamed.first]) {
      return fail(Errc::invalidArgument, MASU_TEXT("core", "The class {0} is renamed twice (--rename)."),
                  {before[renamed.first]});
    }
    after[renamed.first] = renamed.second;
  }
  m_edit.classes.clear();
  m_codes.clear();
  for (const std::string& name : after) {
    const auto [entry, isNew] = m_codes.try_emplace(name, static_cast<std::uint32_t>(m_edit.classes.size()));
    if (isNew) m_edit.classes.push_back(name);
    m_edit.recoded.push_back(entry->second);
  }
  MASU_TRY(const auto counts,
           manifest::samplesOfClasses(*m_dataset, *m_dataset->find("labels"), nullptr, m_job.stop));
  for (std::size_t code = 0; code < before.size(); ++code) {
    if (after[code] == before[code]) continue;
    m_outcome.named += counts[code];
    m_outcome.changed += counts[code];
    if (std::ranges::count(after, after[code]) > 1) {
      m_outcome.mergedClasses.push_back(before[code]);
    } else if (std::ranges::find(before, after[code]) == before.end()) {
      m_outcome.newClasses.push_back(after[code]);
    }
  }
  return {};
}

/// Of new classes: one that is not text would be another one in the file, and perhaps the same as the next.
Result<void> Labelling::checkNames() const {
  const auto& classes = m_dataset->meta().classes;
  const std::set<std::string_view> known(classes.begin(), classes.end());
  for (const std::string& name : m_edit.classes) {
    if (known.contains(name) || (!name.empty() && csv::isUtf8(name))) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "\"{0}\" cannot be the name of a class: it is empty, or not UTF-8 text."), {name},
                {m_file.string(), 0, 0});
  }
  return {};
}

Result<void> Labelling::append(const store::NewEdition& edition) {
  if (m_job.stopRequested()) return fail(Error::cancelled());
  std::error_code failed;
  const fs::path real = fs::canonical(m_file, failed);
  // As whoever writes splits or replaces the dataset.
  MASU_CHECK(m_edits->append(edition, store::layout::splitsPath(failed ? m_file : real),
                             [this] { return checkAllowed(); }));
  m_outcome.edition = m_edits->current();
  m_outcome.written = true;
  return {};
}

Result<LabelOutcome> Labelling::run(const LabelRequest& request) {
  MASU_CHECK(open());
  if (!request.renames.empty()) {
    MASU_CHECK(rename(request));
  } else if (!request.list.empty()) {
    MASU_CHECK(setListed(request));
  } else {
    MASU_CHECK(setWhere(request));
  }
  MASU_CHECK(checkNames());
  if (request.renames.empty()) m_outcome.changed = m_edit.samples.size();
  // A new class that no sample has changes nothing.
  const bool changesNames = !request.renames.empty() && m_edit.classes != m_dataset->meta().classes;
  if (m_edit.samples.empty() && !changesNames) {
    m_outcome.newClasses.clear();
    return std::move(m_outcome);
  }
  MASU_CHECK(append({m_edits->current().number, request.what, secondsNow(), m_outcome.changed, std::move(m_edit)}));
  return std::move(m_outcome);
}

Result<LabelOutcome> Labelling::undo() {
  MASU_CHECK(open());
  const auto before = m_edits->beforeLastEdit();
  if (!before) {
    return fail(Errc::notFound,
                MASU_TEXT("core", "There is no edit of the labels of {0} to undo: they are as they were imported."),
                {m_file.string()}, {m_file.string(), 0, 0});
  }
  MASU_TRY(const auto earlier, store::openEdition(m_file, *before, m_job.stop));
  MASU_CHECK(forEachChange(*m_dataset, *earlier, m_job, [&](std::uint32_t, std::uint32_t) { ++m_outcome.changed; }));
  m_outcome.named = m_outcome.changed;
  MASU_CHECK(append({*before, "--undo", secondsNow(), m_outcome.changed, std::nullopt}));
  return std::move(m_outcome);
}

}  // namespace

Result<LabelOutcome> label(const LabelRequest& request, const JobContext& job) {
  return Labelling(request.file, job).run(request);
}

Result<LabelOutcome> undoLabels(const fs::path& file, const JobContext& job) {
  return Labelling(file, job).undo();
}

}  // namespace masu::tasks
