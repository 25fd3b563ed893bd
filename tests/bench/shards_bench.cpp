// SPDX-License-Identifier: GPL-3.0-or-later
// Exports in every format beside the disk's own write bandwidth, two cores' memcpy, and Python's usual writers.
//
//   shards_bench [--rounds N] FOLDER [SAMPLES [VALUES [FORMAT]...]]
//
// FOLDER is on the disk to measure; all it makes there is removed. Every figure is the median of N (five) rounds, in
// which export and disk take turns, one round this first and one that, since a disk's bandwidth wanders; all sides wait
// until the disk has everything, and nobody pays for what another removed. "share" is what an export reaches of the
// lower of disk and memcpy, "best" the same of everybody's fastest rounds; "ns/B" is processor time, seconds a
// gigabyte. Python writes the first samples alone, as many as its rate can be measured by: of CSV it would write 1.5 GB
// for twenty minutes. Progress is shown on stderr.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

#include "core/base/permutation.h"
#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "core/store/write/dataset_writer.h"
#include "or_die.h"

namespace {

namespace fs = std::filesystem;
using namespace masu;

constexpr double kMega = 1e6;

template <class... Values>
void report(const char* format, Values... values) {
  std::fprintf(stderr, format, values...);
  std::fflush(stderr);
}

template <class Work>
double secondsOf(Work work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

double median(std::vector<double> figures) {
  std::ranges::nth_element(figures, figures.begin() + figures.size() / 2);
  return figures[figures.size() / 2];
}

/// Of this process, threads and system calls included.
double cpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / kMega;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::shared_ptr<const store::Dataset> makeDataset(const fs::path& path, std::uint64_t samples, std::uint64_t values) {
  store::DatasetMeta meta;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020102";
  meta.kind = store::SampleKind::waveform;
  meta.target = store::Target::classes;
  for (int i = 0; i < 10; ++i) meta.classes.push_back(std::to_string(i));
  meta.schema.columns.emplace_back().name = "x";
  store::ObjectInfo features;
  features.name = "features";
  features.sampleShape = {1, values};
  features.chunkSamples = store::chunkSamplesFor(features.sampleBytes());
  store::ObjectInfo labels;
  labels.name = "labels";
  labels.dtype = table::DType::u8;
  labels.chunkSamples = store::chunkSamplesFor(1);
  const auto writer = orDie(store::DatasetWriter::create(path, {features, labels}, {.overwrite = true}));
  std::vector<float> row(values);
  for (std::uint64_t i = 0; i < samples; ++i) {
    for (std::uint64_t v = 0; v < values; ++v) row[v] = static_cast<float>(mix64(i * values + v) % 65536) / 256.0F;
    orDie(writer->write(0, i, std::as_bytes(std::span(row))));
    const std::uint8_t label[] = {static_cast<std::uint8_t>(i % 10)};
    orDie(writer->write(1, i, std::as_bytes(std::span(label))));
  }
  Progress progress;
  orDie(writer->finish(samples, meta, {{}, progress}));
  return orDie(store::Dataset::open(path));
}

double diskSeconds(const fs::path& path, std::uint64_t bytes) {
  std::vector<std::byte> block(1 << 20, std::byte{0x5A});
  const double seconds = secondsOf([&] {
    const io::File file = orDie(io::File::create(path));
    for (std::uint64_t at = 0; at < bytes; at += block.size()) {
      orDie(file.writeAt(at, std::span(block).first(std::min<std::uint64_t>(block.size(), bytes - at))));
    }
    orDie(file.sync());
  });
  fs::remove(path);
  return seconds;
}

double memcpySeconds(std::uint64_t bytes) {
  std::vector<char> from(bytes, 'a');
  std::vector<char> to(bytes, 'b');
  return secondsOf([&] {
    const auto half = [&](std::uint64_t first, std::uint64_t count) {
      std::memcpy(to.data() + first, from.data() + first, count);
    };
    std::jthread other(half, 0, bytes / 2);
    half(bytes / 2, bytes - bytes / 2);
  });
}

/// Seconds a sample; 0 where Python has no usual writer of that kind.
double peerSeconds(const std::string& kind, const store::Dataset& dataset, const fs::path& out, int rounds) {
  const std::uint64_t bytes = (kind == "csv" ? 4U : 64U) << 20U;
  const std::uint64_t samples =
      std::clamp<std::uint64_t>(bytes / dataset.find("features")->sampleBytes(), 1, dataset.samples());
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    report("%s: Python writes %llu samples, round %d of %d\n", kind.c_str(), static_cast<unsigned long long>(samples),
         round + 1, rounds);
    fs::remove_all(out);
    const std::string line = std::string("/usr/bin/python3 " MASU_BENCH_PEERS "/shard_writers.py ") + kind + " '" +
                             dataset.path().string() + "' '" + out.string() + "' " + std::to_string((samples + 1) / 2) +
                             " " + std::to_string(samples);
    std::FILE* pipe = ::popen(line.c_str(), "r");
    std::array<char, 64> text{};
    const bool hasLine = pipe != nullptr && std::fgets(text.data(), text.size(), pipe) != nullptr;
    if (pipe != nullptr) ::pclose(pipe);
    if (!hasLine) return 0;
    seconds.push_back(std::strtod(text.data(), nullptr));
  }
  fs::remove_all(out);
  return median(seconds) / static_cast<double>(samples);
}

std::uint64_t bytesBelow(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

/// What one format does; a peer of 0 seconds is none. Requires: nothing is in FOLDER/out.
void measure(shards::Format format, const store::Dataset& dataset, const fs::path& folder, int rounds) {
  const std::string kind(name(format));
  shards::ShardOptions options;
  options.format = format;
  options.out = folder / "out";
  options.shardSamples = std::max<std::uint64_t>(dataset.samples() / 8, 1);
  std::vector<double> ours, cpu, disk, copy;
  std::uint64_t bytes = 0;
  const auto exportOnce = [&] {
    ::sync();
    const double before = cpuSeconds();
    ours.push_back(secondsOf([&] {
      Progress progress;
      orDie(shards::writeShards(dataset, options, {}, {{}, progress}));
    }));
    cpu.push_back(cpuSeconds() - before);
    bytes = bytesBelow(options.out);
    fs::remove_all(options.out);
  };
  for (int round = 0; round < rounds; ++round) {
    if (round % 2 == 0) exportOnce();
    ::sync();
    disk.push_back(diskSeconds(folder / "disk", bytes));
    if (round % 2 != 0) exportOnce();
    copy.push_back(memcpySeconds(bytes));
    report("%s: round %d of %d, %.0f MB: export %.2f s, disk %.2f s, memcpy %.2f s\n", kind.c_str(), round + 1, rounds,
         static_cast<double>(bytes) / kMega, ours.back(), disk.back(), copy.back());
  }
  const double peer = peerSeconds(kind, dataset, folder / "peer", rounds) * static_cast<double>(dataset.samples());
  const auto rate = [&](double seconds) { return static_cast<double>(bytes) / kMega / seconds; };
  const double best = std::max(std::ranges::min(disk), std::ranges::min(copy)) / std::ranges::min(ours);
  std::printf("%-12s %8.1f %9.0f %7.2f %9.0f %9.0f %7.2f %7.2f", kind.c_str(), static_cast<double>(bytes) / kMega,
              rate(median(ours)), median(cpu) * 1e9 / static_cast<double>(bytes), rate(median(disk)),
              rate(median(copy)), std::max(median(disk), median(copy)) / median(ours), best);
  if (peer > 0) std::printf(" %9.0f %7.1f", rate(peer), peer / median(ours));
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  int rounds = 5;
  if (words.size() > 1 && words.front() == "--rounds") {
    rounds = std::max(std::atoi(words[1].c_str()), 1);
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) {
    std::fprintf(stderr, "shards_bench [--rounds N] FOLDER [SAMPLES [VALUES [FORMAT]...]]\n");
    return 2;
  }
  const std::uint64_t samples = words.size() > 1 ? std::strtoull(words[1].c_str(), nullptr, 10) : 60'000;
  const std::uint64_t values = words.size() > 2 ? std::strtoull(words[2].c_str(), nullptr, 10) : 784;
  std::vector<shards::Format> formats;
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (const auto format = shards::formatFrom(words[i])) formats.push_back(*format);
  }
  if (formats.empty()) formats = shards::formats();
  const fs::path folder = fs::path(words[0]) / "shards-bench";
  fs::create_directories(folder);
  report("Making %llu samples of %llu values\n", static_cast<unsigned long long>(samples),
       static_cast<unsigned long long>(values));
  const auto dataset = makeDataset(folder / "d.h5", samples, values);
  std::printf("%-12s %8s %9s %7s %9s %9s %7s %7s %9s %7s\n", "format", "MB", "ours MB/s", "ns/B", "disk", "memcpy",
              "share", "best", "peer MB/s", "times");
  for (const shards::Format format : formats) measure(format, *dataset, folder, rounds);
  fs::remove_all(folder);
  return 0;
}
