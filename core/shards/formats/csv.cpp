// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdio>

#include "core/shards/formats/csv_table.h"
#include "core/shards/formats/record_format.h"

namespace masu::shards {

namespace {

class CsvFormat final : public RecordFormat {
 public:
  CsvFormat(const store::Dataset& dataset, const Encoding& encoding)
      : m_table(dataset, encoding), m_header(m_table.header()) {}

  Usual usual() const override { return {10'000, 0}; }
  std::string path(const ExportSplit& exportSplit, std::uint64_t number) const override;

 protected:
  std::unique_ptr<RecordEncoder> encoder() const override { return std::make_unique<CsvBlock>(m_table); }
  std::uint64_t headBytes(std::uint64_t) const override { return m_header.size(); }
  Result<std::string> head(const Shard&, const ShardRoom&, const JobContext&) const override { return m_header; }

 private:
  CsvTable m_table;
  std::string m_header;
};

std::string CsvFormat::path(const ExportSplit& exportSplit, std::uint64_t number) const {
  std::array<char, 24> digits{};
  std::snprintf(digits.data(), digits.size(), "%05llu", static_cast<unsigned long long>(number));
  return exportSplit.name() + "/split_data_" + digits.data() + ".csv";
}

}  // namespace

std::unique_ptr<ShardFormat> makeCsvFormat(const store::Dataset& dataset, const Encoding& encoding) {
  return std::make_unique<CsvFormat>(dataset, encoding);
}

}  // namespace masu::shards
