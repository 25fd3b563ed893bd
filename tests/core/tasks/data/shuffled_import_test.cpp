// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/store/splits/splits_file.h"
#include "core/tasks/data/append_task.h"
#include "core/tasks/data/dataset_task.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/train/stream_task.h"
#include "core/waveform/sound/wav_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

namespace {

constexpr int kRecords = 30000;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Result<ingest::ImportReport> import(const fs::path& target, const ingest::ImportOptions& options,
                                    Resources resources = {2, std::uint64_t{256} << 20U}, std::uint64_t partBytes = 0) {
  Progress progress;
  tasks::InspectRequest inspection;
  inspection.options = options;
  inspection.target = target;
  inspection.resources = resources;
  MASU_TRY(const tasks::Inspection inspected, tasks::inspectionIn(tasks::inspect(inspection, {{}, progress})));
  tasks::ImportRequest request;
  request.plan = inspected.plan;
  request.resources = resources;
  request.load.target = target;
  request.load.write.sync = false;
  request.load.write.partBytes = partBytes;
  MASU_TRY(const tasks::ImportOutcome imported, tasks::runImport(request, {{}, progress}));
  return imported.report;
}

/// All that each sample has, where it came from included, as one text a sample.
std::vector<std::string> samplesOf(const fs::path& file) {
  const auto dataset = store::Dataset::open(file);
  if (!dataset) qFatal("%s", sentence(dataset).c_str());
  const std::uint64_t count = (*dataset)->samples();
  std::vector<std::string> samples(count);
  for (const store::ObjectInfo& object : (*dataset)->objects()) {
    if (object.element == store::Element::textBytes) continue;
    if (object.isText()) {
      const auto texts = (*dataset)->readTexts(object.name.substr(5), 0, count);
      if (!texts) qFatal("%s", sentence(texts).c_str());
      for (std::uint64_t i = 0; i < count; ++i) samples[i] += (*texts)[i];
      continue;
    }
    const std::uint64_t bytes = object.element == store::Element::origin ? sizeof(store::Origin) : object.sampleBytes();
    std::string values(count * bytes, '\0');
    const auto read = (*dataset)->read(object, 0, count, std::as_writable_bytes(std::span(values)));
    if (!read) qFatal("%s", sentence(read).c_str());
    for (std::uint64_t i = 0; i < count; ++i) samples[i] += values.substr(i * bytes, bytes);
  }
  return samples;
}

std::vector<std::string> sorted(std::vector<std::string> samples) {
  std::ranges::sort(samples);
  return samples;
}

Result<tasks::StreamOutcome> streamInOrder(const fs::path& file) {
  Progress progress;
  tasks::StreamRequest request;
  request.file = file;
  request.options.shuffle = loader::Shuffle::none;
  request.options.split.reset();
  request.options.batch = 100;
  return tasks::stream(request, {{}, progress});
}

}  // namespace

class ShuffledImportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    std::ofstream csv(path("sorted.csv"));
    csv << "number,word,weight,note,class\n";
    for (int i = 0; i < kRecords; ++i)
      csv << i * 0.25 << ",w" << i % 11 << ',' << 1 + i % 3 << ",note " << i << ",c" << i * 10 / kRecords << '\n';
  }

  void holdsTheSamplesOfTheSourceInAnotherOrder();
  void isTheSameWithAnyThreadsAndMemory();
  void readsAtRandomFromFirstToLast();
  void showsWhereEachSampleCameFrom();
  void windowsKeepLabelAndGroup();
  void wholeRecordingsAreRefused();
  void whatIsAppendedIsShuffledByItself();
  void seedTravelsWithTheRecipe();
  void exportIsReadBackInItsOrderAlone();

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
  ingest::ImportOptions options(std::optional<std::uint64_t> seed) const {
    ingest::ImportOptions options;
    options.sources = {path("sorted.csv")};
    options.labels = {"class"};
    options.weight = "weight";
    options.table.text = {"note"};
    options.shuffle = seed;
    return options;
  }
  void addRecordings() const;
  ingest::ImportOptions recordingOptions(std::optional<std::uint64_t> seed) const;

  std::unique_ptr<QTemporaryDir> m_folder;
};

