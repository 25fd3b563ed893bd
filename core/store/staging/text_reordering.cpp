// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/units.h"
#include "core/store/staging/reordering.h"
#include "core/store/staging/shuffle_spill.h"

namespace masu::store {

namespace {

/// What is before a text in the scratch file.
struct Heading {
  std::uint32_t place = 0;   ///< in its bucket
  std::uint32_t length = 0;  ///< of the text
};
static_assert(sizeof(Heading) == 8);

/// Texts taken at a time, and their bytes where they are not a single one.
constexpr std::uint64_t kTexts = 1U << 14U;
constexpr std::uint64_t kBytes = 1U << 20U;

/// A column of texts on its way.
class TextReordering {
 public:
  TextReordering(const Reordering& order, const StagedTextColumn& from, StagedTextColumn& to)
      : m_order(order), m_from(from), m_to(to), m_bucketLength(bucketLength()) {}

  Result<void> run();

 private:
  /// Texts one after the other, with where they begin and end in the bytes of the column.
  using Texts = std::span<const std::uint64_t>;
  using Body = std::function<Result<void>(std::uint64_t first, Texts bounds)>;

  std::uint64_t bucketLength() const;
  Result<void> eachStep(const Body& body) const;
  Result<std::vector<std::uint64_t>> regionEnds() const;
  Result<void> scatterAll(ShuffleSpill& scatter) const;
  Result<void> scatterSome(ShuffleSpill& scatter, std::uint64_t first, Texts bounds) const;
  Result<void> write(const ShuffleSpill& scatter, std::size_t bucket) const;

  const Reordering& m_order;
  const StagedTextColumn& m_from;
  StagedTextColumn& m_to;
  std::uint64_t m_bucketLength;  ///< texts of a bucket
};

/// As many as fit into a third of the memory on average; in an order without pattern hardly more come together.
std::uint64_t TextReordering::bucketLength() const {
  constexpr std::uint64_t kBeside = sizeof(Heading) + sizeof(std::string_view);
  const std::uint64_t texts = std::max<std::uint64_t>(m_order.places.size(), 1);
  const std::uint64_t average = m_from.length / texts + 1 + kBeside;
  return std::clamp<std::uint64_t>(m_order.resources.memoryBytes / 3 / average, 1,
                                   std::numeric_limits<std::uint32_t>::max());
}

Result<void> TextReordering::eachStep(const Body& body) const {
  const std::uint64_t texts = m_order.places.size();
  std::vector<std::uint64_t> bounds = {m_from.before};
  for (std::uint64_t first = 0; first < texts; first += kTexts) {
    if (m_order.job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kTexts, texts - first);
    bounds.front() = bounds.back();
    bounds.resize(count + 1);
    MASU_CHECK(m_from.ends->read(first, std::as_writable_bytes(std::span(bounds).subspan(1))));
    MASU_CHECK(body(first, bounds));
  }
  return {};
}

Result<std::vector<std::uint64_t>> TextReordering::regionEnds() const {
  const std::uint64_t texts = m_order.places.size();
  std::vector<std::uint64_t> ends(ceilDivide(texts, m_bucketLength));
  MASU_CHECK(eachStep([&](std::uint64_t first, Texts bounds) -> Result<void> {
    for (std::uint64_t i = 0; i + 1 < bounds.size(); ++i)
      ends[m_order.places(first + i) / m_bucketLength] += sizeof(Heading) + bounds[i + 1] - bounds[i];
    return {};
  }));
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  return ends;
}

Result<void> TextReordering::scatterSome(ShuffleSpill& scatter, std::uint64_t first, Texts bounds) const {
  std::vector<std::byte> bytes(bounds.back() - bounds.front());
  MASU_CHECK(m_from.bytes->read(bounds.front() - m_from.before, bytes));
  for (std::uint64_t i = 0; i + 1 < bounds.size(); ++i) {
    const std::uint64_t place = m_order.places(first + i);
    const Heading heading{static_cast<std::uint32_t>(place % m_bucketLength),
                          static_cast<std::uint32_t>(bounds[i + 1] - bounds[i])};
    const auto text = std::span(bytes).subspan(bounds[i] - bounds.front(), heading.length);
    MASU_CHECK(scatter.put(place / m_bucketLength, std::as_bytes(std::span(&heading, 1)), text));
  }
  m_order.job.progress.add(bytes.size() + (bounds.size() - 1) * sizeof(std::uint64_t));
  return {};
}

Result<void> TextReordering::scatterAll(ShuffleSpill& scatter) const {
  const auto step = [&](std::uint64_t first, Texts bounds) -> Result<void> {
    for (std::uint64_t begin = 0; begin + 1 < bounds.size();) {
      std::uint64_t end = begin + 1;
      while (end + 1 < bounds.size() && bounds[end + 1] - bounds[begin] <= kBytes) ++end;
      MASU_CHECK(scatterSome(scatter, first + begin, bounds.subspan(begin, end + 1 - begin)));
      begin = end;
    }
    return {};
  };
  MASU_CHECK(eachStep(step));
  return scatter.flush();
}

Result<void> TextReordering::write(const ShuffleSpill& scatter, std::size_t bucket) const {
  std::vector<std::byte> region(scatter.bytesOf(bucket));
  MASU_CHECK(scatter.read(bucket, 0, region));
  std::vector<std::string_view> ordered(std::min(m_bucketLength, m_order.places.size() - bucket * m_bucketLength));
  for (std::size_t at = 0; at < region.size();) {
    Heading heading;
    std::memcpy(&heading, region.data() + at, sizeof(Heading));
    ordered[heading.place] = {reinterpret_cast<const char*>(region.data()) + at + sizeof(Heading), heading.length};
    at += sizeof(Heading) + heading.length;
  }
  std::vector<std::string> some;
  for (std::size_t i = 0; i < ordered.size();) {
    if (m_order.job.stopRequested()) return fail(Error::cancelled());
    some.clear();
    for (std::uint64_t bytes = 0; i < ordered.size() && some.size() < kTexts && bytes < kBytes; ++i) {
      some.emplace_back(ordered[i]);
      bytes += ordered[i].size();
    }
    MASU_CHECK(m_to.append(some));
  }
  m_order.job.progress.add(region.size());
  return {};
}

Result<void> TextReordering::run() {
  MASU_TRY(std::vector<std::uint64_t> ends, regionEnds());
  MASU_TRY(ShuffleSpill scatter,
           ShuffleSpill::create(m_order.folder, std::move(ends), m_order.resources.memoryBytes / 3));
  MASU_CHECK(scatterAll(scatter));
  for (std::size_t bucket = 0; bucket < scatter.buckets(); ++bucket) {
    MASU_CHECK(write(scatter, bucket));
    scatter.release(bucket);
  }
  return {};
}

}  // namespace

Result<void> Reordering::apply(const StagedTextColumn& from, StagedTextColumn& to) const {
  return TextReordering(*this, from, to).run();
}

}  // namespace masu::store
