// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/io/archive_reader.h"
#include "core/io/mapped_file.h"

namespace masu::io {

/// The texts of a workbook that its cells refer to by number. They may be more than memory holds, so they are in two
/// files in the scratch folder, mapped: the texts one after the other, and where each ends. Threads: const, any.
class SharedTexts {
 public:
  /// None.
  SharedTexts() = default;
  /// Errors: those of XmlPart; no space in the scratch folder.
  static Result<SharedTexts> read(ArchiveReader& archive, std::size_t member, const std::filesystem::path& shown);

  std::uint64_t size() const { return m_ends.size() / sizeof(std::uint64_t); }
  /// Nothing beyond the last one. Lifetime: that of this object.
  std::optional<std::string_view> at(std::uint64_t index) const;
  /// Whether what at() gave was on the disk; see MappedFile.
  Result<void> check(const std::filesystem::path& shown) const;

 private:
  std::uint64_t endOf(std::uint64_t index) const;

  MappedFile m_texts;
  MappedFile m_ends;
};

}  // namespace masu::io
