// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

namespace masu::ingest {

/// The document that a lock file stands for, beside it: Excel has `~$book.xlsx` and LibreOffice `.~lock.book.xlsx#`
/// while `book.xlsx` is open. Nothing for another file; one that is so called and a workbook is that workbook.
std::optional<std::filesystem::path> lockedBy(const std::filesystem::path& file);

}  // namespace masu::ingest
