#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/io/file.h"

namespace masu::fuzz {

/// Ends the program where a law does not hold: the fuzzer keeps the input that did it.
inline void require(bool holds) {
  if (!holds) std::abort();
}

/// The bytes as a file in memory.
inline io::File fileOf(const std::uint8_t* data, std::size_t size) {
  auto file = io::File::createInMemory("fuzz");
  require(file && file->writeAt(0, std::as_bytes(std::span(data, size))));
  return std::move(*file);
}

}  // namespace masu::fuzz
