// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/command.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "core/base/name_list.h"
#include "core/ingest/plan/column_rules.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {

using ingest::ColumnPlan;
using ingest::ImportPlan;

struct Import {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::ImportPage)
};

QString digits(double value) {
  return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

/// As --delimiter and its like take it.
QString characterText(char character) {
  if (character == '\t') return QStringLiteral("tab");
  return character == '\0' ? QStringLiteral("none") : QString(QChar::fromLatin1(character));
}

QString missingText(const ingest::MissingRule& rule) {
  switch (rule.policy) {
    case ingest::MissingPolicy::nan:
      return QStringLiteral("nan");
    case ingest::MissingPolicy::zero:
      return QStringLiteral("zero");
    case ingest::MissingPolicy::mean:
      return QStringLiteral("mean");
    case ingest::MissingPolicy::drop:
      return QStringLiteral("drop");
    case ingest::MissingPolicy::constant:
      break;
  }
  return digits(rule.constant);
}

std::string raggedText(ingest::Ragged ragged) {
  switch (ragged) {
    case ingest::Ragged::pad:
      return "pad";
    case ingest::Ragged::truncate:
      return "truncate";
    case ingest::Ragged::both:
      return "both";
    case ingest::Ragged::reject:
      break;
  }
  return "reject";
}

std::string typeText(table::Kind kind) {
  if (kind == table::Kind::empty) return "ignored";
  return kind == table::Kind::decimal || kind == table::Kind::integer ? "number" : std::string(table::name(kind));
}

/// Whether options can give a column its role: groups have none, and words can be a number only by their type.
bool hasOptions(const ColumnPlan& column) {
  return column.role != table::Role::group && (!column.isInput() || column.role == ingest::inputRole(column.kind));
}

bool hasOptions(const ImportPlan& plan) {
  const auto comma = [](const std::string& text) { return text.find(',') != std::string::npos; };
  const auto& markers = plan.options.table.missingMarkers;
  if (markers && std::ranges::any_of(*markers, comma)) return false;
  if (std::ranges::any_of(plan.options.recordings.channels, comma)) return false;
  if (plan.options.recordings.time == "none") return false;  // the option takes it for no column
  const auto has = [](const ColumnPlan& column) { return hasOptions(column); };
  return plan.ofRecordings() || std::ranges::all_of(plan.columns, has);
}

void addColumns(CommandLine& line, const ImportPlan& plan) {
  const auto& kinds = plan.options.table.kinds;
  for (const ColumnPlan& column : plan.columns) {
    if (column.role == table::Role::label) line.option("--label", column.name);
    if (column.role == table::Role::weight) line.option("--weight", column.name);
    if (column.role == table::Role::kept)
      line.option(column.kind == table::Kind::text ? "--text" : "--keep", column.name);
    if (column.role == table::Role::ignored) {
      line.option("--type", column.name + "=ignored");
      continue;
    }
    const auto stated = std::ranges::find(kinds, column.name, [](const auto& entry) { return entry.first; });
    if (stated != kinds.end()) line.option("--type", column.name + '=' + typeText(stated->second));
  }
}

void addSpelling(CommandLine& line, const ingest::TableOptions& asked) {
  const std::pair<const char*, std::optional<char>> characters[] = {
      {"--delimiter", asked.delimiter}, {"--quote", asked.quote},         {"--escape", asked.escape},
      {"--decimal", asked.decimal},     {"--thousands", asked.thousands}, {"--comment", asked.comment}};
  for (const auto& [name, character] : characters)
    if (character) line.option(name, characterText(*character));
  if (asked.encoding) line.option("--encoding", *asked.encoding);
  if (asked.header) line.flag(*asked.header ? "--header" : "--no-header");
  if (asked.skipLines) line.count("--skip", *asked.skipLines);
  if (asked.longestRecord) line.count("--longest-record", *asked.longestRecord);
  if (asked.ragged != ingest::Ragged::reject) line.option("--ragged", raggedText(asked.ragged));
  if (!asked.missingMarkers) return;
  QStringList markers;
  for (const std::string& marker : *asked.missingMarkers)
    if (!marker.empty()) markers << toQt(marker);
  line.option("--na", markers.join(QLatin1Char(',')));
}

void addTable(CommandLine& line, const ImportPlan& plan) {
  const ingest::ImportOptions& asked = plan.options;
  addColumns(line, plan);
  addSpelling(line, asked.table);
  if (asked.table.dateOrder) line.option("--date-order", std::string(table::name(*asked.table.dateOrder)));
  if (!asked.table.where.empty()) line.option("--where", asked.table.where);
  if (asked.missing != ingest::MissingPolicy::nan)
    line.option("--missing", missingText({asked.missing, asked.missingConstant}));
  for (const auto& [column, rule] : asked.table.columnMissing)
    line.option("--missing", toQt(column) + QLatin1Char('=') + missingText(rule));
  for (const auto& [from, to] : asked.table.classMap)
    line.option("--class-map", from).word(to);
  const bool bounded = asked.autoType || asked.tolerance;
  if (bounded && asked.onToleranceExceeded == ingest::OnToleranceExceeded::stop)
    line.option("--past-tolerance", std::string("stop"));
}

void addRecordings(CommandLine& line, const ingest::RecordingOptions& asked) {
  if (asked.windowSeconds > 0)
    line.option("--window", digits(asked.windowSeconds) + QLatin1Char('s'));
  else if (asked.window > 0)
    line.count("--window", asked.window);
  if (asked.oneWindow)
    line.option("--hop", std::string("none"));
  else if (asked.hop)
    line.count("--hop", *asked.hop);
  else if (asked.hopSeconds > 0)
    line.option("--hop", digits(asked.hopSeconds) + QLatin1Char('s'));
  if (asked.rest == ingest::Tail::drop) line.option("--rest", std::string("drop"));
  if (asked.keep == ingest::StoreAs::recordings) line.option("--store", std::string("recordings"));
  if (asked.rate > 0) line.number("--rate", asked.rate);
  if (!asked.channels.empty()) line.option("--channels", namesWritten(asked.channels));
  if (asked.time) line.option("--time", asked.time->empty() ? std::string("none") : *asked.time);
  if (asked.raw) line.option("--raw", waveform::rawLayoutText(*asked.raw));
  if (asked.frames != waveform::FrameAxis::longer)
    line.option("--frames", std::string(asked.frames == waveform::FrameAxis::first ? "first" : "last"));
  for (const std::filesystem::path& file : asked.labelFiles) line.option("--label-from", "idx:" + file.string());
  if (!asked.labelFrom.empty()) line.option("--label-from", asked.labelFrom);
  if (!asked.groupFrom.empty()) line.option("--group-from", asked.groupFrom);
}

void addChoices(CommandLine& line, const ImportPlan& plan) {
  const ingest::ImportOptions& asked = plan.options;
  if (asked.as == ingest::SourceKind::table) line.option("--as", std::string("table"));
  if (asked.as == ingest::SourceKind::recordings) line.option("--as", std::string("recordings"));
  if (plan.ofRecordings())
    addRecordings(line, asked.recordings);
  else
    addTable(line, plan);
  if (asked.target == store::Target::classes) line.option("--target", std::string("class"));
  if (asked.target == store::Target::values) line.option("--target", std::string("value"));
  if (asked.autoType)
    line.option("--dtype", std::string("auto"));
  else if (asked.dtype)
    line.option("--dtype", std::string(table::name(*asked.dtype)));
  if (asked.tolerance) line.number("--tolerance", *asked.tolerance);
  if (asked.compression != store::Compression::none)
    line.option("--compression", std::string(store::name(asked.compression)));
  if (asked.onError == ingest::OnError::fail) line.option("--on-error", std::string("fail"));
  // Recordings have no cells.
  if (asked.onError == ingest::OnError::missing && !plan.ofRecordings())
    line.option("--on-error", std::string("missing"));
}

}  // namespace

CommandLine importLine(const ImportPlan& plan, const std::filesystem::path& target, std::uint64_t partBytes) {
  CommandLine line(QStringLiteral("import"));
  for (const std::filesystem::path& source : plan.options.sources) line.argument(source);
  if (hasOptions(plan)) {
    addChoices(line, plan);
  } else {
    std::filesystem::path recipe = target;
    recipe.replace_extension(".recipe.json");
    line.remark(Import::tr("Save the recipe as %1 first: not all of the plan has options.").arg(toQt(recipe)));
    line.option("--recipe", recipe.string());
  }
  if (plan.options.shuffle) line.count("--shuffle", *plan.options.shuffle);
  if (partBytes > 0) line.count("--part-size", partBytes);
  return line.option("--out", target.string());
}

QString importCommand(const ImportPlan& plan, const std::filesystem::path& target, std::uint64_t partBytes) {
  return importLine(plan, target, partBytes).text();
}

}  // namespace masu::ui
