// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/import_arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/option_rules.h"
#include "app/cli/size_value.h"
#include "core/base/name_list.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/plan/window_length.h"
#include "core/ingest/recordings/read/recording_files.h"
#include "core/ingest/sources/sources.h"
#include "core/io/file.h"
#include "core/io/scratch_folder.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/piped_sources.h"

namespace masu::cli {

namespace {

/// Takes what is before the next comma off a list; in double quotes it may hold commas, and "" for a quote.
std::string takeMarker(std::string_view& list) {
  std::string quoted;
  for (std::size_t i = 1; list.starts_with('"') && i < list.size(); ++i) {
    const bool isLast = i + 1 == list.size() || list[i + 1] == ',';
    if (list[i] != '"') {
      quoted += list[i];
    } else if (isLast) {
      list.remove_prefix(i + 1);
      return quoted;
    } else if (list[++i] == '"') {
      quoted += '"';
    } else {
      break;  // a quote that is part of the marker
    }
  }
  const std::string marker(list.substr(0, list.find(',')));
  list.remove_prefix(marker.size());
  return marker;
}

/// One character, or a name for one that is awkward to type.
Result<std::optional<char>> characterFrom(const std::string& text, const char* option) {
  if (text.empty()) return std::optional<char>();
  if (text == "tab" || text == "\\t") return std::optional<char>('\t');
  if (text == "none") return std::optional<char>('\0');
  if (text.size() == 1) return std::optional<char>(text[0]);
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} takes one character, 'tab' or 'none', not '{1}'."),
              {option, text});
}

template <class Value>
Value choice(const std::string& word, std::initializer_list<std::pair<const char*, Value>> choices) {
  for (const auto& [name, value] : choices) {
    if (word == name) return value;
  }
  return choices.begin()->second;  // CLI11 let only these words through
}

}  // namespace

void ImportArguments::addTo(CLI::App& command) {
  command
      .add_option("SOURCE", m_sources,
                  "Files or folders to read, or - (standard input); a sheet of a workbook as FILE.xlsx#SHEET")
      ->required();
  command.add_option("--as", m_as, "Kind of the sources")->check(CLI::IsMember({"auto", "table", "recordings"}));
  command.add_option("--label", m_labels, "Column to predict, e.g. income; may be repeated (default: none)")
      ->allow_extra_args(false);
  command.add_option("--target", m_target, "Kind of the label: a class or a value (default: detected)")
      ->check(CLI::IsMember({"class", "value"}));
  command.add_option("--weight", m_weight, "Column of sample weights, e.g. weight (default: none)");
  command
      .add_option("--dtype", m_dtype,
                  "Type of stored numbers (default: f32 for tables; for recordings that of the source, f32 for f64)")
      ->check(CLI::IsMember({"auto", "f64", "f32", "f16", "i32", "u32", "i16", "u16", "i8", "u8"}));
  command.add_option("--tolerance", m_tolerance,
                     "Max error of a stored number (default: 0 for --dtype auto, else any)");
  command
      .add_option("--past-tolerance", m_pastTolerance,
                  "Action on numbers beyond the tolerance: widen the type of all, or stop the import (default: widen)")
      ->check(CLI::IsMember({"widen", "stop"}));
  command
      .add_option("--compression", m_compression,
                  "Compression of chunks; other programs need a plug-in for lz4 and zstd")
      ->check(CLI::IsMember({"none", "gzip", "lz4", "zstd"}));
  command
      .add_option("--missing", m_missing,
                  "Value of a missing cell: nan, zero, mean (of the train split, when batches are read; the file "
                  "keeps it missing), drop or a number; COLUMN=… for one column, e.g. age=mean; may be repeated "
                  "(default: nan)")
      ->allow_extra_args(false);
  command
      .add_option("--on-error", m_onError,
                  "Action on a record that does not fit: reject it, or fail; or count its bad "
                  "cells as missing")
      ->check(CLI::IsMember({"reject", "missing", "fail"}));
  command.add_option("--shuffle", m_shuffle,
                     "Seed of a random order of the stored samples (default: order of the sources)");
  command.add_option("--recipe", m_recipe, "Recipe of an earlier import, e.g. recipe.json (default: none)")
      ->check(CLI::ExistingFile);
  command
      .add_option_function<std::string>(
          "--scratch", [](const std::string& folder) { io::useScratchFolder(folder); },
          "Existing folder where packed sources are unpacked (default: TMPDIR, else /var/tmp)")
      ->check(CLI::ExistingDirectory);
  addSpellingOptions(command);
  addTableOptions(command);
  addColumnOptions(command);
  addRecordingOptions(command);
}

