// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/metrics/run_event.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::train {

/// A dataset made in the test, whose answer is known.
struct SmallDataset {
  std::uint64_t samples = 600;
  std::vector<std::uint64_t> sampleShape = {4};  ///< empty: categories only
  bool categories = false;                       ///< two columns, of which the first tells the class
  bool values = false;                           ///< a value target instead of two classes
  bool labels = true;
  bool weights = false;
  /// What share of the samples is train and validation, in tenths; the rest is test.
  std::uint64_t trainTenths = 6;
  std::uint64_t validationTenths = 2;
  std::string manifest = "default";

  /// Class 1 is three deviations from class 0 in every feature; a value target is 100 + 5 × the sum of the features.
  void write(const std::filesystem::path& file) const;
};

/// Every event of a run, in order.
struct EventList {
  std::vector<metrics::RunEvent> events;

  void operator()(const metrics::RunEvent& event) { events.push_back(event); }

  template <class Event>
  std::vector<Event> all(int run = -1) const {
    std::vector<Event> found;
    for (const metrics::RunEvent& event : events) {
      const auto* one = std::get_if<Event>(&event);
      if (one == nullptr) continue;
      if constexpr (requires { one->run; }) {
        if (run >= 0 && one->run != run) continue;
      }
      found.push_back(*one);
    }
    return found;
  }
};

/// The children of this process, as /proc lists them.
std::vector<pid_t> childProcesses();

/// What /usr/bin/python3 prints for a script, or the empty text where it fails.
std::string runPython(const std::string& script, const std::vector<std::string>& arguments);
/// Whether Debian's python3-torch is there.
bool pythonHasTorch();

}  // namespace masu::train
