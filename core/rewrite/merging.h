// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/atomic_file.h"
#include "core/store/read/dataset.h"

namespace masu::rewrite {

/// The numbers that stand for words, sources and groups in samples that follow those of another dataset.
/// Invariant: a code of the dataset keeps its meaning; words that it did not have follow after its own.
class CodeMerging {
 public:
  /// Errors: more words than the codes of the dataset's type can distinguish.
  static Result<CodeMerging> of(const store::Dataset& dataset, const store::Dataset& added);

  /// Turns samples of the added dataset into what the joined one holds; `type` is what the dataset stores the object
  /// as. What is not a code stays as it is.
  void apply(const store::ObjectInfo& object, table::DType type, std::vector<std::byte>& samples) const;

  const std::vector<std::string>& classes() const { return m_classes; }
  const std::vector<std::string>& groups() const { return m_groups; }
  /// Of each column of the schema; empty of those that have none.
  const std::vector<std::vector<std::string>>& dictionaries() const { return m_dictionaries; }
  std::uint64_t newWords() const { return m_newWords; }

 private:
  using Codes = std::vector<std::uint32_t>;  ///< by the code in the added dataset

  std::vector<std::string> m_classes;
  std::vector<std::string> m_groups;
  std::vector<std::vector<std::string>> m_dictionaries;
  Codes m_classCodes;
  Codes m_groupCodes;                  ///< empty: each recording is its own group, numbered as the sources
  std::vector<Codes> m_categoryCodes;  ///< of each categorical column, its missing code before it
  std::uint32_t m_sources = 0;         ///< of the dataset
  bool m_codedLabels = false;
  std::uint64_t m_newWords = 0;
};

/// Errors: new samples that cannot be stored beside a dataset's in the same objects: another shape, another type or
/// other codes of the features; one sentence that says what to do.
Result<void> checkSameShape(const store::Dataset& dataset, const store::Dataset& added);

/// The description of a dataset with new samples after its own: statistics, losses and sources of both. Its UUID
/// derives from those of both, and the dataset's becomes its parent. Requires: checkSameShape().
store::DatasetMeta mergedMeta(const store::DatasetMeta& before, const store::DatasetMeta& added,
                              const CodeMerging& codes);

/// The rejects of further sources after those of a dataset, which are in a file or never were any; of both, the line
/// that names the columns is written once where it is the same. Complete, but not committed. Errors: a full disk.
Result<io::AtomicFile> joinedRejects(const std::filesystem::path& rejects, const std::filesystem::path& further);

}  // namespace masu::rewrite
