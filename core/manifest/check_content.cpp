#include <bit>

#include "core/base/hash.h"
#include "core/manifest/check_parts.h"

namespace masu::manifest {

namespace {

constexpr std::uint64_t kBlockBytes = std::uint64_t{8} << 20U;
constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20U;

struct Print {
  std::uint64_t content = 0;
  std::uint64_t sample = 0;
  std::uint32_t label = 0;  ///< a hash of its stored bytes
};

/// What runs of equal content add up to.
struct Tally {
  std::uint64_t leaks = 0;      ///< contents that lie in several splits
  std::uint64_t leaked = 0;     ///< samples with such a content outside of train, or of the first split they lie in
  std::uint64_t copies = 0;     ///< samples beyond the first of their content
  std::uint64_t conflicts = 0;  ///< contents with several labels
  std::uint64_t torn = 0;       ///< samples with such a content
  std::uint64_t example[2] = {};
  std::uint64_t tornExample[2] = {};
};

void tallyRun(const Checked& checked, std::span<const Print> run, Tally& tally) {
  tally.copies += run.size() - 1;
  const Print* other = nullptr;
  const Print* used = nullptr;
  const Print* leaked = nullptr;
  std::uint64_t bySplit[store::kSplitCount] = {};
  for (const Print& print : run) {
    if (print.label != run.front().label && other == nullptr) other = &print;
    const store::Split split = checked.splitOf(print.sample);
    if (split == store::Split::unused) continue;
    ++bySplit[static_cast<std::size_t>(split)];
    if (used == nullptr) used = &print;
    if (checked.splitOf(used->sample) != split && leaked == nullptr) leaked = &print;
  }
  if (leaked != nullptr) {
    if (tally.leaks++ == 0) {
      tally.example[0] = used->sample;
      tally.example[1] = leaked->sample;
    }
    tally.leaked += bySplit[1] > 0 ? bySplit[2] + bySplit[3] : bySplit[3];
  }
  if (other == nullptr) return;
  if (tally.conflicts++ == 0) {
    tally.tornExample[0] = run.front().sample;
    tally.tornExample[1] = other->sample;
  }
  tally.torn += run.size();
}

void tallyPrints(const Checked& checked, std::vector<Print>& prints, Tally& tally) {
  std::ranges::sort(prints, [](const Print& a, const Print& b) {
    return a.content != b.content ? a.content < b.content : a.sample < b.sample;
  });
  for (std::size_t begin = 0; begin < prints.size();) {
    std::size_t end = begin + 1;
    while (end < prints.size() && prints[end].content == prints[begin].content) ++end;
    if (end - begin > 1) tallyRun(checked, std::span(prints).subspan(begin, end - begin), tally);
    begin = end;
  }
}

/// Hashes what the network sees of a block of samples: features and categories.
class Prints {
 public:
  explicit Prints(const store::Dataset& dataset) : m_dataset(dataset), m_labels(dataset.find("labels")) {
    for (const char* name : {"features", "categories"}) {
      if (const store::ObjectInfo* object = dataset.find(name)) m_contents.push_back(object);
    }
  }

  bool any() const { return !m_contents.empty(); }
  bool labelled() const { return m_labels != nullptr; }
  std::uint64_t blockSamples() const {
    std::uint64_t bytes = 1;
    for (const auto* object : m_contents) bytes += object->sampleBytes();
    return std::clamp<std::uint64_t>(kBlockBytes / bytes, 1, kBlockSamples);
  }

  Result<std::span<const Print>> read(std::uint64_t first, std::uint64_t count) {
    m_prints.assign(count, {});
    for (const store::ObjectInfo* object : m_contents) {
      MASU_CHECK(hashInto(*object, first, count, [&](Print& print, std::span<const std::byte> bytes) {
        print.content = hash64(bytes, print.content);
      }));
    }
    if (m_labels != nullptr) {
      MASU_CHECK(hashInto(*m_labels, first, count, [](Print& print, std::span<const std::byte> bytes) {
        print.label = static_cast<std::uint32_t>(hash64(bytes));
      }));
    }
    for (std::uint64_t i = 0; i < count; ++i) m_prints[i].sample = first + i;
    return std::span<const Print>(m_prints);
  }

