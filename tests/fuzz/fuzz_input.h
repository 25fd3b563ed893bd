// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include <unistd.h>

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

/// A folder in memory for what is read by its name. Lifetime: it goes with its contents.
class ScratchFolder {
 public:
  ScratchFolder() { clear(); }
  ~ScratchFolder() { std::filesystem::remove_all(m_path); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return m_path; }
  void clear() const {
    std::filesystem::remove_all(m_path);
    std::filesystem::create_directories(m_path);
  }
  std::filesystem::path write(const std::string& name, std::span<const std::uint8_t> bytes) const {
    const std::filesystem::path file = m_path / name;
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return file;
  }

 private:
  static inline int s_folders = 0;
  std::filesystem::path m_path = "/dev/shm/masu-fuzz-" + std::to_string(getpid()) + "-" + std::to_string(++s_folders);
};

}  // namespace masu::fuzz
