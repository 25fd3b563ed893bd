#include "core/ingest/interleave.h"

#include <cstring>

namespace masu::ingest {

void interleave(std::span<const std::byte> channels, std::uint64_t frames, std::size_t width,
                std::span<std::byte> out) {
  const std::size_t count = channels.size() / (frames * width);
  for (std::size_t channel = 0; channel < count; ++channel) {
    const std::byte* from = channels.data() + channel * frames * width;
    std::byte* to = out.data() + channel * width;
    for (std::uint64_t frame = 0; frame < frames; ++frame)
      std::memcpy(to + frame * count * width, from + frame * width, width);
  }
}

}  // namespace masu::ingest