void ImportArguments::addSpellingOptions(CLI::App& command) {
  command.add_option("--delimiter", m_delimiter, "Field delimiter, e.g. ';' (default: detected)")->group("Tables");
  command.add_option("--quote", m_quote, "Quote character (default: detected)")->group("Tables");
  command
      .add_option("--escape", m_escape,
                  "Escape character of a quote inside quotes, e.g. another quote (default: detected)")
      ->group("Tables");
  command.add_option("--decimal", m_decimal, "Decimal mark, e.g. ',' (default: detected)")->group("Tables");
  command
      .add_option("--thousands", m_thousands,
                  "Thousands separator of numbers, e.g. ',' of 1,234.5: a comma, a point, a blank or an apostrophe "
                  "(default: none)")
      ->group("Tables");
  command.add_option("--encoding", m_encoding, "Encoding of the text, e.g. cp1252 (default: detected)")
      ->group("Tables");
  CLI::Option* header =
      command.add_flag("--header", m_header, "Read the first line as column names (default: detected)");
  header->group("Tables");
  command.add_flag("--no-header", m_noHeader, "Read the first line as data; columns are c1, c2 …")
      ->excludes(header)
      ->group("Tables");
  command
      .add_option("--comment", m_comment,
                  "Comment marker at the start of a line, e.g. '#', or 'none' (default: detected)")
      ->group("Tables");
  command.add_option("--skip", m_skip, "Number of lines before the table (default: detected)")->group("Tables");
  command
      .add_option("--longest-record", m_longestRecord,
                  "Max size of a record, e.g. 64M; a longer one is rejected (default: 16M)")
      ->transform(sizeValue())
      ->check(CLI::Range(csv::kLeastLongestRecord, csv::kMostLongestRecord))
      ->group("Tables");
}

void ImportArguments::addTableOptions(CLI::App& command) {
  command
      .add_option("--ragged", m_ragged,
                  "Action on records with too few or too many fields: reject them, pad short ones with missing cells, "
                  "truncate long ones, or both")
      ->check(CLI::IsMember({"reject", "pad", "truncate", "both"}))
      ->group("Tables");
  command
      .add_option("--date-order", m_dateOrder,
                  "Order of dates such as 3/4/20: day first (dmy), month first (mdy) or year first (ymd) (default: "
                  "detected)")
      ->check(CLI::IsMember({"dmy", "mdy", "ymd"}))
      ->group("Tables");
}

void ImportArguments::addColumnOptions(CLI::App& command) {
  command
      .add_option("--type", m_types,
                  "COLUMN=TYPE, e.g. zip=category: number, boolean, time, category, text, or ignored to leave it "
                  "out; may be repeated (default: detected)")
      ->allow_extra_args(false)
      ->group("Tables");
  command
      .add_option("--where", m_where,
                  "Filter of the records to import, applied before --class-map, e.g. 'age >= 18' (default: all)")
      ->group("Tables");
  command
      .add_option(
          "--na", m_missingMarkers,
          "Markers of missing cells, separated by commas, e.g. unknown,999; one with a comma is in double quotes; an "
          "empty cell is always missing (default: NA, N/A, n/a, #N/A, <NA>, NaN, nan, -NaN, -nan, null, NULL and ?)")
      ->allow_extra_args(false)
      ->group("Tables");
  command
      .add_option("--keep", m_keep,
                  "Column to keep for browsing and export, not for training, e.g. id; may be repeated (default: "
                  "none)")
      ->allow_extra_args(false)
      ->group("Tables");
  command
      .add_option("--text", m_text, "Column to keep as text, e.g. comment, or 'all'; may be repeated (default: none)")
      ->allow_extra_args(false)
      ->group("Tables");
  command
      .add_option("--class-map", m_classMap,
                  "OLD NEW: new name of class OLD, or the class to merge it with, e.g. cat pet; may be repeated "
                  "(default: none)")
      ->group("Tables");
}

