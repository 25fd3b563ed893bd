#pragma once

#include <filesystem>
#include <functional>

#include "core/io/file.h"
#include "core/manifest/content_prints.h"

namespace masu::manifest {

/// Brings equal contents together out of core: prints are dealt into files without names by the highest bits of their
/// content, and come back bin by bin, each within memory. With memory for all of them, nothing is written.
/// Memory: what begin() is given, and a buffer a bin. Disk: 24 bytes a print. Threads: one.
class PrintBins {
 public:
  /// Errors: of creating files in `scratch`.
  static Result<PrintBins> begin(std::uint64_t prints, std::uint64_t memoryBytes, const std::filesystem::path& scratch);

  Result<void> add(std::span<const Print> prints);
  /// Calls take(prints) with each bin, lowest contents first; `take` may sort them. Prints of one content come
  /// together.
  Result<void> forEachBin(const std::function<Result<void>(std::vector<Print>& prints)>& take);

  std::size_t files() const { return m_bins.size(); }

 private:
  struct Bin {
    io::File file;
    std::uint64_t prints = 0;  ///< in the file
    std::vector<Print> buffer;
  };
  Result<void> flush(Bin& bin);
  Result<void> takeBin(const Bin& bin, const std::function<Result<void>(std::vector<Print>&)>& take);

  std::uint64_t m_held = 0;  ///< prints that memory holds at once
  unsigned m_bits = 0;       ///< of the content, that choose the file
  std::vector<Bin> m_bins;   ///< empty: all in m_prints
  std::vector<Print> m_prints;
};

}  // namespace masu::manifest
