// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/export_plan.h"
#include "core/store/format/layout.h"
#include "core/table/time_text.h"

namespace masu::shards {

namespace {

using table::DType;

/// TFRecord has no floats but those of 32 bits.
Result<void> noteNarrowed(const store::Dataset& dataset, const ShardOptions& options, std::vector<Message>& notes) {
  if (options.type == DType::f64) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "TFRecord holds numbers as f32, not as f64. Choose --dtype f32, or another format."));
  }
  std::string rounded;
  for (const store::ObjectInfo& object : dataset.objects()) {
    if (object.element != store::Element::number) continue;
    if (options.encoded && object.name.starts_with(store::layout::kKeptPrefix)) continue;
    const bool asked = object.name == "features" && (options.type || options.encoded);
    if (object.dtype == DType::f64 && !asked) rounded += (rounded.empty() ? "" : ", ") + object.name;
  }
  if (rounded.empty()) return {};
  notes.push_back(
      {MASU_TEXT("core", "TFRecord holds numbers as f32: {0}, stored as f64, is rounded to it."), {rounded}});
  return {};
}

}  // namespace

Result<std::vector<Message>> exportNotes(const store::Dataset& dataset, const ShardOptions& options) {
  std::vector<Message> notes;
  if (options.format == Format::tfrecord) MASU_CHECK(noteNarrowed(dataset, options, notes));
  for (const table::Column& column : dataset.meta().schema.columns) {
    const bool stored = column.role != table::Role::ignored && (column.role != table::Role::kept || !options.encoded);
    if (column.kind != table::Kind::time || !stored) continue;
    notes.push_back({MASU_TEXT("core", "The times of column {0} are written as seconds after {1} UTC."),
                     {column.name, table::timeText(column.origin)}});
  }
  return notes;
}

}  // namespace masu::shards
