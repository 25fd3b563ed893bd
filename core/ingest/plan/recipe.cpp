// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/json_fault.h"
#include "core/base/named_value.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/plan/recipe_fields.h"

namespace masu::ingest {

namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kRecipeVersion = 1;

constexpr NamedValues<SourceKind, 2> kKind = {{{SourceKind::table, "table"}, {SourceKind::recordings, "recordings"}}};
constexpr NamedValues<MissingPolicy, 5> kMissing = {{{MissingPolicy::nan, "nan"},
                                                     {MissingPolicy::zero, "zero"},
                                                     {MissingPolicy::mean, "mean"},
                                                     {MissingPolicy::drop, "drop"},
                                                     {MissingPolicy::constant, "constant"}}};
constexpr NamedValues<OnError, 3> kOnError = {
    {{OnError::reject, "reject"}, {OnError::fail, "fail"}, {OnError::missing, "missing"}}};
constexpr NamedValues<Ragged, 4> kRagged = {
    {{Ragged::reject, "reject"}, {Ragged::pad, "pad"}, {Ragged::truncate, "truncate"}, {Ragged::both, "both"}}};
constexpr NamedValues<OnToleranceExceeded, 2> kOnToleranceExceeded = {
    {{OnToleranceExceeded::widen, "widen"}, {OnToleranceExceeded::stop, "stop"}}};
constexpr NamedValues<StoreAs, 2> kStoreAs = {{{StoreAs::windows, "windows"}, {StoreAs::recordings, "recordings"}}};
constexpr NamedValues<Tail, 2> kTail = {{{Tail::pad, "pad"}, {Tail::drop, "drop"}}};
constexpr NamedValues<waveform::FrameAxis, 3> kFrames = {{{waveform::FrameAxis::longer, "longer"},
                                                          {waveform::FrameAxis::first, "first"},
                                                          {waveform::FrameAxis::last, "last"}}};
constexpr NamedValues<store::Target, 3> kTarget = {
    {{store::Target::none, "none"}, {store::Target::classes, "class"}, {store::Target::values, "value"}}};
constexpr NamedValues<store::Compression, 4> kCompression = {{{store::Compression::none, "none"},
                                                              {store::Compression::gzip, "gzip"},
                                                              {store::Compression::lz4, "lz4"},
                                                              {store::Compression::zstd, "zstd"}}};

template <class Enum, std::size_t N>
Enum wordIn(const NamedValues<Enum, N>& names, const ordered_json& json, const char* field,
            const std::optional<std::string>& otherwise = std::nullopt) {
  const auto text = otherwise ? recipeOption(json, field, *otherwise) : recipeField<std::string>(json, field);
  const auto known = valueNamed(names, text);
  if (!known) cannotBe(field, text);
  return *known;
}

/// A word that `find` knows, such as the name of a type.
template <class Find>
auto namedIn(const ordered_json& json, const char* field, const Find& find) {
  const auto text = recipeField<std::string>(json, field);
  const auto found = find(text);
  if (!found) cannotBe(field, text);
  return *found;
}

double notNegative(double value, const char* field) {
  if (value < 0) cannotBe(field, ordered_json(value).dump());
  return value;
}

ordered_json characterJson(char c) {
  return c == '\0' ? ordered_json(nullptr) : ordered_json(std::string(1, c));
}

char characterFrom(const ordered_json& json, const char* field) {
  const ordered_json& value = recipeField(json, field);
  if (value.is_null()) return '\0';
  const auto text = recipeValue<std::string>(value, field);
  if (text.size() != 1) cannotBe(field, text);
  return text.front();
}

ordered_json dialectJson(const csv::Dialect& dialect) {
  ordered_json json = {{"delimiter", characterJson(dialect.delimiter)},
                       {"quote", characterJson(dialect.quote)},
                       {"escape", characterJson(dialect.escape)},
                       {"decimal", characterJson(dialect.decimal)},
                       {"encoding", dialect.encoding},
                       {"header", dialect.header},
                       {"aligned", dialect.aligned},
                       {"trim_blanks", dialect.trimBlanks},
                       {"preamble_lines", dialect.preambleLines},
                       {"comment", characterJson(dialect.comment)},
                       {"longest_record", dialect.longestRecord},
                       {"missing_markers", dialect.missingMarkers}};
  // Recipes of tables without them stay as earlier versions read them.
  if (dialect.declared && dialect.preambleLines > 0) json["declared"] = *dialect.declared;
  if (dialect.jsonLines) json["json_lines"] = true;
  if (dialect.thousands != '\0') json["thousands"] = std::string(1, dialect.thousands);
  return json;
}

std::optional<std::uint64_t> longestRecordIn(const ordered_json& json) {
  constexpr const char* kField = "longest_record";
  const auto bytes = recipeOption<std::uint64_t>(json, kField);
  if (bytes && (*bytes < csv::kLeastLongestRecord || *bytes > csv::kMostLongestRecord))
    cannotBe(kField, std::to_string(*bytes));
  return bytes;
}

char thousandsIn(const ordered_json& json, char decimal) {
  constexpr const char* kField = "thousands";
  const char mark = json.contains(kField) ? characterFrom(json, kField) : '\0';
  const bool isOne = mark == '\0' || (mark != decimal && std::string_view(",. '").find(mark) != std::string_view::npos);
  if (!isOne) cannotBe(kField, std::string(1, mark));
  return mark;
}

csv::Dialect dialectFrom(const ordered_json& json) {
  allowFields(json, "dialect",
              {"delimiter", "quote", "escape", "decimal", "encoding", "header", "aligned", "trim_blanks",
               "preamble_lines", "declared", "json_lines", "thousands", "comment", "missing_markers",
               "longest_record"});
  csv::Dialect dialect;
  dialect.delimiter = characterFrom(json, "delimiter");
  dialect.quote = characterFrom(json, "quote");
  dialect.escape = characterFrom(json, "escape");
  dialect.decimal = characterFrom(json, "decimal");
  dialect.encoding = recipeField<std::string>(json, "encoding");
  dialect.header = recipeField<bool>(json, "header");
  dialect.aligned = recipeOption(json, "aligned", false);
  dialect.trimBlanks = recipeField<bool>(json, "trim_blanks");
  dialect.preambleLines = recipeField<std::uint64_t>(json, "preamble_lines");
  dialect.declared = recipeOption<bool>(json, "declared");
  if (dialect.preambleLines == 0) dialect.declared = false;
  dialect.jsonLines = recipeOption(json, "json_lines", false);
  dialect.thousands = thousandsIn(json, dialect.decimal);
  if (json.contains("comment")) dialect.comment = characterFrom(json, "comment");
  dialect.longestRecord = longestRecordIn(json).value_or(csv::kLongestRecord);
  dialect.missingMarkers = recipeField<std::vector<std::string>>(json, "missing_markers");
  return dialect;
}

/// Options that hold for tables and recordings alike.
ordered_json optionsJson(const ImportOptions& options) {
  ordered_json json;
  json["target"] = nameIn(kTarget, options.target);
  json["dtype"] = options.dtype ? ordered_json(std::string(table::name(*options.dtype))) : ordered_json(nullptr);
  json["auto_type"] = options.autoType;
  json["tolerance"] = options.tolerance ? ordered_json(*options.tolerance) : ordered_json(nullptr);
  json["past_tolerance"] = nameIn(kOnToleranceExceeded, options.onToleranceExceeded);
  json["compression"] = nameIn(kCompression, options.compression);
  json["missing"] = nameIn(kMissing, options.missing);
  if (options.missing == MissingPolicy::constant) json["missing_constant"] = options.missingConstant;
  json["on_error"] = nameIn(kOnError, options.onError);
  if (options.shuffle) json["shuffle"] = *options.shuffle;
  return json;
}

void optionsFrom(const ordered_json& json, ImportOptions& options) {
  allowFields(json, "options",
              {"target", "dtype", "auto_type", "tolerance", "past_tolerance", "compression", "missing",
               "missing_constant", "on_error", "shuffle"});
  options.target = wordIn(kTarget, json, "target");
  if (!recipeField(json, "dtype").is_null()) options.dtype = namedIn(json, "dtype", table::dtypeFrom);
  options.autoType = recipeField<bool>(json, "auto_type");
  const auto tolerance = recipeOption<double>(json, "tolerance");
  if (tolerance) notNegative(*tolerance, "tolerance");
  // Recipes of before tolerances were kept say 0 for none.
  if (json.contains("past_tolerance")) {
    options.tolerance = tolerance;
    options.onToleranceExceeded = wordIn(kOnToleranceExceeded, json, "past_tolerance");
  }
  options.compression = wordIn(kCompression, json, "compression");
  options.missing = wordIn(kMissing, json, "missing");
  options.missingConstant = recipeOption(json, "missing_constant", 0.0);
  options.onError = wordIn(kOnError, json, "on_error");
  if (json.contains("shuffle")) options.shuffle = recipeField<std::uint64_t>(json, "shuffle");
}

ordered_json tableJson(const ImportPlan& plan) {
  ordered_json columns = ordered_json::array();
  for (const ColumnPlan& column : plan.columns) {
    ordered_json entry = {{"name", column.name},
                          {"role", std::string(table::name(column.role))},
                          {"kind", std::string(table::name(column.kind))}};
    if (column.kind == table::Kind::time) {
      entry["date_order"] = std::string(table::name(column.dateOrder));
      // Recipes of before do not say whether it was needed.
      if (column.forms.orderless) entry["date_order_needed"] = false;
      entry["origin"] = column.origin;
      // What a time counts from shows it, but for dates of 1970.
      if (column.forms.times != table::TimeKind::any && column.forms.times != table::timeKindFrom(column.origin))
        entry["time_of_day"] = column.forms.times == table::TimeKind::ofDay;
    }
    // Recipes of before say nothing of it.
    const bool stored =
        column.role == table::Role::feature || column.role == table::Role::kept || column.role == table::Role::label;
    if (column.rounded && stored) entry["rounded"] = true;
    if (column.steps) {
      entry["scale"] = column.steps->scale;
      entry["offset"] = column.steps->offset;
    }
    for (const auto& [name, rule] : plan.options.table.columnMissing) {
      if (name != column.name) continue;
      entry["missing"] = nameIn(kMissing, rule.policy);
      if (rule.policy == MissingPolicy::constant) entry["missing_constant"] = rule.constant;
    }
    columns.push_back(std::move(entry));
  }
  ordered_json json = {{"dialect", dialectJson(plan.table().dialect)},
                       {"labels", plan.options.labels},
                       {"weight", plan.options.weight},
                       {"class_map", plan.options.table.classMap},
                       {"where", plan.options.table.where}};
  // Recipes of before say nothing of it.
  if (plan.options.table.ragged != Ragged::reject) json["ragged"] = nameIn(kRagged, plan.options.table.ragged);
  json["columns"] = std::move(columns);
  return json;
}

downcast::Affine stepsFrom(float scale, float offset) {
  if (!(scale >= std::numeric_limits<float>::min())) cannotBe("scale", ordered_json(scale).dump());
  return {scale, offset};
}

ColumnPlan columnFrom(const ordered_json& json, TableOptions& options) {
  allowFields(json, "columns",
              {"name", "role", "kind", "date_order", "date_order_needed", "origin", "time_of_day", "rounded", "scale",
               "offset", "missing", "missing_constant"});
  ColumnPlan column;
  column.name = recipeField<std::string>(json, "name");
  column.role = namedIn(json, "role", table::roleFrom);
  column.kind = namedIn(json, "kind", table::kindFrom);
  if (column.role == table::Role::kept) {
    (column.kind == table::Kind::text ? options.text : options.keep).push_back(column.name);
  }
  if (json.contains("date_order")) {
    column.dateOrder = namedIn(json, "date_order", table::dateOrderFrom);
    column.forms.orderless = !recipeOption(json, "date_order_needed", true);
    column.origin = recipeField<double>(json, "origin");
    column.forms.times = table::timeKindFrom(column.origin);
    if (const auto ofDay = recipeOption<bool>(json, "time_of_day"))
      column.forms.times = *ofDay ? table::TimeKind::ofDay : table::TimeKind::dated;
  }
  column.rounded = recipeOption(json, "rounded", false);
  if (json.contains("scale"))
    column.steps = stepsFrom(recipeField<float>(json, "scale"), recipeField<float>(json, "offset"));
  if (json.contains("missing")) {
    options.columnMissing.push_back(
        {column.name, {wordIn(kMissing, json, "missing"), recipeOption(json, "missing_constant", 0.0)}});
  }
  return column;
}

void tableFrom(const ordered_json& json, ImportPlan& plan) {
  allowFields(json, "table", {"dialect", "labels", "weight", "class_map", "where", "ragged", "columns"});
  plan.table().dialect = dialectFrom(recipeField(json, "dialect"));
  ImportOptions& options = plan.options;
  options.labels = recipeField<std::vector<std::string>>(json, "labels");
  options.weight = recipeField<std::string>(json, "weight");
  options.table.classMap = recipeField<std::vector<std::pair<std::string, std::string>>>(json, "class_map");
  options.table.where = recipeOption(json, "where", std::string());
  options.table.ragged = wordIn(kRagged, json, "ragged", "reject");
  std::set<std::string> names;
  for (const ordered_json& entry : recipeField(json, "columns")) {
    plan.columns.push_back(columnFrom(entry, options.table));
    const std::string& name = plan.columns.back().name;
    if (!names.insert(name).second) {
      throw RecipeFault{{MASU_TEXT("core", "The recipe cannot be used: it has two columns {0}."), {name}}};
    }
  }
}

ordered_json rawJson(const std::optional<waveform::RawLayout>& raw) {
  if (!raw) return nullptr;
  return {{"type", std::string(table::name(raw->type))},
          {"big_endian", raw->bigEndian},
          {"channels", raw->channels},
          {"header", raw->header}};
}

waveform::RawLayout rawFrom(const ordered_json& json) {
  allowFields(json, "raw", {"type", "big_endian", "channels", "header"});
  return {.type = namedIn(json, "type", table::dtypeFrom),
          .bigEndian = recipeField<bool>(json, "big_endian"),
          .channels = recipeField<std::uint32_t>(json, "channels"),
          .header = recipeField<std::uint64_t>(json, "header")};
}

ordered_json characterJson(std::optional<char> c) {
  return c ? ordered_json(*c == '\0' ? std::string() : std::string(1, *c)) : ordered_json(nullptr);
}

std::optional<char> characterIn(const ordered_json& json, const char* name) {
  const auto text = recipeOption<std::string>(json, name);
  if (!text) return std::nullopt;
  if (text->size() > 1) cannotBe(name, *text);
  return text->empty() ? '\0' : text->front();
}

/// How recordings that are tables are spelled: what was said of it, as each file is looked at by itself.
ordered_json spellingJson(const TableOptions& options) {
  const auto orNull = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(nullptr); };
  ordered_json json = {{"delimiter", characterJson(options.delimiter)},
                       {"quote", characterJson(options.quote)},
                       {"escape", characterJson(options.escape)},
                       {"decimal", characterJson(options.decimal)},
                       {"comment", characterJson(options.comment)},
                       {"encoding", orNull(options.encoding)},
                       {"header", orNull(options.header)},
                       {"preamble_lines", orNull(options.skipLines)},
                       {"longest_record", orNull(options.longestRecord)},
                       {"missing_markers", orNull(options.missingMarkers)}};
  if (options.thousands) json["thousands"] = characterJson(options.thousands);
  return json;
}

