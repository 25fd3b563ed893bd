// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the dataset file: reading and writing chunks beside the plainest code that moves the same bytes, and
// beside h5py. `store_bench FOLDER [MEBIBYTES] [ROUNDS]`; medians, the two of a line measured in turn.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <thread>

#include <fcntl.h>
#include <libdeflate.h>
#include <sys/resource.h>

#include "core/io/file.h"
#include "core/store/codec/chunk_codec.h"
#include "core/store/read/dataset.h"
#include "core/store/staging/staged_object.h"
#include "core/store/write/dataset_writer.h"
#include "or_die.h"

namespace {

using namespace masu;
namespace fs = std::filesystem;

constexpr unsigned kThreads = 2;
constexpr std::uint64_t kWidth = 32;
constexpr std::uint64_t kSampleBytes = kWidth * sizeof(float);
constexpr std::uint64_t kChunkBytes = 512U << 10U;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMostChunks = 1'000'000;

double secondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Processor seconds of this program and of those it has run. Beside the wall's, they show how busy the machine was.
double processorSeconds() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    }
  }
  return seconds;
}

store::DatasetMeta someMeta() {
  store::DatasetMeta meta;
  meta.uuid = "bench";
  return meta;
}

/// body(i) for i in [0, count), each once, on the threads of every measure here.
void onThreads(std::uint64_t count, const std::function<void(std::uint64_t)>& body) {
  std::atomic<std::uint64_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < kThreads; ++i) {
    workers.emplace_back([&] {
      for (std::uint64_t at = next++; at < count; at = next++) body(at);
    });
  }
}

/// Where every measure reads to. Of whole pages, as the loader's buffers are: some bytes beside a page's begin, the
/// processor takes twice as long to copy pages there, and where an allocator puts memory would decide a ratio.
std::span<std::byte> chunkOfThread() {
  thread_local const std::unique_ptr<void, decltype(&std::free)> pages(std::aligned_alloc(kPage, kChunkBytes),
                                                                       &std::free);
  return {static_cast<std::byte*>(pages.get()), kChunkBytes};
}

/// What a sensor gives: a slow wave and some noise, in steps of 1/256.
std::vector<float> someValues(std::uint64_t count) {
  std::vector<float> values(count);
  constexpr std::uint64_t kBlock = 1U << 16U;
  onThreads((count + kBlock - 1) / kBlock, [&](std::uint64_t block) {
    std::mt19937 random(static_cast<unsigned>(block));
    for (std::uint64_t i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) {
      const double wave = 100 * std::sin(static_cast<double>(i) * 1e-4);
      values[i] = static_cast<float>(std::round(wave * 256 + static_cast<double>(random() % 64)) / 256);
    }
  });
  return values;
}

class Bench {
 public:
  Bench(fs::path folder, std::uint64_t bytes, int rounds)
      : m_folder(std::move(folder)), m_rounds(rounds), m_values(someValues(bytes / kChunkBytes * kChunkBytes / 4)) {}

  void run();

 private:
  struct Line {
    const char* measure;
    double goal;  ///< 0: shown for comparison only
    std::function<double()> ours;
    std::function<double()> peer;
  };

  std::uint64_t bytes() const { return m_values.size() * sizeof(float); }
  std::span<const std::byte> raw() const { return std::as_bytes(std::span(m_values)); }
  std::uint64_t chunks() const { return bytes() / kChunkBytes; }
  std::span<const std::byte> chunk(std::uint64_t i) const { return raw().subspan(i * kChunkBytes, kChunkBytes); }

  void report(const Line& line) const;
  double write(const char* name, store::Compression compression) const;
  double read(const char* name, store::Checking checking = store::Checking::never) const;
  double plainWrite() const;
  double plainRead(const char* name) const;
  void deflateAll();
  double inflateAlone() const;
  double h5py(const std::string& arguments) const;
  void openManyChunks(store::Compression compression) const;

