// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, opened as a dataset (even first byte) or as the splits beside one (odd): an error, or samples that can be
// read. The HDF5 library crashes on some; it does so in the process that tries a file first.
#include <vector>

#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"
#include "tests/fuzz/child_reports.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const fuzz::ScratchFolder folder;
  fuzz::keepChildReports();
  const bool splits = (data[0] & 1U) != 0;
  folder.write(splits ? "fuzz.splits.h5" : "fuzz.h5", {data + 1, size - 1});
  if (splits) {
    const auto opened = store::SplitsFile::open(folder.path() / "fuzz.h5", "0", 100);
    if (opened) static_cast<void>(opened->read("default"));
  } else if (const auto opened = store::Dataset::open(folder.path() / "fuzz.h5")) {
    for (const store::ObjectInfo& object : (*opened)->objects()) {
      const std::uint64_t bytes = object.sampleBytes();
      if ((*opened)->samples() == 0 || bytes > (1U << 20U)) continue;
      std::vector<std::byte> sample(bytes);
      static_cast<void>((*opened)->read(object, 0, 1, sample));
    }
  }
  folder.clear();
  fuzz::requireSoundChildren();
  return 0;
}
