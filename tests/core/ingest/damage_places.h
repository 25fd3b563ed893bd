// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

/// For tests of what is resumed.
namespace masu::test {

/// Bytes of the files of a folder: of each file those at its ends and some between, of the journal more.
struct DamagePlaces {
  using Place = std::pair<std::string, std::uint64_t>;

  static std::vector<Place> of(const std::filesystem::path& folder) {
    std::vector<Place> places;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      const std::uint64_t size = entry.file_size();
      const std::uint64_t steps = std::min<std::uint64_t>(name == "journal" ? 24 : 3, size);
      for (std::uint64_t i = 0; i < steps; ++i)
        places.emplace_back(name, steps > 1 ? (size - 1) * i / (steps - 1) : 0);
      // Where the samples of a part begin.
      if (size > 4096) places.emplace_back(name, 4096);
    }
    std::sort(places.begin(), places.end());
    return places;
  }

  static void flip(const std::filesystem::path& file, std::uint64_t place) {
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekg(static_cast<std::streamoff>(place));
    const char value = static_cast<char>(bytes.get() ^ (1 << place % 8));
    bytes.seekp(static_cast<std::streamoff>(place));
    bytes.put(value);
  }
};

}  // namespace masu::test
