// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/predict.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "core/base/named_value.h"
#include "core/csv/structure/field_text.h"
#include "core/flow/machine.h"
#include "core/ingest/journal/record_log.h"
#include "core/io/atomic_file.h"
#include "core/io/confinement.h"
#include "core/train/learning/learner.h"
#include "core/train/models/confine.h"
#include "core/train/prediction/recording_predictions.h"
#include "core/train/prediction/scored_samples.h"
#include "core/train/run/checkpoint.h"

namespace masu::train {

namespace {

/// Everything predict() works with. Lifetime: of one prediction.
class Prediction {
 public:
  Prediction(const metrics::PredictSpec& spec, const JobContext& job)
      : m_spec(spec), m_job(job), m_resources(flow::resolve({spec.threads, spec.memoryBytes})) {}

  Result<metrics::PredictSummary> run();

 private:
  /// What is opened by its name before models are read, on a thread that may open nothing from then on.
  Result<void> openSources();
  Result<void> openModels();
  /// Errors: the model has none of its run.
  Result<std::optional<double>> thresholdOf(const RunCheckpoint& checkpoint, const std::string& note) const;
  Result<void> matchDataset();
  Result<std::string> manifest();
  Result<void> openFiles();
  Result<std::vector<std::string>> columns() const;

  Result<void> writeSamples();
  Result<void> writeRecords();
  Result<void> writeRecordings();
  Result<void> checkEnded(bool sampleLeft) const;
  Result<bool> next();
  /// Ends a row that begins with `row`: of the sample at hand, or of a record that is none.
  Result<void> writePredicted(std::string row, const Truth& truth, bool reasons);
  Result<void> writeEmpty(std::string row, const Truth& truth, const std::string& reason);
  Result<void> addToRecording(const Truth& truth);
  void noteUndefined();
  void noteUnknownClasses();
  void noteNoValues();
  const std::string& sourceAt(std::uint32_t number) const { return m_dataset->meta().sources[number].path; }
  bool isWaveform() const { return m_dataset && m_dataset->meta().kind == store::SampleKind::waveform; }
  bool hasSources() const;
  /// What a person calls the samples: the dataset, or the first source of one that was made for this prediction.
  std::string inputName() const;

  const metrics::PredictSpec& m_spec;
  const JobContext& m_job;
  const Resources m_resources;
  std::vector<RunCheckpoint> m_checkpoints;
  DatasetSummary m_learned;
  DatasetSummary m_here;
  std::shared_ptr<const store::Dataset> m_dataset;  ///< null: no record is a sample
  std::vector<Model> m_models;
  std::vector<PredictionCsv> m_cells;  ///< beside m_models
  std::optional<TruthCells> m_truth;
  std::optional<InputMatch> m_match;
  std::optional<ScoredSamples> m_samples;
  std::optional<ingest::RecordLogReader> m_records;
  std::optional<io::AtomicFile> m_file;
  std::optional<RecordingPredictions> m_recordings;
  metrics::PredictSummary m_summary;
};

Result<void> Prediction::openSources() {
  MASU_TRY(m_checkpoints, checkpointsOf(m_spec.checkpoint));
  if (!m_spec.dataset.empty()) {
    MASU_TRY(m_dataset, store::Dataset::open(m_spec.dataset));
  }
  if (m_spec.records.empty()) return {};
  MASU_TRY(ingest::RecordLogReader records, ingest::RecordLogReader::open(m_spec.records));
  m_records.emplace(std::move(records));
  return {};
}

Result<std::optional<double>> Prediction::thresholdOf(const RunCheckpoint& checkpoint, const std::string& note) const {
  if ((m_spec.threshold || m_spec.runThreshold) && m_learned.classes.size() != 2) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A threshold is for two classes, and the model in {0} does not predict one of two."),
                {m_spec.checkpoint.string()}, {m_spec.checkpoint.string(), 0, 0});
  }
  if (!m_spec.runThreshold) return m_spec.threshold;
  MASU_TRY(const std::optional<double> threshold, thresholdFromNote(note, checkpoint.file));
  if (threshold) return threshold;
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "{0} has no threshold of its run: a run chooses it at its end, for the checkpoint that it "
                        "tests, where both classes are in the validation split. State a probability instead, or train "
                        "the model again with such a split."),
              {checkpoint.file}, {checkpoint.file, 0, 0});
}

