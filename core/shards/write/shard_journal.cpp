// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/shard_journal.h"

#include <sstream>
#include <system_error>

#include "core/base/exact_json.h"
#include "core/shards/write/shard_file.h"

namespace masu::shards {

namespace {

using Json = ExactJson;

/// Shards that may wait to be synced; more of them mean that the disk is too slow.
constexpr std::size_t kMostNoted = 64;

std::string lineOf(std::size_t number, const ShardInfo& shard) {
  Json files = Json::array();
  for (const ShardFile& file : shard.files) files.push_back({file.path, file.bytes, file.sha256, file.crc32});
  const Json json = {
      {"shard", number}, {"path", shard.path}, {"split", shard.split}, {"samples", shard.samples}, {"files", files}};
  return json.dump() + "\n";
}

/// Empty for a line that is torn: the export died while it wrote it.
std::optional<NumberedShards::value_type> shardFrom(const std::string& line) try {
  const Json json = Json::parse(line);
  ShardInfo shard{json.at("path"), json.at("split"), json.at("samples"), 0, {}};
  for (const Json& file : json.at("files")) {
    shard.files.push_back({file.at(0), file.at(1), file.at(2), file.at(3)});
    shard.bytes += shard.files.back().bytes;
  }
  return NumberedShards::value_type(json.at("shard").get<std::size_t>(), std::move(shard));
} catch (const Json::exception&) {
  return std::nullopt;
}

}  // namespace

std::optional<NumberedShards> ShardJournal::read(const std::filesystem::path& file, const std::string& key) {
  NumberedShards shards;
  const auto text = io::readText(file, std::uint64_t{1} << 32U);
  if (!text) return shards;
  std::istringstream lines(*text);
  std::string line;
  std::getline(lines, line);
  if (Json::parse(line, nullptr, false) != Json{{"key", key}}) return std::nullopt;
  while (std::getline(lines, line)) {
    if (auto shard = shardFrom(line)) shards.insert(std::move(*shard));
  }
  return shards;
}

ShardJournal::ShardJournal(std::filesystem::path folder, std::string bundle)
    : m_folder(std::move(folder)), m_bundle(std::move(bundle)), m_noted(kMostNoted) {}

Result<std::unique_ptr<ShardJournal>> ShardJournal::create(const std::filesystem::path& file,
                                                           const std::filesystem::path& folder, const std::string& key,
                                                           const NumberedShards& whole, const std::string& bundle) {
  std::unique_ptr<ShardJournal> journal(new ShardJournal(folder, bundle));
  // Under another name until it lists those again: what is there may be all that is known of them.
  std::filesystem::path begun = file;
  begun += ".new";
  MASU_TRY(journal->m_file, io::File::create(begun));
  const std::string head = Json{{"key", key}}.dump() + "\n";
  MASU_CHECK(journal->m_file.writeAt(0, std::as_bytes(std::span(head))));
  journal->m_bytes = head.size();
  MASU_CHECK(journal->list(whole));
  std::error_code error;
  std::filesystem::rename(begun, file, error);
  if (error) return fail(Error::fromErrno(error.value(), file.string()));
  journal->m_thread.start(1, [self = journal.get()](unsigned, const std::stop_token& stop) { return self->run(stop); });
  return journal;
}

Result<void> ShardJournal::list(const NumberedShards& shards) {
  std::string lines;
  for (const auto& [number, shard] : shards) lines += lineOf(number, shard);
  MASU_CHECK(m_file.writeAt(m_bytes, std::as_bytes(std::span(lines))));
  MASU_CHECK(m_file.sync());
  m_bytes += lines.size();
  m_listed.insert(shards.begin(), shards.end());
  return {};
}

Result<void> ShardJournal::run(const std::stop_token& stop) {
  while (auto noted = m_noted.pop(stop)) {
    NumberedShards together;
    std::vector<ShardFile> files;
    do {
      files.insert(files.end(), noted->second.files.begin(), noted->second.files.end());
      together.insert(std::move(*noted));
    } while (m_noted.size() > 0 && (noted = m_noted.pop(stop)));
    if (!m_bundle.empty()) files = {{m_bundle, 0, {}}};
    MASU_CHECK(syncFiles(m_folder, files));
    MASU_CHECK(list(together));
  }
  return {};
}

Result<void> ShardJournal::note(std::size_t number, const ShardInfo& shard) {
  if (m_noted.push({number, shard}, m_thread.token())) return {};
  return fail(Error::cancelled());
}

Result<void> ShardJournal::settle() {
  m_noted.close();
  return m_thread.wait();
}

}  // namespace masu::shards
