// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/parts/statistics_share.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/io/atomic_file.h"
#include "core/loader/transform/channel_map.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;
using loader::Moments;
using Counts = std::vector<std::vector<std::uint64_t>>;

constexpr std::uint64_t kWordBytes = sizeof(std::uint64_t);

/// Where the share of part `number`, from 0, begins among `total`.
std::uint64_t beginOf(std::uint64_t total, std::uint64_t number, std::uint64_t parts) {
  return total / parts * number + total % parts * number / parts;
}

/// A file of words of 64 bits, whose last is the hash of the others.
class ShareWriter {
 public:
  explicit ShareWriter(io::AtomicFile file) : m_file(std::move(file)) {}

  void put(std::uint64_t word) { m_words.push_back(word); }
  void putNumber(double value) { put(std::bit_cast<std::uint64_t>(value)); }
  Result<void> flush() {
    const auto bytes = std::as_bytes(std::span(m_words));
    m_hash.update(bytes);
    MASU_CHECK(m_file.append(bytes));
    m_words.clear();
    return {};
  }
  Result<void> finish() {
    MASU_CHECK(flush());
    const std::uint64_t hash = m_hash.digest();
    MASU_CHECK(m_file.append(std::as_bytes(std::span(&hash, 1))));
    return m_file.commit();
  }

 private:
  io::AtomicFile m_file;
  Hasher64 m_hash;
  std::vector<std::uint64_t> m_words;
};

/// Reads one; every call returns false where the file has no more, or cannot be read.
class ShareReader {
 public:
  bool open(const fs::path& path) {
    auto file = io::File::openRead(path);
    const auto size = file ? file->size() : Result<std::uint64_t>(std::uint64_t{0});
    if (!file || !size || *size < kWordBytes || *size % kWordBytes != 0) return false;
    m_file = std::move(*file);
    m_end = *size - kWordBytes;
    return true;
  }
  bool next(std::uint64_t& word) {
    if (m_at == m_words.size() && !refill()) return false;
    word = m_words[m_at++];
    return true;
  }
  bool nextNumber(double& value) {
    std::uint64_t word = 0;
    if (!next(word)) return false;
    value = std::bit_cast<double>(word);
    return true;
  }
  /// Whether everything was read, and is what was written.
  bool isWhole() {
    std::uint64_t hash = 0;
    return m_read == m_end && m_at == m_words.size() &&
           m_file.readAt(m_end, std::as_writable_bytes(std::span(&hash, 1))) && hash == m_hash.digest();
  }

 private:
  bool refill() {
    constexpr std::uint64_t kBufferBytes = 1 << 20;
    const std::uint64_t bytes = std::min(kBufferBytes, m_end - m_read);
    m_words.resize(bytes / kWordBytes);
    m_at = 0;
    const auto buffer = std::as_writable_bytes(std::span(m_words));
    if (bytes == 0 || !m_file.readAt(m_read, buffer)) return false;
    m_hash.update(buffer);
    m_read += bytes;
    return true;
  }

  io::File m_file;
  Hasher64 m_hash;
  std::vector<std::uint64_t> m_words;
  std::size_t m_at = 0;
  std::uint64_t m_read = 0;
  std::uint64_t m_end = 0;
};

/// Objects whose values are measured; null where there are none to measure, as in measureTrain().
struct Measured {
  Measured(const store::Dataset& dataset, const ExportSplits& exportSplits) {
    if (exportSplits.train.size() > 0) features = dataset.find("features");
    categories = dataset.find("categories");
    const bool classes = dataset.meta().target == store::Target::classes;
    (classes ? labels : targets) = dataset.find("labels");
  }

  const store::ObjectInfo* features = nullptr;
  const store::ObjectInfo* targets = nullptr;
  const store::ObjectInfo* categories = nullptr;
  const store::ObjectInfo* labels = nullptr;
};

/// What is to be measured, by whom, and with what.
struct Share {
  const store::Dataset& dataset;
  const loader::SampleIndex& train;
  PartOf part;
  unsigned threads;
  const std::stop_token& stop;

  std::uint64_t begin(std::uint64_t total) const { return beginOf(total, part.number - 1, part.count); }
  std::uint64_t end(std::uint64_t total) const { return beginOf(total, part.number, part.count); }
};

Result<void> writeMoments(ShareWriter& to, const Share& share, const store::ObjectInfo* object) {
  if (object == nullptr) return {};
  const auto take = [&](const loader::ChunkMoments& chunks) -> Result<void> {
    for (const auto& chunk : chunks) {
      to.put(chunk.size());
      for (const Moments& moments : chunk) {
        for (const double value : {moments.count, moments.mean, moments.squares, moments.min, moments.max})
          to.putNumber(value);
      }
    }
    return to.flush();
  };
  const std::uint64_t chunks = object->chunks();
  return loader::forMomentsOfChunks(share.dataset, *object, share.train, share.begin(chunks), share.end(chunks),
                                    share.threads, share.stop, take);
}

