#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/ingest/import_plan.h"

namespace masu::ingest {

namespace {

using nlohmann::ordered_json;

constexpr int kRecipeVersion = 1;

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, const char*>, N>;

constexpr Names<MissingPolicy, 5> kMissing = {{{MissingPolicy::nan, "nan"},
                                               {MissingPolicy::zero, "zero"},
                                               {MissingPolicy::mean, "mean"},
                                               {MissingPolicy::drop, "drop"},
                                               {MissingPolicy::constant, "constant"}}};
constexpr Names<OnError, 2> kOnError = {{{OnError::reject, "reject"}, {OnError::fail, "fail"}}};
constexpr Names<PastTolerance, 2> kPastTolerance = {{{PastTolerance::widen, "widen"}, {PastTolerance::stop, "stop"}}};
constexpr Names<Keep, 2> kKeep = {{{Keep::windows, "windows"}, {Keep::recordings, "recordings"}}};
constexpr Names<Rest, 2> kRest = {{{Rest::pad, "pad"}, {Rest::drop, "drop"}}};
constexpr Names<waveform::FrameAxis, 3> kFrames = {{{waveform::FrameAxis::longer, "longer"},
                                                    {waveform::FrameAxis::first, "first"},
                                                    {waveform::FrameAxis::last, "last"}}};
constexpr Names<store::Target, 3> kTarget = {
    {{store::Target::none, "none"}, {store::Target::classes, "class"}, {store::Target::values, "value"}}};
constexpr Names<store::Compression, 4> kCompression = {{{store::Compression::none, "none"},
                                                        {store::Compression::gzip, "gzip"},
                                                        {store::Compression::lz4, "lz4"},
                                                        {store::Compression::zstd, "zstd"}}};

template <class Enum, std::size_t N>
const char* word(const Names<Enum, N>& names, Enum value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return names.front().second;
}

/// A word that nobody wrote into the recipe is a fault of the recipe; the caller turns the exception into a sentence.
template <class Enum, std::size_t N>
Enum fromWord(const Names<Enum, N>& names, const std::string& text) {
  for (const auto& [each, name] : names) {
    if (text == name) return each;
  }
  throw std::invalid_argument(text);
}

template <class Optional>
auto checked(const Optional& found, const std::string& text) {
  if (!found) throw std::invalid_argument(text);
  return *found;
}

ordered_json characterJson(char c) {
  return c == '\0' ? ordered_json(nullptr) : ordered_json(std::string(1, c));
}

char characterFrom(const ordered_json& json) {
  if (json.is_null()) return '\0';
  const auto text = json.get<std::string>();
  if (text.size() != 1) throw std::invalid_argument(text);
  return text.front();
}

ordered_json dialectJson(const csv::Dialect& dialect) {
  return {{"delimiter", characterJson(dialect.delimiter)},
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
}

std::uint64_t longestRecordFrom(const ordered_json& json) {
  const auto bytes = json.is_number_unsigned() ? json.get<std::uint64_t>() : 0;
  if (bytes < csv::kLeastLongestRecord || bytes > csv::kMostLongestRecord)
    throw std::invalid_argument("longest_record");
  return bytes;
}

csv::Dialect dialectFrom(const ordered_json& json) {
  csv::Dialect dialect;
  dialect.delimiter = characterFrom(json.at("delimiter"));
  dialect.quote = characterFrom(json.at("quote"));
  dialect.escape = characterFrom(json.at("escape"));
  dialect.decimal = characterFrom(json.at("decimal"));
  dialect.encoding = json.at("encoding").get<std::string>();
  dialect.header = json.at("header").get<bool>();
  dialect.aligned = json.value("aligned", false);
  dialect.trimBlanks = json.at("trim_blanks").get<bool>();
  dialect.preambleLines = json.at("preamble_lines").get<std::uint64_t>();
  if (const auto comment = json.find("comment"); comment != json.end()) dialect.comment = characterFrom(*comment);
  dialect.longestRecord = longestRecordFrom(json.value("longest_record", ordered_json(csv::kLongestRecord)));
  dialect.missingMarkers = json.at("missing_markers").get<std::vector<std::string>>();
  return dialect;
}

/// Options that hold for tables and recordings alike.
ordered_json optionsJson(const ImportOptions& options) {
  ordered_json json;
  json["target"] = word(kTarget, options.target);
  json["dtype"] = options.dtype ? ordered_json(std::string(table::name(*options.dtype))) : ordered_json(nullptr);
  json["auto_type"] = options.autoType;
  json["tolerance"] = options.tolerance ? ordered_json(*options.tolerance) : ordered_json(nullptr);
  json["past_tolerance"] = word(kPastTolerance, options.pastTolerance);
  json["compression"] = word(kCompression, options.compression);
  json["missing"] = word(kMissing, options.missing);
  if (options.missing == MissingPolicy::constant) json["missing_constant"] = options.missingConstant;
  json["on_error"] = word(kOnError, options.onError);
  if (options.shuffle) json["shuffle"] = *options.shuffle;
  return json;
}

void optionsFrom(const ordered_json& json, ImportOptions& options) {
  options.target = fromWord(kTarget, json.at("target").get<std::string>());
  if (const auto& type = json.at("dtype"); !type.is_null()) {
    options.dtype = checked(table::dtypeFrom(type.get<std::string>()), type.get<std::string>());
  }
  options.autoType = json.at("auto_type").get<bool>();
  // Recipes of before tolerances were kept say 0 for none.
  const auto past = json.find("past_tolerance");
  if (const auto& tolerance = json.at("tolerance"); past != json.end() && !tolerance.is_null())
    options.tolerance = tolerance.get<double>();
  if (past != json.end()) options.pastTolerance = fromWord(kPastTolerance, past->get<std::string>());
  options.compression = fromWord(kCompression, json.at("compression").get<std::string>());
  options.missing = fromWord(kMissing, json.at("missing").get<std::string>());
  options.missingConstant = json.value("missing_constant", 0.0);
  options.onError = fromWord(kOnError, json.at("on_error").get<std::string>());
  if (const auto seed = json.find("shuffle"); seed != json.end()) {
    if (!seed->is_number_unsigned()) throw std::invalid_argument("shuffle");
    options.shuffle = seed->get<std::uint64_t>();
  }
}

ordered_json tableJson(const ImportPlan& plan) {
  ordered_json columns = ordered_json::array();
  for (const ColumnPlan& column : plan.columns) {
    ordered_json entry = {{"name", column.name},
                          {"role", std::string(table::name(column.role))},
                          {"kind", std::string(table::name(column.kind))}};
    if (column.kind == table::Kind::time) {
      entry["date_order"] = std::string(table::name(column.dateOrder));
      entry["origin"] = column.origin;
    }
    if (column.steps) {
      entry["scale"] = column.steps->scale;
      entry["offset"] = column.steps->offset;
    }
    for (const auto& [name, rule] : plan.options.table.columnMissing) {
      if (name != column.name) continue;
      entry["missing"] = word(kMissing, rule.policy);
      if (rule.policy == MissingPolicy::constant) entry["missing_constant"] = rule.constant;
    }
    columns.push_back(std::move(entry));
  }
  return {{"dialect", dialectJson(plan.dialect)}, {"labels", plan.options.labels},
          {"weight", plan.options.weight},        {"class_map", plan.options.table.classMap},
          {"where", plan.options.table.where},    {"columns", std::move(columns)}};
}

downcast::Affine stepsFrom(float scale, float offset) {
  if (!(scale >= std::numeric_limits<float>::min()) || !std::isfinite(scale) || !std::isfinite(offset))
    throw std::invalid_argument("scale");
  return {scale, offset};
}

void tableFrom(const ordered_json& json, ImportPlan& plan) {
  plan.dialect = dialectFrom(json.at("dialect"));
  ImportOptions& options = plan.options;
  options.labels = json.at("labels").get<std::vector<std::string>>();
  options.weight = json.at("weight").get<std::string>();
  options.table.classMap = json.at("class_map").get<std::vector<std::pair<std::string, std::string>>>();
  options.table.where = json.value("where", std::string());
  for (const ordered_json& entry : json.at("columns")) {
    ColumnPlan column;
    column.name = entry.at("name").get<std::string>();
    const auto role = entry.at("role").get<std::string>();
    const auto kind = entry.at("kind").get<std::string>();
    column.role = checked(table::roleFrom(role), role);
    column.kind = checked(table::kindFrom(kind), kind);
    if (column.role == table::Role::kept) {
      (column.kind == table::Kind::text ? options.table.text : options.table.keep).push_back(column.name);
    }
    if (const auto order = entry.find("date_order"); order != entry.end()) {
      column.dateOrder = checked(table::dateOrderFrom(order->get<std::string>()), order->get<std::string>());
      column.origin = entry.at("origin").get<double>();
    }
    if (const auto scale = entry.find("scale"); scale != entry.end())
      column.steps = stepsFrom(scale->get<float>(), entry.at("offset").get<float>());
    if (const auto missing = entry.find("missing"); missing != entry.end()) {
      options.table.columnMissing.push_back(
          {column.name, {fromWord(kMissing, missing->get<std::string>()), entry.value("missing_constant", 0.0)}});
    }
    plan.columns.push_back(std::move(column));
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
  const auto type = json.at("type").get<std::string>();
  return {.type = checked(table::dtypeFrom(type), type),
          .bigEndian = json.at("big_endian").get<bool>(),
          .channels = json.at("channels").get<std::uint32_t>(),
          .header = json.at("header").get<std::uint64_t>()};
}

ordered_json characterJson(std::optional<char> c) {
  return c ? ordered_json(*c == '\0' ? std::string() : std::string(1, *c)) : ordered_json(nullptr);
}

std::optional<char> characterIn(const ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return std::nullopt;
  const auto text = found->get<std::string>();
  if (text.size() > 1) throw std::invalid_argument(text);
  return text.empty() ? '\0' : text.front();
}

template <class T>
std::optional<T> valueIn(const ordered_json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? std::optional<T>() : found->get<T>();
}

/// How recordings that are tables are spelled: what was said of it, as each file is looked at by itself.
ordered_json spellingJson(const TableOptions& options) {
  const auto orNull = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(nullptr); };
  return {{"delimiter", characterJson(options.delimiter)},
          {"quote", characterJson(options.quote)},
          {"escape", characterJson(options.escape)},
          {"decimal", characterJson(options.decimal)},
          {"comment", characterJson(options.comment)},
          {"encoding", orNull(options.encoding)},
          {"header", orNull(options.header)},
          {"preamble_lines", orNull(options.skipLines)},
          {"longest_record", orNull(options.longestRecord)},
          {"missing_markers", orNull(options.missingMarkers)}};
}

void spellingFrom(const ordered_json& json, TableOptions& options) {
  options.delimiter = characterIn(json, "delimiter");
  options.quote = characterIn(json, "quote");
  options.escape = characterIn(json, "escape");
  options.decimal = characterIn(json, "decimal");
  options.comment = characterIn(json, "comment");
  options.encoding = valueIn<std::string>(json, "encoding");
  options.header = valueIn<bool>(json, "header");
  options.skipLines = valueIn<std::uint64_t>(json, "preamble_lines");
  options.missingMarkers = valueIn<std::vector<std::string>>(json, "missing_markers");
  if (const auto longest = json.find("longest_record"); longest != json.end() && !longest->is_null())
    options.longestRecord = longestRecordFrom(*longest);
}

ordered_json recordingsJson(const ImportPlan& plan) {
  const RecordingOptions& options = plan.options.recordings;
  ordered_json json = {{"window", options.window},
                       {"window_seconds", options.windowSeconds},
                       {"hop", options.hop ? ordered_json(*options.hop) : ordered_json(nullptr)},
                       {"hop_seconds", options.hopSeconds},
                       {"one_window", options.oneWindow},
                       {"rest", word(kRest, options.rest)},
                       {"store", word(kKeep, options.keep)},
                       {"rate", options.rate},
                       {"channels", options.channels},
                       {"raw", rawJson(options.raw)},
                       {"spelling", spellingJson(plan.options.table)},
                       {"label_from", options.labelFrom},
                       {"group_from", options.groupFrom},
                       {"labels", plan.options.labels},
                       {"channel_names", plan.channelNames},
                       {"planned_window", plan.window},
                       {"planned_hop", plan.hop},
                       {"planned_rate", plan.rate}};
  if (options.frames != waveform::FrameAxis::longer) json["frames"] = word(kFrames, options.frames);
  return json;
}

void recordingsFrom(const ordered_json& json, ImportPlan& plan) {
  RecordingOptions& options = plan.options.recordings;
  options.window = json.at("window").get<std::uint64_t>();
  if (!json.at("hop").is_null()) options.hop = json.at("hop").get<std::uint64_t>();
  options.oneWindow = json.at("one_window").get<bool>();
  options.rest = fromWord(kRest, json.at("rest").get<std::string>());
  options.keep = fromWord(kKeep, json.value("store", std::string("windows")));
  options.rate = json.at("rate").get<double>();
  options.frames = fromWord(kFrames, json.value("frames", std::string("longer")));
  options.windowSeconds = json.value("window_seconds", 0.0);
  options.hopSeconds = json.value("hop_seconds", 0.0);
  if (const auto raw = json.find("raw"); raw != json.end() && !raw->is_null()) options.raw = rawFrom(*raw);
  if (const auto spelling = json.find("spelling"); spelling != json.end()) spellingFrom(*spelling, plan.options.table);
  options.channels = json.at("channels").get<std::vector<std::string>>();
  options.labelFrom = json.at("label_from").get<std::string>();
  options.groupFrom = json.at("group_from").get<std::string>();
  plan.options.labels = json.at("labels").get<std::vector<std::string>>();
  plan.channelNames = json.at("channel_names").get<std::vector<std::string>>();
  plan.window = json.at("planned_window").get<std::uint64_t>();
  plan.hop = json.at("planned_hop").get<std::uint64_t>();
  plan.rate = json.at("planned_rate").get<double>();
}

ImportPlan planFrom(const ordered_json& json) {
  ImportPlan plan;
  plan.recordings = json.at("kind").get<std::string>() == "recordings";
  plan.options.as = plan.recordings ? SourceKind::recordings : SourceKind::table;
  optionsFrom(json.at("options"), plan.options);
  plan.target = fromWord(kTarget, json.at("target").get<std::string>());
  plan.classes = json.at("classes").get<std::vector<std::string>>();
  const auto type = json.at("stored").get<std::string>();
  plan.dtype = checked(table::dtypeFrom(type), type);
  if (plan.recordings)
    recordingsFrom(json.at("recordings"), plan);
  else
    tableFrom(json.at("table"), plan);
  return plan;
}

}  // namespace

std::string recipeFrom(const ImportPlan& plan) {
  ordered_json json;
  json["masu_recipe"] = kRecipeVersion;
  json["kind"] = plan.recordings ? "recordings" : "table";
  json["options"] = optionsJson(plan.options);
  json["target"] = word(kTarget, plan.target);
  json["classes"] = plan.classes;
  json["stored"] = std::string(table::name(plan.dtype));
  if (plan.recordings)
    json["recordings"] = recordingsJson(plan);
  else
    json["table"] = tableJson(plan);
  // Names in a source need not be UTF-8 in full: what is not is shown as a replacement character.
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<ImportPlan> planFromRecipe(std::string_view text) {
  const ordered_json json = ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return fail(Errc::format,
                MASU_TEXT("core", "The recipe is not JSON. Save one from an import, or with masu inspect."));
  }
  if (!json.is_object() || !json.contains("masu_recipe") || !json["masu_recipe"].is_number_integer()) {
    return fail(Errc::format,
                MASU_TEXT("core", "This JSON is no recipe of Masu. Save one from an import, or with masu inspect."));
  }
  if (json["masu_recipe"].get<int>() > kRecipeVersion) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "The recipe is of a later version of Masu. Update Masu to use it."));
  }
  try {
    return planFrom(json);
  } catch (const std::exception& problem) {
    return fail(Errc::format, MASU_TEXT("core", "The recipe cannot be used: {0}."), {problem.what()});
  }
}

}  // namespace masu::ingest