void ImportArguments::addRecordingOptions(CLI::App& command) {
  command
      .add_option("--window", m_window,
                  "Length of a window in frames, or as a time, e.g. 2s, 500ms or 1min (default: that of the "
                  "recordings, where all share one)")
      ->group("Recordings");
  command
      .add_option("--hop", m_hop,
                  "Distance between windows in frames or as a time, e.g. 250ms, or 'none' for one window a "
                  "recording (default: the window)")
      ->group("Recordings");
  command.add_option("--rest", m_rest, "How to treat the incomplete last window: pad or drop")
      ->check(CLI::IsMember({"pad", "drop"}))
      ->group("Recordings");
  command
      .add_option("--store", m_store,
                  "Store windows, or whole recordings that are cut while reading, so that overlap takes no space")
      ->check(CLI::IsMember({"windows", "recordings"}))
      ->group("Recordings");
  command
      .add_option("--rate", m_rate,
                  "Sampling rate in Hz to resample to, or of files that have none, e.g. 16000 (default: the files')")
      ->check(positiveNumber())
      ->group("Recordings");
  command
      .add_option("--channels", m_channels,
                  "Channels, arrays, variables or paths to store, separated by commas, e.g. x,y,z; one with a comma is "
                  "in quotes within those of the shell, e.g. 'x,\"y, z\"'; may be repeated; a column of a CSV that is "
                  "named is not taken for the time (default: all)")
      ->allow_extra_args(false)
      ->group("Recordings");
  command
      .add_option("--time", m_time,
                  "Column of a CSV with the times of frames, which is not a channel, e.g. seconds, or 'none' "
                  "(default: detected)")
      ->group("Recordings");
  command
      .add_option("--frames", m_frames,
                  "Dimension of a matrix (NPY, NPZ, MAT, HDF5) that is time: first or last (default: the longer)")
      ->check(CLI::IsMember({"first", "last"}))
      ->group("Recordings");
  command
      .add_option("--raw", m_raw,
                  "TYPE,CHANNELS[,HEADER BYTES] of files without a header, e.g. i16,8; >i16 is big endian "
                  "(default: none)")
      ->group("Recordings");
  command
      .add_option("--label-from", m_labelFrom,
                  "Rule for the label of a recording: folder | name:RE, e.g. name:^([a-z]+) | path:RE | "
                  "csv:FILE[#KEY,LABEL] | annotation | column:NAME, of recordings as CSV | array:NAME, in the same "
                  "file | idx:FILE, once a source (default: none)")
      ->allow_extra_args(false)
      ->group("Recordings");
  command
      .add_option("--group-from", m_groupFrom,
                  "Rule for the group of a recording, as --label-from, e.g. folder (default: none)")
      ->group("Recordings");
}

Result<void> ImportArguments::fillTypes(ingest::TableOptions& table) const {
  for (const std::string& word : m_types) {
    const std::size_t mark = word.rfind('=');
    const std::string type = mark == std::string::npos ? std::string() : word.substr(mark + 1);
    const auto named = type == "number" ? table::Kind::decimal : table::kindFrom(type).value_or(table::Kind::empty);
    const auto kind = type == "ignored" ? table::Kind::empty : named;
    if (named == table::Kind::empty && type != "ignored") {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "--type takes COLUMN=TYPE, with number, boolean, time, category, text or ignored, not "
                            "'{0}'."),
                  {word});
    }
    const std::string column = word.substr(0, mark);
    if (kind == table::Kind::text)
      table.text.push_back(column);
    else
      table.kinds.emplace_back(column, kind);
  }
  return {};
}

Result<void> ImportArguments::fillMissing(ingest::ImportOptions& options) const {
  using ingest::MissingPolicy;
  for (const std::string& word : m_missing) {
    const std::size_t mark = word.rfind('=');
    const std::string text = mark == std::string::npos ? word : word.substr(mark + 1);
    ingest::MissingRule rule;
    if (text == "zero" || text == "mean" || text == "drop" || text == "nan") {
      rule.policy = choice<MissingPolicy>(text, {{"nan", MissingPolicy::nan},
                                                 {"zero", MissingPolicy::zero},
                                                 {"mean", MissingPolicy::mean},
                                                 {"drop", MissingPolicy::drop}});
    } else {
      rule.policy = MissingPolicy::constant;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rule.constant);
      if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(rule.constant)) {
        return fail(Errc::invalidArgument,
                    MASU_TEXT("core", "--missing takes nan, zero, mean, drop or a number, not '{0}'."), {text});
      }
    }
    if (mark != std::string::npos) {
      options.table.columnMissing.emplace_back(word.substr(0, mark), rule);
      continue;
    }
    options.missing = rule.policy;
    options.missingConstant = rule.constant;
  }
  return {};
}

