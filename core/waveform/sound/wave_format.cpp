// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/wave_format.h"

#include "core/base/units.h"

namespace masu::waveform {
namespace {

constexpr std::uint64_t kIntegers = 1;
constexpr std::uint64_t kFloats = 3;
constexpr std::uint64_t kALaw = 6;
constexpr std::uint64_t kMuLaw = 7;
constexpr std::uint64_t kLargestContainer = 4;

tl::unexpected<Error> contradiction(const WaveFormat& format, const std::string& path) {
  return fail(Errc::damaged,
              MASU_TEXT("core",
                        "The header of {0} contradicts itself: {1} channels of {2} bits in frames of {3} bytes, with "
                        "{4} valid bits. Save it again with an audio program."),
              {path, std::to_string(format.channels), std::to_string(format.bits), std::to_string(format.frameBytes),
               std::to_string(format.validBits != 0 ? format.validBits : format.bits)},
              {path});
}

}  // namespace

std::uint64_t bitsOf(const WaveFormat& format) {
  // Up to 8 valid bits of more would be signed, as no file of 8 bits is: such a sample counts as its container.
  return format.tag == kIntegers && format.validBits > 8 ? format.validBits : format.bits;
}

Result<unsigned> containerBytes(const WaveFormat& format, const std::string& path) {
  if (format.tag != kIntegers && format.tag != kFloats && format.tag != kALaw && format.tag != kMuLaw) return 0U;
  if (format.channels == 0 || format.bits == 0) return contradiction(format, path);
  if (format.validBits > format.bits) return contradiction(format, path);
  if (format.frameBytes == 0) return 0U;
  if (format.frameBytes % format.channels != 0) return contradiction(format, path);
  const std::uint64_t container = format.frameBytes / format.channels;
  // Decoders of the two laws write what they expand to in place of the bits that are stored.
  const bool isLaw = format.tag == kALaw || format.tag == kMuLaw;
  const std::uint64_t needed = isLaw ? 1 : ceilDivide(bitsOf(format), std::uint64_t{8});
  if (container == needed) return 0U;
  // Up to 8 bits are unsigned, which nothing says of larger containers.
  const bool isWider = format.tag == kIntegers && bitsOf(format) > 8 && container > needed;
  if (!isWider || container > kLargestContainer) return contradiction(format, path);
  return static_cast<unsigned>(container);
}

}  // namespace masu::waveform
