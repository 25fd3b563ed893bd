#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace masu::tasks {

inline constexpr int kDigitRate = 8000;

/// A generated spoken-digit-like sound: a pulse train and noise through moving formants.
struct DigitSound {
  std::string fileName;  ///< {digit}_{speaker}_{index}.wav
  std::vector<std::int16_t> frames;
};

/// Recording `number` of the collection that `seed` stands for: digits and invented speakers take turns, so that any
/// first part of the collection is balanced. 0.2 to 0.6 s at 8 kHz.
DigitSound makeDigitSound(std::uint64_t seed, std::uint64_t number);

}  // namespace masu::tasks
