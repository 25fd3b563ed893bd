// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/prediction_plan.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <sndfile.h>

#include "core/ingest/survey.h"
#include "core/store/read/dataset.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

using Values = std::vector<float>;

constexpr int kFrames = 400;

/// Writes a sound as samples of a libsndfile subtype: the same one in every format, at one of the rates.
void addSound(const fs::path& path, int subtype, int rate = 8000, int channels = 1) {
  fs::create_directories(path.parent_path());
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = channels;
  info.format = SF_FORMAT_WAV | subtype;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (file == nullptr) qFatal("cannot write %s", path.c_str());
  std::vector<int> samples;
  for (int i = 0; i < kFrames * channels; ++i)
    samples.push_back(static_cast<int>(1'000 * std::sin(i / channels / 9.)) * 0x10000);
  if (subtype == SF_FORMAT_FLOAT) {
    std::vector<float> fractions;
    for (const int sample : samples) fractions.push_back(static_cast<float>(sample / 0x1p31));
    sf_write_float(file, fractions.data(), kFrames * channels);
  } else {
    sf_write_int(file, samples.data(), kFrames * channels);
  }
  sf_close(file);
}

/// Plain decimals, of which nothing says what full scale they have.
void addNumbers(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(kFrames) + ", 1)}";
  header.append(117 - header.size(), ' ') += '\n';
  std::ofstream file(path, std::ios::binary);
  file << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << std::string(4 * kFrames, '\1');
}

std::string notesOf(const ImportPlan& plan) {
  std::string text;
  for (const Message& note : plan.notes) text += note.english() + "\n";
  return text;
}

}  // namespace

class PredictionPlanTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  /// The recipe of a dataset of one folder, as a run keeps it.
  ImportPlan recipeOf(const RecordingFolder& folder, const char* name, ImportOptions options) const {
    options.sources = {folder.path() / name};
    const auto plan = survey(options, m_job);
    if (!plan) qFatal("%s", plan.error().message.english().c_str());
    const auto recipe = planFromRecipe(recipeFrom(*plan));
    if (!recipe) qFatal("%s", recipe.error().message.english().c_str());
    return *recipe;
  }

  /// The samples that a model would get of each source.
  Result<std::map<std::string, Values>> samplesOf(const RecordingFolder& folder, const ImportPlan& known,
                                                  const fs::path& source, std::string* notes = nullptr) const {
    MASU_TRY(const auto plan, planPrediction(known, {source}, {}, m_job, {}));
    if (notes != nullptr) *notes = notesOf(plan.import);
    LoadOptions options;
    options.target = folder.dataset("prediction.h5");
    options.write = {.overwrite = true, .sync = false};
    MASU_CHECK(load(plan.import, options, {}, m_job));
    MASU_TRY(const auto dataset, store::Dataset::open(options.target));
    const store::ObjectInfo& features = *dataset->find("features");
    MASU_TRY(const auto values, dataset->readValues(features, 0, dataset->samples()));
    std::map<std::string, Values> samples;
    const std::size_t each = values.size() / dataset->meta().sources.size();
    for (std::size_t i = 0; i < dataset->meta().sources.size(); ++i) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * each);
      const std::string name = fs::path(dataset->meta().sources[i].path).filename().string();
      samples[name].assign(first, first + static_cast<std::ptrdiff_t>(each));
    }
    return samples;
  }

 private Q_SLOTS:
  void samplesAreOnTheScaleThatTheModelLearnedFrom_data() {
    QTest::addColumn<QList<int>>("learned");
    QTest::addColumn<double>("full");
    QTest::newRow("16 bits") << QList<int>{SF_FORMAT_PCM_16} << 0x1p15;
    QTest::newRow("24 bits") << QList<int>{SF_FORMAT_PCM_24} << 0x1p23;
    QTest::newRow("32 bits") << QList<int>{SF_FORMAT_PCM_32} << 0x1p31;
    QTest::newRow("floats") << QList<int>{SF_FORMAT_FLOAT} << 1.;
    QTest::newRow("several types") << QList<int>{SF_FORMAT_PCM_16, SF_FORMAT_PCM_24} << 1.;
  }
  /// The same sound is the same samples in whatever format, alone and among others.
  void samplesAreOnTheScaleThatTheModelLearnedFrom() {
    QFETCH(const QList<int>, learned);
    QFETCH(const double, full);
    const RecordingFolder folder;
    for (qsizetype i = 0; i < learned.size(); ++i)
      addSound(folder.path() / "known" / (std::to_string(i) + ".wav"), learned[i]);
    const std::map<std::string, int> formats = {{"16.wav", SF_FORMAT_PCM_16},
                                                {"24.wav", SF_FORMAT_PCM_24},
                                                {"32.wav", SF_FORMAT_PCM_32},
                                                {"f.wav", SF_FORMAT_FLOAT}};
    for (const auto& [name, subtype] : formats) addSound(folder.recordings() / name, subtype);
    for (const bool asFloats : {false, true}) {
      ImportOptions options = folder.options(kFrames);
      if (asFloats) options.dtype = table::DType::f32;
      const ImportPlan known = recipeOf(folder, "known", options);
      QVERIFY(known.recordings().scale && known.recordings().scale->sound);
      QCOMPARE(known.recordings().scale->full, full);
      const auto all = samplesOf(folder, known, folder.recordings());
      QVERIFY2(all, all ? "" : all.error().message.english().c_str());
      QCOMPARE(all->size(), formats.size());
      Values expected;
      for (int t = 0; t < kFrames; ++t)
        expected.push_back(static_cast<float>(static_cast<int>(1'000 * std::sin(t / 9.)) / 0x1p15 * full));
      for (const auto& [name, values] : *all) {
        QVERIFY2(values == expected, name.c_str());
        const auto alone = samplesOf(folder, known, folder.recordings() / name);
        QVERIFY2(alone, alone ? "" : alone.error().message.english().c_str());
        QVERIFY2(alone->at(name) == values, name.c_str());
      }
    }
  }

  void whatIsBroughtToAnotherScaleIsNoted() {
    const RecordingFolder folder;
    addSound(folder.path() / "known" / "1.wav", SF_FORMAT_PCM_16);
    addSound(folder.recordings() / "16.wav", SF_FORMAT_PCM_16);
    addSound(folder.recordings() / "24.wav", SF_FORMAT_PCM_24);
    const ImportPlan known = recipeOf(folder, "known", folder.options(kFrames));
    std::string notes;
    QVERIFY(samplesOf(folder, known, folder.recordings(), &notes));
    QVERIFY2(notes.find("The samples of 24.wav, whose full scale is 8388608, are brought to the full scale of those "
                        "that the model learned from, 32768. Recordings like it: 1 of 2.") != std::string::npos,
             notes.c_str());
    QVERIFY(samplesOf(folder, known, folder.recordings() / "16.wav", &notes));
    QCOMPARE(notes, std::string());
  }

  /// They keep their scale, so that nothing of it is noted; their rate is, for each, whatever is beside it.
  void resampledSoundsKeepTheirScale() {
    const RecordingFolder folder;
    addSound(folder.path() / "known" / "1.wav", SF_FORMAT_PCM_16);
    addSound(folder.recordings() / "a.wav", SF_FORMAT_PCM_16);
    addSound(folder.recordings() / "b.wav", SF_FORMAT_PCM_16);
    addSound(folder.recordings() / "fast.wav", SF_FORMAT_PCM_16, 16000);
    ImportOptions options = folder.options(kFrames / 2);
    options.recordings.oneWindow = true;
    const ImportPlan known = recipeOf(folder, "known", options);
    std::string notes;
    const auto all = samplesOf(folder, known, folder.recordings(), &notes);
    QVERIFY2(all && all->contains("fast.wav"), notes.c_str());
    QVERIFY2(notes.find("scale") == std::string::npos, notes.c_str());
    QVERIFY2(notes.find("1 of 3 recordings have other rates than the 8000 frames a second") != std::string::npos,
             notes.c_str());
    const auto alone = samplesOf(folder, known, folder.recordings() / "fast.wav", &notes);
    QVERIFY(alone);
    QVERIFY2(notes.find("have 16000 frames a second; they are resampled to the 8000") != std::string::npos,
             notes.c_str());
    const auto largest = std::ranges::max_element(alone->at("fast.wav"));
    QVERIFY(*largest > 500 && *largest < 1'500);
  }

  /// That a recording without a rate has the model's is an assumption, whatever is beside it.
  void aRateThatIsAssumedIsNoted() {
    const RecordingFolder folder;
    addNumbers(folder.path() / "known" / "1.npy");
    addNumbers(folder.recordings() / "1.npy");
    addNumbers(folder.recordings() / "2.npy");
    ImportPlan known = recipeOf(folder, "known", folder.options(kFrames));
    const auto unknown = planPrediction(known, {folder.recordings()}, {}, m_job, {});
    QVERIFY(unknown);
    QVERIFY(notesOf(unknown->import).find("state no rate") == std::string::npos);
    known.recordings().rate = 8000;  // as if the recordings had stated it
    const auto plan = planPrediction(known, {folder.recordings()}, {}, m_job, {});
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->import.recordings().rate, 8000.);
    QVERIFY2(notesOf(plan->import).find("2 of 2 recordings state no rate; they are taken to have the 8000 frames a "
                                        "second that the model learned from.") != std::string::npos,
             notesOf(plan->import).c_str());
  }

  /// Of plain numbers no full scale is known.
  void whatHasNoKnownScaleIsRefused() {
    const RecordingFolder folder;
    addSound(folder.path() / "known" / "1.wav", SF_FORMAT_PCM_16);
    addNumbers(folder.path() / "numbers" / "1.npy");
    addSound(folder.recordings() / "1.wav", SF_FORMAT_PCM_16);
    const ImportPlan sound = recipeOf(folder, "known", folder.options(kFrames));
    const ImportPlan numbers = recipeOf(folder, "numbers", folder.options(kFrames));
    QVERIFY(numbers.recordings().scale && !numbers.recordings().scale->sound);
    const auto ofSound = planPrediction(numbers, {folder.recordings() / "1.wav"}, {}, m_job, {});
    QVERIFY(!ofSound);
    QVERIFY2(ofSound.error().message.english().starts_with(
                 "The samples of 1.wav are i16 (32768), those that the model learned from were f32 (1)"),
             ofSound.error().message.english().c_str());
    const auto ofNumbers = planPrediction(sound, {folder.path() / "numbers"}, {}, m_job, {});
    QVERIFY(!ofNumbers);
    QVERIFY2(ofNumbers.error().message.english().starts_with(
                 "The samples of 1.npy are f32 (1), those that the model learned from were i16 (32768)"),
             ofNumbers.error().message.english().c_str());
    QVERIFY(planPrediction(numbers, {folder.path() / "numbers"}, {}, m_job, {}));
  }

  /// However many recordings with other channels are beside it: the first of two channels is not the only one.
  void eachRecordingHasTheChannelsThatTheModelLearnedFrom() {
    const RecordingFolder folder;
    addSound(folder.path() / "known" / "1.wav", SF_FORMAT_PCM_16);
    addSound(folder.recordings() / "a.wav", SF_FORMAT_PCM_16, 8000, 2);
    addSound(folder.recordings() / "b.wav", SF_FORMAT_PCM_16, 8000, 2);
    addSound(folder.recordings() / "mono.wav", SF_FORMAT_PCM_16);
    const ImportPlan known = recipeOf(folder, "known", folder.options(kFrames));
    const auto all = planPrediction(known, {folder.recordings()}, {}, m_job, {});
    QVERIFY2(all, all ? "" : all.error().message.english().c_str());
    QCOMPARE(all->import.recordings().channelNames, std::vector<std::string>{"c1"});
    for (const RecordingPlan& file : all->import.recordings().files) {
      QCOMPARE(file.problem.empty(), file.path == "mono.wav");
      if (file.problem.empty()) continue;
      QCOMPARE(file.reason, "other channels");
      QVERIFY2(file.problem.starts_with(file.path + " has the channels c1, c2, and the model learned from c1."),
               file.problem.c_str());
    }
    const auto alone = planPrediction(known, {folder.recordings() / "a.wav"}, {}, m_job, {});
    QVERIFY(!alone);
    QVERIFY2(alone.error().message.english().starts_with("a.wav has the channels c1, c2, and the model learned from"),
             alone.error().message.english().c_str());
  }

  /// Channels that people chose for the model are chosen of new recordings, too.
  void channelsThatWereChosenAreChosenAgain() {
    const RecordingFolder folder;
    addSound(folder.path() / "known" / "1.wav", SF_FORMAT_PCM_16, 8000, 2);
    addSound(folder.recordings() / "a.wav", SF_FORMAT_PCM_16, 8000, 2);
    addSound(folder.recordings() / "mono.wav", SF_FORMAT_PCM_16);
    ImportOptions options = folder.options(kFrames);
    options.recordings.channels = {"c1"};
    const auto plan = planPrediction(recipeOf(folder, "known", options), {folder.recordings()}, {}, m_job, {});
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    for (const RecordingPlan& file : plan->import.recordings().files) QCOMPARE(file.problem, std::string());
    QCOMPARE(plan->import.recordings().channelNames, std::vector<std::string>{"c1"});
  }
};

MASU_TEST(PredictionPlanTest)
#include "prediction_plan_test.moc"
