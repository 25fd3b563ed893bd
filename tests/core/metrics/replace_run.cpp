// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the run in a folder by the other one of made_run.h, for run_replacement_faults_test, which lets it fail and
// die. Ends with 0 where the new run is in its place, with 1 where the old one is still there, and with 2 where the new
// one is there and an error was reported.
#include <cstdio>

#include "core/metrics/run_replacement.h"
#include "made_run.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("Usage: replace_run RUN\n", stderr);
    return 3;
  }
  auto replacement = masu::metrics::RunReplacement::begin(argv[1]);
  if (!replacement) return 1;
  try {
    made_run::write(replacement->folder(), made_run::newRun());
  } catch (const std::filesystem::filesystem_error&) {
    return 1;
  }
  // A run completes its replacement when all that it wrote is there.
  if (made_run::filesIn(replacement->folder()) != made_run::newRun()) return 1;
  const bool done = replacement->complete().has_value();
  return done ? 0 : replacement->isPending() ? 1 : 2;
}
