// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/ingest/plan/import_options.h"

namespace masu::ingest {

/// An array in a file that somebody else wrote, as people choose it.
struct SourceArray {
  std::string name;  ///< its path in the file, `/g/x`
  std::vector<std::uint64_t> shape;
  std::string type;  ///< "i64", "f32" …; empty for what is not an array of numbers
};

/// True of HDF5 files, by their first bytes.
bool isHdf5(const std::filesystem::path& file);

/// The datasets of an HDF5 file. A damaged one is found out in a process of its own.
/// Errors: not HDF5, or damaged; no such file.
Result<std::vector<SourceArray>> arraysIn(const std::filesystem::path& file);

/// Which array holds what samples are made of, and which their labels; empty: the import chooses, or there are none.
struct ArrayChoice {
  std::string features;
  std::string labels;
};

/// What the names and shapes say: the largest array of two dimensions and more, and a list of as many numbers as that
/// has samples whose name suggests labels. To be offered, not to be applied unseen.
ArrayChoice proposedArrays(const std::vector<SourceArray>& arrays);

/// Whether an array has one number for each sample of another.
bool canLabel(const SourceArray& labels, const SourceArray& features);

ArrayChoice arraysOf(const RecordingOptions& options);
void setArrays(RecordingOptions& options, const ArrayChoice& choice);

}  // namespace masu::ingest
