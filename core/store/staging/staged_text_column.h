// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/store/staging/staged_object.h"

namespace masu::store {

/// A kept text column while a dataset is being written: two parts that grow together. Threads: one at a time.
struct StagedTextColumn {
  std::shared_ptr<StagedObject> ends;
  std::shared_ptr<StagedObject> bytes;
  std::uint64_t texts = 0;
  std::uint64_t length = 0;
  std::uint64_t before = 0;  ///< bytes that a dataset to append to has already

  Result<void> append(std::span<const std::string> more);
  Result<TextRecord> note(const std::string& keptName);

  /// Appends the parts that have something in them. Errors: as for StagedObject::seal.
  Result<void> seal(std::uint64_t samples, std::vector<const StagedObject*>& parts) const;
};

/// The objects of a text column.
ObjectInfo textObject(const std::string& keptName, Element element, Compression compression);

}  // namespace masu::store
