// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"

namespace masu::metrics {

/// Of RunSpec::epochs in a request: the recipe chooses, see recipe.h. A run has a number.
inline constexpr int kAutoEpochs = 0;

/// What a recipe chose for a run.
struct RecipeChoice {
  std::string name;   ///< in the spec's JSON
  std::string value;  ///< as the option of that name takes it
  Message reason;
};

/// What a training run was asked to do: the head of its log, and what masu-train reads on stdin as JSON.
struct RunSpec {
  std::filesystem::path dataset;
  std::string manifest = "default";
  std::vector<std::string> models;  ///< linear | mlp | cnn1d | resnet1d | cnn2d | rocket | FILE.pt
  /// What the values of a sample are to the models; empty: as the dataset stores them.
  std::vector<std::int64_t> shape;
  int epochs = 10;  ///< kAutoEpochs only in a request
  std::uint64_t batch = 64;
  std::uint64_t slices = 1;  ///< of a batch, each with statistics, a seed and a gradient of its own
  /// Every model is trained with each of them; empty: the model's default, as is a 0 in what earlier versions stored.
  std::vector<double> learningRates;
  /// Times that every model is trained at each rate, from 1 to kMostRepeats, each time with another seed of its weights
  /// and steps: that of the run, the next one, and so on. The order of samples is the same for all.
  int repeats = 1;
  std::string optimizer = "adamw";
  std::string schedule = "onecycle";  ///< constant | step | cosine | onecycle; the default rates are meant as its peak
  std::string loss;                   ///< crossentropy | mse | mae | huber; empty: crossentropy or mse, as labels are
  std::string classWeights = "none";  ///< none | balanced | a number a class, with commas between
  std::string augment;                ///< how train samples vary, as loader::AugmentSpec reads it; empty: not
  bool verify = true;                 ///< compare chunks with their checksums when they are first read
  bool balance = false;               ///< draw every class equally often; else each sample once an epoch
  bool calibrate = false;             ///< fit a temperature to the validation split at the end, see Temperature
  std::uint64_t blocks = 0;           ///< chunks shuffled together; 0: found out from the dataset when the run begins
  double weightDecay = 0;
  double clip = 0;   ///< the largest norm of all gradients together; 0: any
  int patience = 0;  ///< epochs without a better validation loss before stopping; 0: never
  std::uint64_t seed = 0;
  int keepEvery = 0;          ///< a checkpoint of its own every so many epochs; 0: only the last and the best
  int keep = 0;               ///< how many of those stay; 0: all
  double saveSeconds = 30;    ///< how often the state to resume from is written
  double timeoutSeconds = 60; ///< of several processes that train together, how long one waits for another
  bool resume = false;        ///< resume the run in `out`
  bool overwrite = false;     ///< replace the run in `out`
  std::filesystem::path out;  ///< the run's directory
  unsigned threads = 0;
  std::uint64_t memoryBytes = 0;  ///< binds loader and buffers
  /// What of the above was not stated but chosen by the data, in the order of the choices; empty without a recipe.
  std::vector<RecipeChoice> recipe;
};

/// One learner of a run.
struct PlannedRun {
  std::string model;
  double learningRate = 0;  ///< 0: the model's default
  int repeat = 0;           ///< from 1; 0 where every model is trained once
  std::uint64_t seed = 0;   ///< of its weights and steps
};
/// The most models of one run.
inline constexpr std::size_t kMostModels = 1024;
inline constexpr int kMostRepeats = 100;
/// In the order in which events number them: the rates of the first model, then those of the second; the repeats of a
/// model at a rate follow each other.
std::vector<PlannedRun> plannedRuns(const RunSpec& spec);
/// The folder of each of them below the run's, e.g. "2-cnn1d"; empty, that is the run's own, where it is the only one.
std::vector<std::filesystem::path> modelFolders(const RunSpec& spec);

/// Errors: a number that no run could be trained with, by the name of its option: a rate that is not above 0, anything
/// that is negative or not finite, which JSON could not carry; too many repeats, or models; those of checkSlices(). Not
/// for the spec of a run that is resumed.
Result<void> checkNumbers(const RunSpec& spec);
/// Errors: a wait of less than a second, or of many days.
Result<void> checkTimeout(const RunSpec& spec);
/// Errors: no slice, or more than one of which a batch has less than two samples for each.
Result<void> checkSlices(std::uint64_t slices, std::uint64_t batch);

/// The numbers of `classWeights`; nothing where it is not a list of numbers that are not negative.
std::optional<std::vector<float>> listedClassWeights(std::string_view text);

/// Of a run that several processes begin, where no number is stated.
constexpr std::uint64_t kSlicesOfRanks = 8;

/// Whether a model is solved from sums over the samples and not trained by steps, so that it has no learning rate.
bool isClosedForm(std::string_view model);
/// The same of all models of a spec.
bool areClosedForm(const RunSpec& spec);
/// Whether train samples differ from one epoch to the next.
bool variesSamples(const RunSpec& spec);

/// Of an option that means nothing to such a model.
Error closedFormError(const std::string& model, const std::string& option);

/// Errors: an option that no model of the spec, or not every one, could obey because it is solved. An option counts
/// where `stated` has its name in JSON or where it is not at its default.
Result<void> checkClosedForm(const RunSpec& spec, std::span<const std::string> stated = {});

std::string toJson(const RunSpec& spec);
/// `file`: where the text is from, which the sentence names; empty: it was passed on, not read. `slices`: where the
/// text states none.
Result<RunSpec> specFromJson(std::string_view json, const std::filesystem::path& file = {}, std::uint64_t slices = 1);
/// What the run in a folder was asked to do; `out` is the folder, wherever the run was then. Errors: Errc::notFound
/// where the folder has no spec.json; that is damaged.
Result<RunSpec> readSpec(const std::filesystem::path& run);

/// The names in JSON of what is not the same in both.
std::vector<std::string> differences(const RunSpec& one, const RunSpec& other);

}  // namespace masu::metrics
