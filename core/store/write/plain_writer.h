// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::store {

/// Writes a dataset file for programs that parse HDF5 themselves: every object contiguous, the oldest file format, no
/// link to another file (FORMAT.md, "Plain files"). The objects are known beforehand, so that the file's bytes are
/// written from its beginning to its end and never twice. It has no splits file. Threads: one at a time.
class PlainWriter {
 public:
  /// Takes the next bytes of the file; they last until it returns.
  using Sink = std::function<Result<void>(std::span<const std::byte>)>;

  /// `objects` have their final number of samples, at least one, and are uncompressed; `file` is for messages.
  static Result<std::unique_ptr<PlainWriter>> create(const std::filesystem::path& file, std::vector<ObjectInfo> objects,
                                                     std::uint64_t samples, const DatasetMeta& meta, Sink sink);
  virtual ~PlainWriter() = default;

  /// Of the whole file.
  virtual std::uint64_t fileBytes() const = 0;
  /// The values of all objects as stored (origins packed), object after object, in pieces of any length.
  /// Errors: the sink's.
  virtual Result<void> append(std::span<const std::byte> values) = 0;
  /// Requires: every value was appended.
  virtual Result<void> finish() = 0;
};

}  // namespace masu::store
