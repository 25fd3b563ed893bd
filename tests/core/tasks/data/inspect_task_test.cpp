// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/inspect_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/ingest/recordings/read/recording_cache.h"
#include "core/tasks/data/import_task.h"
#include "core/waveform/sound/wav_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

class InspectTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void forecastsTheSizeOfTheDataset();
  void forecastsTheSizeOfAFewRows();
  void comparesTheTypes();
  void comparesTheTypesOfMissingCells();
  void forecastsTheSizeOfStoredRecordings();
  void forecastsLittleMemoryForSmallRecordings();
  void changesThePlanWithoutReadingAgain();
  void rerunsARecipe();
  void asksForAWindow();
  void readsTheNotesOfARecording();
  void asksForALayout();
  void asksWhetherTablesAreRecordings();
  void reportsWhatDoesNotFitTheDisk();

 private:
  JobContext job() { return {m_stop.get_token(), m_progress}; }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::filesystem::path m_source;
  tasks::InspectRequest m_request;
  Progress m_progress;
  std::stop_source m_stop;
};

void InspectTaskTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_source = std::filesystem::path(m_folder->path().toStdString()) / "t.csv";
  std::ofstream file(m_source);
  file << "whole,part,word,y\n";
  for (int i = 0; i < 5000; ++i) {
    file << i % 200 << ',' << i / 7.0 << ',' << (i % 3 == 0 ? "red" : "blue") << ',' << (i % 2 == 0 ? "p" : "q")
         << '\n';
  }
  m_request = {};
  m_request.options.sources = {m_source};
  m_request.options.labels = {"y"};
  m_request.resources = {2, std::uint64_t{256} << 20};
  m_request.target = m_source.parent_path() / "t.h5";
}

void InspectTaskTest::forecastsTheSizeOfTheDataset() {
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(inspection);
  QCOMPARE(inspection->plan.samples, std::uint64_t{5000});
  QVERIFY(inspection->forecast.seconds > 0);
  QVERIFY(inspection->forecast.fitsDisk);
  tasks::ImportRequest import;
  import.plan = inspection->plan;
  import.load.target = m_request.target;
  import.resources = m_request.resources;
  const auto outcome = tasks::runImport(import, job());
  QVERIFY(outcome);
  QCOMPARE(outcome->report.samples, std::uint64_t{5000});
  QVERIFY(outcome->peakMemoryBytes > 0);
  const std::uint64_t bytes = std::filesystem::file_size(outcome->dataset);
  QVERIFY2(bytes <= inspection->forecast.bytes,
           qPrintable(QString("%1 > %2").arg(bytes).arg(inspection->forecast.bytes)));
  QVERIFY2(inspection->forecast.bytes < bytes + (24 << 10), qPrintable(QString::number(bytes)));
}

/// A few rows are mostly their description, which is no fixed quarter of a megabyte.
void InspectTaskTest::forecastsTheSizeOfAFewRows() {
  std::ofstream(m_source) << "whole,part,word,y\n1,0.5,red,p\n2,0.25,blue,q\n3,0.125,red,p\n";
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(inspection);
  tasks::ImportRequest import;
  import.plan = inspection->plan;
  import.load.target = m_request.target;
  const auto outcome = tasks::runImport(import, job());
  QVERIFY(outcome);
  const std::uint64_t bytes = std::filesystem::file_size(outcome->dataset);
  QVERIFY2(bytes <= inspection->forecast.bytes,
           qPrintable(QString("%1 > %2").arg(bytes).arg(inspection->forecast.bytes)));
  QVERIFY2(inspection->forecast.bytes < 2 * bytes, qPrintable(QString::number(bytes)));
  // Types differ by what they take, however little that is.
  for (const auto& each : inspection->forecast.types) {
    if (each.type == table::DType::f64) QVERIFY(each.bytes > inspection->forecast.types.back().bytes);
  }
}

void InspectTaskTest::comparesTheTypes() {
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(inspection);
  const auto at = [&](table::DType type) {
    for (const auto& each : inspection->forecast.types) {
      if (each.type == type) return each;
    }
    return tasks::Forecast::AtType{};
  };
  QCOMPARE(at(table::DType::f64).largestError, 0.0);
  QVERIFY(at(table::DType::f16).largestError > at(table::DType::f32).largestError);
  QVERIFY(!at(table::DType::f16).overflows);
  QVERIFY(at(table::DType::u8).overflows);
  QCOMPARE(at(table::DType::u8).worstColumn, std::string("part"));
  // The description names what f16 loses, in a few characters more.
  const std::uint64_t values = 5000 * 2 * 2;
  const std::uint64_t less = at(table::DType::f32).bytes - at(table::DType::f16).bytes;
  QVERIFY2(less >= values - 256 && less <= values + 256, std::to_string(less).c_str());
}

