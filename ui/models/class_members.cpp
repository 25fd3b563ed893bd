// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/class_members.h"

#include <algorithm>

namespace masu::ui {
namespace {

constexpr std::uint64_t kLabelsAtOnce = std::uint64_t{1} << 16U;
/// Of all classes together: 8 MiB.
constexpr std::size_t kMostKept = std::size_t{1} << 20U;
constexpr std::size_t kMostOfClass = 4096;
constexpr std::size_t kMinOfClass = 64;

}  // namespace

void EvenSpread::add(std::uint64_t sample) {
  if (m_count++ % m_step != 0) return;
  if (m_kept.size() == m_most) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_kept.size(); i += 2) m_kept[kept++] = m_kept[i];
    m_kept.resize(kept);
    m_step *= 2;
    if ((m_count - 1) % m_step != 0) return;
  }
  m_kept.push_back(sample);
}

Result<std::vector<ClassMembers>> classMembersOf(const store::Dataset& dataset,
                                                 const std::function<bool(std::uint64_t sample)>& shows,
                                                 const JobContext& job) {
  std::vector<ClassMembers> classes;
  const store::ObjectInfo* labels = dataset.find("labels");
  const std::size_t names = dataset.meta().classes.size();
  if (labels == nullptr || names == 0) return classes;
  std::vector<EvenSpread> spreads(names, EvenSpread(std::clamp(kMostKept / names, kMinOfClass, kMostOfClass)));
  for (std::uint64_t first = 0; first < dataset.samples(); first += kLabelsAtOnce) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kLabelsAtOnce, dataset.samples() - first);
    MASU_TRY(const std::vector<double> codes, dataset.readValues(*labels, first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool known = codes[i] >= 0 && codes[i] < static_cast<double>(names);
      if (known && shows(first + i)) spreads[static_cast<std::size_t>(codes[i])].add(first + i);
    }
  }
  for (std::size_t code = 0; code < names; ++code)
    if (const std::uint64_t count = spreads[code].count()) classes.push_back({code, count, spreads[code].take()});
  return classes;
}

}  // namespace masu::ui
