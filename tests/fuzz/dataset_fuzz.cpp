// Any bytes, opened as a dataset (even first byte) or as the splits beside one (odd): an error, or samples that can be
// read. The HDF5 library crashes on some; it does so in the process that tries a file first.
#include <cstdio>
#include <fstream>
#include <vector>

#include <unistd.h>

#include "core/store/dataset.h"
#include "core/store/splits_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string dataset = "/dev/shm/masu-fuzz-" + std::to_string(getpid()) + ".h5";
  const bool splits = (data[0] & 1U) != 0;
  const std::string file = splits ? dataset.substr(0, dataset.size() - 3) + ".splits.h5" : dataset;
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data + 1), static_cast<std::streamsize>(size - 1));
  if (splits) {
    const auto opened = store::SplitsFile::open(dataset, "0", 100);
    if (opened) static_cast<void>(opened->read("default"));
  } else if (const auto opened = store::Dataset::open(file)) {
    for (const store::ObjectInfo& object : (*opened)->objects()) {
      const std::uint64_t bytes = object.sampleBytes();
      if ((*opened)->samples() == 0 || bytes > (1U << 20U)) continue;
      std::vector<std::byte> sample(bytes);
      static_cast<void>((*opened)->read(object, 0, 1, sample));
    }
  }
  std::remove(file.c_str());
  return 0;
}
