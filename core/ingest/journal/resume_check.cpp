// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/resume_check.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/base/byte_record.h"
#include "core/base/hash.h"
#include "core/downcast/loss_meter.h"

namespace masu::ingest {

namespace {

using nlohmann::ordered_json;

/// Changes whenever the state of a load is written down in another form, or goes on to another dataset.
constexpr int kStateVersion = 9;

/// When a file was written last; 0 for a member of an archive. Of a large recording the hash looks at some places only,
/// and what was read of it is compared later (ReadSums).
std::int64_t modifiedAt(const std::filesystem::path& file) {
  std::error_code failed;
  const auto time = std::filesystem::last_write_time(file, failed);
  return failed ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count());
}

/// What identityOf() wrote. Nothing where the text is anything else.
std::optional<ordered_json> identityFrom(const std::string& text) {
  // As deep as a recipe goes, and more: printing what is nested without end would take as much of the stack.
  constexpr int kDeepest = 32;
  const auto notDeep = [](int depth, ordered_json::parse_event_t, const ordered_json&) { return depth < kDeepest; };
  ordered_json json = ordered_json::parse(text, notDeep, false);
  const auto has = [](const ordered_json& object, const char* key, auto isOfType) {
    return object.is_object() && object.contains(key) && (object.at(key).*isOfType)();
  };
  const auto isSource = [&](const ordered_json& source) {
    return has(source, "path", &ordered_json::is_string) && has(source, "bytes", &ordered_json::is_number) &&
           has(source, "hash", &ordered_json::is_string);
  };
  const bool known = has(json, "state_version", &ordered_json::is_number) &&
                     has(json, "state_layout", &ordered_json::is_array) &&
                     has(json, "sources", &ordered_json::is_array) && has(json, "recipe", &ordered_json::is_object) &&
                     std::ranges::all_of(json.at("sources"), isSource);
  return known ? std::optional(std::move(json)) : std::nullopt;
}

std::string shortened(const ordered_json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "…";
  return text;
}

/// A sentence of three parts: what was interrupted, what differs, what to do.
tl::unexpected<Error> refused(const std::filesystem::path& target, std::string sentence,
                              std::vector<Argument> arguments) {
  arguments.insert(arguments.begin(), target.string());
  return fail(Errc::invalidArgument, std::move(sentence), std::move(arguments), {target.string(), 0, 0});
}

/// A time that modifiedAt() gave, as `touch -d` takes it.
std::string touchTime(std::int64_t modified) {
  using std::chrono::file_clock;
  const auto since =
      std::chrono::file_clock::to_sys(file_clock::time_point(file_clock::duration(modified))).time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  const std::string digits = std::to_string(std::chrono::nanoseconds(since - seconds).count());
  return "@" + std::to_string(seconds.count()) + "." + std::string(9 - digits.size(), '0') + digits;
}

/// When a source was written last, where that is all that differs in its two descriptions.
std::optional<std::int64_t> onlyTimeBefore(const ordered_json& begun, const ordered_json& wanted) {
  constexpr const char* kModified = "modified";
  const auto timeOf = [&](const ordered_json& source) {
    const auto found = source.find(kModified);
    return found != source.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
  };
  const bool differsInContent = begun.at("bytes") != wanted.at("bytes") || begun.at("hash") != wanted.at("hash");
  const std::int64_t before = timeOf(begun);
  if (differsInContent || before == 0 || timeOf(wanted) == 0) return std::nullopt;
  return before;
}

Result<void> compareSources(const ordered_json& begun, const ordered_json& wanted,
                            const std::filesystem::path& target) {
  for (const ordered_json& source : begun) {
    const auto same = std::find_if(wanted.begin(), wanted.end(),
                                   [&](const ordered_json& other) { return other.at("path") == source.at("path"); });
    const std::string path = source.at("path").get<std::string>();
    if (same == wanted.end()) {
      return refused(target,
                     MASU_TEXT("core",
                               "The interrupted import of {0} had {1} among its sources, which is missing now. Restore "
                               "the source, or import again without resuming."),
                     {path});
    }
    if (*same == source) continue;
    if (const auto before = onlyTimeBefore(source, *same)) {
      return refused(target,
                     MASU_TEXT("core",
                               "{1} was written again since the import of {0} was interrupted: only its modification "
                               "time has changed, its size ({2} bytes) is the same. If its content is the same, too, "
                               "reset that time with touch -d {3}; else import again without resuming."),
                     {path, source.at("bytes").dump(), touchTime(*before)});
    }
    return refused(target,
                   MASU_TEXT("core",
                             "{1} has changed since the import of {0} was interrupted: it had {2} bytes (hash {3}) and "
                             "has {4} ({5}). Import again without resuming."),
                   {path, source.at("bytes").dump(), source.at("hash").get<std::string>(), same->at("bytes").dump(),
                    same->at("hash").get<std::string>()});
  }
  if (begun == wanted) return {};
  return refused(target,
                 MASU_TEXT("core",
                           "The interrupted import of {0} had other sources, or in another order: {1} of them, and now "
                           "{2}. Use the same sources, or import again without resuming."),
                 {std::to_string(begun.size()), std::to_string(wanted.size())});
}

/// What people stated of an import, by its place in the recipe. Other places follow from these and the sources.
struct OptionPlace {
  const char* place;
  const char* option;
};
constexpr OptionPlace kOptionPlaces[] = {
    {"/options/target", "--target"},
    {"/options/dtype", "--dtype"},
    {"/options/auto_type", "--dtype"},
    {"/options/tolerance", "--tolerance"},
    {"/options/past_tolerance", "--past-tolerance"},
    {"/options/compression", "--compression"},
    {"/options/missing", "--missing"},
    {"/options/missing_constant", "--missing"},
    {"/options/on_error", "--on-error"},
    {"/options/shuffle", "--shuffle"},
    {"/table/labels", "--label"},
    {"/table/weight", "--weight"},
    {"/table/class_map", "--class-map"},
    {"/table/where", "--where"},
    {"/table/ragged", "--ragged"},
    {"/recordings/labels", "--label"},
    {"/recordings/window", "--window"},
    {"/recordings/window_seconds", "--window"},
    {"/recordings/hop", "--hop"},
    {"/recordings/hop_seconds", "--hop"},
    {"/recordings/one_window", "--hop"},
    {"/recordings/rest", "--rest"},
    {"/recordings/store", "--store"},
    {"/recordings/rate", "--rate"},
    {"/recordings/channels", "--channels"},
    {"/recordings/raw", "--raw"},
    {"/recordings/label_from", "--label-from"},
    {"/recordings/group_from", "--group-from"},
    {"/recordings/frames", "--frames"},
    {"/recordings/time", "--time"},
};

/// The same of how a table is spelled: of a table in its dialect, of recordings in their spelling.
constexpr OptionPlace kSpellingPlaces[] = {
    {"delimiter", "--delimiter"}, {"quote", "--quote"},
    {"escape", "--escape"},       {"thousands", "--thousands"},
    {"decimal", "--decimal"},     {"encoding", "--encoding"},
    {"header", "--header"},       {"preamble_lines", "--skip"},
    {"comment", "--comment"},     {"longest_record", "--longest-record"},
    {"missing_markers", "--na"},
};

std::string valueAt(const ordered_json& recipe, const std::string& place) {
  const ordered_json::json_pointer at(place);
  return recipe.contains(at) ? shortened(recipe.at(at)) : std::string("-");
}

/// A place in both recipes, and what people know it by.
struct Change {
  std::string place;
  std::string name;
};

/// Of a column, the last name of a place says what it is about.
std::string nameOf(const std::string& place, const ordered_json& begun, const ordered_json& wanted) {
  if (!place.starts_with("/table/columns/")) return place.substr(1);
  const std::string field = place.substr(place.rfind('/') + 1);
  if (field == "missing" || field == "missing_constant") return "--missing";
  if (field == "date_order") return "--date-order";
  if (field == "kind" || field == "rounded" || field == "time_of_day") return "--type";
  const auto is = [&](const char* role) {
    return valueAt(begun, place) == '"' + std::string(role) + '"' ||
           valueAt(wanted, place) == '"' + std::string(role) + '"';
  };
  if (field == "role" && is("kept")) return "--keep, --text";
  const std::string kind = place.substr(0, place.rfind('/')) + "/kind";
  if (field == "role" && (is("ignored") || valueAt(begun, kind) != valueAt(wanted, kind))) return "--type";
  return place.substr(1);
}

/// The first option that differs; else the first place, which none is known to decide.
std::optional<Change> changeOf(const ordered_json& begun, const ordered_json& wanted) {
  const ordered_json changes = ordered_json::diff(begun, wanted);
  if (changes.empty()) return std::nullopt;
  const auto differs = [&](const std::string& place) {
    const ordered_json::json_pointer at(place);
    const bool isInBoth = begun.contains(at) && wanted.contains(at);
    return isInBoth ? begun.at(at) != wanted.at(at) : begun.contains(at) != wanted.contains(at);
  };
  for (const OptionPlace& one : kOptionPlaces) {
    if (differs(one.place)) return Change{one.place, one.option};
  }
  for (const char* folder : {"/table/dialect/", "/recordings/spelling/"}) {
    for (const OptionPlace& one : kSpellingPlaces) {
      if (differs(std::string(folder) + one.place)) return Change{std::string(folder) + one.place, one.option};
    }
  }
  const std::string place = changes.front().at("path").get<std::string>();
  return Change{place, nameOf(place, begun, wanted)};
}

tl::unexpected<Error> otherOption(const std::filesystem::path& target, const std::string& name,
                                  const std::string& before, const std::string& now) {
  return refused(target,
                 MASU_TEXT("core",
                           "The interrupted import of {0} had other options: {1} was {2} and is {3} now. Use the same "
                           "options, or import again without resuming."),
                 {name, before, now});
}

Result<void> compareRecipes(const ordered_json& begun, const ordered_json& wanted,
                            const std::filesystem::path& target) {
  const auto change = changeOf(begun, wanted);
  if (!change) return {};
  return otherOption(target, change->name, valueAt(begun, change->place), valueAt(wanted, change->place));
}

/// Sources of a table and of recordings are described in different ways: which of the two they are comes before them.
Result<void> compareKinds(const ordered_json& begun, const ordered_json& wanted, const std::filesystem::path& target) {
  const std::string before = valueAt(begun, "/kind");
  const std::string now = valueAt(wanted, "/kind");
  if (before == now) return {};
  return otherOption(target, "--as", before, now);
}

/// An identity has the size of parts where there is one.
constexpr const char* kPartBytes = "part_bytes";

Result<void> compareParts(const ordered_json& begun, const ordered_json& wanted, const std::filesystem::path& target) {
  const auto sizeIn = [](const ordered_json& identity) {
    return identity.contains(kPartBytes) ? shortened(identity.at(kPartBytes)) : std::string("-");
  };
  if (sizeIn(begun) == sizeIn(wanted)) return {};
  return otherOption(target, "--part-size", sizeIn(begun), sizeIn(wanted));
}

}  // namespace

