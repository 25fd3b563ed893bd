// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/shards/write/export_receipt.h"
#include "core/tasks/receipt/receipt_task.h"

namespace masu::tasks {

/// The note of a comparison with a receipt that lacks the hash.
inline constexpr const char* kNoContentHash =
    MASU_TEXT("core", "The receipt has no hash of what the dataset holds, as some of its objects have no checksums.");

/// Whether what a folder has a receipt of, or could have, is an export; else it is a training run, or nothing. A ZIP
/// file can only be the bundle of an export.
bool isExportPlace(const std::filesystem::path& folder);

/// The receipt of the export in a folder, or of a bundle: it is inside the ZIP file then. Errors: Errc::notFound where
/// it has none, as one of an earlier Masu; those of shards::ExportFiles::open().
Result<shards::ExportReceipt> readExportReceipt(const std::filesystem::path& folder);

/// Compares an export with its receipt: the index; every file that it lists, byte by byte, also inside a ZIP bundle,
/// and what is beside them in their folders; and where the request names the dataset, that and its split. Returns the
/// first difference; that of files names all of them. Writes nothing. Errors: what cannot be compared: no receipt,
/// steps were asked for, no such dataset; cancelled.
Result<ReceiptCheck> checkExportReceipt(const ReceiptRequest& request, const JobContext& job);

}  // namespace masu::tasks