/// Nothing between two commas is the marker of empty cells, which there is in any case.
void ImportArguments::fillMarkers(std::string_view list, ingest::TableOptions& table) {
  if (!table.missingMarkers) table.missingMarkers.emplace();
  for (;;) {
    table.missingMarkers->push_back(takeMarker(list));
    if (list.empty()) return;
    list.remove_prefix(1);
  }
}

Result<void> ImportArguments::fillTable(ingest::TableOptions& table) const {
  MASU_TRY(table.delimiter, characterFrom(m_delimiter, "--delimiter"));
  MASU_TRY(table.quote, characterFrom(m_quote, "--quote"));
  MASU_TRY(table.escape, characterFrom(m_escape, "--escape"));
  MASU_TRY(table.decimal, characterFrom(m_decimal, "--decimal"));
  MASU_TRY(table.thousands, characterFrom(m_thousands, "--thousands"));
  if (!m_encoding.empty()) table.encoding = m_encoding;
  if (m_header || m_noHeader) table.header = m_header;
  MASU_TRY(table.comment, characterFrom(m_comment, "--comment"));
  table.skipLines = m_skip;
  table.longestRecord = m_longestRecord;
  using ingest::Ragged;
  table.ragged = choice<Ragged>(
      m_ragged,
      {{"reject", Ragged::reject}, {"pad", Ragged::pad}, {"truncate", Ragged::truncate}, {"both", Ragged::both}});
  table.dateOrder = table::dateOrderFrom(m_dateOrder);
  table.where = m_where;
  for (const std::string& list : m_missingMarkers) fillMarkers(list, table);
  // Else the gaps of a column of numbers would make words of it, and those of a label a class without a name.
  auto& markers = table.missingMarkers;
  if (markers && std::ranges::find(*markers, std::string()) == markers->end()) markers->emplace_back();
  table.keep = m_keep;
  table.text = m_text;
  MASU_CHECK(fillTypes(table));
  table.classMap = m_classMap;
  return {};
}

Result<void> ImportArguments::fillWindows(ingest::RecordingOptions& recordings) const {
  if (!m_window.empty()) {
    MASU_TRY(const ingest::WindowLength window, ingest::windowLengthFrom(m_window, "--window"));
    recordings.window = window.frames;
    recordings.windowSeconds = window.seconds;
  }
  recordings.oneWindow = m_hop == "none";
  if (m_hop.empty() || recordings.oneWindow) return {};
  MASU_TRY(const ingest::WindowLength hop, ingest::windowLengthFrom(m_hop, "--hop"));
  if (hop.frames > 0) recordings.hop = hop.frames;
  recordings.hopSeconds = hop.seconds;
  return {};
}

Result<void> ImportArguments::fillLabelRule(ingest::RecordingOptions& recordings) const {
  std::string all;
  for (const std::string& rule : m_labelFrom) {
    if (m_labelFrom.size() > 1 && !rule.starts_with("idx:")) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "--label-from is given once, or as idx:FILE once a source; '{0}' is one too many."),
                  {rule});
    }
    all += all.empty() ? rule : ';' + rule.substr(rule.find(':') + 1);
  }
  ingest::setLabelRule(recordings, all);
  return {};
}

Result<void> ImportArguments::fillRecordings(ingest::RecordingOptions& recordings) const {
  MASU_CHECK(fillWindows(recordings));
  MASU_CHECK(fillLabelRule(recordings));
  recordings.rest = choice<ingest::Tail>(m_rest, {{"pad", ingest::Tail::pad}, {"drop", ingest::Tail::drop}});
  recordings.keep = choice<ingest::StoreAs>(
      m_store, {{"windows", ingest::StoreAs::windows}, {"recordings", ingest::StoreAs::recordings}});
  recordings.rate = m_rate;
  for (const std::string& list : m_channels) {
    const std::vector<std::string> names = namesFrom(list);
    if (names.empty()) {
      return fail(Errc::invalidArgument, MASU_TEXT("core", "--channels names no channel in '{0}'."), {list});
    }
    recordings.channels.insert(recordings.channels.end(), names.begin(), names.end());
  }
  if (!m_time.empty()) recordings.time = m_time == "none" ? std::string() : m_time;
  if (!m_raw.empty()) {
    MASU_TRY(recordings.raw, waveform::rawLayoutFrom(m_raw));
  }
  using waveform::FrameAxis;
  if (!m_frames.empty()) {
    recordings.frames = choice<FrameAxis>(m_frames, {{"first", FrameAxis::first}, {"last", FrameAxis::last}});
  }
  recordings.groupFrom = m_groupFrom;
  return {};
}