void ShuffledImportTest::addRecordings() const {
  fs::create_directories(path("recordings"));
  for (int i = 0; i < 12; ++i) {
    std::vector<std::int16_t> frames(2000 + static_cast<std::size_t>(100 * i));
    for (std::size_t t = 0; t < frames.size(); ++t)
      frames[t] = static_cast<std::int16_t>(1000 * i + static_cast<int>(t % 997));
    const auto name = std::to_string(i % 4) + "_who" + std::to_string(i % 3) + "_" + std::to_string(i) + ".wav";
    if (!waveform::writeWav(path("recordings") / name, frames, 1, 8000)) qFatal("cannot write %s", name.c_str());
  }
}

ingest::ImportOptions ShuffledImportTest::recordingOptions(std::optional<std::uint64_t> seed) const {
  ingest::ImportOptions options;
  options.sources = {path("recordings")};
  options.as = ingest::SourceKind::recordings;
  options.recordings.window = 64;
  options.recordings.hop = 32;
  options.recordings.labelFrom = "name:^([0-9])_";
  options.recordings.groupFrom = "name:_([a-z0-9]+)_";
  options.shuffle = seed;
  return options;
}

void ShuffledImportTest::holdsTheSamplesOfTheSourceInAnotherOrder() {
  QVERIFY2(import(path("plain.h5"), options({})), "plain");
  const auto report = import(path("F.h5"), options(7));
  QVERIFY2(report, sentence(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{kRecords});
  const auto plain = samplesOf(path("plain.h5"));
  const auto shuffled = samplesOf(path("F.h5"));
  QVERIFY(plain != shuffled);
  QVERIFY(sorted(plain) == sorted(shuffled));
  const auto info = tasks::info(path("F.h5"));
  QVERIFY2(info, sentence(info).c_str());
  QCOMPARE(info->dataset->meta().shuffleSeed, std::optional<std::uint64_t>(7));
  const auto other = import(path("G.h5"), options(8));
  QVERIFY2(other, sentence(other).c_str());
  QVERIFY(samplesOf(path("G.h5")) != shuffled);
  QVERIFY((*store::Dataset::open(path("G.h5")))->uuid() != info->dataset->uuid());
}

void ShuffledImportTest::isTheSameWithAnyThreadsAndMemory() {
  fs::create_directory(path("a"));
  fs::create_directory(path("b"));
  QVERIFY(import(path("a/F.h5"), options(7), {1, std::uint64_t{256} << 20U}));
  QVERIFY(import(path("b/F.h5"), options(7), {4, std::uint64_t{200} << 10U}));
  QVERIFY(contentOf(path("a/F.h5")) == contentOf(path("b/F.h5")));
}

/// The measure is the loader's: the variance of batch means over that of a uniform shuffle, by classes that came one
/// after the other. With 300 batches its own deviation is 8 %.
void ShuffledImportTest::readsAtRandomFromFirstToLast() {
  QVERIFY(import(path("plain.h5"), options({})));
  QVERIFY(import(path("F.h5"), options(7), {2, std::uint64_t{200} << 10U}));
  const auto stored = streamInOrder(path("plain.h5"));
  const auto shuffled = streamInOrder(path("F.h5"));
  QVERIFY2(stored, sentence(stored).c_str());
  QVERIFY2(shuffled, sentence(shuffled).c_str());
  QVERIFY(stored->report.designEffect > 50);
  QVERIFY2(std::abs(shuffled->report.designEffect - 1) < 0.35, std::to_string(shuffled->report.designEffect).c_str());
}

void ShuffledImportTest::showsWhereEachSampleCameFrom() {
  QVERIFY(import(path("F.h5"), options(7)));
  const auto head = tasks::head({.file = path("F.h5"), .first = 100, .count = 50});
  QVERIFY2(head, sentence(head).c_str());
  const auto column = std::ranges::find(head->columns, std::string("note"));
  QVERIFY(column != head->columns.end());
  for (const tasks::HeadRow& row : head->rows) {
    QCOMPARE(row.source, std::string("sorted.csv"));
    const auto place = static_cast<std::size_t>(column - head->columns.begin());
    QCOMPARE(row.cells[place], "note " + std::to_string(row.position));
    QCOMPARE(row.label, "c" + std::to_string(row.position * 10 / kRecords));
  }
}

void ShuffledImportTest::windowsKeepLabelAndGroup() {
  addRecordings();
  QVERIFY(import(path("plain.h5"), recordingOptions({})));
  const auto report = import(path("F.h5"), recordingOptions(1), {2, std::uint64_t{2} << 20U}, 64U << 10U);
  QVERIFY2(report, sentence(report).c_str());
  QVERIFY(!(*store::Dataset::open(path("F.h5")))->partFiles().empty());
  const auto plain = samplesOf(path("plain.h5"));
  const auto shuffled = samplesOf(path("F.h5"));
  QVERIFY(plain != shuffled);
  QVERIFY(sorted(plain) == sorted(shuffled));
}

void ShuffledImportTest::wholeRecordingsAreRefused() {
  addRecordings();
  ingest::ImportOptions options = recordingOptions(1);
  options.recordings.keep = ingest::StoreAs::recordings;
  const auto report = import(path("F.h5"), options);
  QVERIFY(!report);
  QCOMPARE(report.error().code, Errc::invalidArgument);
  QVERIFY(!fs::exists(path("F.h5")));
  QVERIFY(!fs::exists(path("F.h5.partial")));
}

void ShuffledImportTest::whatIsAppendedIsShuffledByItself() {
  QVERIFY(import(path("F.h5"), options(7)));
  const auto before = samplesOf(path("F.h5"));
  Progress progress;
  const auto appended =
      tasks::append({.file = path("F.h5"), .sources = {path("sorted.csv")}, .sync = false}, {{}, progress});
  QVERIFY2(appended, sentence(appended).c_str());
  const auto all = samplesOf(path("F.h5"));
  QCOMPARE(all.size(), 2 * before.size());
  QVERIFY(std::equal(before.begin(), before.end(), all.begin()));
  QCOMPARE((*store::Dataset::open(path("F.h5")))->meta().shuffleSeed, std::optional<std::uint64_t>(7));
  const auto effect = streamInOrder(path("F.h5"));
  QVERIFY(effect && effect->report.designEffect < 1.35);
}

void ShuffledImportTest::seedTravelsWithTheRecipe() {
  Progress progress;
  tasks::InspectRequest inspection;
  inspection.options = options(~std::uint64_t{0});
  const auto inspected = tasks::inspectionIn(tasks::inspect(inspection, {{}, progress}));
  QVERIFY2(inspected, sentence(inspected).c_str());
  const std::string recipe = ingest::recipeFrom(inspected->plan);
  inspection = {};
  inspection.recipe = recipe;
  inspection.options.sources = {path("sorted.csv")};
  const auto again = tasks::inspectionIn(tasks::inspect(inspection, {{}, progress}));
  QVERIFY2(again, sentence(again).c_str());
  QCOMPARE(again->plan.options.shuffle, std::optional(~std::uint64_t{0}));
  QVERIFY(inspected->forecast.scratchBytes > again->forecast.bytes);
  // The second reading and writing takes time, more of it where memory does not hold the samples.
  inspection.resources.memoryBytes = again->forecast.bytes;
  const auto crowded = tasks::inspectionIn(tasks::inspect(inspection, {{}, progress}));
  QVERIFY2(crowded, sentence(crowded).c_str());
  QVERIFY(again->forecast.seconds > 2 * double(again->forecast.bytes) / 400e6);
  QVERIFY(crowded->forecast.seconds > 4 * double(again->forecast.bytes) / 400e6);
  inspection.options.shuffle = 3;  // beside a recipe it is the choice of this import
  const auto other = tasks::inspectionIn(tasks::inspect(inspection, {{}, progress}));
  QVERIFY(other && other->plan.options.shuffle == std::optional<std::uint64_t>(3));
  std::string wrong = recipe;
  const std::string number = std::to_string(~std::uint64_t{0});
  wrong.replace(wrong.find(number), number.size(), "-1");
  QVERIFY(!ingest::planFromRecipe(wrong));
}

void ShuffledImportTest::exportIsReadBackInItsOrderAlone() {
  Progress progress;
  store::WriteOptions write{.shuffle = store::Shuffling{1}};
  const auto outcome = tasks::runReadBack({path("sorted.csv"), path("F.h5"), write, {}}, {{}, progress});
  QVERIFY(!outcome);
  QCOMPARE(outcome.error().code, Errc::invalidArgument);
  QVERIFY(!fs::exists(path("F.h5")));
}

MASU_TEST(ShuffledImportTest)
#include "shuffled_import_test.moc"
