// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/io/file.h"
#include "core/shards/content/array_field.h"
#include "core/shards/formats/shard_format.h"
#include "tests/fixtures/made_dataset.h"

namespace masu::test {

/// A shard of all samples of a dataset, and how it is written.
class WholeShard {
 public:
  explicit WholeShard(const store::Dataset& dataset)
      : m_dataset(dataset), m_split("train", loader::SampleIndex::whole(dataset.samples()), std::nullopt) {}

  const shards::ExportSplit& split() const { return m_split; }
  shards::Shard shard() const { return {&m_split, 2, 0, m_split.size()}; }
  Result<std::unique_ptr<shards::ShardFormat>> format(shards::Format format) const {
    shards::ShardOptions options;
    options.format = format;
    return shards::formatFor(m_dataset, options, {}, "made");
  }
  Result<std::vector<shards::ShardFile>> write(const shards::ShardFormat& format, const std::filesystem::path& folder,
                                               std::uint64_t blockBytes = 1 << 20, unsigned threads = 1) const {
    std::filesystem::create_directories((folder / format.path(m_split, 2)).parent_path());
    shards::SampleReader reader(m_dataset, {});
    Progress progress;
    return format.write(folder, shard(), {reader, blockBytes, {}, threads}, {{}, progress});
  }
  /// Of each sample by itself.
  std::vector<std::uint64_t> mostBytes(const shards::ShardFormat& format) const {
    std::vector<std::uint64_t> samples(m_split.size());
    m_split.samplesAt(0, samples);
    shards::SampleReader reader(m_dataset, {});
    return format.mostBytes(reader, samples).value();
  }

 private:
  const store::Dataset& m_dataset;
  shards::ExportSplit m_split;
};

inline std::string fileIn(const std::filesystem::path& folder, const shards::ShardFile& file) {
  return io::readText(folder / file.path).value();
}

/// A number of some bytes, the lowest first.
inline std::uint64_t littleEndian(const std::string& bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

}  // namespace masu::test
