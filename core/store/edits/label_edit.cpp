// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/edits/label_edit.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/sha256.h"
#include "core/store/format/convert.h"

namespace masu::store {

std::optional<SampleGaps> SampleGaps::of(std::vector<std::uint8_t> bytes, std::uint64_t samples) {
  if (bytes.size() > mostBytes(samples)) return std::nullopt;
  SampleGaps gaps;
  std::uint64_t at = 0;
  std::uint64_t distance = 0;
  for (const std::uint8_t byte : bytes) {
    distance += byte;
    if (byte == kFurther) continue;
    if (distance == 0 && gaps.m_size > 0) return std::nullopt;
    at += distance;
    distance = 0;
    if (at >= samples) return std::nullopt;
    ++gaps.m_size;
    gaps.m_end = at + 1;
  }
  // A distance that no sample ends.
  if (!bytes.empty() && bytes.back() == kFurther) return std::nullopt;
  gaps.m_bytes = std::move(bytes);
  return gaps;
}

void SampleGaps::add(std::uint64_t sample) {
  std::uint64_t distance = m_size == 0 ? sample : sample - (m_end - 1);
  for (; distance >= kFurther; distance -= kFurther) m_bytes.push_back(kFurther);
  m_bytes.push_back(static_cast<std::uint8_t>(distance));
  ++m_size;
  m_end = sample + 1;
}

std::optional<EditFault> faultOf(const LabelEdit& edit, std::uint64_t classesBefore, std::uint64_t samples) {
  const std::uint64_t classes = edit.classes.size();
  const auto isCode = [classes](std::uint32_t code) { return code < classes; };
  if (classes == 0 || std::set<std::string_view>(edit.classes.begin(), edit.classes.end()).size() != classes)
    return EditFault::classes;
  const bool covered = edit.recoded.empty() ? classes >= classesBefore
                                            : edit.recoded.size() == classesBefore && classesBefore <= kMostRecoded &&
                                                  std::ranges::all_of(edit.recoded, isCode);
  if (!covered) return EditFault::recoded;
  if (edit.samples.end() > samples) return EditFault::samples;
  const bool fits = edit.samples.empty() ? edit.codes.empty()
                                         : edit.codes.size() == 1 || edit.codes.size() == edit.samples.size();
  if (!fits || !std::ranges::all_of(edit.codes, isCode)) return EditFault::codes;
  return std::nullopt;
}

table::DType codeTypeFor(std::uint64_t classes) {
  return table::narrowestUnsigned(classes == 0 ? 0 : classes - 1);
}

std::vector<std::byte> packCodes(std::span<const std::uint32_t> codes, table::DType type) {
  std::vector<std::byte> packed(codes.size() * table::sizeOf(type));
  convert(table::DType::u32, std::as_bytes(codes), type, packed);
  return packed;
}

std::string classesText(const std::vector<std::string>& classes) {
  using Json = nlohmann::json;
  return Json(classes).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::string> hashAfter(const std::string& before, const LabelEdit& edit) {
  const std::string classes = classesText(edit.classes);
  const std::vector<std::byte> recoded = packCodes(edit.recoded, table::DType::u32);
  const std::vector<std::byte> codes = packCodes(edit.codes, codeTypeFor(edit.classes.size()));
  MASU_TRY(Sha256 hash, Sha256::create());
  // The lengths come first, so that none of the four runs into the next.
  hash.update("masu labels 1\n" + before + "\n" + std::to_string(classes.size()) + ' ' +
              std::to_string(recoded.size()) + ' ' + std::to_string(edit.samples.bytes().size()) + ' ' +
              std::to_string(codes.size()) + '\n');
  hash.update(classes);
  hash.update(recoded);
  hash.update(std::as_bytes(std::span(edit.samples.bytes())));
  hash.update(codes);
  return hash.finish();
}

}  // namespace masu::store
