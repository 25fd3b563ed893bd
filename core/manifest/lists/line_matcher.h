// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/manifest/samples/sample_codes.h"
#include "core/store/splits/splits_file.h"

namespace masu::manifest {

/// A line of a list that could not be placed.
struct UnmatchedLine {
  std::string file;
  std::uint64_t line = 0;
  std::string text;
};

/// Finds sources by the names that people write: the path, else the base name, else the stem, where these are unique.
class SourceNames {
 public:
  explicit SourceNames(const std::vector<store::SourceFile>& sources);

  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::uint32_t byPath(std::string_view path) const;
  std::uint32_t byAnyName(std::string_view name) const;

 private:
  /// kNone for a name that several sources share.
  using Names = std::unordered_map<std::string, std::uint32_t>;
  static std::uint32_t find(const Names& names, std::string_view name);

  Names m_paths;
  Names m_baseNames;
  Names m_stems;
};

/// Collects which samples the lines of text manifests mean; nothing counts until every line has found its place.
/// Threads: one. Lifetime: borrows the dataset.
class LineMatcher {
 public:
  static Result<LineMatcher> begin(const store::Dataset& dataset);

  /// One line of a CSV list. `sample` is what the line says, or kNoSample. False where no sample fits.
  static constexpr std::uint64_t kNoSample = ~std::uint64_t{0};
  Result<bool> placeSample(store::Split split, std::uint64_t sample, const store::Origin& origin);
  /// One line of a list of file names.
  void placeSource(store::Split split, std::uint32_t source, UnmatchedLine line);
  void addUnmatched(UnmatchedLine line);

  /// Errors: lines that did not fit, the first 20 named.
  Result<store::Assignment> finish();

 private:
  struct Claim {
    store::Split split = store::Split::unused;
    UnmatchedLine line;
  };
  struct Indexed {
    store::Origin origin;
    std::uint64_t sample = 0;
  };

  LineMatcher(const store::Dataset& dataset, OriginReader origins);
  Result<store::Origin> originOf(std::uint64_t sample);
  Result<std::uint64_t> find(std::uint64_t sample, const store::Origin& origin);
  Result<void> buildIndex();
  Result<void> applySources();

  const store::Dataset* m_dataset;
  OriginReader m_origins;
  std::span<const store::Origin> m_block;
  std::uint64_t m_blockFirst = kNoSample;
  store::Assignment m_assignment;
  std::unordered_map<std::uint32_t, Claim> m_sources;
  std::vector<Indexed> m_index;
  std::vector<UnmatchedLine> m_unmatched;
  std::uint64_t m_unmatchedCount = 0;
};

}  // namespace masu::manifest
