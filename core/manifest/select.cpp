#include "core/manifest/select.h"

#include <algorithm>

#include "core/manifest/dataset_rows.h"
#include "core/table/filter.h"

namespace masu::manifest {

Result<void> select(const store::Dataset& dataset, std::string_view filter, const store::Assignment* assignment,
                    const std::stop_token& stop, const std::function<void(std::uint64_t sample)>& take) {
  DatasetRows rows(dataset, assignment);
  MASU_TRY(const table::Filter compiled, table::Filter::compile(filter, rows));
  const std::uint64_t block = rows.blockSamples();
  std::vector<std::uint8_t> hits;
  for (std::uint64_t first = 0; first < dataset.samples(); first += block) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    hits.resize(std::min(block, dataset.samples() - first));
    MASU_CHECK(compiled.run(rows, first, hits));
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (hits[i] != 0) take(first + i);
    }
  }
  return {};
}

}  // namespace masu::manifest
