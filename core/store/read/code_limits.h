// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/read/dataset_opening.h"

namespace masu::store {

/// What the codes, indices and lengths in a dataset may be at most: classes, categories, groups and sources are lists
/// of its description, and the ends of texts are within their bytes. Readers use them as indices.
/// Threads: const calls are safe together.
class CodeLimits {
 public:
  /// A number that points at nothing.
  struct Stray {
    std::uint64_t sample = 0;  ///< of the samples that were checked
    std::int64_t value = 0;
    std::uint64_t limit = 0;  ///< the first number that there is not
  };

  CodeLimits() = default;
  /// Errors: an object whose type or shape is not what the description says of it.
  static Result<CodeLimits> of(const DatasetContent& content, const std::filesystem::path& path);

  /// Whether the values of an object are looked at.
  bool has(const ObjectInfo& object) const { return find(object) != nullptr; }
  /// The first stray among whole samples of an object, as stored.
  std::optional<Stray> strayIn(const ObjectInfo& object, std::span<const std::byte> samples) const;

 private:
  struct Limits {
    std::string name;
    Element element = Element::number;
    std::vector<std::uint64_t> below;  ///< one a value of a sample
  };

  const Limits* find(const ObjectInfo& object) const;
  void add(const ObjectInfo& object, std::vector<std::uint64_t> below);

  std::vector<Limits> m_limits;
};

}  // namespace masu::store