Result<ingest::ImportOptions> ImportArguments::options() const {
  using ingest::OnError;
  using ingest::SourceKind;
  using store::Compression;
  using store::Target;
  ingest::ImportOptions options;
  options.sources.assign(m_sources.begin(), m_sources.end());
  options.as = choice<SourceKind>(
      m_as, {{"auto", SourceKind::automatic}, {"table", SourceKind::table}, {"recordings", SourceKind::recordings}});
  options.labels = m_labels;
  options.target =
      choice<Target>(m_target, {{"", Target::none}, {"class", Target::classes}, {"value", Target::values}});
  options.weight = m_weight;
  options.autoType = m_dtype == "auto";
  options.dtype = table::dtypeFrom(m_dtype);
  if (m_tolerance && !(*m_tolerance >= 0 && std::isfinite(*m_tolerance))) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "--tolerance takes a number from 0 up, not '{0}'."),
                {figureText(*m_tolerance)});
  }
  options.tolerance = m_tolerance;
  options.onToleranceExceeded = choice<ingest::OnToleranceExceeded>(
      m_pastTolerance, {{"widen", ingest::OnToleranceExceeded::widen}, {"stop", ingest::OnToleranceExceeded::stop}});
  options.compression = choice<Compression>(m_compression, {{"none", Compression::none},
                                                            {"gzip", Compression::gzip},
                                                            {"lz4", Compression::lz4},
                                                            {"zstd", Compression::zstd}});
  MASU_CHECK(fillMissing(options));
  options.shuffle = m_shuffle;
  options.onError =
      choice<OnError>(m_onError, {{"reject", OnError::reject}, {"missing", OnError::missing}, {"fail", OnError::fail}});
  MASU_CHECK(fillTable(options.table));
  MASU_CHECK(fillRecordings(options.recordings));
  // What a pipe brings is not known before it is read, and options that do not suit it are refused before.
  if (options.as == SourceKind::automatic && hasPipe())
    options.as = ingest::asksForRecordings(options) ? SourceKind::recordings : SourceKind::table;
  return options;
}

/// Beside a recipe a rule for labels or groups only confirms the recipe's own.
std::optional<std::string> ImportArguments::conflictWithRecipe(const ingest::RecordingOptions& asked) const {
  const auto text = recipe();
  if (!text) return std::nullopt;
  const auto known = ingest::planFromRecipe(*text);
  if (!known) return std::nullopt;
  const ingest::RecordingOptions& said = known->options.recordings;
  const auto differ = [](const char* option, const std::string& here, const std::string& there) {
    return std::string(option) + " and --recipe do not go together: the recipe " +
           (there.empty() ? std::string("has no such rule") : "says " + there) + ", and not " + here + ".";
  };
  // Lists of labels in IDX files belong to the sources and not to a recipe.
  if (!asked.labelFrom.empty() && asked.labelFrom != said.labelFrom)
    return differ("--label-from", asked.labelFrom, said.labelFrom);
  if (!asked.groupFrom.empty() && asked.groupFrom != said.groupFrom)
    return differ("--group-from", asked.groupFrom, said.groupFrom);
  return std::nullopt;
}

Result<void> ImportArguments::checkDates(const ingest::ImportPlan& plan) const {
  const auto isTime = [](const ingest::ColumnPlan& column) { return column.kind == table::Kind::time; };
  if (m_dateOrder.empty() || plan.ofRecordings() || std::ranges::any_of(plan.columns, isTime)) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "No column of {0} was found to be a date, so --date-order has no effect: leave it out, or use "
                        "--type COLUMN=time."),
              {plan.sources.front().path});
}

