// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/archive_reader.h"
#include "core/io/workbook/cell_number.h"

namespace masu::io {

/// What an Excel workbook (.xlsx, .xlsm: Office Open XML) has beside its cells.
struct Workbook {
  struct Sheet {
    std::string name;
    bool hidden = false;
    std::string part;  ///< the member of the archive that holds its cells
  };

  std::filesystem::path file;
  std::vector<Sheet> sheets;  ///< in their order; those of charts, dialogs and macros are left out
  bool from1904 = false;      ///< days count from 1904, as they did on the Macintosh
  std::string sharedTexts;    ///< the member that holds them; empty: there is none
  std::vector<NumberMeaning> styles;  ///< of cells, by number
};

/// Whether an archive is a workbook, by the names of its members; one that is binary (.xlsb) is not. Threads: any.
bool holdsWorkbook(const ArchiveDirectory& directory);

/// `file`: its name in messages. Errors: those of XmlPart; a part that is missing, or larger than any workbook needs.
Result<Workbook> readWorkbook(ArchiveReader& archive, const std::filesystem::path& file);

/// The member of a name, as workbooks find theirs: A to Z are a to z. Errors: there is none.
Result<std::size_t> partOf(const ArchiveReader& archive, std::string_view name, const std::filesystem::path& file);

}  // namespace masu::io