Result<void> Prediction::openModels() {
  for (const RunCheckpoint& checkpoint : m_checkpoints) {
    MASU_TRY(const std::string note, Model::noteOf(checkpoint.file));
    MASU_TRY(DatasetSummary summary, factsFromNote(note, checkpoint.file));
    if (m_models.empty()) m_learned = summary;
    if (summary.uuid != m_learned.uuid || summary.splitHash != m_learned.splitHash ||
        summary.outputs != m_learned.outputs) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "The models in {0} did not learn from the same samples, so they cannot predict together: "
                            "name one of them."),
                  {m_spec.checkpoint.string()}, {m_spec.checkpoint.string(), 0, 0});
    }
    MASU_TRY(Model model, Model::create(checkpoint.file, summary, 0, bestDevice()));
    m_models.push_back(std::move(model));
    MASU_TRY(const double temperature, temperatureFromNote(note, checkpoint.file));
    MASU_TRY(const std::optional<double> threshold, thresholdOf(checkpoint, note));
    m_cells.emplace_back(m_learned, checkpoint.model, PredictionForm{m_spec.probabilities, temperature, threshold});
  }
  if (m_spec.probabilities && m_learned.predictsValues()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The model in {0} predicts values, which have no probabilities: leave them out."),
                {m_spec.checkpoint.string()}, {m_spec.checkpoint.string(), 0, 0});
  }
  m_truth.emplace(m_learned);
  m_summary.values = m_learned.predictsValues();
  m_summary.classes = m_learned.classes;
  return {};
}

/// Without another one stated, splits are those that the run learned from, as they were then.
Result<std::string> Prediction::manifest() {
  const std::string file = m_dataset->path().string();
  const std::string run = m_spec.checkpoint.string();
  const bool same = m_dataset->uuid() == m_learned.uuid;
  const bool stated = !m_spec.manifest.empty();
  if (!stated && !same && m_dataset->meta().parent == m_learned.uuid) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} has grown by `masu append` since the run in {1} learned from it. Say with --manifest "
                          "which of its splits is meant."),
                {file, run}, {file, 0, 0});
  }
  if (!stated && !same) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "{0} is not the dataset that the run in {1} learned from: choose one of its splits by --manifest."),
        {file, run}, {file, 0, 0});
  }
  const std::string name = stated ? m_spec.manifest : m_learned.manifest;
  MASU_TRY(const auto splits, store::SplitsFile::open(*m_dataset));
  if (splits.find(name) == nullptr) {
    // Its error names those that are there.
    if (stated) return fail(splits.read(name).error());
    return fail(Errc::notFound, MASU_TEXT("core", "{0} has no split named {1}: choose another one by --manifest."),
                {file, name}, {file, 0, 0});
  }
  if (!same || m_learned.splitHash.empty()) return name;
  MASU_TRY(const store::Assignment assignment, splits.read(name));
  if (store::hashOf(assignment) == m_learned.splitHash) return name;
  if (!stated) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The split {1} of {0} was changed after the run in {2} had learned from it, so its samples "
                          "may be among those learned from. State it with --manifest {1} to take it as it is now."),
                {file, name, run}, {file, 0, 0});
  }
  m_summary.notes.push_back({MASU_TEXT("core",
                                       "The split {0} is not the one that the model learned from: samples of it may be "
                                       "among those learned from."),
                             {name}});
  return name;
}

