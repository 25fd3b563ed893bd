// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_spec.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/io/file.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_json.h"
#include "core/metrics/spec_options.h"

namespace masu::metrics {

namespace {

Json encode(const std::vector<RecipeChoice>& recipe) {
  Json choices = Json::array();
  for (const RecipeChoice& choice : recipe) {
    choices.push_back({{"name", choice.name}, {"value", choice.value}, {"reason", toJson(choice.reason)}});
  }
  return choices;
}

std::vector<RecipeChoice> recipeFrom(const Json& json) {
  std::vector<RecipeChoice> recipe;
  for (const Json& choice : json) {
    recipe.push_back({choice.at("name").get<std::string>(), choice.at("value").get<std::string>(),
                      messageFrom(choice.at("reason"))});
  }
  return recipe;
}

Json encode(const RunSpec& spec) {
  return {{"dataset", pathToJson(spec.dataset)},
          {"manifest", spec.manifest},
          {"models", spec.models},
          {"shape", spec.shape},
          {"epochs", spec.epochs},
          {"batch", spec.batch},
          {"slices", spec.slices},
          {"learning_rate", spec.learningRates},
          {"repeats", spec.repeats},
          {"optimizer", spec.optimizer},
          {"schedule", spec.schedule},
          {"loss", spec.loss},
          {"class_weights", spec.classWeights},
          {"augment", spec.augment},
          {"verify", spec.verify},
          {"balance", spec.balance},
          {"calibrate", spec.calibrate},
          {"blocks", spec.blocks},
          {"weight_decay", spec.weightDecay},
          {"clip", spec.clip},
          {"patience", spec.patience},
          {"seed", spec.seed},
          {"keep_every", spec.keepEvery},
          {"keep", spec.keep},
          {"save_seconds", spec.saveSeconds},
          {"timeout_seconds", spec.timeoutSeconds},
          {"resume", spec.resume},
          {"overwrite", spec.overwrite},
          {"out", pathToJson(spec.out)},
          {"threads", spec.threads},
          {"memory_bytes", spec.memoryBytes},
          {"recipe", encode(spec.recipe)}};
}

/// A single number is what earlier versions wrote.
std::vector<double> ratesFrom(const Json& json) {
  if (json.is_array()) return json.get<std::vector<double>>();
  const double rate = json.get<double>();
  return rate == 0 ? std::vector<double>() : std::vector<double>{rate};
}

std::string textOf(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

bool isStated(std::span<const std::string> stated, std::string_view field) {
  return std::ranges::find(stated, field) != stated.end();
}

}  // namespace

std::vector<PlannedRun> plannedRuns(const RunSpec& spec) {
  const std::vector<double> rates = spec.learningRates.empty() ? std::vector<double>{0} : spec.learningRates;
  std::vector<PlannedRun> runs;
  for (const std::string& model : spec.models) {
    for (const double rate : rates) {
      for (int repeat = 0; repeat < spec.repeats; ++repeat)
        runs.push_back(
            {model, rate, spec.repeats > 1 ? repeat + 1 : 0, spec.seed + static_cast<std::uint64_t>(repeat)});
    }
  }
  return runs;
}

std::vector<std::filesystem::path> modelFolders(const RunSpec& spec) {
  const std::vector<PlannedRun> runs = plannedRuns(spec);
  if (runs.size() == 1) return {{}};
  std::vector<std::filesystem::path> folders;
  for (const PlannedRun& run : runs)
    folders.push_back(std::to_string(folders.size() + 1) + "-" + std::filesystem::path(run.model).stem().string());
  return folders;
}

namespace {

Result<void> checkModelCount(const RunSpec& spec) {
  if (spec.repeats < 1 || spec.repeats > kMostRepeats) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} must be a number from 1 to {1}, not {2}."),
                {"--repeats", std::to_string(kMostRepeats), std::to_string(spec.repeats)});
  }
  const std::size_t models = plannedRuns(spec).size();
  if (models <= kMostModels) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "A run trains at most {0} models, not {1}: name fewer of --model and --lr, or choose fewer "
                        "--repeats."),
              {std::to_string(kMostModels), std::to_string(models)});
}

}  // namespace

