#include "core/manifest/print_bins.h"

#include <algorithm>
#include <bit>

namespace masu::manifest {

namespace {

constexpr unsigned kMostBits = 8;
constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20U;
constexpr std::size_t kBufferPrints = 2048;
constexpr std::uint64_t kReadPrints = 65536;

std::uint64_t topBits(std::uint64_t content, unsigned bits) {
  return bits == 0 ? 0 : content >> (64 - bits);
}

}  // namespace

Result<PrintBins> PrintBins::begin(std::uint64_t prints, std::uint64_t memoryBytes,
                                   const std::filesystem::path& scratch) {
  PrintBins bins;
  bins.m_held = std::max(memoryBytes, kLeastMemory) / 2 / sizeof(Print);
  if (prints <= bins.m_held) {
    bins.m_prints.reserve(prints);
    return bins;
  }
  // Bins are of nearly one size, as hashes spread evenly: half a bin of room is plenty.
  const std::uint64_t wanted = std::bit_ceil(prints / (bins.m_held - bins.m_held / 3) + 1);
  bins.m_bits = std::min(kMostBits, static_cast<unsigned>(std::bit_width(wanted) - 1));
  for (std::uint64_t bin = 0; bin < std::uint64_t{1} << bins.m_bits; ++bin) {
    MASU_TRY(auto file, io::File::createUnnamed(scratch));
    bins.m_bins.push_back({std::move(file), 0, {}});
    bins.m_bins.back().buffer.reserve(kBufferPrints);
  }
  return bins;
}

Result<void> PrintBins::add(std::span<const Print> prints) {
  if (m_bins.empty()) {
    m_prints.insert(m_prints.end(), prints.begin(), prints.end());
    return {};
  }
  for (const Print& print : prints) {
    Bin& bin = m_bins[topBits(print.content, m_bits)];
    bin.buffer.push_back(print);
    if (bin.buffer.size() == kBufferPrints) MASU_CHECK(flush(bin));
  }
  return {};
}

Result<void> PrintBins::flush(Bin& bin) {
  MASU_CHECK(bin.file.writeAt(bin.prints * sizeof(Print), std::as_bytes(std::span(bin.buffer))));
  bin.prints += bin.buffer.size();
  bin.buffer.clear();
  return {};
}

Result<void> PrintBins::forEachBin(const std::function<Result<void>(std::vector<Print>&)>& take) {
  if (m_bins.empty()) return take(m_prints);
  for (Bin& bin : m_bins) {
    MASU_CHECK(flush(bin));
    bin.buffer = {};
  }
  for (Bin& bin : m_bins) {
    MASU_CHECK(takeBin(bin, take));
    bin.file.close();
  }
  return {};
}

/// A bin beyond memory is read several times, each for the contents of some further bits.
Result<void> PrintBins::takeBin(const Bin& bin, const std::function<Result<void>(std::vector<Print>&)>& take) {
  const std::uint64_t rounds = bin.prints <= m_held ? 1 : std::bit_ceil(bin.prints * 3 / (m_held * 2) + 1);
  const auto further = static_cast<unsigned>(std::bit_width(rounds) - 1);
  std::vector<Print> block;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    m_prints.clear();
    for (std::uint64_t first = 0; first < bin.prints; first += kReadPrints) {
      block.resize(std::min(kReadPrints, bin.prints - first));
      MASU_CHECK(bin.file.readAt(first * sizeof(Print), std::as_writable_bytes(std::span(block))));
      std::ranges::copy_if(block, std::back_inserter(m_prints),
                           [&](const Print& print) { return topBits(print.content << m_bits, further) == round; });
    }
    MASU_CHECK(take(m_prints));
  }
  return {};
}

}  // namespace masu::manifest
