// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/byte_shuffle.h"

#include <cassert>
#include <optional>


namespace masu::store {

namespace {

void shuffleFrom(std::size_t first, std::span<const std::byte> in, std::size_t size, std::span<std::byte> out) {
  const std::size_t elements = in.size() / size;
  for (std::size_t i = first; i < elements; ++i) {
    for (std::size_t k = 0; k < size; ++k) out[k * elements + i] = in[i * size + k];
  }
}

void unshuffleFrom(std::size_t first, std::span<const std::byte> in, std::size_t size, std::span<std::byte> out) {
  const std::size_t elements = in.size() / size;
  for (std::size_t i = first; i < elements; ++i) {
    for (std::size_t k = 0; k < size; ++k) out[i * size + k] = in[k * elements + i];
  }
}

/// Which of a kernel's movers is for such elements.
std::optional<std::size_t> moverFor(std::size_t elementBytes) {
  if (elementBytes == 2) return 0;
  if (elementBytes == 4) return 1;
  if (elementBytes == 8) return 2;
  return std::nullopt;
}

const ShuffleKernel* fastest() {
  return avx2ShuffleKernel() != nullptr ? avx2ShuffleKernel() : sse2ShuffleKernel();
}

}  // namespace

#if !defined(__x86_64__)
const ShuffleKernel* avx2ShuffleKernel() {
  return nullptr;
}
#endif

void shuffleBytes(std::span<const std::byte> in, std::size_t elementBytes, std::span<std::byte> out) {
  assert(in.size() == out.size() && in.size() % elementBytes == 0);
  const auto mover = moverFor(elementBytes);
  const std::size_t done = mover && fastest() != nullptr ? fastest()->shuffle[*mover](in, out) : 0;
  shuffleFrom(done, in, elementBytes, out);
}

void unshuffleBytes(std::span<const std::byte> in, std::size_t elementBytes, std::span<std::byte> out) {
  assert(in.size() == out.size() && in.size() % elementBytes == 0);
  const auto mover = moverFor(elementBytes);
  const std::size_t done = mover && fastest() != nullptr ? fastest()->unshuffle[*mover](in, out) : 0;
  unshuffleFrom(done, in, elementBytes, out);
}

}  // namespace masu::store
