#include "core/shards/csv_format.h"

#include <array>
#include <cstdio>

namespace masu::shards {

std::string CsvFormat::path(const Portion& portion, std::uint64_t number) const {
  std::array<char, 24> digits{};
  std::snprintf(digits.data(), digits.size(), "%05llu", static_cast<unsigned long long>(number));
  return portion.name() + "/split_data_" + digits.data() + ".csv";
}

}  // namespace masu::shards
