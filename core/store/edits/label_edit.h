// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/table/dtype.h"

namespace masu::store {

/// Samples in ascending order, as an edit stores them: each byte below 255 is the distance of a sample from the one
/// before (of the first, from 0); a byte of 255 adds 255 to the next distance. So ten million samples among a hundred
/// million take ten megabytes before compression. Threads: const calls are safe together.
class SampleGaps {
 public:
  /// Of bytes from a file. Nothing where they are not such samples, all below `samples`.
  static std::optional<SampleGaps> of(std::vector<std::uint8_t> bytes, std::uint64_t samples);

  /// Requires: above every sample that was added.
  void add(std::uint64_t sample);

  std::uint64_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  /// One past the last sample; 0 without any.
  std::uint64_t end() const { return m_end; }
  const std::vector<std::uint8_t>& bytes() const { return m_bytes; }

  /// Calls body(sample) for each of them, in order.
  template <class Body>
  void forEach(Body&& body) const {
    std::uint64_t at = 0;
    for (const std::uint8_t byte : m_bytes) {
      at += byte;
      if (byte != kFurther) body(at);
    }
  }

  /// More than this many bytes are not needed for samples below `samples`.
  static std::uint64_t mostBytes(std::uint64_t samples) { return samples + samples / kFurther + 1; }

 private:
  static constexpr std::uint8_t kFurther = 255;

  std::vector<std::uint8_t> m_bytes;
  std::uint64_t m_size = 0;
  std::uint64_t m_end = 0;
};

/// One change of the labels of a dataset: classes are renamed, merged and added first, then samples get other classes.
struct LabelEdit {
  std::vector<std::string> classes;    ///< after it, in the order of the codes; each once
  std::vector<std::uint32_t> recoded;  ///< by the code before: the code after it; empty: each stays what it is
  SampleGaps samples;                  ///< those that get another class
  std::vector<std::uint32_t> codes;    ///< one for each of them, or one for all
};

/// No edit renames or merges more classes: what a file claims to hold is bounded by it.
inline constexpr std::uint64_t kMostRecoded = std::uint64_t{1} << 24U;

/// What of an edit makes no sense for a dataset of so many samples whose labels were of so many classes; nothing where
/// all of it does: codes are below the number of classes, samples below that of samples, and no class is twice.
enum class EditFault { classes, recoded, samples, codes };
std::optional<EditFault> faultOf(const LabelEdit& edit, std::uint64_t classesBefore, std::uint64_t samples);

/// The type in which codes of so many classes are stored.
table::DType codeTypeFor(std::uint64_t classes);
/// Codes as they are stored, little-endian. Requires: the type has room for each.
std::vector<std::byte> packCodes(std::span<const std::uint32_t> codes, table::DType type);

/// The classes of an edit as JSON, as they are stored and hashed.
std::string classesText(const std::vector<std::string>& classes);

/// SHA-256 of the labels after an edit, from that of the labels before, which is empty for those that were imported;
/// see FORMAT.md. Errors: as Sha256::create().
Result<std::string> hashAfter(const std::string& before, const LabelEdit& edit);

}  // namespace masu::store