  fs::path m_folder;
  int m_rounds;
  std::vector<float> m_values;
  std::vector<std::vector<std::byte>> m_deflated;  ///< the chunks as they are stored, already in memory
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void Bench::report(const Line& line) const {
  std::vector<double> ours, peer, ourWork, peerWork;
  for (int round = 0; round < m_rounds; ++round) {
    const double begin = processorSeconds();
    ours.push_back(line.ours());
    const double middle = processorSeconds();
    peer.push_back(line.peer());
    ourWork.push_back(middle - begin);
    peerWork.push_back(processorSeconds() - middle);
  }
  const double ratio = median(peer) / median(ours);
  const double megabytes = static_cast<double>(bytes()) / 1e6;
  char goal[32] = "no goal";
  if (line.goal > 0) {
    std::snprintf(goal, sizeof goal, "%s %.1f", ratio >= line.goal ? "reaches" : "MISSES", line.goal);
  }
  std::printf("%-46s %8.0f MB/s %8.0f MB/s %7.2f  %-11s   (processor %.2f s, %.2f s)\n", line.measure,
              megabytes / median(ours), megabytes / median(peer), ratio, goal, median(ourWork), median(peerWork));
  std::fflush(stdout);
}

double Bench::write(const char* name, store::Compression compression) const {
  const fs::path file = m_folder / name;
  fs::remove(file);
  return secondsOf([&] {
    auto writer = orDie(
        store::DatasetWriter::create(file, {{.name = "features", .sampleShape = {kWidth}, .compression = compression}},
                                     {.overwrite = true, .sync = false}));
    constexpr std::uint64_t kChunkSamples = kChunkBytes / kSampleBytes;
    onThreads(chunks(), [&](std::uint64_t i) { orDie(writer->write(0, i * kChunkSamples, chunk(i))); });
    Progress progress;
    orDie(writer->finish(bytes() / kSampleBytes, someMeta(), {{}, progress}));
  });
}

double Bench::plainWrite() const {
  const fs::path path = m_folder / "plain";
  fs::remove(path);
  return secondsOf([&] {
    const io::File file = orDie(io::File::create(path));
    orDie(file.reserve(0, bytes()));
    onThreads(chunks(), [&](std::uint64_t i) { orDie(file.writeAt(i * kChunkBytes, chunk(i))); });
  });
}

/// The same bytes of the same file: how its pages are in the system's cache decides a tenth of the time.
double Bench::plainRead(const char* name) const {
  return secondsOf([&] {
    const io::File file = orDie(io::File::openRead(m_folder / name));
    onThreads(chunks(), [&](std::uint64_t i) {
      const std::span<std::byte> out = chunkOfThread();
      orDie(file.readAt(store::StagedObject::kHeadBytes + i * kChunkBytes, out));
      if (std::memcmp(out.data(), chunk(i).data(), sizeof(float)) == 0) return;
      std::fprintf(stderr, "The samples lie elsewhere in %s.\n", name);
      std::exit(1);
    });
  });
}

double Bench::read(const char* name, store::Checking checking) const {
  const auto dataset = orDie(store::Dataset::open(m_folder / name, checking));
  const store::ObjectInfo& features = *dataset->find("features");
  return secondsOf([&] {
    onThreads(features.chunks(), [&](std::uint64_t i) { orDie(dataset->readChunk(features, i, chunkOfThread())); });
  });
}

void Bench::deflateAll() {
  m_deflated.resize(chunks());
  onThreads(chunks(), [&](std::uint64_t i) {
    const auto encoded = store::ChunkCodec::ofThread().encode(chunk(i), sizeof(float));
    m_deflated[i].assign(encoded.bytes.begin(), encoded.bytes.end());
  });
}

double Bench::inflateAlone() const {
  return secondsOf([&] {
    onThreads(m_deflated.size(), [&](std::uint64_t i) {
      thread_local libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
      const std::span<std::byte> buffer = chunkOfThread();
      const std::vector<std::byte>& stored = m_deflated[i];
      std::size_t size = 0;
      libdeflate_zlib_decompress(decompressor, stored.data(), stored.size(), buffer.data(), buffer.size(), &size);
    });
  });
}

double Bench::h5py(const std::string& arguments) const {
  const std::string command = "/usr/bin/python3 " MASU_BENCH_PEERS "/h5py_store.py " + arguments;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  double seconds = NAN;
  if (pipe == nullptr || std::fscanf(pipe, "%lf", &seconds) != 1) std::fprintf(stderr, "%s failed\n", command.c_str());
  if (pipe != nullptr) ::pclose(pipe);
  return seconds;
}

void Bench::openManyChunks(store::Compression compression) const {
  const fs::path file = m_folder / "many.h5";
  fs::remove(file);
  {
    auto writer = orDie(store::DatasetWriter::create(
        file, {{.name = "features", .sampleShape = {8}, .chunkSamples = 1, .compression = compression}},
        {.overwrite = true, .sync = false}));
    orDie(writer->write(0, 0, raw().first(kMostChunks * 32)));
    Progress progress;
    orDie(writer->finish(kMostChunks, someMeta(), {{}, progress}));
  }
  std::vector<double> seconds;
  for (int round = 0; round < m_rounds; ++round) {
    seconds.push_back(secondsOf([&] { orDie(store::Dataset::open(file)); }));
  }
  std::printf("%-46s %8.3f s %31s 0.5 s\n",
              compression == store::Compression::none ? "open 1,000,000 chunks" : "open 1,000,000 deflated chunks",
              median(seconds), median(seconds) < 0.5 ? "reaches" : "MISSES");
  fs::remove(file);
}

void Bench::run() {
  using store::Checking;
  using store::Compression;
  const std::string plain = (m_folder / "plain.h5").string();
  const std::string packed = (m_folder / "packed.h5").string();
  const std::string other = (m_folder / "h5py.h5").string();
  std::printf("%.0f MB, %u threads, median of %d\n%-46s %13s %13s %7s  goal\n", static_cast<double>(bytes()) / 1e6,
              kThreads, m_rounds, "", "Masu", "peer", "ratio");
  report({"write uncompressed / pwrite", 0.8, [&] { return write("plain.h5", Compression::none); },
          [&] { return plainWrite(); }});
  report({"read uncompressed / pread", 0.9, [&] { return read("plain.h5"); }, [&] { return plainRead("plain.h5"); }});
  report({"the same, compared with checksums / pread", 0, [&] { return read("plain.h5", Checking::onFirstRead); },
          [&] { return plainRead("plain.h5"); }});
  report({"write shuffle+deflate / h5py", 4, [&] { return write("packed.h5", Compression::gzip); },
          [&] { return h5py("write " + plain + " " + other); }});
  deflateAll();
  report({"read shuffle+deflate / libdeflate alone", 0.9, [&] { return read("packed.h5"); },
          [&] { return inflateAlone(); }});
  report({"the same, compared with checksums / libdeflate", 0, [&] { return read("packed.h5", Checking::onFirstRead); },
          [&] { return inflateAlone(); }});
  report({"read shuffle+deflate / h5py", 4, [&] { return read("packed.h5"); }, [&] { return h5py("read " + packed); }});
  openManyChunks(Compression::none);
  openManyChunks(Compression::gzip);
  for (const char* name : {"plain", "plain.h5", "packed.h5", "h5py.h5", "plain.splits.h5", "packed.splits.h5",
                           "many.splits.h5", "plain.splits.old.h5", "packed.splits.old.h5", "many.splits.old.h5"}) {
    fs::remove(m_folder / name);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: store_bench FOLDER [MEBIBYTES] [ROUNDS]\n");
    return 2;
  }
  const std::uint64_t mebibytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1024;
  Bench(argv[1], std::max<std::uint64_t>(mebibytes, 64) << 20U, argc > 3 ? std::atoi(argv[3]) : 5).run();
  return 0;
}
