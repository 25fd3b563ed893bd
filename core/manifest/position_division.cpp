#include <algorithm>
#include <optional>
#include <tuple>

#include "core/manifest/division.h"

namespace masu::manifest {

namespace {

/// What a pass over the positions of one source tells.
struct Course {
  std::uint64_t samples = 0;
  std::uint64_t last = 0;
  bool ascending = true;
  std::vector<Cut> cuts;
  std::size_t next = 0;  ///< the cut that comes next
};

/// The mark of the sample that comes `rank`-th. Requires: ranks are asked for in ascending order.
store::Split markAt(Course& course, std::uint64_t rank) {
  while (course.next + 1 < course.cuts.size() && course.cuts[course.next + 1].rank <= rank) ++course.next;
  return course.cuts[course.next].mark;
}

template <class Body>
Result<void> forEachOrigin(const store::Dataset& dataset, const store::Assignment& assignment, Body&& body) {
  MASU_TRY(auto origins, OriginReader::open(dataset));
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] == kOpen) body(first + i, block[i]);
    }
  }
  return {};
}

/// Samples of sources that do not lie in order: 24 bytes each.
struct Place {
  store::Origin origin;
  std::uint64_t sample = 0;
};

void markSorted(std::vector<Place>& places, std::vector<Course>& courses, store::Assignment& assignment) {
  std::ranges::sort(places, {}, [](const Place& place) {
    return std::tuple(place.origin.source, place.origin.position, place.sample);
  });
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    rank = i > 0 && places[i - 1].origin.source == places[i].origin.source ? rank + 1 : 0;
    assignment[places[i].sample] = markAt(courses[places[i].origin.source], rank);
  }
}

}  // namespace

Result<std::vector<Cut>> cutsOf(const Division& division, std::uint64_t size, std::uint64_t gap) {
  const auto used =
      static_cast<std::uint64_t>(std::ranges::count_if(division.shares, [](double share) { return share > 0; }));
  const std::uint64_t gaps = gap * (used - 1);
  if (size == 0) return std::vector<Cut>();
  if (used > 1 && (gap > size || gaps >= size)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A gap of {0} samples leaves nothing of {1} to divide; ask for a smaller one."),
                {std::to_string(gap), std::to_string(size)});
  }
  const Quota quota = QuotaDivider(division.shares).divide(size - gaps);
  std::vector<Cut> cuts;
  std::uint64_t rank = 0;
  for (std::size_t part = 0; part < quota.size(); ++part) {
    if (division.shares[part] <= 0) continue;
    if (!cuts.empty() && gap > 0) {
      cuts.push_back({rank, store::Split::unused});
      rank += gap;
    }
    cuts.push_back({rank, division.marks[part]});
    rank += quota[part];
  }
  return cuts;
}

Result<void> divideByPosition(const store::Dataset& dataset, std::uint64_t gap, const Division& division,
                              store::Assignment& assignment) {
  std::vector<Course> courses(dataset.meta().sources.size());
  MASU_CHECK(forEachOrigin(dataset, assignment, [&](std::uint64_t, const store::Origin& origin) {
    Course& course = courses[origin.source];
    if (course.samples++ > 0 && origin.position < course.last) course.ascending = false;
    course.last = origin.position;
  }));
  for (Course& course : courses) {
    MASU_TRY(course.cuts, cutsOf(division, course.samples, gap));
    course.samples = 0;
  }
  std::vector<Place> places;
  MASU_CHECK(forEachOrigin(dataset, assignment, [&](std::uint64_t sample, const store::Origin& origin) {
    Course& course = courses[origin.source];
    if (course.ascending) {
      assignment[sample] = markAt(course, course.samples++);
    } else {
      places.push_back({origin, sample});
    }
  }));
  markSorted(places, courses, assignment);
  return {};
}

}  // namespace masu::manifest