Result<void> Prediction::matchDataset() {
  if (!m_dataset) return {};
  m_here = inputsOf(*m_dataset);
  MASU_TRY(InputMatch match, InputMatch::create(m_here, m_learned, inputName()));
  m_match.emplace(std::move(match));
  if (!m_spec.sameScale) m_match->noteTypes(m_here, inputName());
  loader::StreamOptions options;
  options.split = valueNamed({store::Split::train, store::Split::validation, store::Split::test}, m_spec.split);
  if (!m_spec.split.empty() && !options.split) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "There is no split {0}: choose train, validation or test."),
                {m_spec.split});
  }
  if (options.split) {
    Result<std::string> name;
    io::unconfined([&] { name = manifest(); });
    MASU_TRY(options.manifest, std::move(name));
  }
  options.batch = m_spec.batch;
  options.shuffle = loader::Shuffle::none;
  options.keepMissing = true;
  options.resources = {std::max(1U, m_resources.threads / 2), m_resources.memoryBytes / 2};
  MASU_TRY(ScoredSamples samples, ScoredSamples::open(m_dataset, m_here, options, m_spec.keep));
  m_samples.emplace(std::move(samples));
  return {};
}

bool Prediction::hasSources() const {
  return m_samples && m_samples->hasOrigins() && !m_dataset->meta().sources.empty();
}

std::string Prediction::inputName() const {
  return m_records && !m_dataset->meta().sources.empty() ? sourceAt(0) : m_spec.dataset.string();
}

/// Errors: one name for two columns.
Result<std::vector<std::string>> Prediction::columns() const {
  std::vector<std::string> columns = {"sample"};
  if (m_records) {
    columns = {"source", m_records->isTable() ? "line" : "position"};
  } else if (hasSources()) {
    columns = {"sample", "source", "position"};
  }
  std::ranges::copy(m_records ? m_records->kept() : m_spec.keep, std::back_inserter(columns));
  for (const PredictionCsv& model : m_cells) std::ranges::copy(model.columns(), std::back_inserter(columns));
  std::ranges::copy(m_truth->columns(), std::back_inserter(columns));
  if (m_records) columns.emplace_back("reason");
  std::set<std::string> names;
  for (const std::string& column : columns) {
    if (names.insert(column).second) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The predictions would have two columns named {0}. Leave --keep {0} out, or give that column "
                          "another name in the source."),
                {column});
  }
  return columns;
}

Result<void> Prediction::openFiles() {
  MASU_TRY(const std::vector<std::string> names, columns());
  const io::Overwrite overwrite = m_spec.overwrite ? io::Overwrite::yes : io::Overwrite::no;
  MASU_TRY(io::AtomicFile file, io::AtomicFile::create(m_spec.out, overwrite));
  m_file.emplace(std::move(file));
  MASU_CHECK(m_file->append(headerOf(names)));
  if (!isWaveform() || !hasSources()) return {};
  m_summary.recordingsFile = metrics::recordingsFileOf(m_spec.out);
  std::vector<PredictionCsv> cells;
  for (const PredictionCsv& model : m_cells) cells.emplace_back(m_learned, model.model(), model.form());
  MASU_TRY(RecordingPredictions recordings,
           RecordingPredictions::create(m_summary.recordingsFile, overwrite, m_learned, std::move(cells),
                                        !m_dataset->meta().shuffleSeed));
  m_recordings.emplace(std::move(recordings));
  return {};
}

Result<bool> Prediction::next() {
  if (m_job.stopRequested()) return fail(Error::cancelled());
  if (!m_samples) return false;
  MASU_TRY(const bool more, m_samples->next(m_models, *m_match, m_job.stop));
  if (more && hasSources() && m_samples->origin().source >= m_dataset->meta().sources.size()) {
    const std::string file = m_dataset->path().string();
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged."), {file}, {file, 0, 0});
  }
  return more;
}

Result<void> Prediction::writePredicted(std::string row, const Truth& truth, bool reasons) {
  bool any = false;
  for (std::size_t i = 0; i < m_models.size(); ++i) {
    const std::vector<double> shares = m_cells[i].sharesOf(m_samples->outputs(i));
    m_cells[i].appendShares(row, shares);
    m_cells[i].score(truth, shares);
    any = any || !isUndefined(shares);
  }
  m_truth->append(row, truth);
  const char* const reason = any ? "," : ",the model outputs NaN";
  row += (reasons ? std::string(reason) : std::string()) + '\n';
  ++m_summary.records;
  if (any) ++m_summary.samples;
  m_job.progress.add(1);
  return m_file->append(row);
}

