// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/store/edits/label_edit.h"

namespace masu::store {

/// The labels that a dataset is read with.
struct LabelEdition {
  std::uint64_t number = 0;  ///< 0: nobody edited them
  std::string hash = {};     ///< of what edits made of the labels; empty: they are as they were imported

  bool isEdited() const { return !hash.empty(); }
  friend bool operator==(const LabelEdition&, const LabelEdition&) = default;
};

/// One entry of the history of edits.
struct EditionNote {
  std::uint64_t number = 0;   ///< from 1, without gaps
  std::uint64_t base = 0;     ///< the edition whose labels it changed, or that it returned to; 0: as imported
  bool returns = false;       ///< it has no edit of its own: its labels are those of `base`
  std::string what = {};      ///< as the person asked for it
  std::uint64_t time = 0;     ///< seconds since 1970-01-01 UTC
  std::uint64_t changed = 0;  ///< samples whose class has another name than before
  std::string hash = {};      ///< as LabelEdition::hash
  bool damaged = false;       ///< as read: one of these is not what was written
};

/// What is added to the history.
struct NewEdition {
  std::uint64_t base = 0;
  std::string what;
  std::uint64_t time = 0;
  std::uint64_t changed = 0;
  std::optional<LabelEdit> edit;  ///< nothing: the labels become those of `base` again
};

/// `F.edits.h5`: the small file beside a dataset that holds what people changed of its labels, while the dataset itself
/// never changes. Editions are numbered and only ever added; undoing is an edition, too. It is replaced whole and
/// atomically, under the lock of the splits file (io::FileLock): so neither of two programs that write at once loses
/// what the other did, no manifest is frozen and no sample appended meanwhile, and a program that is killed leaves the
/// file as it was or as it is to be.
/// Threads: one at a time.
class EditsFile {
 public:
  /// Where the edits of a dataset are. `linkedSplits` is the name of the splits file that the dataset links to, whose
  /// edits it has as well, by whatever name or symbolic link it is opened; empty: a plain file links to none.
  static std::filesystem::path pathFor(const std::filesystem::path& dataset, const std::string& linkedSplits);

  /// Of a dataset with these UUID and samples, and so many classes as it was imported. A file that is not there is one
  /// without editions. Errors: damaged; of another dataset or a later Masu; cancelled.
  static Result<EditsFile> open(const std::filesystem::path& file, std::string_view uuid, std::uint64_t samples,
                                std::uint64_t classes, const std::stop_token& stop = {});

  const std::filesystem::path& path() const { return m_path; }
  /// In the order of their numbers.
  const std::vector<EditionNote>& editions() const { return m_editions; }
  LabelEdition current() const { return editionOf(m_editions.size()); }
  /// Requires: number <= editions().size().
  LabelEdition editionOf(std::uint64_t number) const;
  /// The edition whose labels one has after undoing the last edit that is in effect; nothing where none is.
  std::optional<std::uint64_t> beforeLastEdit() const;

  /// Calls `apply` with each edit that the labels of an edition are made by, in order. Errors: there is no such
  /// edition; damaged; an edit that makes no sense for the dataset.
  Result<void> replay(std::uint64_t number, const std::function<void(const LabelEdit&)>& apply) const;

  /// Adds an edition. `allowed` is asked under the lock, on the editions that the file has by then. Errors: the first
  /// of `allowed`; another program added an edition since open() (Errc::busy), or holds the lock for a minute; an edit
  /// that makes no sense for the dataset (Errc::invalidArgument); a folder that is read-only or full.
  Result<void> append(const NewEdition& added, const std::filesystem::path& lockedSplits,
                      const std::function<Result<void>()>& allowed);

 private:
  EditsFile(std::filesystem::path path, std::string uuid, std::uint64_t samples, std::uint64_t classes)
      : m_path(std::move(path)), m_uuid(std::move(uuid)), m_samples(samples), m_classes(classes) {}

  /// The editions with an edit of their own that lead to one, the first of them first.
  std::vector<std::uint64_t> chainTo(std::uint64_t number) const;

  std::filesystem::path m_path;
  std::string m_uuid;
  std::uint64_t m_samples;
  std::uint64_t m_classes;
  std::vector<EditionNote> m_editions;
};

}  // namespace masu::store
