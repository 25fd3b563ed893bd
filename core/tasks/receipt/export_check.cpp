// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/receipt/export_check.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/metrics/receipt.h"
#include "core/metrics/run_files.h"
#include "core/shards/export/companions.h"
#include "core/shards/restore/export_files.h"
#include "core/store/read/content_hash.h"
#include "core/tasks/runs/requested_run.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;
using metrics::Compared;
using metrics::Difference;

Difference ofFiles(Message message, std::string expected = {}, std::string found = {}) {
  return {Compared::files, {}, 0, 0, std::move(expected), std::move(found), std::move(message)};
}

Result<shards::ExportReceipt> receiptIn(shards::ExportFiles& files, const fs::path& folder) {
  if (!files.has(metrics::kReceiptName)) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "There is no receipt in {0}: the export is of an earlier version of Masu, or somebody "
                          "removed receipt.json."),
                {folder.string()}, {folder.string()});
  }
  MASU_TRY(const std::string text, files.text(metrics::kReceiptName));
  return shards::exportReceiptFrom(text, files.placeOf(metrics::kReceiptName));
}

/// Whether a receipt covers a file: not those that describe the export, which are compared and not counted.
bool isCovered(const shards::ShardFile& file) {
  return file.path != metrics::kReceiptName && file.path != shards::kCroissantName;
}

class ExportChecking {
 public:
  ExportChecking(const ReceiptRequest& request, const JobContext& job)
      : m_folder(request.run), m_request(request), m_job(job) {}

  Result<ReceiptCheck> run();

 private:
  Result<void> checkAsked() const;
  Result<void> open();
  Result<void> compareIndex();
  Result<void> compareFile(const shards::ShardFile& file);
  Result<void> compareFiles();
  Result<void> findOthers();
  void closeFiles();
  Result<void> compareDataset();
  Result<void> compareSplit(const store::Dataset& dataset);
  void differs(Difference difference) { m_check.difference = std::move(difference); }
  bool isOver() const { return m_check.difference.has_value(); }

  fs::path m_folder;
  const ReceiptRequest& m_request;
  const JobContext& m_job;
  shards::ExportReceipt m_receipt;
  std::optional<shards::ExportFiles> m_files;
  std::vector<shards::ShardFile> m_listed;  ///< all that the index lists
  std::vector<Difference> m_differing;      ///< one a file
  ReceiptCheck m_check;
};

Result<void> ExportChecking::checkAsked() const {
  if (m_request.steps.empty()) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is an export, which has no steps: leave --step out."),
              {m_folder.string()}, {m_folder.string()});
}

/// An index or a bundle that was changed is a difference, too.
Result<void> ExportChecking::open() {
  auto files = shards::ExportFiles::open(m_folder);
  if (!files && files.error().code == Errc::damaged) {
    differs(ofFiles(std::move(files.error().message)));
    return {};
  }
  if (!files) return fail(std::move(files.error()));
  m_files.emplace(std::move(*files));
  MASU_TRY(m_receipt, receiptIn(*m_files, m_folder));
  return {};
}

Result<void> ExportChecking::compareIndex() {
  const shards::ExportedIndex& index = m_files->index();
  for (const shards::ShardInfo& shard : index.shards)
    m_listed.insert(m_listed.end(), shard.files.begin(), shard.files.end());
  m_listed.insert(m_listed.end(), index.companions.begin(), index.companions.end());
  std::vector<shards::ShardFile> covered;
  std::ranges::copy_if(m_listed, std::back_inserter(covered), isCovered);
  MASU_TRY(const std::string hash, shards::hashOfFiles(covered));
  if (m_receipt.filesHash.compare(hash) == 0) return {};  // GCC 12 sees an overrun in ==
  differs(ofFiles({MASU_TEXT("core", "The files that {0} lists are not those of the receipt."),
                   {m_files->placeOf(shards::kIndexName).string()}},
                  m_receipt.filesHash, hash));
  return {};
}

Result<void> ExportChecking::compareFile(const shards::ShardFile& file) {
  const std::string path = m_files->placeOf(file.path).string();
  if (!m_files->has(file.path)) {
    m_differing.push_back(ofFiles({MASU_TEXT("core", "{0} no longer exists."), {path}}, file.sha256));
    return {};
  }
  auto found = m_files->describe(file.path, [this](std::uint64_t bytes) -> Result<void> {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    m_job.progress.add(bytes);
    return {};
  });
  // A member of a bundle that is not as its own checksum has it was changed as well.
  if (!found && found.error().code != Errc::damaged) return fail(std::move(found.error()));
  if (found && found->sha256 == file.sha256) {
    m_check.filesCompared += isCovered(file) ? 1 : 0;
    return {};
  }
  m_differing.push_back(ofFiles({MASU_TEXT("core", "{0} was changed since the export."), {path}}, file.sha256,
                                found ? found->sha256 : std::string()));
  return {};
}

