// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/prediction_plan.h"

#include <algorithm>
#include <iterator>

#include "core/ingest/plan/column_rules.h"
#include "core/ingest/recordings/survey/reconciliation.h"
#include "core/ingest/survey.h"
#include "core/ingest/table/parse/record_filter.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/ingest/table/survey/table_survey.h"
#include "core/table/number_text.h"
#include "core/waveform/arrays/array_axes.h"

namespace masu::ingest {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// What was asked of the samples as a whole: neither their order nor their losses matter for a prediction.
void relax(ImportOptions& options) {
  options.shuffle.reset();
  options.tolerance.reset();
  options.onToleranceExceeded = OnToleranceExceeded::widen;
  // A bad cell that was missing when the model learned is missing now.
  if (options.onError == OnError::fail) options.onError = OnError::reject;
  options.compression = store::Compression::none;
}

/// Whether a filter has all that it asks for once the labels are there.
bool asksForLabel(const ImportPlan& plan, const ImportPlan& known) {
  ImportPlan labelled = plan;
  labelled.options.labels = known.options.labels;
  std::ranges::copy_if(known.columns, std::back_inserter(labelled.columns), [&](const ColumnPlan& column) {
    return contains(known.options.labels, column.name) &&
           std::ranges::find(plan.columns, column.name, &ColumnPlan::name) == plan.columns.end();
  });
  return RecordFilter::compile(labelled).has_value();
}

/// A filter that cannot be asked without a label does not say which new records belong to the model's.
void checkFilter(ImportPlan& plan, const ImportPlan& known) {
  std::string& where = plan.options.table.where;
  if (where.empty()) return;
  ImportPlan unlabelled = plan;
  unlabelled.options.labels.clear();
  std::erase_if(unlabelled.columns,
                [&](const ColumnPlan& column) { return contains(known.options.labels, column.name); });
  if (RecordFilter::compile(unlabelled)) return;
  plan.notes.push_back({asksForLabel(plan, known)
                            ? MASU_TEXT("core",
                                        "The filter {0} of the import asks for the label, which new records need not "
                                        "have: it is not applied.")
                            : MASU_TEXT("core",
                                        "The filter {0} of the import asks for a column that is not there: it is not "
                                        "applied."),
                        {where}});
  where.clear();
}

Result<PredictionPlan> planTable(const ImportPlan& known, const ImportOptions& options,
                                 const std::vector<std::string>& keep, const JobContext& job,
                                 const Resources& resources) {
  PredictionPlan plan;
  ImportPlan recipe = known;
  relax(recipe.options);
  // So are whole numbers that features do not keep: the model sees what is nearest.
  for (ColumnPlan& column : recipe.columns) column.rounded = true;
  MASU_TRY(plan.import, surveyTable(options, &recipe, resources, job, Binding::inputs));
  noteFields(plan.import);
  checkFilter(plan.import, known);
  for (const std::string& name : keep) {
    MASU_TRY(const std::size_t at, columnNamed(plan.import, name));
    plan.columns.push_back({.name = name, .column = at, .isLabel = false, .isClass = false});
  }
  for (const std::string& name : known.options.labels) {
    const auto found = std::ranges::find(plan.import.columns, name, &ColumnPlan::name);
    if (found == plan.import.columns.end()) continue;
    plan.columns.push_back({.name = name,
                            .column = static_cast<std::size_t>(found - plan.import.columns.begin()),
                            .isLabel = true,
                            .isClass = known.target == store::Target::classes});
  }
  return plan;
}

bool lackLabels(const ImportPlan& plan) {
  return std::ranges::any_of(plan.recordings().files, &RecordingPlan::unlabelled);
}

/// How many recordings have another rate than those that the model learned from.
std::size_t otherRates(const ImportPlan& plan, double rate) {
  return static_cast<std::size_t>(std::ranges::count_if(
      plan.recordings().files, [rate](const RecordingPlan& file) { return file.rate > 0 && file.rate != rate; }));
}

/// How many recordings state no rate. Beside others that do they would be rejected.
std::size_t unrated(const ImportPlan& plan) {
  return static_cast<std::size_t>(std::ranges::count_if(
      plan.recordings().files, [](const RecordingPlan& file) { return file.frames > 0 && file.rate == 0; }));
}

/// Nothing shows that they have it.
Message unratedNote(const ImportPlan& plan, double rate, std::size_t count) {
  return {MASU_TEXT("core",
                    "{0} of {1} recordings state no rate; they are taken to have the {2} frames a second that the "
                    "model learned from."),
          {std::to_string(count), std::to_string(plan.recordings().files.size()),
           table::numberText(rate, table::DType::f64)}};
}

Message rateNote(const ImportPlan& plan, double rate, std::size_t others) {
  const auto text = [](double value) { return table::numberText(value, table::DType::f64); };
  const std::vector<RecordingPlan>& files = plan.recordings().files;
  if (std::ranges::all_of(files, [&](const RecordingPlan& file) { return file.rate == files.front().rate; })) {
    return {MASU_TEXT(
                "core",
                "The recordings have {0} frames a second; they are resampled to the {1} that the model learned from."),
            {text(files.front().rate), text(rate)}};
  }
  return {MASU_TEXT("core",
                    "{0} of {1} recordings have other rates than the {2} frames a second that the model learned from; "
                    "they are resampled to it."),
          {std::to_string(others), std::to_string(files.size()), text(rate)}};
}

/// How samples are read so that no recording depends on those beside it: on the scale that the model learned from, and
/// not as narrow as the values of all allow.
void fixSamples(const ImportPlan& known, ImportOptions& options) {
  options.recordings.scale = known.recordings().scale;
  options.autoType = false;
  if (options.dtype && table::isInteger(*options.dtype)) options.dtype.reset();
}

/// With labels where every recording has one; else without any. `learned`: the channels that every recording has to
/// have.
Result<ImportPlan> surveyLabelled(const ImportPlan& known, const ImportOptions& options,
                                  const std::vector<std::string>& learned, const JobContext& job,
                                  const Resources& resources, const std::shared_ptr<RecordingCache>& cache) {
  auto plan = replanLearned(known, options, {.learned = learned}, job, resources, cache);
  const bool labelled = !known.options.recordings.labelFrom.empty();
  if (!labelled || (plan && !lackLabels(*plan))) return plan;
  if (job.stopRequested()) return fail(Error::cancelled());
  ImportPlan unlabelled = known;
  unlabelled.options.recordings.labelFrom.clear();
  unlabelled.options.labels.clear();
  unlabelled.target = store::Target::none;
  unlabelled.classes.clear();
  MASU_TRY(ImportPlan without, replanLearned(unlabelled, options, {.learned = learned}, job, resources, cache));
  without.notes.push_back(
      {MASU_TEXT("core",
                 "Not every recording has a label by {0}: all are read without labels, and predictions "
                 "are written without the truth."),
       {known.options.recordings.labelFrom}});
  return without;
}

/// The channels that a model learned from; none where people chose them: then they are chosen again.
std::vector<std::string> learnedChannels(const ImportPlan& known) {
  return known.options.recordings.channels.empty() ? known.recordings().channelNames : std::vector<std::string>();
}

Result<PredictionPlan> planRecordings(const ImportPlan& known, ImportOptions options,
                                      const std::vector<std::string>& keep, const JobContext& job,
                                      const Resources& resources, const std::shared_ptr<RecordingCache>& cache) {
  if (!keep.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Recordings have no column {0} that could be kept beside their predictions."),
                {keep.front()});
  }
  ImportPlan recipe = known;
  relax(recipe.options);
  recipe.options.target = known.target;
  recipe.options.recordings.groupFrom.clear();
  fixSamples(known, recipe.options);
  const std::vector<std::string> learned = learnedChannels(known);
  // Names that a format makes up cannot be asked for: they would be the first of however many there are.
  if (learned != waveform::channelNames({}, learned.size())) recipe.options.recordings.channels = learned;
  PredictionPlan plan;
  MASU_TRY(plan.import, surveyLabelled(recipe, options, learned, job, resources, cache));
  MASU_CHECK(checkUnpackedAlike(known, plan.import));
  const double rate = known.recordings().rate;
  const std::size_t others = rate > 0 ? otherRates(plan.import, rate) : 0;
  const std::size_t without = rate > 0 ? unrated(plan.import) : 0;
  if (others + without > 0) {
    std::vector<Message> notes;
    if (others > 0) notes.push_back(rateNote(plan.import, rate, others));
    if (without > 0) notes.push_back(unratedNote(plan.import, rate, without));
    recipe.options.recordings.rate = rate;
    MASU_TRY(plan.import, surveyLabelled(recipe, options, learned, job, resources, cache));
    std::ranges::move(notes, std::back_inserter(plan.import.notes));
  }
  return plan;
}

}  // namespace

Result<PredictionPlan> planPrediction(const ImportPlan& known, const std::vector<std::filesystem::path>& sources,
                                      const std::vector<std::string>& keep, const JobContext& job,
                                      const Resources& resources, std::shared_ptr<RecordingCache> cache) {
  ImportOptions options = known.options;
  options.sources = sources;
  // Nobody stated a list outside of the sources: a run may come from strangers, and labels need not be there.
  options.recordings.labelFrom.clear();
  return known.ofRecordings() ? planRecordings(known, std::move(options), keep, job, resources, cache)
                              : planTable(known, options, keep, job, resources);
}

}  // namespace masu::ingest
