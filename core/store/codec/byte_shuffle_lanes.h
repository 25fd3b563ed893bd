// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/store/codec/byte_shuffle.h"

namespace masu::store {

/// Shuffling in vector registers, written once for all their widths. A register holds as many lanes of 16 bytes as
/// `Vector` says; the instructions used never cross lanes, so each lane takes 16 elements of its own.
///
/// `Vector` names Register and kLanes, and has: loadPlane and storePlane (bytes side by side), loadLanes and storeLanes
/// (lane j at `stride` × j), evenBytes and oddBytes (of two registers in a row), joinLow and joinHigh (bytes of two
/// registers in turn, of the lower and the upper half of their lanes).
template <class Vector, std::size_t Size>
struct ShuffleLanes {
  using Register = typename Vector::Register;

  static constexpr std::size_t kLaneElements = 16;
  static constexpr std::size_t kElements = kLaneElements * Vector::kLanes;

  /// Registers [0, Count) hold elements; afterwards register k holds their bytes k. Each round parts even bytes from
  /// odd ones, which halves the element.
  template <std::size_t Count = Size>
  static void part(Register* registers) {
    if constexpr (Count > 1) {
      Register even[Count / 2];
      Register odd[Count / 2];
      for (std::size_t i = 0; i < Count / 2; ++i) {
        even[i] = Vector::evenBytes(registers[2 * i], registers[2 * i + 1]);
        odd[i] = Vector::oddBytes(registers[2 * i], registers[2 * i + 1]);
      }
      part<Count / 2>(even);
      part<Count / 2>(odd);
      for (std::size_t i = 0; i < Count / 2; ++i) {
        registers[2 * i] = even[i];
        registers[2 * i + 1] = odd[i];
      }
    }
  }

  /// The way back.
  template <std::size_t Count = Size>
  static void join(Register* registers) {
    if constexpr (Count > 1) {
      Register even[Count / 2];
      Register odd[Count / 2];
      for (std::size_t i = 0; i < Count / 2; ++i) {
        even[i] = registers[2 * i];
        odd[i] = registers[2 * i + 1];
      }
      join<Count / 2>(even);
      join<Count / 2>(odd);
      for (std::size_t i = 0; i < Count / 2; ++i) {
        registers[2 * i] = Vector::joinLow(even[i], odd[i]);
        registers[2 * i + 1] = Vector::joinHigh(even[i], odd[i]);
      }
    }
  }

  /// Returns how many elements were done, as unshuffle() does.
  static std::size_t shuffle(std::span<const std::byte> in, std::span<std::byte> out) {
    const std::size_t elements = in.size() / Size;
    const std::size_t whole = elements - elements % kElements;
    for (std::size_t i = 0; i < whole; i += kElements) {
      Register registers[Size];
      for (std::size_t k = 0; k < Size; ++k)
        registers[k] = Vector::loadLanes(in.data() + i * Size + k * kLaneElements, kLaneElements * Size);
      part(registers);
      for (std::size_t k = 0; k < Size; ++k) Vector::storePlane(out.data() + k * elements + i, registers[k]);
    }
    return whole;
  }

  static std::size_t unshuffle(std::span<const std::byte> in, std::span<std::byte> out) {
    const std::size_t elements = in.size() / Size;
    const std::size_t whole = elements - elements % kElements;
    for (std::size_t i = 0; i < whole; i += kElements) {
      Register registers[Size];
      for (std::size_t k = 0; k < Size; ++k) registers[k] = Vector::loadPlane(in.data() + k * elements + i);
      join(registers);
      for (std::size_t k = 0; k < Size; ++k)
        Vector::storeLanes(out.data() + i * Size + k * kLaneElements, kLaneElements * Size, registers[k]);
    }
    return whole;
  }
};

template <class Vector>
constexpr ShuffleKernel shuffleKernelOf() {
  return {{ShuffleLanes<Vector, 2>::shuffle, ShuffleLanes<Vector, 4>::shuffle, ShuffleLanes<Vector, 8>::shuffle},
          {ShuffleLanes<Vector, 2>::unshuffle, ShuffleLanes<Vector, 4>::unshuffle, ShuffleLanes<Vector, 8>::unshuffle}};
}

}  // namespace masu::store
