// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/layout.h"

#include <algorithm>
#include <charconv>

namespace masu::store::layout {

namespace {

std::filesystem::path beside(const std::filesystem::path& dataset, const std::string& ending) {
  const auto extension = dataset.extension();
  auto name = (extension == ".h5" || extension == ".hdf5") ? dataset.stem() : dataset.filename();
  name += ending;
  return dataset.parent_path() / name;
}

constexpr const char* kSplitsEnding = ".splits.h5";
constexpr const char* kEditsEnding = ".edits.h5";

/// The dataset that is there and has a file of that ending beside it.
std::filesystem::path datasetBeside(const std::filesystem::path& file, const char* fileEnding) {
  const std::string name = file.filename().string();
  if (!name.ends_with(fileEnding)) return {};
  const std::string stem = name.substr(0, name.size() - std::string_view(fileEnding).size());
  for (const char* ending : {".h5", ".hdf5", ""}) {
    std::filesystem::path dataset = file.parent_path() / (stem + ending);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(dataset, ignored) && beside(dataset, fileEnding) == file) return dataset;
  }
  return {};
}

}  // namespace

bool isObject(std::string_view name) {
  return std::ranges::find(kObjects, name) != kObjects.end() || name.starts_with(kKeptPrefix) ||
         name.starts_with(kPyramidPrefix);
}

bool holdsFeatures(const ObjectInfo& object) {
  return object.name == "features" || object.name == kRecordings;
}

bool hasOwnLength(const ObjectInfo& object) {
  return object.element == Element::textBytes || object.name == kRecordings || object.name.starts_with(kPyramidPrefix);
}

std::string pathOf(const ObjectInfo& object) {
  const std::string_view name = object.name;
  if (!name.starts_with(kKeptPrefix)) return object.name;
  std::string path = std::string(kKeptPrefix) + linkName(name.substr(kKeptPrefix.size()));
  if (object.element == Element::textEnds) path += "/ends";
  if (object.element == Element::textBytes) path += "/bytes";
  return path;
}

std::string chunkIndexPathOf(const ObjectInfo& object) {
  return "meta/chunk_index/" + pathOf(object);
}

std::string linkName(std::string_view columnName) {
  if (columnName.empty()) return "%";
  if (columnName == ".") return "%2E";
  std::string link;
  for (const char c : columnName) {
    if (c == '/') {
      link += "%2F";
    } else if (c == '%') {
      link += "%25";
    } else {
      link += c;
    }
  }
  return link;
}

std::string columnName(std::string_view linkName) {
  if (linkName == "%") return {};
  std::string name;
  for (std::size_t i = 0; i < linkName.size(); ++i) {
    const std::string_view code = linkName.substr(i, 3);
    const char decoded = code == "%2F" ? '/' : code == "%25" ? '%' : code == "%2E" ? '.' : '\0';
    name += decoded == '\0' ? linkName[i] : decoded;
    if (decoded != '\0') i += 2;
  }
  return name;
}

std::filesystem::path splitsPath(const std::filesystem::path& dataset) {
  return beside(dataset, kSplitsEnding);
}
std::filesystem::path datasetOfSplits(const std::filesystem::path& splits) {
  return datasetBeside(splits, kSplitsEnding);
}
std::filesystem::path editsPath(const std::filesystem::path& dataset) {
  return beside(dataset, kEditsEnding);
}
std::filesystem::path editsOfSplits(const std::filesystem::path& splits) {
  const std::string name = splits.filename().string();
  if (!name.ends_with(kSplitsEnding)) return {};
  return splits.parent_path() / (name.substr(0, name.size() - std::string_view(kSplitsEnding).size()) + kEditsEnding);
}
std::filesystem::path datasetOfEdits(const std::filesystem::path& edits) {
  return datasetBeside(edits, kEditsEnding);
}
std::filesystem::path oldSplitsPath(const std::filesystem::path& dataset, unsigned number) {
  return beside(dataset, ".splits.old" + (number > 1 ? std::to_string(number) : std::string()) + ".h5");
}
std::filesystem::path nextSplitsPath(const std::filesystem::path& dataset) {
  return beside(dataset, ".splits.next.h5");
}
std::filesystem::path partPath(const std::filesystem::path& dataset, std::size_t number) {
  const std::string digits = std::to_string(number);
  return beside(dataset, ".part" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits + ".h5");
}

bool isPartOf(const std::filesystem::path& dataset, const std::string& fileName) {
  const std::string first = partPath(dataset, 0).filename().string();
  const std::size_t digits = first.size() - std::string_view("000.h5").size();
  std::size_t number = 0;
  if (fileName.size() < first.size() || !fileName.starts_with(first.substr(0, digits))) return false;
  std::from_chars(fileName.data() + digits, fileName.data() + fileName.size(), number);
  return fileName == partPath(dataset, number).filename();
}

}  // namespace masu::store::layout