/// A column has one role and one value for each setting, so each option names it only once.
std::optional<std::string> ImportArguments::askedTwice(const ingest::ImportOptions& asked) const {
  std::map<std::string, std::string> roles;
  const auto twice = [](const std::string& option, const char* kind, const std::string& name) {
    return option + " names the " + kind + ' ' + name + " twice.";
  };
  const auto clash = [&](const char* option, const std::vector<std::string>& columns) -> std::optional<std::string> {
    for (const std::string& column : columns) {
      const auto [role, isNew] = roles.emplace(column, option);
      if (isNew) continue;
      if (role->second == option) return twice(option, "column", column);
      return role->second + " and " + option + " both name the column " + column + ", which has one role only.";
    }
    return std::nullopt;
  };
  if (auto found = clash("--label", asked.labels)) return found;
  if (auto found = clash("--weight", {m_weight}); found && !m_weight.empty()) return found;
  if (auto found = clash("--keep", m_keep)) return found;
  if (auto found = clash("--text", m_text)) return found;
  const auto repeated = [&](const char* option, const char* kind,
                            const std::vector<std::string>& names) -> std::optional<std::string> {
    std::set<std::string> met;
    for (const std::string& name : names) {
      if (!met.insert(name).second) return twice(option, kind, name);
    }
    return std::nullopt;
  };
  std::vector<std::string> typed;
  for (const std::string& word : m_types) typed.push_back(word.substr(0, word.rfind('=')));
  std::vector<std::string> filled;
  for (const auto& [column, rule] : asked.table.columnMissing) filled.push_back(column);
  std::vector<std::string> renamed;
  for (const auto& [from, to] : asked.table.classMap) renamed.push_back(from);
  if (auto found = repeated("--type", "column", typed)) return found;
  for (std::size_t i = 0; i < m_types.size(); ++i) {
    const std::string type = m_types[i].substr(typed[i].size() + 1);
    const auto role = roles.find(typed[i]);
    if (role == roles.end() || (type != "ignored" && (role->second != "--text" || type == "text"))) continue;
    return role->second + " and --type " + m_types[i] + " do not go together: " +
           (type == "ignored" ? "an ignored column has no role." : "the one keeps the column as text.");
  }
  std::set<std::string> ofAll;
  for (const std::string& word : m_missing) {
    if (word.find('=') == std::string::npos) ofAll.insert(word);
    if (ofAll.size() > 1)
      return "--missing names two rules for all columns: " + *ofAll.begin() + " and " + *ofAll.rbegin() + ".";
  }
  if (auto found = repeated("--missing", "column", filled)) return found;
  return repeated("--class-map", "class", renamed);
}

bool ImportArguments::hasPipe() const {
  return std::ranges::any_of(m_sources, [](const std::string& source) { return tasks::PipedSources::isPipe(source); });
}

std::optional<std::string> ImportArguments::conflictWithSources(const CLI::App& command) const {
  // Errors in the sources themselves are reported by the command.
  const auto asked = options();
  if (!asked) return asked.error().message.english();
  if (!m_recipe.empty()) return conflictWithRecipe(asked->recordings);
  if (tasks::isReadBack(*asked)) return conflictWith(command, "an export");
  const auto kind = hasPipe() ? Result<ingest::SourceKind>(asked->as) : ingest::kindOf(*asked);
  if (!kind) return std::nullopt;
  if (*kind == ingest::SourceKind::table) {
    if (auto twice = askedTwice(*asked)) return twice;
    return conflictWith(command, "tables as sources");
  }
  if (asked->tolerance && !asked->autoType)
    return "--tolerance goes with --dtype auto only: these are recordings, whose type is chosen by it there alone.";
  if (asked->onError == ingest::OnError::missing)
    return "--on-error missing and recordings as sources do not go together: it applies to tables, and these are "
           "recordings.";
  if (auto conflict = conflictWith(command, "recordings as sources")) return conflict;
  auto conflict = conflictWith(command, "recordings that are not text");
  // The sources are searched only where that matters.
  if (conflict && ingest::mayHoldText(asked->sources, asked->recordings)) conflict.reset();
  return conflict;
}

Result<std::string> ImportArguments::recipe() const {
  if (m_recipe.empty()) return std::string();
  return io::readText(m_recipe);
}

std::vector<std::filesystem::path> ImportArguments::recipeFile() const {
  return m_recipe.empty() ? std::vector<std::filesystem::path>() : std::vector<std::filesystem::path>{m_recipe};
}

}  // namespace masu::cli
