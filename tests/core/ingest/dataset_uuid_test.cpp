// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset is the same one where, and only where, its recipe and all of its sources are the same; an import that was
// interrupted resumes only where it would give the same one.
#include <thread>

#include "core/store/read/dataset.h"
#include "core/store/write/dataset_writer.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Neither in the first nor in the middle nor in the last MiB of the sources here, which have four.
constexpr std::size_t kUnsampled = std::size_t{1300} << 10;

std::string uuidOf(const std::filesystem::path& dataset) {
  const auto opened = store::Dataset::open(dataset);
  return opened ? (*opened)->uuid() : sentenceOf(opened);
}

/// Changes a byte and keeps the size.
void edit(const std::filesystem::path& file, std::size_t place, char byte) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(static_cast<std::streamoff>(place));
  stream.put(byte);
}

}  // namespace

class DatasetUuidTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEditOfATableMakesAnotherDataset();
  void anEditOfATableIsNotResumed();
  void anEditOfRecordingsMakesAnotherDataset_data();
  void anEditOfRecordingsMakesAnotherDataset();
  void anEditOfALabelListMakesAnotherDataset();
  void namesOfEqualFilesCount();

 private:
  /// The UUID of an import of a table, or an error's sentence.
  static std::string tableUuid(const std::vector<std::filesystem::path>& sources, const TableFolder& folder,
                               unsigned threads = 2, std::uint64_t blockBytes = 0) {
    TableImport import;
    import.options.sources = sources;
    import.resources.threads = threads;
    import.load.target = folder.path("out.h5");
    import.load.blockBytes = blockBytes;
    import.load.write.overwrite = true;
    const auto done = import.run();
    return done ? uuidOf(import.load.target) : sentenceOf(done);
  }

  static std::string recordingUuid(const ingest::ImportOptions& options, const ingest::RecordingFolder& folder,
                                   unsigned threads = 2) {
    TableImport import;
    import.options = options;
    import.resources.threads = threads;
    import.load.target = folder.dataset();
    import.load.write.overwrite = true;
    const auto done = import.run();
    return done ? uuidOf(import.load.target) : sentenceOf(done);
  }
};

void DatasetUuidTest::anEditOfATableMakesAnotherDataset() {
  const TableFolder folder;
  constexpr std::size_t kLine = 8;
  std::string text = "a,b,c,d\n";
  while (text.size() < std::size_t{4} << 20) text += "1,2,3,4\n";
  const auto source = folder.write("a.csv", text);
  const std::string before = tableUuid({source}, folder);
  QCOMPARE(before.size(), std::size_t{36});
  QCOMPARE(tableUuid({source}, folder, 1, std::size_t{100} << 10), before);
  edit(source, kUnsampled / kLine * kLine, '2');
  const std::string after = tableUuid({source}, folder);
  QCOMPARE(after.size(), std::size_t{36});
  QVERIFY(after != before);
  folder.write("a.csv", text);
  QCOMPARE(tableUuid({source}, folder), before);
}

