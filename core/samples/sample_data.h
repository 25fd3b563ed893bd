// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace masu::samples {

/// An invented census table: fifteen columns, numbers and categories, `?` where a value is missing, and an income class
/// that follows from the other columns as far as about 85 of 100 people go.
void appendCensusHeader(std::string& text);
/// Record `row` of the table that `seed` stands for. Records are independent of each other.
void appendCensusRow(std::uint64_t seed, std::uint64_t row, std::string& text);

inline constexpr int kDigitRate = 8000;

/// A generated spoken-digit-like sound: a pulse train and noise through moving formants.
struct DigitSound {
  std::string fileName;  ///< {digit}_{speaker}_{index}.wav
  std::vector<std::int16_t> frames;
};

/// Recording `number` of the collection that `seed` stands for: digits and invented speakers take turns, so that any
/// first part of the collection is balanced. 0.2 to 0.6 s at 8 kHz.
DigitSound makeDigitSound(std::uint64_t seed, std::uint64_t number);

}  // namespace masu::samples
