// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/store/edits/edits_file.h"
#include "core/store/format/meta.h"
#include "core/store/format/object_info.h"

namespace masu::store {

/// When chunks are compared with their checksums.
enum class Checking {
  onFirstRead,  ///< each once for an open dataset, when the first of its samples is read; the whole of it is read then
  never,
};

/// A finished dataset, opened for reading: one file, or a master file with several parts. A finished file never
/// changes, so one object serves all readers. Labels and classes are those that edits made of them (see EditsFile), of
/// the edition that there was when it was opened, for whoever reads them; storedObjects() alone is of the files.
/// Threads: const calls are safe together; reads of stored values run outside HDF5's lock.
/// Lifetime: shared; holds its files open.
class Dataset {
 public:
  /// Errors: no such file, not HDF5, no Masu dataset, a later version, cut short; a part that is missing or not the one
  /// it was; edits of labels that are damaged or another dataset's: one sentence each; cancelled.
  static Result<std::shared_ptr<const Dataset>> open(const std::filesystem::path& path,
                                                     Checking checking = Checking::onFirstRead,
                                                     const std::stop_token& stop = {});
  virtual ~Dataset() = default;

  virtual const std::filesystem::path& path() const = 0;
  virtual const std::string& uuid() const = 0;
  /// Of the labels. Whoever names the UUID where labels matter names this with it.
  virtual LabelEdition edition() const { return {}; }
  virtual std::uint64_t samples() const = 0;
  virtual const DatasetMeta& meta() const = 0;
  /// What each sample has, in the order of the format's table, kept columns by name at the end. Features that are cut
  /// from stored recordings are among them; the recordings, their windows and their pyramid are not.
  virtual const std::vector<ObjectInfo>& objects() const = 0;
  /// What is in the files: what checksums are kept of. An object of a dataset in parts is there once a part.
  virtual const std::vector<ObjectInfo>& storedObjects() const { return objects(); }
  /// Of all its files.
  virtual std::uint64_t fileBytes() const = 0;
  /// The files that the opened one refers to; empty where the values are in that one.
  virtual std::vector<std::filesystem::path> partFiles() const { return {}; }
  /// That a part was to have at most; 0: nobody said, it was appended to, or an earlier version wrote it.
  virtual std::uint64_t partBytes() const { return 0; }

  /// What no checksum covers, since an earlier Masu or another program wrote it: names of files, for their description,
  /// and of objects, after a slash.
  virtual std::vector<std::string> uncovered() const { return {}; }
  /// Compares everything in its files but values with their checksums of it. Errors: damaged.
  virtual Result<void> compareStructure() const { return {}; }

  /// Null when the dataset has no such object; of a kept text column, its ends. Lifetime: the dataset's.
  const ObjectInfo* find(std::string_view name) const;
  /// [F], [C, T] or [C, H, W] of /features; empty when there is none.
  std::vector<std::uint64_t> sampleShape() const;

  /// Copies samples [first, first + count) of an object in its stored type, row-major. Origins are copied as Origin[].
  /// Errors: Errc::damaged names the samples of a chunk that is not as it was written (see Checking).
  /// Requires: out.size() == count × sampleBytes (count × sizeof(Origin) for "origin"), and the range exists.
  virtual Result<void> read(const ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                            std::span<std::byte> out) const = 0;

  /// The same, widened to double through scale and offset (an affine object's missing code as NaN): for views and
  /// statistics, not for streaming. Errors: an object that holds no numbers.
  Result<std::vector<double>> readValues(const ObjectInfo& object, std::uint64_t first, std::uint64_t count) const;

  /// Texts of /kept/NAME where it was kept as text.
  virtual Result<std::vector<std::string>> readTexts(std::string_view keptName, std::uint64_t first,
                                                     std::uint64_t count) const = 0;

  /// One chunk's stored bytes, decoded (short at the end of the object). For loaders.
  /// Requires: chunk < object.chunks(), and out.size() is that chunk's samples × sampleBytes.
  virtual Result<void> readChunk(const ObjectInfo& object, std::uint64_t chunk, std::span<std::byte> out) const = 0;

  /// Says that a chunk will be read soon: a disk may bring it meanwhile. Advice, which costs next to nothing.
  virtual void prefetchChunk(const ObjectInfo& /*object*/, std::uint64_t /*chunk*/) const {}

  /// True where the chunk's content equals its stored checksum (or it has none). Requires: one of storedObjects().
  virtual Result<bool> chunkIntact(const ObjectInfo& object, std::uint64_t chunk) const = 0;

  /// The checksum of each chunk of what read() gives of one of storedObjects(); empty where it has none. Those of
  /// labels that were edited are computed. Errors: of reading.
  virtual Result<std::vector<std::uint64_t>> chunkSums(const ObjectInfo& /*object*/) const {
    return std::vector<std::uint64_t>();
  }
};

/// What a dataset is known by where its labels count: its UUID, and what edits made of the labels.
std::string identityOf(const Dataset& dataset);

/// An object as it is in all files of a dataset together, stored recordings, their windows and their pyramid among
/// them. Nothing where there is none, or where it is a kept text column.
std::optional<ObjectInfo> wholeObject(const Dataset& dataset, std::string_view name);

}  // namespace masu::store