/// Of the same size, and where neither the survey nor the hash of the source shows it.
void DatasetUuidTest::anEditOfATableIsNotResumed() {
  const TableFolder folder;
  constexpr std::size_t kTwoLines = 16;
  std::string text = "a,b,c,d\n";
  while (text.size() < std::size_t{4} << 20) text += "1,2,3,4\n2,2,3,4\n";
  TableImport import;
  import.options.sources = {folder.write("a.csv", text)};
  import.load.target = folder.path("F.h5");
  import.load.blockBytes = std::size_t{16} << 10;
  import.load.checkpointEvery = {};
  import.load.write.sync = false;
  const auto planned = import.survey();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  constexpr std::uint64_t kEnough = 2 * (kUnsampled + (std::size_t{128} << 10)) / kTwoLines;
  {
    Progress progress;
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && progress.samples() < kEnough) std::this_thread::yield();
      import.stop.request_stop();
    });
    QVERIFY(!ingest::load(*planned, import.load, import.resources, {import.stop.get_token(), progress}));
  }
  const auto left = store::interruptedImport(import.load.target);
  QVERIFY(left && left->checkpoint.samples >= kEnough);
  const std::size_t place = kUnsampled / kTwoLines * kTwoLines + 8;  // after the header
  QCOMPARE(text.substr(place, 8), std::string("1,2,3,4\n"));
  edit(import.options.sources[0], place, '2');
  import.stop = {};
  import.load.write.resume = true;
  const auto again = import.survey();
  QVERIFY2(again, sentenceOf(again).c_str());
  QCOMPARE(again->sources[0].hash, planned->sources[0].hash);
  const auto report = ingest::load(*again, import.load, import.resources, import.job());
  QVERIFY(!report);
  QVERIFY2(sentenceOf(report).find("was edited") != std::string::npos, sentenceOf(report).c_str());
  QVERIFY(!folder.holds("F.h5"));
  // What was finished waits for the source as it was.
  edit(import.options.sources[0], place, '1');
  const auto resumed = ingest::load(*again, import.load, import.resources, import.job());
  QVERIFY2(resumed, sentenceOf(resumed).c_str());
  QCOMPARE(resumed->continuedFrom, left->checkpoint.samples);
}

void DatasetUuidTest::anEditOfRecordingsMakesAnotherDataset_data() {
  QTest::addColumn<bool>("whole");
  QTest::newRow("as windows") << false;
  QTest::newRow("whole") << true;
}

void DatasetUuidTest::anEditOfRecordingsMakesAnotherDataset() {
  QFETCH(const bool, whole);
  const ingest::RecordingFolder folder;
  folder.add("a.wav", std::size_t{2} << 20);
  folder.add("b.wav", 8000);
  ingest::ImportOptions options = folder.options(4000);
  if (whole) options.recordings.keep = ingest::StoreAs::recordings;
  const std::string before = recordingUuid(options, folder);
  QCOMPARE(before.size(), std::size_t{36});
  QCOMPARE(recordingUuid(options, folder, 1), before);
  const std::string bytes = TableFolder::read(folder.recordings() / "a.wav");
  edit(folder.recordings() / "a.wav", kUnsampled, static_cast<char>(bytes[kUnsampled] ^ 1));
  const std::string after = recordingUuid(options, folder);
  QCOMPARE(after.size(), std::size_t{36});
  QVERIFY(after != before);
  edit(folder.recordings() / "a.wav", kUnsampled, bytes[kUnsampled]);
  QCOMPARE(recordingUuid(options, folder), before);
}

/// It is not among the sources, so no hash of those knows of it.
void DatasetUuidTest::anEditOfALabelListMakesAnotherDataset() {
  const ingest::RecordingFolder folder;
  folder.add("a.wav", 8000);
  folder.add("b.wav", 8000);
  const auto list = folder.path() / "labels.csv";
  std::ofstream(list) << "file,label\na.wav,cat\nb.wav,dog\n";
  const ingest::ImportOptions options = folder.options(4000, "csv:" + list.string());
  const std::string before = recordingUuid(options, folder);
  QCOMPARE(before.size(), std::size_t{36});
  std::ofstream(list) << "file,label\na.wav,dog\nb.wav,cat\n";
  const std::string after = recordingUuid(options, folder);
  QCOMPARE(after.size(), std::size_t{36});
  QVERIFY(after != before);
}

void DatasetUuidTest::namesOfEqualFilesCount() {
  const TableFolder folder;
  const std::string text = "a,b\n1,2\n3,4\n";
  const auto a = folder.write("a.csv", text);
  const auto b = folder.write("b.csv", text);
  const std::string one = tableUuid({a}, folder);
  QVERIFY(tableUuid({b}, folder) != one);
  QVERIFY(tableUuid({a, b}, folder) != one);
  // The folder that a file is in is not part of its name.
  std::filesystem::create_directory(folder.path("other"));
  QCOMPARE(tableUuid({folder.write("other/a.csv", text)}, folder), one);
}

MASU_TEST(DatasetUuidTest)
#include "dataset_uuid_test.moc"
