// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/shards/export/index_writer.h"
#include "core/shards/plan/export_plan.h"
#include "core/shards/write/export_receipt.h"

/// The small files that come with the shards of an export, beside its index.
namespace masu::shards {

/// Written after the receipt, which does not cover it: the index has its hash, and a checksum of its own.
inline constexpr const char* kCroissantName = "croissant.json";

/// The export as search engines and dataset hubs read it: JSON-LD of Croissant 1.0 with every file and its SHA-256, the
/// splits, the classes, and for CSV the columns. Source: docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html.
std::string croissantText(const IndexFacts& facts);

/// The text of receipt.json, about the shards and companions that `facts` has. Errors: libcrypto has no SHA-256, or the
/// dataset is damaged.
Result<std::string> receiptText(const IndexFacts& facts);

inline constexpr const char* kReadmeName = "README.md";

/// What people read first in an export: what is where, what the values mean, and a program for each framework that
/// loads them.
std::string readmeText(const store::Dataset& dataset, const ExportPlan& plan);

/// The files that come with the shards, the index last; in a bundle they are inside it. Sizes without what is only
/// known afterwards.
Result<std::vector<ShardFile>> plannedCompanions(const store::Dataset& dataset, const ExportPlan& plan);

/// What a ZIP bundle of the shards planned and such companions will take, within 1 %.
std::uint64_t bundleBytes(const ExportPlan& plan, std::span<const ShardFile> companions);

}  // namespace masu::shards