Result<void> checkNumbers(const RunSpec& spec) {
  MASU_CHECK(checkModelCount(spec));
  for (const double rate : spec.learningRates) {
    if (std::isfinite(rate) && rate > 0) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The learning rate (--lr) must be a number above 0, not {0}: leave it out for the default of "
                          "each model."),
                {textOf(rate)});
  }
  const std::pair<const char*, double> fromZero[] = {{"--weight-decay", spec.weightDecay},
                                                     {"--clip", spec.clip},
                                                     {"--patience", spec.patience},
                                                     {"--keep-every", spec.keepEvery},
                                                     {"--keep", spec.keep}};
  for (const auto& [option, number] : fromZero) {
    if (std::isfinite(number) && number >= 0) continue;
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} must be a number from 0 up, not {1}."),
                {option, textOf(number)});
  }
  MASU_CHECK(checkTimeout(spec));
  return checkSlices(spec.slices, spec.batch);
}

Result<void> checkTimeout(const RunSpec& spec) {
  constexpr double kLongest = 1e6;
  if (spec.timeoutSeconds >= 1 && spec.timeoutSeconds <= kLongest) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} must be a number from 1 to {1}, not {2}."),
              {"--timeout", textOf(kLongest), textOf(spec.timeoutSeconds)});
}

/// Batch normalisation has no variance of a single sample.
Result<void> checkSlices(std::uint64_t slices, std::uint64_t batch) {
  if (slices == 1 || (slices > 1 && slices <= batch / 2)) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The number of slices (--slices) must be 1, or one that gives each slice at least two samples "
                        "of a batch, not {0}: choose at most {1}, or a larger --batch."),
              {std::to_string(slices), std::to_string(std::max<std::uint64_t>(1, batch / 2))});
}

bool isClosedForm(std::string_view model) {
  return model == "rocket";
}

bool areClosedForm(const RunSpec& spec) {
  return !spec.models.empty() && std::ranges::all_of(spec.models, isClosedForm);
}

bool variesSamples(const RunSpec& spec) {
  return !spec.augment.empty() || spec.balance;
}

Error closedFormError(const std::string& model, const std::string& option) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The model {0} is solved by one process in closed form, not trained by steps, so that {1} means "
                    "nothing to it: leave {1} out, or train {0} in a run of its own."),
          {model, option}};
}

Result<void> checkClosedForm(const RunSpec& spec, std::span<const std::string> stated) {
  const auto found = std::ranges::find_if(spec.models, isClosedForm);
  if (found == spec.models.end()) return {};
  const auto refused = [&](const char* field) {
    return fail(closedFormError(*found, std::string(optionOf(field))));
  };
  const auto isUsed = [&](const char* field, bool differs) { return differs || isStated(stated, field); };
  const RunSpec usual;
  if (isUsed("learning_rate", !spec.learningRates.empty())) return refused("learning_rate");
  if (spec.slices > 1) return refused("slices");
  if (!spec.loss.empty() && spec.loss != "crossentropy" && spec.loss != "mse") return refused("loss");
  // The others obey the rest.
  if (!areClosedForm(spec)) return {};
  if (isUsed("optimizer", spec.optimizer != usual.optimizer)) return refused("optimizer");
  if (isUsed("schedule", spec.schedule != usual.schedule)) return refused("schedule");
  if (isUsed("weight_decay", spec.weightDecay != usual.weightDecay)) return refused("weight_decay");
  if (isUsed("clip", spec.clip != usual.clip)) return refused("clip");
  if (spec.epochs > 1 && !variesSamples(spec)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The model {0} has learned all there is after one epoch, and more of the same samples "
                          "(--epochs) change nothing: choose 1, or --augment or --balance, which vary them."),
                {*found});
  }
  return {};
}

