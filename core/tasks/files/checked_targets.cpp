// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/files/checked_targets.h"

#include <algorithm>
#include <map>

#include "core/base/ascii.h"
#include "core/ingest/labels/label_list.h"
#include "core/ingest/sources/sources.h"
#include "core/store/format/layout.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

void addList(std::string_view rule, const fs::path& root, std::vector<fs::path>& files) {
  constexpr std::string_view kList = "csv:";
  if (!rule.starts_with(kList)) return;
  rule.remove_prefix(kList.size());
  if (const auto list = ingest::LabelList::fileOf(rule, root)) files.push_back(*list);
}

bool hasContentOfSource(const store::Dataset& dataset, const fs::path& path) {
  std::error_code error;
  const std::uint64_t bytes = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  const auto& sources = dataset.meta().sources;
  const auto sameSize = [&](const store::SourceFile& source) { return bytes > 0 && source.bytes == bytes; };
  if (error || std::ranges::none_of(sources, sameSize)) return false;
  const auto file = io::File::openRead(path);
  if (!file) return false;
  const auto content = ingest::contentOf(*file);
  return content && std::ranges::any_of(sources, [&](const store::SourceFile& source) {
           return sameSize(source) && source.hash == content->hash;
         });
}

/// Whether a header (.hea, .vhdr) describes a recording that a file of its folder is part of: it names the file, or has
/// its name, as annotations of WFDB do.
bool describes(const fs::path& header, const fs::path& file) {
  constexpr std::uint64_t kMostText = std::uint64_t{16} << 20;
  if (header.stem() == file.stem()) return true;
  const auto text = io::readText(header, kMostText);
  const std::string name = file.filename().native();
  for (std::size_t at = text ? text->find(name) : std::string::npos; at != std::string::npos;
       at = text->find(name, at + 1)) {
    // Not the end of another name.
    if (at == 0 || std::string_view(" \t\r\n=/").find((*text)[at - 1]) != std::string_view::npos) return true;
  }
  return false;
}

bool isHeaderName(const fs::path& path) {
  const std::string extension = lowerCase(path.extension().native());
  return extension == ".hea" || extension == ".vhdr";
}

/// The headers of recordings that are sources, of folders that were asked for: a dataset knows the content of a header,
/// but not that of the files that belong to it.
class SourceHeaders {
 public:
  explicit SourceHeaders(const store::Dataset& dataset) : m_dataset(dataset) {
    m_any = std::ranges::any_of(dataset.meta().sources,
                                [](const store::SourceFile& source) { return isHeaderName(source.path); });
  }

  /// Whether one of them describes a recording that the file is part of.
  bool haveFile(const fs::path& path) {
    std::error_code error;
    if (!m_any) return false;
    const fs::path file = fs::canonical(path, error);
    if (error || !fs::is_regular_file(file, error)) return false;
    return std::ranges::any_of(headersIn(file.parent_path()),
                               [&](const fs::path& header) { return describes(header, file); });
  }

 private:
  const std::vector<fs::path>& headersIn(const fs::path& folder) {
    const auto [known, fresh] = m_headers.try_emplace(folder);
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; fresh && !error && at != end; at.increment(error)) {
      if (isHeaderName(at->path()) && hasContentOfSource(m_dataset, at->path())) known->second.push_back(at->path());
    }
    return known->second;
  }

  const store::Dataset& m_dataset;
  bool m_any = false;
  std::map<fs::path, std::vector<fs::path>> m_headers;
};

}  // namespace

std::vector<fs::path> filesRead(const ingest::ImportPlan& plan) {
  std::vector<fs::path> files = plan.options.sources;
  for (const store::SourceFile& source : plan.sources) files.push_back(plan.root / source.path);
  if (plan.ofRecordings()) {
    for (const ingest::RecordingPlan& recording : plan.recordings().files)
      files.insert(files.end(), recording.named.begin(), recording.named.end());
  }
  const ingest::RecordingOptions& recordings = plan.options.recordings;
  files.insert(files.end(), recordings.labelFiles.begin(), recordings.labelFiles.end());
  addList(recordings.labelFrom, plan.root, files);
  addList(recordings.groupFrom, plan.root, files);
  return files;
}

std::vector<fs::path> filesOf(const store::Dataset& dataset) {
  std::vector<fs::path> files = dataset.partFiles();
  files.push_back(dataset.path());
  files.push_back(store::layout::splitsPath(dataset.path()));
  files.push_back(store::layout::editsPath(dataset.path()));
  return files;
}

std::vector<io::OutputTarget> datasetTargets(const fs::path& dataset, const std::string& option) {
  std::vector<io::OutputTarget> targets = {
      {dataset, option}, {store::layout::splitsPath(dataset), option}, {store::layout::oldSplitsPath(dataset), option}};
  std::error_code error;
  const fs::path folder = dataset.has_parent_path() ? dataset.parent_path() : fs::path(".");
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (store::layout::isPartOf(dataset, at->path().filename().string())) targets.push_back({at->path(), option});
  }
  return targets;
}

Result<void> checkTargets(const store::Dataset& dataset, const std::vector<io::OutputTarget>& targets) {
  MASU_CHECK(io::checkTargets(filesOf(dataset), targets));
  SourceHeaders headers(dataset);
  const auto own = std::ranges::find_if(targets, [&](const io::OutputTarget& target) {
    return hasContentOfSource(dataset, target.path) || headers.haveFile(target.path);
  });
  if (own == targets.end()) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} ({1}) is a source that {2} was imported from, and would be replaced. Choose another "
                        "place to write to."),
              {own->path.string(), own->option, dataset.path().string()}, {own->path.string()});
}

}  // namespace masu::tasks
