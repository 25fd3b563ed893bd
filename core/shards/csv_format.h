#pragma once

#include "core/shards/csv_table.h"
#include "core/shards/record_format.h"

namespace masu::shards {

/// `SPLIT/split_data_00000.csv` …, always with a header.
class CsvFormat final : public RecordFormat {
 public:
  CsvFormat(const store::Dataset& dataset, const Encoding& encoding)
      : m_table(dataset, encoding), m_header(m_table.header()) {}

  Usual usual() const override { return {10'000, 0}; }
  std::string path(const Portion& portion, std::uint64_t number) const override;

 protected:
  std::unique_ptr<RecordEncoder> encoder() const override { return std::make_unique<CsvBlock>(m_table); }
  std::uint64_t headBytes(std::uint64_t) const override { return m_header.size(); }
  Result<std::string> head(const Shard&, const ShardRoom&, const JobContext&) const override { return m_header; }

 private:
  CsvTable m_table;
  std::string m_header;
};

}  // namespace masu::shards
