// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/shards/content/array_field.h"
#include "core/shards/formats/shard_format.h"

namespace masu::shards {

/// Turns samples into records of a file. Threads: one at a time. Lifetime: borrows its format.
class RecordEncoder {
 public:
  virtual ~RecordEncoder() = default;

  /// Bytes in memory that a sample takes between read() and append(), about.
  virtual std::uint64_t memoryPerSample() const = 0;
  virtual Result<void> read(SampleReader& reader, std::span<const std::uint64_t> samples) = 0;
  /// Appends the record of the i-th sample read.
  virtual void append(std::size_t i, std::string& to) const = 0;
};

/// Formats that write a shard sample by sample: a head, records, a tail.
class RecordFormat : public ShardFormat {
 public:
  std::uint64_t fixedBytes(std::uint64_t samples) const override { return headBytes(samples) + tail().size(); }
  Result<std::vector<std::uint64_t>> mostBytes(SampleReader& reader,
                                               std::span<const std::uint64_t> samples) const override;
  Result<std::vector<ShardFile>> write(const std::filesystem::path& folder, const Shard& shard, const ShardRoom& room,
                                       const JobContext& job) const override;

 protected:
  virtual std::unique_ptr<RecordEncoder> encoder() const = 0;

  virtual std::uint64_t headBytes(std::uint64_t samples) const = 0;
  /// What is before a shard's records.
  virtual Result<std::string> head(const Shard& shard, const ShardRoom& room, const JobContext& job) const = 0;
  virtual std::string tail() const { return {}; }

  /// A second file beside the shard that says where its records are; empty: none.
  virtual std::string indexPath(const std::string& shardPath) const {
    (void)shardPath;
    return {};
  }
  virtual std::string index(std::span<const std::uint32_t> recordBytes) const {
    (void)recordBytes;
    return {};
  }

 private:
  /// Returns the bytes of each record.
  Result<std::vector<std::uint32_t>> appendRecords(GrowingFile& file, const Shard& shard, const ShardRoom& room,
                                                   const JobContext& job) const;
  Result<std::vector<std::uint32_t>> appendParallel(GrowingFile& file, const Shard& shard, const ShardRoom& room,
                                                    const JobContext& job) const;
};

/// A field without the prefix of kept columns: "kept/NAME" is NAME.
std::string plainName(const std::string& field);
/// What formats write that name every array and text so.
std::vector<WrittenName> plainNames(const ArrayFields& fields);

/// `SPLIT/split_data_00000.csv` …, always with a header.
std::unique_ptr<ShardFormat> makeCsvFormat(const store::Dataset& dataset, const Encoding& encoding);

/// WebDataset: `NAME-SPLIT-000000.tar`, a POSIX archive in which the members of a sample follow one another:
/// KEY.npy (the features), KEY.categories.npy, KEY.labels.npy (values to predict), KEY.cls (the class code) and
/// KEY.json (words, and what was kept). KEY is the sample's number in the dataset. Source: webdataset,
/// src/webdataset/tariterators.py; POSIX.1-1988 for the archive.
Result<std::unique_ptr<ShardFormat>> makeTarFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name);

/// TFRecord: `NAME-SPLIT-000000.tfrecord` of tf.train.Example, each array a feature under its name: integers of labels,
/// categories and groups as int64, other numbers as packed floats, texts as bytes. `….index` beside it has a line
/// "offset length" a record. Source: tensorflow, core/lib/io/record_writer.h and core/example/example.proto.
Result<std::unique_ptr<ShardFormat>> makeTfrecordFormat(const store::Dataset& dataset, const ShardOptions& options,
                                                        const Encoding& encoding, std::string name);

/// MosaicML's MDS, version 2: `SPLIT/NAME-SPLIT-000000.mds` and `SPLIT/index.json`, which StreamingDataset opens as
/// `local=OUT, split=SPLIT`. Columns are the arrays of a sample (one value: a scalar) and its texts.
/// Source: mosaicml/streaming, streaming/base/format/mds/{writer,reader,encodings}.py.
Result<std::unique_ptr<ShardFormat>> makeMdsFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name);

}  // namespace masu::shards
