// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset_opening.h"

#include <algorithm>

#include "core/store/read/file_reading.h"

namespace masu::store {

namespace {

Error changedPart(const std::filesystem::path& part, const std::filesystem::path& dataset) {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "{0} is not the part that {1} was written with: its content differs. Bring back the right file, "
                    "or import again."),
          {part.string(), dataset.string()},
          {part.string(), 0, 0}};
}

/// Whether a part is there and as long as it was, before anything of it is believed.
Result<void> checkPart(const PartFile& known, const std::filesystem::path& part, const std::filesystem::path& dataset) {
  std::error_code failed;
  const std::uint64_t bytes = std::filesystem::file_size(part, failed);
  if (failed) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "{0} is missing or cannot be read, and {1} is not whole without it: it holds part of the "
                          "samples. Bring it back beside {1}, or import again."),
                {part.string(), dataset.string()}, {part.string(), 0, 0});
  }
  if (bytes == known.bytes) return {};
  return fail(Errc::damaged,
              MASU_TEXT("core",
                        "{0} has {1} bytes, but the part that {2} was written with has {3}. Bring back the right file, "
                        "or import again."),
              {part.string(), std::to_string(bytes), dataset.string(), std::to_string(known.bytes)},
              {part.string(), 0, 0});
}

/// Gathers a dataset from its own file and from its parts.
class Gathering {
 public:
  Gathering(const std::filesystem::path& path, FileContent own, const std::stop_token& stop)
      : m_path(path), m_own(std::move(own)), m_stop(stop) {}

  Result<DatasetContent> run();

 private:
  Result<void> tryParts() const;
  Result<void> addPart(const PartFile& known);
  Result<void> addExtent(Extent extent);
  Result<void> closeObject(StoredObject& object) const;

  const std::filesystem::path& m_path;
  FileContent m_own;
  const std::stop_token& m_stop;
  DatasetContent m_content;
};

Result<DatasetContent> Gathering::run() {
  m_content.samples = m_own.samples;
  m_content.linkedSplits = m_own.linkedSplits;
  m_content.bytes = m_own.bytes;
  for (const ObjectInfo& object : m_own.objects) m_content.objects.push_back({object, {}});
  if (m_own.parts.empty()) {
    m_content.files.push_back(m_path);
    m_content.sums.push_back(m_own.structure);
    for (Extent& extent : m_own.extents) MASU_CHECK(addExtent(std::move(extent)));
  }
  MASU_CHECK(tryParts());
  for (const PartFile& part : m_own.parts) {
    if (m_stop.stop_requested()) return fail(Error::cancelled());
    MASU_CHECK(addPart(part));
  }
  std::size_t extents = 0;
  for (StoredObject& object : m_content.objects) {
    MASU_CHECK(closeObject(object));
    for (Extent& extent : object.extents) extent.number = extents++;
  }
  if (!m_own.parts.empty()) m_content.masterSum = m_own.structure;
  m_content.meta = std::move(m_own.meta);
  m_content.parts = std::move(m_own.parts);
  m_content.partBytes = m_own.partBytes;
  return std::move(m_content);
}

Result<void> Gathering::tryParts() const {
  std::vector<std::filesystem::path> paths;
  for (const PartFile& part : m_own.parts) {
    paths.push_back(m_path.parent_path() / part.file);
    MASU_CHECK(checkPart(part, paths.back(), m_path));
  }
  return tryPartFiles(paths, m_own.objects, m_stop);
}

Result<void> Gathering::addPart(const PartFile& known) {
  const std::filesystem::path path = m_path.parent_path() / known.file;
  MASU_TRY(FileContent part, readPartFile(path, m_own.objects));
  if (part.meta.uuid != known.uuid || part.fingerprint() != known.content) return fail(changedPart(path, m_path));
  for (Extent& extent : part.extents) {
    extent.file = m_content.files.size();
    MASU_CHECK(addExtent(std::move(extent)));
  }
  m_content.files.push_back(path);
  m_content.sums.push_back(part.structure);
  m_content.bytes += part.bytes;
  return {};
}

Result<void> Gathering::addExtent(Extent extent) {
  const auto object = std::ranges::find_if(m_content.objects, [&](const StoredObject& candidate) {
    return candidate.info.name == extent.info.name && candidate.info.element == extent.info.element;
  });
  const auto malformed = [&] {
    return fail(Errc::format,
                MASU_TEXT("core", "The object {0} of {1} is not as the dataset format says. Import again."),
                {extent.info.name, m_path.string()}, {m_path.string(), 0, 0});
  };
  if (object == m_content.objects.end()) return malformed();
  const ObjectInfo& whole = object->info;
  extent.info.first = object->extents.empty() ? 0 : object->extents.back().info.end();
  const bool sameType = whole.element != Element::number || extent.info.dtype == whole.dtype;
  const bool fits = sameType && extent.info.sampleShape == whole.sampleShape &&
                    extent.info.samples <= whole.samples - extent.info.first;
  if (!fits) return malformed();
  object->extents.push_back(std::move(extent));
  return {};
}

Result<void> Gathering::closeObject(StoredObject& object) const {
  ObjectInfo& info = object.info;
  if (object.extents.empty() || object.extents.back().info.end() != info.samples) {
    return fail(Errc::format,
                MASU_TEXT("core", "The parts of {0} hold other samples of {1} than it says. Import again."),
                {m_path.string(), info.name}, {m_path.string(), 0, 0});
  }
  info.compression = object.extents.front().info.compression;
  return {};
}

}  // namespace

const Extent& StoredObject::extentOf(std::uint64_t sample) const {
  const auto after =
      std::ranges::upper_bound(extents, sample, {}, [](const Extent& extent) { return extent.info.first; });
  return *std::prev(after);
}

Result<DatasetContent> readContent(const std::filesystem::path& path, const std::stop_token& stop) {
  MASU_TRY(FileContent own, readDatasetFile(path, stop));
  return Gathering(path, std::move(own), stop).run();
}

}  // namespace masu::store