std::string hashOf(std::span<const RecordingPlan> recordings) {
  ByteWriter all;
  for (const RecordingPlan& recording : recordings) {
    for (const std::string* text : {&recording.path, &recording.label, &recording.group, &recording.problem})
      all.put(*text);
    all.put(recording.frames);
    all.put(recording.rate);
    for (const SegmentPlan& segment : recording.segments) {
      all.put(segment.first);
      all.put(segment.frames);
      all.put(segment.label);
    }
    all.put(recording.labels);
  }
  return hex64(hash64(all.bytes()));
}

std::string identityOf(const ImportPlan& plan, std::uint64_t partBytes) {
  std::span<const RecordingPlan> recordings;
  if (plan.ofRecordings()) recordings = plan.recordings().files;
  const auto quoted = [](const std::string& text) {
    return ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  };
  // Written out at once: a tree of thousands of sources takes longer than opening them.
  std::string json = R"({"state_version":)" + std::to_string(kStateVersion) + R"(,"state_layout":[)" +
                     std::to_string(sizeof(table::ColumnStats)) + ',' + std::to_string(sizeof(downcast::LossMeter)) +
                     R"(],"sources":[)";
  for (const store::SourceFile& source : plan.sources) {
    json += &source == &plan.sources.front() ? "" : ",";
    json += R"({"path":)" + quoted(source.path) + R"(,"bytes":)" + std::to_string(source.bytes) + R"(,"hash":)" +
            quoted(source.hash);
    if (plan.ofRecordings()) json += R"(,"modified":)" + std::to_string(modifiedAt(plan.root / source.path));
    json += '}';
  }
  const std::string parts =
      partBytes > 0 ? ",\"" + std::string(kPartBytes) + "\":" + std::to_string(partBytes) : std::string();
  return json + "]" + parts + R"(,"recipe":)" + recipeFrom(plan) + R"(,"recordings":)" + quoted(hashOf(recordings)) +
         '}';
}

