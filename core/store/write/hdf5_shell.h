// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/store/format/meta.h"
#include "core/store/staging/staged_object.h"

namespace masu::store {

/// Chunks of a sealed object that follow each other: what of it goes into a file.
struct ObjectSlice {
  const StagedObject* part = nullptr;
  std::uint64_t firstChunk = 0;
  std::uint64_t chunks = 0;

  /// Of the slice alone. Requires: a slice of several chunks of the object, or of its only one, where it ends with a
  /// short one.
  ObjectInfo info() const;
  static ObjectSlice whole(const StagedObject& part) { return {&part, 0, part.info().chunks()}; }
};

/// Where the samples of an uncompressed object belong in the file.
struct CopyRange {
  const StagedObject* part = nullptr;
  std::uint64_t from = 0;  ///< in the part's file
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;   ///< up to the end of the last sample
  std::uint64_t extent = 0;  ///< up to the end of the last chunk; what is between reads as zeros
};

/// Everything the HDF5 library writes of a dataset: a file complete but for the samples of uncompressed objects, whose
/// places are allocated and never touched, so that they are holes.
struct Hdf5Shell {
  std::filesystem::path file;
  std::vector<CopyRange> copyRanges;
};

struct Hdf5ShellRequest {
  std::filesystem::path file;
  std::vector<ObjectSlice> slices = {};
  const StagedObject* first =
      nullptr;  ///< one of them, to be placed at StagedObject::kHeadBytes; null: it does not matter
  std::uint64_t samples = 0;
  std::string splitsName = {};  ///< file name of the splits file beside the dataset
  /// File name of the dataset that this is a part of: then only the UUID of the meta goes into it. Empty: a dataset.
  std::string partOf = {};
};

/// Errors: the disk is full, or the job was stopped while compressed chunks were written.
Result<Hdf5Shell> writeHdf5Shell(const Hdf5ShellRequest& request, const DatasetMeta& meta, const JobContext& job);

/// The uncompressed part that saves most copying as the start of the file; null where compressed ones outweigh it,
/// since the library writes those. Requires: all are sealed.
const StagedObject* baseOf(const std::vector<const StagedObject*>& parts);

/// Completes a dataset without writing its largest object again: where the part `base` fits its place, everything else
/// is copied around it, and its file becomes the dataset. Otherwise the shell's file does. Returns the path of the
/// complete file. Requires: `base` is null or a part of the shell. Errors: full disk, cancelled.
Result<std::filesystem::path> assemble(const Hdf5Shell& shell, const StagedObject* base, const JobContext& job);

}  // namespace masu::store
