#include "core/train/predict.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>

#include "core/flow/machine.h"
#include "core/io/atomic_file.h"
#include "core/loader/batch_stream.h"
#include "core/table/number_text.h"
#include "core/train/answer_table.h"
#include "core/train/checkpoint_note.h"
#include "core/train/confine.h"
#include "core/train/learner.h"
#include "core/train/model.h"

namespace masu::train {

namespace {

/// The better of the checkpoints in a folder; empty where there is none.
std::string checkpointIn(const std::filesystem::path& folder) {
  std::error_code failure;
  for (const char* name : {"best.pt", "last.pt"}) {
    if (std::filesystem::exists(folder / name, failure)) return (folder / name).string();
  }
  return {};
}

/// Of a file, of the folder of a model, or of that of a run with one model. Errors: a folder with several or none.
Result<std::string> checkpointOf(const std::filesystem::path& path) {
  std::error_code failure;
  if (!std::filesystem::is_directory(path, failure)) return path.string();
  if (std::string checkpoint = checkpointIn(path); !checkpoint.empty()) return checkpoint;
  std::vector<std::string> models;
  for (const auto& entry : std::filesystem::directory_iterator(path, failure)) {
    if (entry.is_directory(failure) && !checkpointIn(entry.path()).empty()) models.push_back(entry.path().string());
  }
  if (models.empty()) {
    return fail(
        Errc::notFound,
        MASU_TEXT("core", "There is no checkpoint in {0}: name the folder of a training run, or of one model in it."),
        {path.string()}, {path.string(), 0, 0});
  }
  std::ranges::sort(models);
  std::string names;
  for (const std::string& model : models) names += (names.empty() ? "" : ", ") + model;
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} holds the models of a whole run: name one of {1}."),
              {path.string(), names}, {path.string(), 0, 0});
}

/// Codes of each category column in the dataset → those that the model learned; unknown words are missing.
using CodeMaps = std::vector<std::vector<std::int64_t>>;

CodeMaps codeMaps(const DataFacts& here, const DataFacts& learned) {
  CodeMaps maps;
  for (std::size_t i = 0; i < here.dictionaries.size(); ++i) {
    std::map<std::string, std::int64_t> codes;
    for (std::size_t k = 0; k < learned.dictionaries[i].size(); ++k) {
      codes.emplace(learned.dictionaries[i][k], static_cast<std::int64_t>(k) + 1);
    }
    std::vector<std::int64_t>& map = maps.emplace_back(1, 0);
    for (const std::string& word : here.dictionaries[i]) {
      const auto found = codes.find(word);
      map.push_back(found == codes.end() ? 0 : found->second);
    }
  }
  return maps;
}

/// The batch as the model takes it: features normalised, codes translated.
class Preparation {
 public:
  Preparation(const DataFacts& here, const DataFacts& learned) : m_learned(learned), m_maps(codeMaps(here, learned)) {}

  loader::Batch operator()(const loader::Batch& batch) {
    const std::size_t channels = m_learned.featureMean.size();
    const std::size_t run = channels == 0 ? 0 : batch.features.size() / (batch.samples * channels);
    m_features.assign(batch.features.begin(), batch.features.end());
    for (std::size_t i = 0; i < m_features.size(); ++i) {
      const std::size_t channel = i / run % channels;
      const double deviation = m_learned.featureDeviation[channel];
      const double value = (m_features[i] - m_learned.featureMean[channel]) / deviation;
      // Missing becomes the mean, as in training.
      m_features[i] = deviation > 0 && std::isfinite(value) ? static_cast<float>(value) : 0.0F;
    }
    m_codes.assign(batch.categories.begin(), batch.categories.end());
    for (std::size_t i = 0; i < m_codes.size(); ++i) {
      const std::vector<std::int64_t>& map = m_maps[i % m_maps.size()];
      const auto code = static_cast<std::size_t>(m_codes[i]);
      m_codes[i] = code < map.size() ? map[code] : 0;
    }
    loader::Batch prepared = batch;
    prepared.features = m_features;
    prepared.categories = m_codes;
    return prepared;
  }