std::optional<std::vector<float>> listedClassWeights(std::string_view text) {
  std::vector<float> weights;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    float weight = 0;
    const auto [next, failure] = std::from_chars(at, end, weight);
    if (failure != std::errc() || !std::isfinite(weight) || weight < 0) return std::nullopt;
    weights.push_back(weight);
    if (next == end) break;
    at = next + 1;
    if (*next != ',' || at == end) return std::nullopt;
  }
  return weights;
}

std::string toJson(const RunSpec& spec) {
  return encode(spec).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> differences(const RunSpec& one, const RunSpec& other) {
  std::vector<std::string> names;
  const Json first = encode(one);
  const Json second = encode(other);
  for (const auto& [name, value] : first.items()) {
    if (second.at(name) != value) names.push_back(name);
  }
  return names;
}

Result<RunSpec> specFromJson(std::string_view text, const std::filesystem::path& file, std::uint64_t slices) {
  try {
    const Json json = Json::parse(text);
    RunSpec spec;
    spec.dataset = pathFrom(json.at("dataset"));
    json.at("models").get_to(spec.models);
    spec.out = pathFrom(json.at("out"));
    // What is left out keeps its default, so that a spec of an earlier version still runs.
    spec.manifest = json.value("manifest", spec.manifest);
    spec.shape = json.value("shape", spec.shape);
    spec.epochs = json.value("epochs", spec.epochs);
    spec.batch = json.value("batch", spec.batch);
    spec.slices = json.value("slices", slices);
    spec.learningRates = ratesFrom(json.value("learning_rate", Json::array()));
    spec.repeats = json.value("repeats", spec.repeats);
    if (spec.repeats < 1 || spec.repeats > kMostRepeats) throw Json::other_error::create(500, "repeats", &json);
    spec.optimizer = json.value("optimizer", spec.optimizer);
    spec.schedule = json.value("schedule", spec.schedule);
    spec.loss = json.value("loss", spec.loss);
    spec.classWeights = json.value("class_weights", spec.classWeights);
    spec.augment = json.value("augment", spec.augment);
    spec.verify = json.value("verify", spec.verify);
    spec.balance = json.value("balance", spec.balance);
    spec.calibrate = json.value("calibrate", spec.calibrate);
    spec.blocks = json.value("blocks", spec.blocks);
    spec.clip = json.value("clip", spec.clip);
    spec.keepEvery = json.value("keep_every", spec.keepEvery);
    spec.keep = json.value("keep", spec.keep);
    spec.saveSeconds = json.value("save_seconds", spec.saveSeconds);
    spec.timeoutSeconds = json.value("timeout_seconds", spec.timeoutSeconds);
    spec.resume = json.value("resume", spec.resume);
    spec.overwrite = json.value("overwrite", spec.overwrite);
    spec.weightDecay = json.value("weight_decay", spec.weightDecay);
    spec.patience = json.value("patience", spec.patience);
    spec.seed = json.value("seed", spec.seed);
    spec.threads = json.value("threads", spec.threads);
    spec.memoryBytes = json.value("memory_bytes", spec.memoryBytes);
    spec.recipe = recipeFrom(json.value("recipe", Json::array()));
    return spec;
  } catch (const Json::exception&) {
    if (!file.empty()) {
      return fail(Errc::format,
                  MASU_TEXT("core",
                            "{0}, which describes the training run, is damaged or of another version of Masu. Start "
                            "the run again, in another folder."),
                  {file.string()}, {file.string(), 0, 0});
    }
    return fail(Errc::format,
                MASU_TEXT("core",
                          "The description of the training run is damaged, or of another version of Masu. Start the "
                          "run again."));
  }
}

Result<RunSpec> readSpec(const std::filesystem::path& run) {
  const std::filesystem::path file = run / kSpecName;
  MASU_TRY(const std::string text, io::readText(file));
  MASU_TRY(RunSpec spec, specFromJson(text, file));
  spec.out = run;
  return spec;
}

}  // namespace masu::metrics