/// What is said of a type is what an import by it would do.
void InspectTaskTest::comparesTheTypesOfMissingCells() {
  m_request.options.labels.clear();
  const auto typesOf = [&](const char* text) {
    std::ofstream(m_source) << text;
    const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
    return inspection ? inspection->forecast.types : std::vector<tasks::Forecast::AtType>();
  };
  const auto types = typesOf("flag,v\nyes,1\n,2\nno,3\n");
  QVERIFY(!types.empty());
  for (const tasks::Forecast::AtType& at : types) {
    const bool hasNone = at.type == table::DType::u8 || at.type == table::DType::u16 || at.type == table::DType::i32;
    QCOMPARE(at.missing, hasNone);
    QVERIFY(!at.overflows);
    QCOMPARE(at.largestError, 0.0);
    QCOMPARE(at.worstColumn, std::string(hasNone ? "flag" : ""));
    m_request.options.dtype = at.type;
    QCOMPARE(bool(tasks::inspect(m_request, job())), !hasNone);
  }
  m_request.options.dtype.reset();
  for (const tasks::Forecast::AtType& at : typesOf("v,w\n1,\ninf,2\n3,3\n"))
    QCOMPARE(at.overflows, table::isInteger(at.type));
}

void InspectTaskTest::forecastsTheSizeOfStoredRecordings() {
  const std::filesystem::path file = m_source.parent_path() / "long.wav";
  QVERIFY(waveform::writeWav(file, std::vector<std::int16_t>(6'000'000, 7), 2, 1000));
  m_request.options = {};
  m_request.options.sources = {file};
  m_request.options.recordings.window = 10'000;
  m_request.options.recordings.hop = 500;
  m_request.options.recordings.keep = ingest::StoreAs::recordings;
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(inspection);
  tasks::ImportRequest import;
  import.plan = inspection->plan;
  import.load.target = m_request.target;
  const auto outcome = tasks::runImport(import, job());
  QVERIFY(outcome);
  const std::uint64_t bytes = std::filesystem::file_size(outcome->dataset);
  // The pyramid takes a thirty-second part of the recordings and more: it is among what is estimated.
  QVERIFY(bytes > 12'000'000 + 12'000'000 / 32);
  QVERIFY2(bytes <= inspection->forecast.bytes,
           qPrintable(QString("%1 > %2").arg(bytes).arg(inspection->forecast.bytes)));
  QVERIFY2(inspection->forecast.bytes < bytes + (2 << 20), qPrintable(QString::number(bytes)));
}

/// What is held of them and two chunks a thread, whatever they come to together.
void InspectTaskTest::forecastsLittleMemoryForSmallRecordings() {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  constexpr int kRecordings = 600;
  const std::filesystem::path folder = m_source.parent_path() / "small";
  std::filesystem::create_directory(folder);
  const std::vector<std::int16_t> samples(8000, 7);
  for (int i = 0; i < kRecordings; ++i)
    QVERIFY(waveform::writeWav(folder / (std::to_string(i) + ".wav"), samples, 1, 8000));
  m_request.options = {};
  m_request.options.sources = {folder};
  m_request.options.recordings.window = 1000;
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(inspection);
  const std::uint64_t bytes = kRecordings * samples.size() * sizeof(std::int16_t);
  // They lie in blocks, of which the last is not full.
  const std::uint64_t held = inspection->cache->bytes().value;
  QVERIFY2(held >= bytes && held <= bytes + 2 * kMiB, qPrintable(QString::number(held)));
  QVERIFY(inspection->forecast.peakMemoryBytes >= 64 * kMiB + held);
  QVERIFY2(inspection->forecast.peakMemoryBytes <= 64 * kMiB + held + 4 * kMiB,
           qPrintable(QString::number(inspection->forecast.peakMemoryBytes)));
}

void InspectTaskTest::changesThePlanWithoutReadingAgain() {
  const auto first = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(first);
  m_request.options.labels = {"word"};
  m_request.options.dtype = table::DType::f64;
  const auto second = tasks::inspectionIn(tasks::reinspect(first->plan, m_request, job()));
  QVERIFY(second);
  QCOMPARE(second->plan.dtype, table::DType::f64);
  QCOMPARE(second->plan.classes, (std::vector<std::string>{"blue", "red"}));
  QCOMPARE(second->plan.columns[3].role, table::Role::category);
  QVERIFY(second->forecast.bytes > first->forecast.bytes);

  ingest::ImportPlan edited = second->plan;
  edited.columns[0].role = table::Role::ignored;
  const auto third = tasks::inspectionIn(tasks::reinspect(edited, m_request, job()));
  QVERIFY(third);
  QCOMPARE(third->plan.columns[0].role, table::Role::ignored);
  QVERIFY(third->forecast.bytes < second->forecast.bytes);
}

void InspectTaskTest::rerunsARecipe() {
  m_request.options.weight = "whole";
  const auto first = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(first);
  tasks::InspectRequest again;
  again.options.sources = {m_source};
  again.recipe = ingest::recipeFrom(first->plan);
  const auto second = tasks::inspectionIn(tasks::inspect(again, job()));
  QVERIFY(second);
  QCOMPARE(ingest::recipeFrom(second->plan), again.recipe);
}

