// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/receipt/export_check.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/io/file.h"
#include "core/metrics/receipt.h"
#include "core/shards/restore/index_reader.h"
#include "core/shards/write/paths_below.h"
#include "core/shards/write/shard_file.h"
#include "core/store/read/content_hash.h"
#include "core/tasks/receipt/asked_run.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;
using metrics::Compared;
using metrics::Difference;

constexpr std::uint64_t kMostIndexBytes = std::uint64_t{1} << 32U;

Difference ofFiles(Message message, std::string expected = {}, std::string found = {}) {
  return {Compared::files, {}, 0, 0, std::move(expected), std::move(found), std::move(message)};
}

class ExportChecking {
 public:
  ExportChecking(const ReceiptRequest& request, const JobContext& job)
      : m_folder(request.run), m_request(request), m_job(job) {}

  Result<ReceiptCheck> run();

 private:
  Result<void> checkAsked() const;
  Result<void> compareIndex();
  Result<void> compareFile(const shards::ShardFile& file);
  Result<void> compareFiles();
  Result<void> compareDataset();
  Result<void> compareSplit(const store::Dataset& dataset);
  void differs(Difference difference) { m_check.difference = std::move(difference); }
  bool isOver() const { return m_check.difference.has_value(); }

  fs::path m_folder;
  const ReceiptRequest& m_request;
  const JobContext& m_job;
  shards::ExportReceipt m_receipt;
  std::vector<shards::ShardFile> m_files;  ///< all that the index lists
  ReceiptCheck m_check;
};

Result<void> ExportChecking::checkAsked() const {
  if (m_request.steps.empty()) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is an export, which has no steps: leave --step out."),
              {m_folder.string()}, {m_folder.string()});
}

Result<void> ExportChecking::compareIndex() {
  const fs::path file = m_folder / shards::kIndexName;
  MASU_TRY(const std::string text, io::readText(file, kMostIndexBytes));
  auto index = shards::readIndex(text, file);
  if (!index && index.error().code == Errc::damaged) {
    differs(ofFiles(std::move(index.error().message)));
    return {};
  }
  if (!index) return fail(std::move(index.error()));
  if (!index->bundle.empty()) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} holds the export as a ZIP file, whose files are not compared: unpack it, and check the "
                          "folder that it becomes."),
                {(m_folder / index->bundle).string()}, {m_folder.string()});
  }
  for (const shards::ShardInfo& shard : index->shards)
    m_files.insert(m_files.end(), shard.files.begin(), shard.files.end());
  m_files.insert(m_files.end(), index->companions.begin(), index->companions.end());
  std::vector<shards::ShardFile> covered;
  std::ranges::copy_if(m_files, std::back_inserter(covered), [](const shards::ShardFile& one) {
    return one.path != metrics::kReceiptName && one.path != shards::kCroissantName;
  });
  MASU_TRY(const std::string hash, shards::hashOfFiles(covered));
  if (hash == m_receipt.filesHash) return {};
  differs(ofFiles({MASU_TEXT("core", "The files that {0} lists are not those of the receipt."), {file.string()}},
                  m_receipt.filesHash, hash));
  return {};
}

Result<void> ExportChecking::compareFile(const shards::ShardFile& file) {
  const fs::path path = m_folder / file.path;
  MASU_CHECK(shards::checkNoLink(m_folder, file.path));
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    differs(ofFiles({MASU_TEXT("core", "{0} is not there any more."), {path.string()}}, file.sha256));
    return {};
  }
  MASU_TRY(const shards::ShardFile found, shards::describeFile(m_folder, file.path));
  if (found.sha256 == file.sha256) {
    ++m_check.filesCompared;
    return {};
  }
  differs(
      ofFiles({MASU_TEXT("core", "{0} was changed since the export."), {path.string()}}, file.sha256, found.sha256));
  return {};
}

Result<void> ExportChecking::compareFiles() {
  std::uint64_t bytes = 0;
  for (const shards::ShardFile& file : m_files) bytes += file.bytes;
  m_job.progress.begin(MASU_TEXT("core", "Comparing files"), bytes, Progress::Unit::bytes);
  for (const shards::ShardFile& file : m_files) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    MASU_CHECK(compareFile(file));
    if (isOver()) return {};
    m_job.progress.add(file.bytes);
  }
  return {};
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
  if (!m_receipt.content.empty()) {
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
  MASU_TRY(m_receipt, readExportReceipt(m_folder));
  MASU_CHECK(compareIndex());
  if (!isOver()) MASU_CHECK(compareFiles());
  if (!isOver() && !m_request.dataset.empty()) MASU_CHECK(compareDataset());
  return std::move(m_check);
}

}  // namespace

bool isExportFolder(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / shards::kIndexName, ignored) && !fs::exists(folder / "spec.json", ignored);
}

Result<shards::ExportReceipt> readExportReceipt(const fs::path& folder) {
  const fs::path file = folder / metrics::kReceiptName;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "There is no receipt in {0}: the export is of an earlier version of Masu, a ZIP file that "
                          "has it inside, or somebody removed receipt.json."),
                {folder.string()}, {folder.string()});
  }
  MASU_TRY(const std::string text, io::readText(file));
  return shards::exportReceiptFrom(text, file);
}

Result<ReceiptCheck> checkExportReceipt(const ReceiptRequest& request, const JobContext& job) {
  return ExportChecking(request, job).run();
}

}  // namespace masu::tasks
