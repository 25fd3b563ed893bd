// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/option_rules.h"
#include "core/base/hash.h"
#include "core/base/named_value.h"
#include "core/tasks/train/stream_task.h"

namespace masu::cli {

namespace {

struct StreamArguments {
  tasks::StreamRequest request;
  std::string split = "train";
  std::string shuffle = "blocks";
  std::string last = "keep";
  std::string augment;
  bool ownPace = false;
  bool verify = true;
};

loader::Shuffle shuffleFrom(const std::string& word) {
  using loader::Shuffle;
  return valueNamed({Shuffle::none, Shuffle::exact, Shuffle::queue, Shuffle::balanced}, word).value_or(Shuffle::blocks);
}

loader::LastBatch lastFrom(const std::string& word) {
  using loader::LastBatch;
  return valueNamed({LastBatch::dropped, LastBatch::padded}, word).value_or(LastBatch::kept);
}

nlohmann::ordered_json shuffleJson(const tasks::StreamOutcome& outcome) {
  const loader::StreamReport& done = outcome.report;
  nlohmann::ordered_json json = {{"design_effect", numberOrNull(done.designEffect)},
                                 {"design_effect_expected", nullptr},
                                 {"chunks_per_batch", done.chunksPerBatch}};
  if (outcome.expectedDesignEffect) json["design_effect_expected"] = numberOrNull(*outcome.expectedDesignEffect);
  if (outcome.enough) {
    json["enough_blocks"] = outcome.enough->blocks;
    json["enough_memory_bytes"] = outcome.enough->memoryBytes;
  }
  if (done.capacity > 0) {
    json["capacity"] = done.capacity;
    json["min_left"] = done.minimumLeft;
  }
  return json;
}

nlohmann::ordered_json consumersJson(const std::vector<tasks::ConsumerOutcome>& consumers) {
  auto json = nlohmann::ordered_json::array();
  for (const tasks::ConsumerOutcome& consumer : consumers) {
    json.push_back({{"samples", consumer.samples},
                    {"batches", consumer.batches},
                    {"epochs", consumer.epochs},
                    {"made_again", consumer.madeAgain},
                    {"order_hash", hex64(consumer.orderHash)},
                    {"seconds", consumer.seconds}});
  }
  return json;
}

std::string expectedText(const tasks::StreamOutcome& outcome) {
  if (!outcome.expectedDesignEffect) return {};
  std::string text = " (expected " + figureText(*outcome.expectedDesignEffect, 3);
  if (outcome.enough && *outcome.expectedDesignEffect > loader::ShuffleForecast::kGoodEffect) {
    text += "; as good as random from --blocks " + std::to_string(outcome.enough->blocks) + " on, which takes " +
            bytesText(static_cast<double>(outcome.enough->memoryBytes));
  }
  return text + ")";
}

nlohmann::ordered_json stagesJson(const loader::StageSeconds& stages) {
  return {{"disk", stages.disk}, {"decode", stages.decode}, {"transform", stages.transform}};
}

nlohmann::ordered_json forecastJson(const loader::StreamForecast& forecast) {
  return {{"epoch_seconds", forecast.epochSeconds},
          {"first_epoch_seconds", forecast.firstEpochSeconds},
          {"stages", stagesJson(forecast.stages)},
          {"bottleneck", loader::name(forecast.bottleneck)},
          {"probe_seconds", forecast.probeSeconds}};
}

/// The bottleneck of the stream, measured and forecast.
std::string paceText(const tasks::StreamOutcome& outcome) {
  const loader::StreamReport& done = outcome.report;
  return "expected " + durationText(outcome.forecast.epochSeconds) +
         " an epoch, bottleneck: " + std::string(loader::name(outcome.forecast.bottleneck)) +
         "; measured: " + std::string(loader::name(done.bottleneck)) + " (disk " + durationText(done.stages.disk) +
         ", decode " + durationText(done.stages.decode) + ", transform " + durationText(done.stages.transform) + "), " +
         countedText(done.setting.workers, "worker") + ", " + std::to_string(done.setting.ahead) +
         (done.setting.ahead == 1 ? " batch ahead" : " batches ahead");
}

/// What the order was drawn from, and what it takes to keep to it.
std::string orderText(const loader::StreamReport& done) {
  std::string text;
  if (done.blocks > 0) {
    text = "shuffled " + countText(done.blocks) + " of " + countedText(done.chunks, "chunk") + " together";
  }
  if (done.passes > 1) {
    text += (text.empty() ? "" : "; ") +
            ("the memory holds a part of that order, so every chunk is read " + countText(done.passes) +
             " times an epoch: more --memory" + (done.blocks > 0 ? " or fewer --blocks" : ""));
    text += " would be faster";
  }
  return text.empty() ? text : text + "\n";
}

void checkRanks(const loader::StreamOptions& options) {
  if (options.rank >= options.world) throw Conflict("--rank counts from 0 and must be less than --world.");
  if (options.batch < options.world)
    throw Conflict("--batch must not be less than --world: each rank takes a part of it.");
}

std::string rankText(const loader::StreamOptions& options) {
  if (options.world == 1) return {};
  return "rank " + std::to_string(options.rank) + " of " + std::to_string(options.world) + ": ";
}

Report reportOf(const tasks::StreamOutcome& outcome, const loader::StreamOptions& options) {
  const loader::StreamReport& done = outcome.report;
  const double rate = outcome.seconds > 0 ? static_cast<double>(done.samples) / outcome.seconds : 0;
  Report report;
  report.json = {{"samples", done.samples},
                 {"batches", done.batches},
                 {"rank", options.rank},
                 {"world", options.world},
                 {"seconds", outcome.seconds},
                 {"samples_per_second", rate},
                 {"starved_fraction", done.starvedFraction},
                 {"order_hash", hex64(done.orderHash)},
                 {"shuffle", shuffleJson(outcome)},
                 {"blocks", done.blocks},
                 {"chunks", done.chunks},
                 {"passes", done.passes},
                 {"worker_seconds", done.workerSeconds},
                 {"bottleneck", loader::name(done.bottleneck)},
                 {"stages", stagesJson(done.stages)},
                 {"workers", done.setting.workers},
                 {"batches_ahead", done.setting.ahead},
                 {"forecast", forecastJson(outcome.forecast)},
                 {"consumers", consumersJson(outcome.consumers)},
                 {"peak_memory_bytes", outcome.peakMemoryBytes},
                 {"state", outcome.state}};
  report.text = rankText(options) + countedText(done.samples, "sample") + " in " + countText(done.batches) +
                (done.batches == 1 ? " batch, " : " batches, ") + durationText(outcome.seconds) + ", " +
                countText(static_cast<std::uint64_t>(rate)) + " samples/s\n" + "order " + hex64(done.orderHash) +
                ", design effect " + figureText(done.designEffect, 3) + " where a perfect shuffle has 1" +
                expectedText(outcome) + ", waited for data " + figureText(100 * done.starvedFraction, 3) +
                " % of the time, peak memory " + bytesText(static_cast<double>(outcome.peakMemoryBytes)) + "\n" +
                orderText(done) + paceText(outcome) + "\nstate " + outcome.state + "\n";
  return report;
}

Result<Report> streamWith(const StreamArguments& arguments, const Resources& resources, const JobContext& job) {
  tasks::StreamRequest request = arguments.request;
  request.options.split = store::splitNamed(arguments.split);
  request.options.shuffle = shuffleFrom(arguments.shuffle);
  request.options.last = lastFrom(arguments.last);
  MASU_TRY(request.options.augment, loader::AugmentSpec::parse(arguments.augment));
  request.sharing.sync = arguments.ownPace ? loader::ConsumerSync::independent : loader::ConsumerSync::lockstep;
  request.options.resources = resources;
  request.checking = arguments.verify ? store::Checking::onFirstRead : store::Checking::never;
  if (request.options.mostAhead > 0) request.options.queue = request.options.mostAhead;
  MASU_TRY(const tasks::StreamOutcome outcome, tasks::stream(request, job));
  return reportOf(outcome, request.options);
}

}  // namespace

void addStream(const Registration& to) {
  auto arguments = std::make_shared<StreamArguments>();
  loader::StreamOptions& options = arguments->request.options;
  CLI::App* command = to.app.add_subcommand("stream", "Read shuffled batches to the end and report their rate");
  command->add_option("FILE", arguments->request.file, "The dataset")->required();
  command->add_option("--manifest", options.manifest, "Name of the manifest");
  command->add_option("--split", arguments->split, "Split to read; 'all' for every sample")
      ->check(CLI::IsMember({"train", "validation", "test", "all"}));
  command->add_option("--batch", options.batch, "Number of samples in a batch, of all ranks together")
      ->check(wholeNumber(1));
  command->add_option("--shuffle", arguments->shuffle, "Order of the samples")
      ->check(CLI::IsMember({"none", "blocks", "exact", "queue", "balanced"}));
  command
      ->add_option("--blocks", options.blocks, "Number of chunks shuffled together (default: those of 256 MiB)")
      ->check(wholeNumber(1));
  command
      ->add_option("--capacity", options.capacity,
                   "Number of samples in the buffer of a queue shuffle (default: 65536)")
      ->check(wholeNumber(1));
  command->add_option("--min-left", options.minimumLeft,
                      "Number of samples at which that buffer is filled again (default: after every sample)");
  command->add_option("--queue", options.mostAhead, "Number of batches ahead (default: tuned while streaming)")
      ->check(wholeNumber(1));
  command->add_flag("!--no-verify", arguments->verify, "Do not compare chunks with their checksums on first reading");
  command->add_option("--epochs", options.epochs, "Number of epochs")->check(wholeNumber(1));
  command->add_option("--steps", options.steps, "Max batches of an epoch, after the state with --resume (default: all)")
      ->check(wholeNumber(1));
  command->add_option("--seed", options.seed, "Random seed");
  // As earlier versions named them.
  const std::map<std::string, std::string> earlier = {{"kept", "keep"}, {"dropped", "drop"}, {"padded", "pad"}};
  command->add_option("--last", arguments->last, "How to treat an incomplete last batch")
      ->check(CLI::IsMember({"keep", "drop", "pad"}))
      ->transform(CLI::Transformer(earlier).description(""));
  command->add_option("--rank", options.rank, "Rank whose slices of the batches are read, from 0")
      ->check(wholeNumber(0));
  command->add_option("--world", options.world, "Number of ranks that share every batch")->check(wholeNumber(1));
  command->add_option("--augment", arguments->augment,
                      "Augmentation, any of noise=S,gain=A..B,shift=N,crop=SHARE,mask=N,drop=P,flip=P,mixup=A, e.g. "
                      "noise=0.05,shift=100 (default: none)");
  command->add_flag("--one-hot", options.oneHot, "Encode categories as features, one 0 or 1 for each word");
  command->add_option("--consumers", arguments->request.sharing.consumers, "Number of consumers sharing the stream")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--own-pace", arguments->ownPace, "Let consumers run independently of each other");
  command->add_option("--resume", options.resume,
                      "State printed by an earlier stream, from which to resume (default: none)");
  command
      ->add_option("--simulate-batch-cost", arguments->request.simulatedBatchSeconds,
                   "Simulated time a consumer takes for a batch, e.g. 50ms (default: none)")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}}));
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    checkRanks(arguments->request.options);
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) {
      return streamWith(*arguments, common.resources, job);
    });
  });
}

}  // namespace masu::cli
