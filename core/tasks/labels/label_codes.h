// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

/// The classes that samples have, asked for in ascending order. Requires: labels that are classes. Threads: one at a
/// time. Lifetime: borrows the dataset.
class LabelsInOrder {
 public:
  explicit LabelsInOrder(const store::Dataset& dataset)
      : m_dataset(dataset), m_reader(dataset, *dataset.find("labels")) {}

  /// Below the number of classes. Errors: of reading; Errc::damaged where the code is of no class.
  Result<std::uint32_t> of(std::uint64_t sample) {
    const std::uint64_t first = sample / manifest::kBlockSamples * manifest::kBlockSamples;
    if (first != m_first || m_codes.empty()) {
      m_codes = {};
      const std::uint64_t left = m_dataset.samples() - first;
      MASU_TRY(m_codes, m_reader.read(first, std::min<std::uint64_t>(manifest::kBlockSamples, left)));
      m_first = first;
    }
    const auto code = static_cast<std::uint64_t>(m_codes[sample - first]);
    if (code < m_dataset.meta().classes.size()) return static_cast<std::uint32_t>(code);
    const std::string file = m_dataset.path().string();
    return fail(Errc::damaged,
                MASU_TEXT("core", "{0} is damaged: the label of sample {1} is of no class. Import the dataset again."),
                {file, std::to_string(sample)}, {file, 0, 0});
  }

 private:
  const store::Dataset& m_dataset;
  manifest::CodeReader m_reader;
  std::uint64_t m_first = 0;
  std::span<const std::int64_t> m_codes;
};

/// Calls take(code before, code after) for each sample whose class has another name in one edition of a dataset than in
/// another. Errors: as of LabelsInOrder; cancelled.
template <class Take>
Result<void> forEachChange(const store::Dataset& before, const store::Dataset& after, const JobContext& job,
                           Take&& take) {
  job.progress.begin(MASU_TEXT("core", "Comparing the labels"), before.samples(), Progress::Unit::samples);
  const auto& namesBefore = before.meta().classes;
  const auto& namesAfter = after.meta().classes;
  LabelsInOrder labelsBefore(before);
  LabelsInOrder labelsAfter(after);
  for (std::uint64_t sample = 0; sample < before.samples(); ++sample) {
    if (sample % manifest::kBlockSamples == 0 && job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const std::uint32_t old, labelsBefore.of(sample));
    MASU_TRY(const std::uint32_t now, labelsAfter.of(sample));
    if (namesBefore[old] != namesAfter[now]) take(old, now);
    if (sample % manifest::kBlockSamples == 0)
      job.progress.add(std::min<std::uint64_t>(manifest::kBlockSamples, before.samples() - sample));
  }
  return {};
}

}  // namespace masu::tasks
