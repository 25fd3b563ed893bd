// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/io/atomic_file.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// The splits that text manifests list; what they do not list is unused.
inline constexpr std::array kListed = {store::Split::train, store::Split::validation, store::Split::test};

/// `train.csv` and the like.
std::filesystem::path listPath(const std::filesystem::path& directory, store::Split split, const char* extension);

/// The three files of a text manifest, which appear together at commit().
class ListFiles {
 public:
  /// Errors: one exists and may not be overwritten; of creating.
  static Result<ListFiles> create(const std::filesystem::path& directory, const char* extension, bool overwrite);

  /// The text that follows in a split's list; writeBuffered() sends it to the file. Requires: a listed split.
  std::string& text(store::Split split) { return m_texts[static_cast<std::size_t>(split) - 1]; }
  /// To be called now and then, so that the texts stay small.
  Result<void> writeBuffered();
  Result<void> commit();

 private:
  Result<void> flush(std::size_t above);

  std::vector<io::AtomicFile> m_files;
  std::array<std::string, kListed.size()> m_texts;
};

/// What samples are labelled with, for people to read beside their names.
class LabelTexts {
 public:
  explicit LabelTexts(const store::Dataset& dataset) : m_dataset(dataset), m_labels(dataset.find("labels")) {}

  Result<void> read(std::uint64_t first, std::uint64_t count);
  /// True where labels are classes, which textOf() calls by name; else they are numbers with spaces between.
  bool classes() const { return m_labels != nullptr && m_dataset.meta().target == store::Target::classes; }
  /// Empty without a label. Requires: i below the count that was read.
  std::string textOf(std::uint64_t i) const;

 private:
  const store::Dataset& m_dataset;
  const store::ObjectInfo* m_labels;
  std::vector<double> m_values;
  std::vector<std::byte> m_wholes;  ///< instead, of labels that are i64
};

}  // namespace masu::manifest