void spellingFrom(const ordered_json& json, TableOptions& options) {
  allowFields(json, "spelling",
              {"delimiter", "quote", "escape", "decimal", "comment", "encoding", "header", "preamble_lines",
               "missing_markers", "longest_record", "thousands"});
  options.delimiter = characterIn(json, "delimiter");
  options.quote = characterIn(json, "quote");
  options.escape = characterIn(json, "escape");
  options.decimal = characterIn(json, "decimal");
  options.comment = characterIn(json, "comment");
  options.thousands = characterIn(json, "thousands");
  options.encoding = recipeOption<std::string>(json, "encoding");
  options.header = recipeOption<bool>(json, "header");
  options.skipLines = recipeOption<std::uint64_t>(json, "preamble_lines");
  options.missingMarkers = recipeOption<std::vector<std::string>>(json, "missing_markers");
  options.longestRecord = longestRecordIn(json);
}

ordered_json recordingsJson(const ImportPlan& plan) {
  // A window of other images cannot be asked for: they are stored whole.
  const bool images = plan.recordings().sampleShape.size() == 3;
  const RecordingOptions& options = plan.options.recordings;
  ordered_json json = {{"window", options.window},
                       {"window_seconds", options.windowSeconds},
                       {"hop", options.hop ? ordered_json(*options.hop) : ordered_json(nullptr)},
                       {"hop_seconds", options.hopSeconds},
                       {"one_window", options.oneWindow},
                       {"rest", nameIn(kTail, options.rest)},
                       {"store", nameIn(kStoreAs, options.keep)},
                       {"rate", options.rate},
                       {"channels", options.channels},
                       {"raw", rawJson(options.raw)},
                       {"spelling", spellingJson(plan.options.table)},
                       {"label_from", options.labelFrom},
                       {"group_from", options.groupFrom},
                       {"labels", plan.options.labels},
                       {"channel_names", plan.recordings().channelNames},
                       {"planned_window", images ? 0 : plan.recordings().window},
                       {"planned_hop", plan.recordings().hop},
                       {"planned_rate", plan.recordings().rate}};
  if (options.frames != waveform::FrameAxis::longer) json["frames"] = nameIn(kFrames, options.frames);
  if (options.time) json["time"] = *options.time;
  if (plan.recordings().scale) {
    json["planned_type"] = std::string(table::name(plan.recordings().scale->type));
    json["planned_full_scale"] = plan.recordings().scale->full;
    // Any other full scale is one of sound.
    if (plan.recordings().scale->full == 1 && plan.recordings().scale->sound) json["planned_sound"] = true;
  }
  if (plan.recordings().unpacked) json["planned_unpacked"] = *plan.recordings().unpacked;
  return json;
}

