// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset is the same one where, and only where, its recipe and all of its sources are the same.
#include "core/store/read/dataset.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/table_import.h"

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

QTEST_GUILESS_MAIN(DatasetUuidTest)
#include "dataset_uuid_test.moc"
