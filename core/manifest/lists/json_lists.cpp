// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/json_lists.h"

#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/csv/detection/encoding.h"

namespace masu::manifest {

namespace {

using Json = nlohmann::ordered_json;

/// Lists of other programs hold paths of other machines: leading folders are left out one by one.
std::uint32_t sourceOf(const SourceNames& names, std::string_view path) {
  for (std::string_view rest = path;;) {
    const std::uint32_t source = names.byPath(rest);
    const std::size_t slash = rest.find('/');
    if (source != SourceNames::kNone) return source;
    if (slash == std::string_view::npos) return names.byAnyName(rest);
    rest.remove_prefix(slash + 1);
  }
}

/// The first frame a line means; nothing where it means the whole recording.
struct Start {
  bool whole = true;
  std::optional<std::uint64_t> frame;  ///< absent: not written
};

Start startOf(const Json& line, double rate) {
  const auto position = line.find("position");
  if (position != line.end()) {
    if (!position->is_number_unsigned()) return {false, std::nullopt};
    return {false, position->get<std::uint64_t>()};
  }
  const auto offset = line.find("offset");
  if (offset == line.end()) return {};
  const double seconds = offset->is_number() ? offset->get<double>() : -1;
  if (!(seconds >= 0) || !(rate > 0) || seconds * rate > 0x1p53) return {false, std::nullopt};
  return {false, static_cast<std::uint64_t>(std::llround(seconds * rate))};
}

Result<void> placeLine(const Json& line, store::Split split, const ListTarget& target, UnmatchedLine unmatched) {
  const auto path = line.is_object() ? line.find("audio_filepath") : line.end();
  const bool named = line.is_object() && path != line.end() && path->is_string();
  const std::uint32_t source = named ? sourceOf(target.names, path->get_ref<const std::string&>()) : SourceNames::kNone;
  if (source == SourceNames::kNone) {
    target.matcher.addUnmatched(std::move(unmatched));
    return {};
  }
  const Start start = startOf(line, target.dataset.meta().sources[source].rate);
  if (start.whole) {
    target.matcher.placeSource(split, source, std::move(unmatched));
    return {};
  }
  bool placed = false;
  if (start.frame) {
    const auto sample = line.find("sample");
    const bool known = sample != line.end() && sample->is_number_unsigned();
    MASU_TRY(placed, target.matcher.placeSample(split, known ? sample->get<std::uint64_t>() : LineMatcher::kNoSample,
                                                {source, *start.frame}));
  }
  if (!placed) target.matcher.addUnmatched(std::move(unmatched));
  return {};
}

/// What the samples of a source have in common.
struct Common {
  bool any = false;
  bool oneSplit = true;
  bool oneLabel = true;
  store::Split split = store::Split::unused;
  std::string label;

  void take(store::Split of, std::string labelOf) {
    if (!any) {
      any = true;
      split = of;
      label = std::move(labelOf);
      return;
    }
    oneSplit = oneSplit && split == of;
    oneLabel = oneLabel && label == labelOf;
  }
};

/// Calls body(sample, origin, label) for every sample.
template <class Body>
Result<void> forEachSample(const store::Dataset& dataset, Body&& body) {
  MASU_TRY(auto origins, OriginReader::open(dataset));
  LabelTexts labels(dataset);
  for (std::uint64_t first = 0; first < dataset.samples(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, dataset.samples() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    MASU_CHECK(labels.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) MASU_CHECK(body(first + i, block[i], labels.textOf(i)));
  }
  return {};
}

Result<void> appendLine(const Json& line, const std::string& path, std::string& text) {
  // Only a path can be no UTF-8: classes come from text that was read as UTF-8.
  try {
    text += line.dump(-1, ' ', false, Json::error_handler_t::strict) + '\n';
    return {};
  } catch (const Json::exception&) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The name of {0} is not UTF-8, which JSON requires; write CSV lists instead."),
                {path}, {path});
  }
}

Json wholeLine(const store::SourceFile& source, const Common& common) {
  Json line = {{"audio_filepath", source.path}};
  if (source.rate > 0) line["duration"] = static_cast<double>(source.records) / source.rate;
  if (common.oneLabel && !common.label.empty()) line["label"] = common.label;
  return line;
}

}  // namespace

Result<void> readJsonList(std::istream& input, const std::filesystem::path& file, store::Split split,
                          const ListTarget& target) {
  std::string text;
  for (std::uint64_t number = 1; std::getline(input, text); ++number) {
    if (number == 1) text.erase(0, csv::byteOrderMark(text));
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    MASU_CHECK(placeLine(Json::parse(text, nullptr, false), split, target, {file.filename().string(), number, text}));
  }
  return {};
}

Result<void> writeJsonLists(const store::Dataset& dataset, const store::Assignment& assignment, ListFiles& lists) {
  const auto& sources = dataset.meta().sources;
  std::vector<Common> common(sources.size());
  MASU_CHECK(forEachSample(dataset, [&](std::uint64_t sample, const store::Origin& origin, std::string label) {
    common[origin.source].take(assignment[sample], std::move(label));
    return Result<void>();
  }));
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (!common[s].any || !common[s].oneSplit || common[s].split == store::Split::unused) continue;
    MASU_CHECK(appendLine(wholeLine(sources[s], common[s]), sources[s].path, lists.text(common[s].split)));
    MASU_CHECK(lists.writeBuffered());
  }
  const auto shape = dataset.sampleShape();
  const bool windows = dataset.meta().kind == store::SampleKind::waveform && !shape.empty();
  return forEachSample(
      dataset, [&](std::uint64_t sample, const store::Origin& origin, const std::string& label) -> Result<void> {
        const store::Split split = assignment[sample];
        if (common[origin.source].oneSplit || split == store::Split::unused) return {};
        const store::SourceFile& source = sources[origin.source];
        Json line = {{"audio_filepath", source.path}};
        if (source.rate > 0) line["offset"] = static_cast<double>(origin.position) / source.rate;
        if (source.rate > 0 && windows) line["duration"] = static_cast<double>(shape.back()) / source.rate;
        if (!label.empty()) line["label"] = label;
        line["position"] = origin.position;
        line["sample"] = sample;
        MASU_CHECK(appendLine(line, source.path, lists.text(split)));
        return lists.writeBuffered();
      });
}

}  // namespace masu::manifest