Result<void> Prediction::writeEmpty(std::string row, const Truth& truth, const std::string& reason) {
  for (const PredictionCsv& model : m_cells) model.appendNothing(row);
  m_truth->append(row, truth);
  row += ',';
  csv::appendField(row, reason);
  ++m_summary.records;
  return m_file->append(row + '\n');
}

Result<void> Prediction::addToRecording(const Truth& truth) {
  if (!m_recordings) return {};
  std::vector<std::vector<double>> shares;
  for (std::size_t i = 0; i < m_models.size(); ++i) shares.push_back(m_cells[i].sharesOf(m_samples->outputs(i)));
  const std::uint32_t source = m_samples->origin().source;
  return m_recordings->add(source, sourceAt(source), shares, truth);
}

/// Of a dataset that was there.
Result<void> Prediction::writeSamples() {
  for (;;) {
    MASU_TRY(const bool more, next());
    if (!more) return {};
    std::string row = std::to_string(m_samples->index());
    if (hasSources()) {
      row += ',';
      csv::appendField(row, sourceAt(m_samples->origin().source));
      row += ',' + std::to_string(m_samples->origin().position);
    }
    for (std::size_t k = 0; k < m_spec.keep.size(); ++k) {
      row += ',';
      csv::appendField(row, m_samples->kept(k));
    }
    const Truth truth = m_samples->truth(*m_truth);
    MASU_CHECK(addToRecording(truth));
    MASU_CHECK(writePredicted(std::move(row), truth, false));
  }
}

/// Every sample belongs to a record of the log: none is left when the log ends.
Result<void> Prediction::checkEnded(bool sampleLeft) const {
  if (!sampleLeft) return {};
  return fail(Errc::internal, MASU_TEXT("core", "{0} is damaged."), {m_spec.dataset.string()});
}

/// Of a table, a row a record.
Result<void> Prediction::writeRecords() {
  ingest::LoggedRecord record;
  const std::size_t kept = m_records->kept().size();
  for (;;) {
    MASU_TRY(const bool more, m_records->next(record));
    if (!more) {
      MASU_TRY(const bool left, next());
      return checkEnded(left);
    }
    std::string row;
    csv::appendField(row, m_records->sources()[record.source]);
    row += ',' + std::to_string(record.line);
    record.cells.resize(kept + m_records->labels().size());
    for (std::size_t k = 0; k < kept; ++k) {
      row += ',';
      csv::appendField(row, record.cells[k]);
    }
    const Truth truth = m_truth->fromCells(std::span(record.cells).subspan(kept), m_records->labels());
    if (!record.isSample) {
      MASU_CHECK(writeEmpty(std::move(row), truth, record.reason));
      continue;
    }
    MASU_TRY(const bool there, next());
    if (!there) return fail(Errc::internal, MASU_TEXT("core", "{0} is damaged."), {m_spec.dataset.string()});
    const std::string missing = m_match->countedMissing(m_samples->placeInBatch(), m_spec.needed);
    if (missing.empty()) {
      MASU_CHECK(writePredicted(std::move(row), truth, true));
      continue;
    }
    // As for a record that would not be a sample, since that cell is empty.
    MASU_CHECK(writeEmpty(std::move(row), truth, "missing value: " + missing));
    m_job.progress.add(1);
  }
}

/// Of recordings, a row a window. The dataset has those that could be read, in the order of the log.
Result<void> Prediction::writeRecordings() {
  constexpr const char* kNoWindow = "no whole window fits in it";
  ingest::LoggedRecord record;
  std::uint32_t number = 0;
  MASU_TRY(bool window, next());
  for (;;) {
    MASU_TRY(const bool more, m_records->next(record));
    if (!more) return checkEnded(window);
    std::string name;
    csv::appendField(name, m_records->sources()[record.source]);
    const bool any = record.isSample && window && m_samples->origin().source == number;
    if (!any) {
      const std::string reason = record.isSample ? kNoWindow : record.reason;
      MASU_CHECK(writeEmpty(name + ',', {}, reason));
      if (m_recordings) MASU_CHECK(m_recordings->addEmpty(m_records->sources()[record.source], reason));
    }
    while (any && window && m_samples->origin().source == number) {
      const Truth truth = m_samples->truth(*m_truth);
      MASU_CHECK(addToRecording(truth));
      MASU_CHECK(writePredicted(name + ',' + std::to_string(m_samples->origin().position), truth, true));
      MASU_TRY(window, next());
    }
    if (record.isSample) ++number;
  }
}