Result<void> ExportChecking::compareFiles() {
  std::uint64_t bytes = 0;
  for (const shards::ShardFile& file : m_listed) bytes += file.bytes;
  m_job.progress.begin(MASU_TEXT("core", "Comparing files"), bytes, Progress::Unit::bytes);
  for (const shards::ShardFile& file : m_listed) MASU_CHECK(compareFile(file));
  MASU_CHECK(findOthers());
  closeFiles();
  return {};
}

/// A trainer that reads all files of a folder reads these, too.
Result<void> ExportChecking::findOthers() {
  MASU_TRY(const std::vector<std::string> others, m_files->unlisted());
  for (const std::string& path : others) {
    m_differing.push_back(ofFiles(
        {MASU_TEXT("core", "{0} is not among the files that were exported."), {m_files->placeOf(path).string()}}));
  }
  return {};
}

/// One difference that names every file, and how many there are where they are too many for that.
void ExportChecking::closeFiles() {
  constexpr std::size_t kNamed = 20;
  if (m_differing.empty()) return;
  Difference whole = m_differing.front();
  for (std::size_t i = 1; i < std::min(m_differing.size(), kNamed); ++i) {
    whole.expected.clear();
    whole.found.clear();
    whole.message = {MASU_TEXT("core", "{0} {1}"), {std::move(whole.message), m_differing[i].message}};
  }
  if (m_differing.size() > kNamed) {
    whole.message = {MASU_TEXT("core", "{0} These are the first of {1} files."),
                     {std::move(whole.message), std::to_string(m_differing.size())}};
  }
  differs(std::move(whole));
}

Result<void> ExportChecking::compareSplit(const store::Dataset& dataset) {
  if (m_receipt.splitHash.empty()) return {};
  MASU_TRY(const auto split, splitWithHash(dataset, m_receipt.manifest, m_receipt.splitHash));
  if (split) return {};
  MASU_TRY(std::string now, splitHashNow(dataset, m_receipt.manifest));
  differs({Compared::split,
           {},
           0,
           0,
           m_receipt.splitHash,
           std::move(now),
           {MASU_TEXT("core", "The split {0} that was exported from {1} was changed or removed since."),
            {m_receipt.manifest, dataset.path().string()}}});
  return {};
}

Result<void> ExportChecking::compareDataset() {
  const fs::path& file = m_request.dataset;
  MASU_TRY(const auto dataset, store::Dataset::open(file));
  if (dataset->uuid() != m_receipt.dataset) {
    differs({Compared::dataset,
             {},
             0,
             0,
             m_receipt.dataset,
             dataset->uuid(),
             {MASU_TEXT("core", "{0} is not the dataset that {1} was exported from."),
              {file.string(), m_folder.string()}}});
    return {};
  }
  if (m_receipt.content.empty()) {
    m_check.notes.push_back(Message::marked(kNoContentHash));
  } else {
    MASU_TRY(const std::string content, store::contentHash(*dataset));
    if (content != m_receipt.content) {
      differs({Compared::content,
               {},
               0,
               0,
               m_receipt.content,
               content,
               {MASU_TEXT("core", "{0} has the UUID of the dataset that was exported, but holds something else."),
                {file.string()}}});
      return {};
    }
  }
  return compareSplit(*dataset);
}

Result<ReceiptCheck> ExportChecking::run() {
  MASU_CHECK(checkAsked());
  MASU_CHECK(open());
  if (!isOver()) MASU_CHECK(compareIndex());
  if (!isOver()) MASU_CHECK(compareFiles());
  if (!isOver() && !m_request.dataset.empty()) MASU_CHECK(compareDataset());
  return std::move(m_check);
}

}  // namespace

bool isExportPlace(const fs::path& folder) {
  std::error_code ignored;
  if (shards::isBundle(folder)) return true;
  return fs::exists(folder / shards::kIndexName, ignored) && !fs::exists(folder / metrics::kSpecName, ignored);
}

Result<shards::ExportReceipt> readExportReceipt(const fs::path& folder) {
  MASU_TRY(shards::ExportFiles files, shards::ExportFiles::open(folder));
  return receiptIn(files, folder);
}

Result<ReceiptCheck> checkExportReceipt(const ReceiptRequest& request, const JobContext& job) {
  return ExportChecking(request, job).run();
}

}  // namespace masu::tasks