 private:
  const DataFacts& m_learned;
  const CodeMaps m_maps;
  std::vector<float> m_features;
  std::vector<std::int64_t> m_codes;
};

/// What of the dataset a model is fed with; labels need not be there.
DataFacts inputsOf(const store::Dataset& dataset) {
  DataFacts facts;
  if (auto whole = shapeOf(dataset)) return *whole;
  if (dataset.find("features") != nullptr) {
    for (const std::uint64_t extent : dataset.sampleShape()) {
      facts.sampleShape.push_back(static_cast<std::int64_t>(extent));
    }
  }
  if (dataset.find("categories") == nullptr) return facts;
  const table::Schema& schema = dataset.meta().schema;
  for (const std::size_t index : schema.indicesOf(table::Role::category)) {
    facts.dictionaries.push_back(schema.columns[index].dictionary);
  }
  return facts;
}

Result<void> checkFits(const DataFacts& here, const DataFacts& learned, const metrics::PredictSpec& spec) {
  if (here.featureCount() == learned.featureCount() && here.dictionaries.size() == learned.dictionaries.size()) {
    return {};
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The model takes {0} numbers and {1} categories a sample, and {2} has {3} and {4}: import it "
                        "the way the model's dataset was imported."),
              {std::to_string(learned.featureCount()), std::to_string(learned.dictionaries.size()),
               spec.dataset.string(), std::to_string(here.featureCount()), std::to_string(here.dictionaries.size())},
              {spec.dataset.string(), 0, 0});
}

Result<loader::StreamOptions> streamOptions(const metrics::PredictSpec& spec, const Resources& resources) {
  loader::StreamOptions options;
  options.manifest = spec.manifest;
  options.split.reset();
  for (const store::Split split : {store::Split::train, store::Split::validation, store::Split::test}) {
    if (spec.split == store::name(split)) options.split = split;
  }
  if (!spec.split.empty() && !options.split) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "There is no split {0}: choose train, validation or test."),
                {spec.split});
  }
  options.batch = spec.batch;
  options.shuffle = loader::Shuffle::none;
  options.resources = {std::max(1U, resources.threads / 2), resources.memoryBytes / 2};
  return options;
}

}  // namespace

Result<metrics::PredictSummary> predict(const metrics::PredictSpec& spec, const JobContext& job) {
  const Resources resources = flow::resolve({spec.threads, spec.memoryBytes});
  setComputeThreads(resources.threads);
  MASU_TRY(const std::string file, checkpointOf(spec.checkpoint));
  MASU_TRY(const std::shared_ptr<const store::Dataset> dataset, store::Dataset::open(spec.dataset));
  confineModels();
  MASU_TRY(const std::string note, Model::noteOf(file));
  MASU_TRY(const DataFacts learned, factsFromNote(note, file));
  const DataFacts here = inputsOf(*dataset);
  MASU_CHECK(checkFits(here, learned, spec));
  MASU_TRY(Model model, Model::create(file, learned, 0, bestPlace()));
  MASU_TRY(const loader::StreamOptions options, streamOptions(spec, resources));
  MASU_TRY(const auto stream, openStream(dataset, options));
  const io::Overwrite overwrite = spec.overwrite ? io::Overwrite::yes : io::Overwrite::no;
  MASU_TRY(io::AtomicFile target, io::AtomicFile::create(spec.out, overwrite));
  AnswerTable answers(learned, here);
  MASU_CHECK(target.append(answers.head()));
  Preparation prepare(here, learned);
  job.progress.begin(MASU_TEXT("core", "Predicting"), stream->samplesPerEpoch(), Progress::Unit::samples);
  metrics::PredictSummary summary;
  for (;;) {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, stream->next(job.stop));
    if (batch == nullptr) break;
    MASU_TRY(const std::vector<float> told, model.answers(prepare(*batch)));
    MASU_CHECK(target.append(answers.rows(*batch, told)));
    summary.samples += batch->samples;
    job.progress.add(batch->samples);
  }
  MASU_CHECK(target.commit());
  summary.figures = answers.figures();
  return summary;
}

}  // namespace masu::train