void Prediction::noteUndefined() {
  for (const PredictionCsv& model : m_cells) {
    if (model.undefined() == 0) continue;
    const std::string name = model.model().empty() ? m_spec.checkpoint.string() : model.model();
    m_summary.notes.push_back({MASU_TEXT("core",
                                         "The model {0} outputs NaN for {1} samples: their predictions are empty, and "
                                         "its scores leave them out."),
                               {name, std::to_string(model.undefined())}});
  }
}

void Prediction::noteUnknownClasses() {
  // Models of a run know the same classes, but one may output NaN.
  const auto most = std::ranges::max_element(m_cells, {}, &PredictionCsv::unknownClasses);
  if (most == m_cells.end() || most->unknownClasses() == 0) return;
  m_summary.notes.push_back(
      {MASU_TEXT("core",
                 "{0} of {1} predictions are for samples of a class that the model does not know (such as '{2}'). None "
                 "of them can be right, and the scores leave them out."),
       {std::to_string(most->unknownClasses()), std::to_string(m_summary.samples), most->unknownClass()}});
}

void Prediction::noteNoValues() {
  const auto most = std::ranges::max_element(m_cells, {}, &PredictionCsv::noValues);
  if (most == m_cells.end() || most->noValues() == 0) return;
  m_summary.notes.push_back(
      {MASU_TEXT("core",
                 "{0} of {1} predictions are for samples whose label is not a value (such as '{2}'). The scores leave "
                 "them out."),
       {std::to_string(most->noValues()), std::to_string(m_summary.samples), most->noValue()}});
}

Result<metrics::PredictSummary> Prediction::run() {
  setComputeThreads(m_resources.threads);
  MASU_CHECK(openSources());
  confineModels();
  MASU_CHECK(openModels());
  MASU_CHECK(matchDataset());
  MASU_CHECK(openFiles());
  m_job.progress.begin(MASU_TEXT("core", "Predicting"), m_samples ? m_samples->count() : 0, Progress::Unit::samples);
  MASU_CHECK(!m_records ? writeSamples() : m_records->isTable() ? writeRecords() : writeRecordings());
  if (m_recordings) {
    MASU_CHECK(m_recordings->commit());
    m_summary.recordings = m_recordings->lines();
    m_summary.recordingsPredicted = m_recordings->predicted();
  }
  MASU_CHECK(m_file->commit());
  noteUndefined();
  noteUnknownClasses();
  noteNoValues();
  for (std::size_t i = 0; i < m_cells.size(); ++i) {
    metrics::ModelFigures& model = m_summary.models.emplace_back();
    model.model = m_cells[i].model();
    model.temperature = m_cells[i].form().temperature;
    model.threshold = m_cells[i].form().threshold;
    model.best = m_cells[i].bestThreshold();
    model.figures = m_cells[i].figures();
    model.scored = m_cells[i].scored();
    model.confusion = m_cells[i].confusion();
    if (!m_recordings) continue;
    model.ofRecordings = m_recordings->models()[i].figures();
    model.scoredRecordings = m_recordings->models()[i].scored();
    model.confusionOfRecordings = m_recordings->models()[i].confusion();
    model.bestOfRecordings = m_recordings->models()[i].bestThreshold();
  }
  if (m_match) {
    for (Message& note : m_match->notes()) m_summary.notes.push_back(std::move(note));
  }
  return m_summary;
}

}  // namespace

Result<metrics::PredictSummary> predict(const metrics::PredictSpec& spec, const JobContext& job) {
  return Prediction(spec, job).run();
}

}  // namespace masu::train
