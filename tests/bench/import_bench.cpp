// SPDX-License-Identifier: GPL-3.0-or-later
// Imports thousands of small recordings beside loops that only read and decode them with libsndfile, from a warm cache,
// and prints the medians:
//   import_bench FOLDER [RECORDINGS] [ROUNDS]      (by default the shared spoken digits, 7 rounds)
// FOLDER gets the datasets, and the same recordings in a ZIP archive.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <sndfile.h>

#include "core/flow/machine.h"
#include "core/io/archive_reader.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "or_die.h"

using namespace masu;

namespace {

namespace fs = std::filesystem;

struct Taken {
  double wall = 0;
  double cpu = 0;  ///< of all threads
};

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
Taken timed(const Work& work) {
  const double cpu = cpuSeconds();
  const auto begin = std::chrono::steady_clock::now();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), cpuSeconds() - cpu};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// All rounds of one way, taken in turns with the others so that a slower minute of the machine meets all alike.
struct Way {
  std::string name;
  std::function<void()> work;
  std::vector<double> wall = {};
  std::vector<double> cpu = {};
};

void decode(SNDFILE* sound, const SF_INFO& info, std::vector<float>& samples) {
  if (sound == nullptr) std::abort();
  samples.resize(static_cast<std::size_t>(info.frames * info.channels));
  if (sf_readf_float(sound, samples.data(), info.frames) != info.frames) std::abort();
  sf_close(sound);
}

/// What any import has to do: open each file, decode all of its samples.
void decodeFiles(const std::vector<fs::path>& files, unsigned threads) {
  const auto part = [&](unsigned thread) {
    std::vector<float> samples;
    for (std::size_t i = thread; i < files.size(); i += threads) {
      SF_INFO info{};
      SNDFILE* sound = sf_open(files[i].c_str(), SFM_READ, &info);
      decode(sound, info, samples);
    }
  };
  std::vector<std::jthread> running;
  for (unsigned thread = 1; thread < threads; ++thread) running.emplace_back(part, thread);
  part(0);
}

/// A file in memory as libsndfile asks for it.
struct InMemory {
  std::vector<std::byte> bytes;
  sf_count_t at = 0;
};

SF_VIRTUAL_IO memoryInput() {
  return {
      .get_filelen = [](void* self) { return static_cast<sf_count_t>(static_cast<InMemory*>(self)->bytes.size()); },
      .seek =
          [](sf_count_t offset, int whence, void* self) {
            auto& file = *static_cast<InMemory*>(self);
            const auto size = static_cast<sf_count_t>(file.bytes.size());
            file.at = offset + (whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.at : size);
            return file.at;
          },
      .read =
          [](void* out, sf_count_t count, void* self) {
            auto& file = *static_cast<InMemory*>(self);
            const auto size = static_cast<sf_count_t>(file.bytes.size());
            const sf_count_t taken = std::clamp<sf_count_t>(size - file.at, 0, count);
            std::copy_n(file.bytes.begin() + file.at, taken, static_cast<std::byte*>(out));
            file.at += taken;
            return taken;
          },
      .write = [](const void*, sf_count_t, void*) { return sf_count_t{0}; },
      .tell = [](void* self) { return static_cast<InMemory*>(self)->at; },
  };
}

void decodeMembers(const fs::path& archive) {
  io::ArchiveReader reader = orDie(io::ArchiveReader::open(archive));
  SF_VIRTUAL_IO input = memoryInput();
  std::vector<float> samples;
  for (std::size_t i = 0; i < reader.members().size(); ++i) {
    InMemory file{std::vector<std::byte>(reader.members()[i].bytes)};
    orDie(reader.begin(i));
    for (std::size_t filled = 0; filled < file.bytes.size();)
      filled += orDie(reader.read(std::span(file.bytes).subspan(filled)));
    SF_INFO info{};
    SNDFILE* sound = sf_open_virtual(&input, SFM_READ, &info, &file);
    decode(sound, info, samples);
  }
}

void import(const fs::path& source, const fs::path& target, unsigned threads) {
  std::error_code ignored;
  fs::remove(target, ignored);  // replacing one would read it
  Progress progress;
  const JobContext job{{}, progress};
  tasks::InspectRequest inspect;
  inspect.options.sources = {source};
  inspect.options.as = ingest::SourceKind::recordings;
  inspect.options.recordings.window = 4096;
  inspect.options.recordings.oneWindow = true;
  inspect.options.recordings.labelFrom = "name:^([0-9])_";
  inspect.resources.threads = threads;
  tasks::ImportRequest request;
  const tasks::Inspection inspection = orDie(tasks::inspectionIn(tasks::inspect(inspect, job)));
  request.plan = inspection.plan;
  request.load.cache = inspection.cache;
  request.load.target = target;
  request.load.write.overwrite = true;
  request.load.write.sync = false;
  request.resources.threads = threads;
  orDie(tasks::runImport(request, job));
}

void pack(const fs::path& recordings, const fs::path& archive) {
  const std::string line = "cd '" + recordings.string() + "' && /usr/bin/python3 -m zipfile -c '" +
                           fs::absolute(archive).string() + "' *.wav";
  if (std::system(line.c_str()) != 0) {
    std::fprintf(stderr, "%s cannot be packed\n", recordings.c_str());
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: import_bench FOLDER [RECORDINGS] [ROUNDS]\n");
    return 2;
  }
  const fs::path folder = argv[1];
  const fs::path recordings = argc > 2 ? fs::path(argv[2]) : fs::path(MASU_SHARED_DATA) / "fsdd" / "recordings";
  const int rounds = std::max(1, argc > 3 ? std::atoi(argv[3]) : 7);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(recordings))
    if (entry.path().extension() == ".wav") files.push_back(entry.path());
  std::ranges::sort(files);
  const fs::path archive = folder / "import-bench.zip";
  pack(recordings, archive);
  const fs::path target = folder / "import-bench.h5";

  std::vector<Way> ways = {
      {"libsndfile loop, 1 thread", [&] { decodeFiles(files, 1); }},
      {"libsndfile loop, 2 threads", [&] { decodeFiles(files, 2); }},
      {"import, 1 thread", [&] { import(recordings, target, 1); }},
      {"import, 2 threads", [&] { import(recordings, target, 2); }},
      {"QuaZip and libsndfile loop over a ZIP", [&] { decodeMembers(archive); }},
      {"import of the ZIP, 1 thread", [&] { import(archive, target, 1); }},
      {"import of the ZIP, 2 threads", [&] { import(archive, target, 2); }},
  };
  for (int round = 0; round <= rounds; ++round) {
    for (Way& way : ways) {
      const Taken taken = timed(way.work);
      if (round == 0) continue;  // warms the cache
      way.wall.push_back(taken.wall);
      way.cpu.push_back(taken.cpu);
    }
  }
  std::printf("%zu recordings, medians of %d rounds; peak memory %.0f MiB\n", files.size(), rounds,
              static_cast<double>(flow::peakMemory().value) / 0x1p20);
  std::printf("%-40s %10s %10s %22s\n", "", "wall, ms", "CPU, ms", "1-thread loop / wall");
  const double plain = median(ways[0].wall);
  const double packed = median(ways[4].wall);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const double wall = median(ways[i].wall);
    std::printf("%-40s %10.1f %10.1f %22.2f\n", ways[i].name.c_str(), 1e3 * wall, 1e3 * median(ways[i].cpu),
                (i < 4 ? plain : packed) / wall);
  }
  std::error_code ignored;
  for (const char* name : {"import-bench.zip", "import-bench.h5", "import-bench.splits.h5"})
    fs::remove(folder / name, ignored);
  return 0;
}
