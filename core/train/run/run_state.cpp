// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/run_state.h"

#include <cstring>
#include <span>
#include <string_view>

#include "core/base/exact_json.h"
#include "core/base/hash.h"
#include "core/io/atomic_file.h"

namespace masu::train {

namespace {

// CBOR (RFC 8949): JSON's shape, with bytes as bytes and doubles to the last bit. The XXH3-64 of it follows: what a
// loss of power left of it would still be CBOR, with zeros for weights.
using Json = ExactJson;

/// 4 and 3 had fewer columns in metrics.csv, 2 counted the margins of a ROC curve otherwise.
constexpr int kVersion = 5;
/// How a file of version 1 begins, which has no checksum: a map of eight, the version first.
constexpr std::string_view kFirstVersion = "\xA8\x67version\x01";
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 30U;

template <class Value>
Json binary(const std::vector<Value>& values) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
  return Json::binary({bytes, bytes + values.size() * sizeof(Value)});
}

template <class Value>
std::vector<Value> fromBinary(const Json& json) {
  const auto& bytes = json.get_binary();
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
  return values;
}

Json encode(const ModelRunState& modelRun) {
  const Score::Sums& sums = modelRun.trained;
  return {{"learner", Json::binary({modelRun.learner.begin(), modelRun.learner.end()})},
          {"classes", sums.classes},
          {"confusion", binary(sums.confusion)},
          {"values", binary(sums.values)},
          {"loss", sums.loss},
          {"weight", sums.weight},
          {"samples", sums.samples},
          {"correct", sums.correct},
          {"ranks", binary(sums.ranks)},
          {"best_loss", modelRun.bestLoss},
          {"has_best", modelRun.hasBest},
          {"without_better", modelRun.epochsWithoutBetter},
          {"resting", modelRun.stoppedEarly}};
}

/// The document without its checksum; empty where that is not its own.
std::string_view checkedDocument(std::string_view bytes) {
  std::uint64_t sum = 0;
  if (bytes.size() < sizeof sum) return {};
  const std::string_view document = bytes.substr(0, bytes.size() - sizeof sum);
  std::memcpy(&sum, bytes.data() + document.size(), sizeof sum);
  return hash64(document) == sum ? document : std::string_view();
}

Error damagedState(const std::filesystem::path& file) {
  return {Errc::damaged,
          MASU_TEXT("core", "{0} is damaged, so the run cannot be resumed."),
          {file.string()},
          {file.string(), 0, 0}};
}

Error ofAnotherVersion(const std::filesystem::path& file) {
  return {Errc::unsupported,
          MASU_TEXT("core", "{0} was written by another version of Masu."),
          {file.string()},
          {file.string(), 0, 0}};
}

ModelRunState modelRunFrom(const Json& json) {
  ModelRunState modelRun;
  const auto& learner = json.at("learner").get_binary();
  modelRun.learner.assign(learner.begin(), learner.end());
  modelRun.trained = {json.at("classes"),
                      fromBinary<std::uint64_t>(json.at("confusion")),
                      fromBinary<Score::Values>(json.at("values")),
                      json.at("loss"),
                      json.at("weight"),
                      json.at("samples"),
                      json.at("correct"),
                      fromBinary<std::uint32_t>(json.at("ranks"))};
  modelRun.bestLoss = json.at("best_loss");
  modelRun.hasBest = json.at("has_best");
  modelRun.epochsWithoutBetter = json.at("without_better");
  modelRun.stoppedEarly = json.at("resting");
  return modelRun;
}

}  // namespace

std::vector<std::uint8_t> encodeState(const RunState& state) {
  constexpr std::size_t kFrame = 64 << 10;  // names and figures around what is large
  Json json = {{"version", kVersion},    {"dataset", state.dataset}, {"split", state.splitHash},
               {"epoch", state.epoch},   {"steps", state.steps},     {"stream", state.stream},
               {"logs", state.logBytes}, {"entrants", Json::array()}};
  for (const ModelRunState& modelRun : state.modelRuns) json["entrants"].push_back(encode(modelRun));
  // At once: a vector that grew with what is written would need up to three times as much on its way.
  std::size_t size = kFrame;
  for (const ModelRunState& modelRun : state.modelRuns) {
    const Score::Sums& sums = modelRun.trained;
    size += modelRun.learner.size() + sums.confusion.size() * sizeof(std::uint64_t) +
            sums.values.size() * sizeof(Score::Values) + sums.ranks.size() * sizeof(std::uint32_t);
  }
  std::vector<std::uint8_t> bytes;
  bytes.reserve(size);
  Json::to_cbor(json, bytes);
  const std::uint64_t sum = hash64(std::as_bytes(std::span(bytes)));
  const auto* sumBytes = reinterpret_cast<const std::uint8_t*>(&sum);
  bytes.insert(bytes.end(), sumBytes, sumBytes + sizeof sum);
  return bytes;
}

Result<void> writeState(const std::filesystem::path& file, const RunState& state) {
  const std::vector<std::uint8_t> bytes = encodeState(state);
  MASU_TRY(io::AtomicFile target, io::AtomicFile::create(file, io::Overwrite::yes));
  MASU_CHECK(target.append(std::as_bytes(std::span(bytes))));
  // Not synced, as it may be written often: a killed program costs nothing, and after a power cut the run begins again.
  return target.commit(io::Sync::no);
}

Result<RunState> readState(const std::filesystem::path& file) {
  MASU_TRY(const std::string bytes, io::readText(file, kMostBytes));
  return decodeState(bytes, file);
}

Result<RunState> decodeState(std::string_view bytes, const std::filesystem::path& file) {
  const std::string_view document = checkedDocument(bytes);
  if (document.empty()) return fail(bytes.starts_with(kFirstVersion) ? ofAnotherVersion(file) : damagedState(file));
  try {
    const Json json = Json::from_cbor(document);
    if (json.at("version") != kVersion) return fail(ofAnotherVersion(file));
    RunState state{json.at("dataset"),
                   json.at("split"),
                   json.at("epoch"),
                   json.at("steps"),
                   json.at("stream"),
                   json.at("logs"),
                   {}};
    for (const Json& modelRun : json.at("entrants")) state.modelRuns.push_back(modelRunFrom(modelRun));
    return state;
  } catch (const Json::exception&) {
    return fail(damagedState(file));
  }
}

}  // namespace masu::train
