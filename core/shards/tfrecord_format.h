#pragma once

#include "core/shards/array_field.h"
#include "core/shards/record_format.h"

namespace masu::shards {

/// TFRecord: `NAME-SPLIT-000000.tfrecord` of tf.train.Example, each array a feature under its name: integers of labels,
/// categories and groups as int64, other numbers as packed floats, texts as bytes. `….index` beside it has a line
/// "offset length" a record. Source: tensorflow, core/lib/io/record_writer.h and core/example/example.proto.
Result<std::unique_ptr<ShardFormat>> makeTfrecordFormat(const store::Dataset& dataset, const ShardOptions& options,
                                                        const Encoding& encoding, std::string name);

}  // namespace masu::shards