void recordingsFrom(const ordered_json& json, ImportPlan& plan) {
  allowFields(json, "recordings",
              {"window",
               "window_seconds",
               "hop",
               "hop_seconds",
               "one_window",
               "rest",
               "store",
               "rate",
               "channels",
               "raw",
               "spelling",
               "label_from",
               "group_from",
               "labels",
               "channel_names",
               "planned_window",
               "planned_hop",
               "planned_rate",
               "frames",
               "time",
               "planned_type",
               "planned_full_scale",
               "planned_sound",
               "planned_unpacked"});
  RecordingOptions& options = plan.options.recordings;
  options.window = recipeField<std::uint64_t>(json, "window");
  options.hop = recipeOption<std::uint64_t>(json, "hop");
  options.oneWindow = recipeField<bool>(json, "one_window");
  options.rest = wordIn(kTail, json, "rest");
  options.keep = wordIn(kStoreAs, json, "store", "windows");
  options.rate = notNegative(recipeField<double>(json, "rate"), "rate");
  options.frames = wordIn(kFrames, json, "frames", "longer");
  options.time = recipeOption<std::string>(json, "time");
  options.windowSeconds = notNegative(recipeOption(json, "window_seconds", 0.0), "window_seconds");
  options.hopSeconds = notNegative(recipeOption(json, "hop_seconds", 0.0), "hop_seconds");
  if (const auto raw = json.find("raw"); raw != json.end() && !raw->is_null()) options.raw = rawFrom(*raw);
  if (const auto spelling = json.find("spelling"); spelling != json.end()) spellingFrom(*spelling, plan.options.table);
  options.channels = recipeField<std::vector<std::string>>(json, "channels");
  options.labelFrom = recipeField<std::string>(json, "label_from");
  options.groupFrom = recipeField<std::string>(json, "group_from");
  plan.options.labels = recipeField<std::vector<std::string>>(json, "labels");
  plan.recordings().channelNames = recipeField<std::vector<std::string>>(json, "channel_names");
  plan.recordings().window = recipeField<std::uint64_t>(json, "planned_window");
  plan.recordings().hop = recipeField<std::uint64_t>(json, "planned_hop");
  plan.recordings().rate = notNegative(recipeField<double>(json, "planned_rate"), "planned_rate");
  if (json.contains("planned_type")) {
    const auto full = recipeField<double>(json, "planned_full_scale");
    if (!(full > 0)) cannotBe("planned_full_scale", ordered_json(full).dump());
    plan.recordings().scale = SampleScale{namedIn(json, "planned_type", table::dtypeFrom), full,
                                          recipeOption(json, "planned_sound", full != 1)};
  }
  plan.recordings().unpacked = recipeOption<bool>(json, "planned_unpacked");
}

