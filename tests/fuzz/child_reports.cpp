// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/child_reports.h"

#ifdef __SANITIZE_ADDRESS__

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>

#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include "tests/fuzz/fuzz_input.h"

namespace masu::fuzz {

namespace {

const ScratchFolder& reports() {
  static const ScratchFolder folder;
  return folder;
}

/// In the child. The fuzzer's own callback would write the input down as one that crashed.
void keepReport() {
  __sanitizer_set_report_path((reports().path() / "report").c_str());
  __sanitizer_set_death_callback([] {});
}

/// Whether the innermost function of Masu, HDF5 or LibTorch is one of Masu. Reports without functions are those of
/// undefined behaviour, which are of instrumented code alone.
bool isOurs(const std::string& report) {
  if (report.find("    #0 ") == std::string::npos) return report.find("runtime error:") != std::string::npos;
  const std::size_t library = std::min({report.find(" in H5"), report.find("/libtorch"), report.find("/libc10")});
  return report.find(" in masu::") < library;
}

}  // namespace

void keepChildReports() {
  static_cast<void>(reports());
  static const int registered = pthread_atfork(nullptr, nullptr, keepReport);
  require(registered == 0);
}

void requireSoundChildren() {
  if (std::filesystem::is_empty(reports().path())) return;
  bool sound = true;
  for (const auto& entry : std::filesystem::directory_iterator(reports().path())) {
    std::ifstream file(entry.path());
    const std::string report(std::istreambuf_iterator<char>(file), {});
    if (!isOurs(report)) continue;
    std::fputs(report.c_str(), stderr);
    sound = false;
  }
  reports().clear();
  require(sound);
}

}  // namespace masu::fuzz

#else

namespace masu::fuzz {

void keepChildReports() {}
void requireSoundChildren() {}

}  // namespace masu::fuzz

#endif