/// What people have to say is a value; a face that may propose something goes on with it.
void InspectTaskTest::asksForAWindow() {
  const auto folder = m_source.parent_path() / "lengths";
  std::filesystem::create_directory(folder);
  for (const std::size_t frames : {100, 300, 200})
    QVERIFY(
        waveform::writeWav(folder / (std::to_string(frames) + ".wav"), std::vector<std::int16_t>(frames, 7), 1, 100));
  m_request.options = {};
  m_request.options.sources = {folder};
  const auto inspected = tasks::inspect(m_request, job());
  QVERIFY(inspected);
  const auto* lengths = std::get_if<ingest::NeedsWindow>(&*inspected);
  QVERIFY(lengths != nullptr);
  QCOMPARE(lengths->shortest, std::uint64_t{100});
  QCOMPARE(lengths->median, std::uint64_t{200});
  QCOMPARE(lengths->longest, std::uint64_t{300});
  const auto proposal = tasks::propose(m_request, job());
  QVERIFY(proposal);
  QVERIFY(proposal->window && !proposal->layout && !proposal->notOneTable);
  QCOMPARE(proposal->inspection.plan.recordings().window, std::uint64_t{300});
}

void InspectTaskTest::readsTheNotesOfARecording() {
  const auto field = [](std::string text, std::size_t width) { return text.append(width - text.size(), ' '); };
  const auto both = [&](const char* a, const char* b, std::size_t width) { return field(a, width) + field(b, width); };
  std::string notes = std::string("+0\x14\x14\0", 5) + std::string("+0.5\x15") + "0.25\x14" + "blink\x14";
  notes.resize(80);
  const auto file = m_source.parent_path() / "eyes.edf";
  std::ofstream(file, std::ios::binary)
      << field("0", 8) + field("X X X X", 80) + field("Startdate X X X X", 80) + "01.01.2501.00.00" + field("768", 8) +
             field("EDF+C", 44) + field("1", 8) + field("1", 8) + field("2", 4) +
             both("EEG Fp1", "EDF Annotations", 16) + both("", "", 80) + both("uV", "", 8) + both("-100", "-1", 8) +
             both("100", "1", 8) + both("-32768", "-32768", 8) + both("32767", "32767", 8) + both("", "", 80) +
             both("100", "40", 8) + both("", "", 32) + std::string(200, '\1') + notes;
  m_request.options = {};
  m_request.options.sources = {file};
  m_request.options.as = ingest::SourceKind::recordings;
  m_request.options.recordings.window = 50;
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY2(inspection, inspection ? "" : inspection.error().message.english().c_str());
  const auto signal = tasks::readSignal(inspection->plan, inspection->cache.get(), 0, 1000);
  QVERIFY2(signal, signal ? "" : signal.error().message.english().c_str());
  QCOMPARE(signal->values.size(), std::size_t{100});
  QCOMPARE(signal->channel, std::string("EEG Fp1"));
  QCOMPARE(signal->notes.size(), std::size_t{1});
  QCOMPARE(signal->notes[0].first, 50.0);
  QCOMPARE(signal->notes[0].frames, 25.0);
  QCOMPARE(signal->notes[0].text, std::string("blink"));
}

void InspectTaskTest::asksForALayout() {
  const auto folder = m_source.parent_path() / "raw";
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "first.pcm", std::ios::binary) << std::string(2000, 'x');
  m_request.options = {};
  m_request.options.sources = {folder};
  const auto inspected = tasks::inspect(m_request, job());
  QVERIFY(inspected && std::holds_alternative<ingest::NeedsLayout>(*inspected));
  const auto proposal = tasks::propose(m_request, job());
  QVERIFY(proposal && proposal->layout);
  QCOMPARE(proposal->inspection.plan.recordings().window, std::uint64_t{1000});
}

void InspectTaskTest::asksWhetherTablesAreRecordings() {
  const auto folder = m_source.parent_path() / "tables";
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "a.csv") << "x,y\n1,2\n3,4\n";
  std::ofstream(folder / "b.csv") << "u,v,w\n1,2,3\n4,5,6\n";
  m_request.options = {};
  m_request.options.sources = {folder};
  const auto inspected = tasks::inspect(m_request, job());
  QVERIFY2(inspected && std::holds_alternative<ingest::NotOneTable>(*inspected),
           inspected ? "" : inspected.error().message.english().c_str());
}

void InspectTaskTest::reportsWhatDoesNotFitTheDisk() {
  const auto inspection = tasks::inspectionIn(tasks::inspect(m_request, job()));
  QVERIFY(inspection);
  ingest::ImportPlan vast = inspection->plan;
  vast.table().records = std::uint64_t{1} << 50;
  const auto again = tasks::inspectionIn(tasks::reinspect(vast, m_request, job()));
  QVERIFY(again);
  QVERIFY(!again->forecast.fitsDisk);
}

MASU_TEST(InspectTaskTest)
#include "inspect_task_test.moc"