/// Merges what writeMoments() wrote of so many chunks.
bool readMoments(ShareReader& from, std::uint64_t chunks, std::vector<Moments>& total) {
  for (; chunks > 0; --chunks) {
    std::uint64_t channels = 0;
    if (!from.next(channels) || (channels != 0 && channels != total.size())) return false;
    for (std::size_t channel = 0; channel < channels; ++channel) {
      Moments moments;
      for (double* value : {&moments.count, &moments.mean, &moments.squares, &moments.min, &moments.max}) {
        if (!from.nextNumber(*value)) return false;
      }
      total[channel].merge(moments);
    }
  }
  return true;
}

Result<void> writeCounts(ShareWriter& to, const Share& share, const store::ObjectInfo& object,
                         const loader::SampleIndex& index, const std::vector<std::size_t>& codes) {
  const std::uint64_t samples = object.samples;
  MASU_TRY(const Counts counts,
           countCodes(share.dataset, object, index, codes, share.begin(samples), share.end(samples), share.stop));
  for (const auto& one : counts) {
    to.put(one.size());
    for (const std::uint64_t count : one) to.put(count);
  }
  return to.flush();
}

/// Adds what writeCounts() wrote of so many lists.
bool readCounts(ShareReader& from, std::uint64_t lists, Counts& total) {
  total.resize(lists);
  for (auto& counts : total) {
    std::uint64_t size = 0;
    if (!from.next(size)) return false;
    if (counts.empty()) counts.resize(std::min<std::uint64_t>(size, 1U << 24U));
    if (counts.size() != size) return false;
    for (std::uint64_t& count : counts) {
      std::uint64_t more = 0;
      if (!from.next(more)) return false;
      count += more;
    }
  }
  return true;
}

}  // namespace

Result<void> writeStatisticsShare(const store::Dataset& dataset, const ExportSplits& exportSplits, const PartOf& part,
                                  const fs::path& file, unsigned threads, const std::stop_token& stop) {
  MASU_TRY(auto target, io::AtomicFile::create(file, io::Overwrite::yes));
  ShareWriter to(std::move(target));
  const Measured measured(dataset, exportSplits);
  const Share share{dataset, exportSplits.train, part, threads, stop};
  MASU_CHECK(writeMoments(to, share, measured.features));
  MASU_CHECK(writeMoments(to, share, measured.targets));
  if (measured.categories != nullptr) {
    MASU_CHECK(writeCounts(to, share, *measured.categories, exportSplits.train, categoryCodes(dataset)));
  }
  for (const ExportSplit& exportSplit : exportSplits.parts) {
    if (measured.labels == nullptr) break;
    MASU_CHECK(writeCounts(to, share, *measured.labels, exportSplit.index(), {dataset.meta().classes.size()}));
  }
  return to.finish();
}

std::optional<TrainStatistics> joinStatistics(const store::Dataset& dataset, const ExportSplits& exportSplits,
                                              const std::vector<fs::path>& files) {
  const Measured measured(dataset, exportSplits);
  TrainStatistics found;
  const auto begin = [&](const store::ObjectInfo* object, std::vector<Moments>& total) {
    if (object != nullptr) total.resize(loader::channelMapOf(dataset, *object).channels);
  };
  begin(measured.features, found.features);
  begin(measured.targets, found.targets);
  std::map<std::string, Counts> classes;
  for (std::uint64_t number = 0; number < files.size(); ++number) {
    const auto chunksOf = [&](const store::ObjectInfo* object) {
      const std::uint64_t chunks = object == nullptr ? 0 : object->chunks();
      return beginOf(chunks, number + 1, files.size()) - beginOf(chunks, number, files.size());
    };
    ShareReader from;
    if (!from.open(files[number])) return std::nullopt;
    if (!readMoments(from, chunksOf(measured.features), found.features)) return std::nullopt;
    if (!readMoments(from, chunksOf(measured.targets), found.targets)) return std::nullopt;
    if (measured.categories != nullptr && !readCounts(from, measured.categories->valuesPerSample(), found.categories)) {
      return std::nullopt;
    }
    for (const ExportSplit& exportSplit : exportSplits.parts) {
      if (measured.labels == nullptr) break;
      if (!readCounts(from, measured.labels->valuesPerSample(), classes[exportSplit.name()])) return std::nullopt;
    }
    if (!from.isWhole()) return std::nullopt;
  }
  for (auto& [split, counts] : classes) found.classes[split] = std::move(counts.front());
  return found;
}

}  // namespace masu::shards