 private:
  template <class Take>
  Result<void> hashInto(const store::ObjectInfo& object, std::uint64_t first, std::uint64_t count, const Take& take) {
    const std::uint64_t bytes = object.sampleBytes();
    m_raw.resize(count * bytes);
    MASU_CHECK(m_dataset.read(object, first, count, m_raw));
    for (std::uint64_t i = 0; i < count; ++i) take(m_prints[i], std::span(m_raw).subspan(i * bytes, bytes));
    return {};
  }

  const store::Dataset& m_dataset;
  const store::ObjectInfo* m_labels;
  std::vector<const store::ObjectInfo*> m_contents;
  std::vector<std::byte> m_raw;
  std::vector<Print> m_prints;
};

ContentChecks reported(const Tally& tally, bool labelled) {
  ContentChecks checks;
  checks.duplicates.name = "duplicates";
  checks.conflicts.name = "conflicting_labels";
  checks.duplicates.passed = tally.leaks == 0;
  if (tally.leaks == 0) {
    checks.duplicates.detail = {
        MASU_TEXT("core", "No two splits share a sample; {0} samples repeat another inside their split or unused."),
        {std::to_string(tally.copies)}};
  } else {
    checks.duplicates.detail = {
        MASU_TEXT("core",
                  "{0} contents lie in more than one split, so that {1} samples are tested or validated on what was "
                  "seen elsewhere; samples {2} and {3} are the same, for one."),
        {std::to_string(tally.leaks), std::to_string(tally.leaked), std::to_string(tally.example[0]),
         std::to_string(tally.example[1])}};
    checks.duplicates.fix = {MASU_TEXT("core",
                                       "Drop repeated records before the import, or keep them together by a "
                                       "group."),
                             {}};
  }
  checks.conflicts.passed = tally.conflicts == 0;
  if (!labelled) {
    checks.conflicts.passed = true;
    checks.conflicts.detail = {MASU_TEXT("core", "The dataset has no labels."), {}};
  } else if (tally.conflicts == 0) {
    checks.conflicts.detail = {MASU_TEXT("core", "Equal samples have equal labels."), {}};
  } else {
    checks.conflicts.detail = {
        MASU_TEXT("core", "{0} contents come with different labels, on {1} samples: {2} and {3}, for one."),
        {std::to_string(tally.conflicts), std::to_string(tally.torn), std::to_string(tally.tornExample[0]),
         std::to_string(tally.tornExample[1])}};
    checks.conflicts.fix = {
        MASU_TEXT("core",
                  "Look at them with 'masu head', and correct the labels or import more columns that tell them "
                  "apart."),
        {}};
  }
  return checks;
}

}  // namespace

/// Each pass takes the prints whose highest bits are its number, so that equal contents meet in one pass.
Result<ContentChecks> checkContent(const Checked& checked) {
  Prints reader(checked.dataset);
  Tally tally;
  if (!reader.any()) return reported(tally, reader.labelled());
  const std::uint64_t held = std::max(checked.memoryBytes, kLeastMemory) / (2 * sizeof(Print));
  const std::uint64_t passes = std::bit_ceil(checked.dataset.samples() / std::max<std::uint64_t>(held, 1) + 1);
  const auto bits = static_cast<unsigned>(std::bit_width(passes) - 1);
  std::vector<Print> prints;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    prints.clear();
    // A quarter more than the mean: hashes spread evenly.
    prints.reserve(checked.dataset.samples() / passes * 5 / 4 + 1);
    MASU_CHECK(
        forEachBlock(checked, reader.blockSamples(), [&](std::uint64_t first, std::uint64_t count) -> Result<void> {
          MASU_TRY(const auto block, reader.read(first, count));
          for (const Print& print : block) {
            if (bits == 0 || print.content >> (64 - bits) == pass) prints.push_back(print);
          }
          return {};
        }));
    tallyPrints(checked, prints, tally);
  }
  return reported(tally, reader.labelled());
}

}  // namespace masu::manifest
