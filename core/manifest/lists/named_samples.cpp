// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/named_samples.h"

#include <algorithm>
#include <filesystem>

#include "core/base/whole_number.h"
#include "core/manifest/lists/line_matcher.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::manifest {

namespace {

tl::unexpected<Error> noSuchSample(const store::Dataset& dataset, const std::string& text) {
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "{0} has no sample {1}. Give a number below {2}, a source as `masu info` lists it, or "
                        "SOURCE:POSITION."),
              {dataset.path().string(), text, std::to_string(dataset.samples())}, {dataset.path().string()});
}

/// The first source that has a name, which others may share.
const store::SourceFile* sourceNamed(const store::Dataset& dataset, const std::string& name) {
  const auto isNamed = [&](const store::SourceFile& source) {
    const std::filesystem::path path(source.path);
    return source.path == name || path.filename() == name || path.stem() == name;
  };
  const auto found = std::ranges::find_if(dataset.meta().sources, isNamed);
  return found == dataset.meta().sources.end() ? nullptr : &*found;
}

/// A path that is not taken for a number.
std::string pathOf(const store::SourceFile& source) {
  return wholeNumber(source.path) ? "./" + source.path : source.path;
}

Result<NamedSample> numbered(const store::Dataset& dataset, std::uint64_t sample) {
  NamedSample found{sample, std::nullopt, std::nullopt};
  if (dataset.find("origin") == nullptr) return found;
  MASU_TRY(OriginReader reader, OriginReader::open(dataset));
  MASU_TRY(const auto origins, reader.read(sample, 1));
  if (origins.front().source >= dataset.meta().sources.size()) return found;
  found.source = dataset.meta().sources[origins.front().source].path;
  found.position = origins.front().position;
  return found;
}

Result<std::vector<NamedSample>> ofNumber(const store::Dataset& dataset, std::uint64_t number,
                                          const std::string& text) {
  MASU_TRY(NamedSample found, numbered(dataset, number));
  const store::SourceFile* source = sourceNamed(dataset, text);
  // Without origins nobody can ask for the samples of a source.
  if (source == nullptr || !found.source) return std::vector{std::move(found)};
  const std::string spelled = *found.source + ":" + std::to_string(*found.position);
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{1} is the number of a sample of {0} and the name of a source: give {2} for the sample, or "
                        "{3} for all samples of the source."),
              {dataset.path().string(), text, spelled, pathOf(*source)}, {dataset.path().string()});
}

/// Samples of a source, at one position or all.
Result<std::vector<NamedSample>> ofSource(const store::Dataset& dataset, std::uint32_t source,
                                          std::optional<std::uint64_t> position, const std::stop_token& stop) {
  const std::string& path = dataset.meta().sources[source].path;
  MASU_TRY(OriginReader reader, OriginReader::open(dataset));
  std::vector<NamedSample> samples;
  for (std::uint64_t first = 0; first < dataset.samples(); first += kBlockSamples) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(const auto origins, reader.read(first, std::min(kBlockSamples, dataset.samples() - first)));
    for (std::size_t i = 0; i < origins.size(); ++i) {
      if (origins[i].source != source || (position && origins[i].position != *position)) continue;
      if (samples.size() == kMostNamedSamples) {
        return fail(Errc::invalidArgument,
                    MASU_TEXT("core", "{0} has more than {1} samples: name one of them as {0}:POSITION."),
                    {path, std::to_string(kMostNamedSamples)}, {dataset.path().string()});
      }
      samples.push_back({first + i, path, origins[i].position});
    }
  }
  if (!samples.empty()) return samples;
  if (!position) {
    return fail(Errc::notFound, MASU_TEXT("core", "No record of {1} is a sample of {0}: its rejects say why."),
                {dataset.path().string(), path}, {dataset.path().string()});
  }
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "{0} has no sample at position {2} of {1}. Positions count from 0; those of windows are their "
                        "first frames. `masu seen` with {1} alone lists them."),
              {dataset.path().string(), path, std::to_string(*position)}, {dataset.path().string()});
}

/// Errors: no source has the name, or several do.
Result<std::uint32_t> sourceOf(const store::Dataset& dataset, const std::string& name, const std::string& text) {
  const std::uint32_t source = SourceNames(dataset.meta().sources).byAnyName(name);
  if (source != SourceNames::kNone) return source;
  const store::SourceFile* one = sourceNamed(dataset, name);
  if (one == nullptr) return noSuchSample(dataset, text);
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "Several sources of {0} are named {1}: give the path of one, e.g. {2}."),
              {dataset.path().string(), name, pathOf(*one)}, {dataset.path().string()});
}

}  // namespace

Result<std::vector<NamedSample>> samplesNamed(const store::Dataset& dataset, const std::string& text,
                                              const std::stop_token& stop) {
  const auto number = text.size() > 1 && text.starts_with('0') ? std::nullopt : wholeNumber(text);
  if (number && *number < dataset.samples()) return ofNumber(dataset, *number, text);
  const std::size_t colon = text.rfind(':');
  const auto position = colon == std::string::npos ? std::nullopt : wholeNumber(text.substr(colon + 1));
  if (!position || sourceNamed(dataset, text) != nullptr) {
    MASU_TRY(const std::uint32_t source, sourceOf(dataset, text, text));
    return ofSource(dataset, source, std::nullopt, stop);
  }
  MASU_TRY(const std::uint32_t source, sourceOf(dataset, text.substr(0, colon), text));
  return ofSource(dataset, source, position, stop);
}

}  // namespace masu::manifest