Result<void> checkInterrupted(const std::optional<store::Interrupted>& left, const std::filesystem::path& target,
                              const std::string& identity) {
  if (!left || left->identity == identity) return {};
  const auto begun = identityFrom(left->identity);
  const auto wanted = identityFrom(identity);
  const auto same = [&](const char* key) { return begun->at(key) == wanted->at(key); };
  if (!begun || !wanted || !same("state_version") || !same("state_layout")) {
    return refused(
        target,
        MASU_TEXT(
            "core",
            "The interrupted import of {0} was started by another version of Masu. Import again without resuming."),
        {});
  }
  MASU_CHECK(compareKinds(begun->at("recipe"), wanted->at("recipe"), target));
  MASU_CHECK(compareSources(begun->at("sources"), wanted->at("sources"), target));
  MASU_CHECK(compareRecipes(begun->at("recipe"), wanted->at("recipe"), target));
  MASU_CHECK(compareParts(*begun, *wanted, target));
  return refused(target,
                 MASU_TEXT("core",
                           "Labels or groups of the recordings have changed since the import of {0} was interrupted. "
                           "Import again without resuming."),
                 {});
}

Error damagedJournal() {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "The journal of the interrupted import belongs to another import. Import again without resuming.")};
}

Error editedSource(const std::string& path) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "{0} was edited since the import was interrupted: what had been read of it is different now. "
                    "Restore the source, or import again without resuming."),
          {path},
          {path}};
}

std::uint64_t finishedBefore(const std::filesystem::path& target, const ImportPlan& plan, std::uint64_t partBytes) {
  const auto interrupted = store::interruptedImport(target);
  return interrupted && interrupted->identity == identityOf(plan, partBytes) ? interrupted->checkpoint.samples : 0;
}

bool isSameSource(const store::SourceFile& a, const store::SourceFile& b) {
  return a.path == b.path && a.bytes == b.bytes && a.hash == b.hash;
}

bool isResumable(Errc failure) {
  switch (failure) {
    case Errc::cancelled:
    case Errc::noSpace:
    case Errc::io:
    case Errc::permission:
    case Errc::notFound:
    case Errc::exists:
    case Errc::busy:
    case Errc::outOfMemory:
      return true;
    default:
      return false;
  }
}

}  // namespace masu::ingest
