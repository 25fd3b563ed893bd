// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/structure.h"

#include <vector>

#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/structure_machine.h"

namespace masu::csv {

namespace {

RecordEnds recordEndsByBytes(const char* data, std::size_t size, Place from, const Marks& marks) {
  RecordEnds found{from};
  std::uint64_t lines = 0;
  for (std::size_t i = 0; i < size; ++i) {
    lines += endsLine({data, size}, i) ? 1 : 0;
    if (step(found.place, data[i], marks) == Event::recordEnd) {
      found.last = i + 1;
      found.lines = lines;
    } else if (data[i] == '\r' || data[i] == '\n') {
      found.endsInCells = true;
    }
  }
  return found;
}

Place fieldEndsByBytes(const char* data, std::size_t size, Place from, const Marks& marks, FieldEnds& out) {
  Place place = from;
  for (std::size_t i = 0; i < size; ++i) {
    const Event event = step(place, data[i], marks);
    if (event == Event::none) continue;
    out.ends[out.fieldCount++] = static_cast<std::uint32_t>(i);
    if (event == Event::recordEnd) out.recordEnds[out.recordCount++] = static_cast<std::uint32_t>(out.fieldCount);
  }
  return place;
}

const StructureKernel kPlainStructure{"plain", recordEndsByBytes, fieldEndsByBytes};

std::vector<const StructureKernel*> findKernels() {
  std::vector<const StructureKernel*> kernels{&kPlainStructure};
#if defined(__x86_64__)
  const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
  if (bits && __builtin_cpu_supports("avx2")) kernels.push_back(&kAvx2Structure);
  if (bits && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vbmi2")) {
    kernels.push_back(&kAvx512Structure);
  }
#endif
  return kernels;
}

}  // namespace

std::span<const StructureKernel* const> structureKernels() {
  static const std::vector<const StructureKernel*> kKernels = findKernels();
  return kKernels;
}

const StructureKernel& structureKernelFor(const Marks& marks) {
  return marks.escape != '\0' ? kPlainStructure : *structureKernels().back();
}

}  // namespace masu::csv