ImportPlan planFrom(const ordered_json& json) {
  allowFields(json, "recipe", {"masu_recipe", "kind", "options", "target", "classes", "stored", "table", "recordings"});
  ImportPlan plan;
  plan.options.as = wordIn(kKind, json, "kind");
  if (plan.options.as == SourceKind::recordings) plan.content.emplace<RecordingsPlan>();
  optionsFrom(recipeField(json, "options"), plan.options);
  plan.target = wordIn(kTarget, json, "target");
  plan.classes = recipeField<std::vector<std::string>>(json, "classes");
  plan.dtype = namedIn(json, "stored", table::dtypeFrom);
  if (plan.ofRecordings())
    recordingsFrom(recipeField(json, "recordings"), plan);
  else
    tableFrom(recipeField(json, "table"), plan);
  return plan;
}

}  // namespace

std::string recipeFrom(const ImportPlan& plan) {
  ordered_json json;
  json["masu_recipe"] = kRecipeVersion;
  json["kind"] = plan.ofRecordings() ? "recordings" : "table";
  json["options"] = optionsJson(plan.options);
  json["target"] = nameIn(kTarget, plan.target);
  json["classes"] = plan.classes;
  json["stored"] = std::string(table::name(plan.dtype));
  if (plan.ofRecordings())
    json["recordings"] = recordingsJson(plan);
  else
    json["table"] = tableJson(plan);
  // Names in a source need not be UTF-8 in full: what is not is shown as a replacement character.
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<ImportPlan> planFromRecipe(std::string_view text) {
  const ordered_json json = ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    const TextPlace place = jsonFault(text).value_or(TextPlace());
    return fail(Errc::format,
                MASU_TEXT("core",
                          "The recipe is not JSON from line {0}, column {1} on. Correct it there, or save one from an "
                          "import or with masu inspect."),
                {std::to_string(place.line), std::to_string(place.column)});
  }
  if (!json.is_object() || !json.contains("masu_recipe") || !json["masu_recipe"].is_number_unsigned()) {
    return fail(Errc::format,
                MASU_TEXT("core", "This JSON is not a recipe of Masu. Save one from an import, or with masu inspect."));
  }
  if (json["masu_recipe"].get<std::uint64_t>() > kRecipeVersion) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "The recipe is of a later version of Masu. Update Masu to use it."));
  }
  try {
    return planFrom(json);
  } catch (const RecipeFault& fault) {
    return fail(Errc::format, fault.message.text, fault.message.arguments);
  }
}

}  // namespace masu::ingest
